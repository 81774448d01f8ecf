"""Knows a learnt deck's pass cards by their picture, whatever it shows."""

from dataclasses import dataclass

from vision.prints import patches
from vision.prints.finder import CardHint, Picture
from vision.prints.known_passes import ALIKE, Face, likeness, visible
from vision.prints.trust import learnt_pass_probability, pass_probability

CERTAIN = 0.97
"""The probability that is told where a card as a whole is like one of them (`known_passes.ALIKE`)."""

MOSTLY = 36
"""Pixels of a face: from so wide a part of a card on, its picture alone tells. Of 224 cards without a number
in ten drawn decks, 9 that were no passes looked alike (0.6): strips all, 34 wide at most, 7 of which looked
like no pass card at all to `vision.prints.faces`."""


@dataclass(frozen=True, slots=True, eq=False)
class Passes:
    """The pass cards of a deck; callable on a picture and what was seen of a card."""

    faces: tuple[Face, ...]

    def __call__(self, image: Picture, card: CardHint, near: float) -> float:
        """Give how probably (0-1) a card in a BGR picture (H, W, 3) is one of the pass cards.

        ``near``: how surely (0-1) it is any deck's pass card as seen from near by. What is seen at a slant or
        half under a hand may be like one in parts alone. A strip of a number card may look like one of a
        pass card, and is weighed as beside a known one of its row (`prints.trust`), though its likeness is
        measured otherwise.
        """
        found = likeness(image, card, self.faces)
        left, right = visible(card)
        if right - left < MOSTLY:
            return pass_probability(near, found)
        if found >= ALIKE:
            return CERTAIN
        known = (patches.KnownFace(face, card.height, card.up) for face in self.faces)
        parts = [like for one in known if (like := patches.likeness(image, card, one)) is not None]
        return learnt_pass_probability(near, max(found, *parts, -1.0))
