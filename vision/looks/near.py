"""Looks from near by at the cards of a picture on which no number was read, at each of them once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.evidence import Alternative
from vision.cards.candidates import FAINT_CARD, Candidate, bears_out
from vision.cards.decode import is_sure
from vision.cards.geometry import apart
from vision.prints import faces
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, CardKind, Picture, Print
from vision.prints.nets import FloatArray

SURELY_A_PASS = 0.95
"""What is read on a card that looks like a pass card with this probability (0-1) is no likely number: of its
picture a part may look like one."""

SHOWN = 0.5
"""What finder and reader both take for a number so surely (0-1) is no part of a pass card's picture. On some
600 rows such a print stood on one card that surely looked like a pass card; it bore a number. On four where
pass cards lay the finder believed in them by 0.43 at most."""

TWO_SEEN, TWO_READ = 0.35, 0.8
"""Nor are two prints on a card that the finder takes for numbers so surely (0-1, the first), and the reader
for any number at all (the second): a 95 of dots, which might be a 45, was told for the pass card it looked
like. In 1182 pictures no card changed for it."""

NO_PASS = 0.02
"""What looks like a pass card with less than this probability (0-1) from near by is none."""

FaceKnower = Callable[[Picture, Sequence[CardHint]], FloatArray]
"""Says how probably (N, 3) cards are number cards, pass cards or neither, as `prints.faces.look` does."""

LIKE_A_PASS = 0.8
"""No number is sought on what looks like a pass card from near by with this probability (0-1)."""


@dataclass(frozen=True, slots=True)
class NearLooks:
    """What the cards of one picture without a number look like from near by; each is looked at once."""

    knower: FaceKnower
    image: Picture
    seen: dict[CardHint, FloatArray] = field(default_factory=dict)

    def __call__(self, cards: Sequence[CardHint]) -> FloatArray:
        """Give how probably (N, 3) cards are number cards, pass cards or neither."""
        fresh = [card for card in cards if card not in self.seen]
        self.seen.update(zip(fresh, self.knower(self.image, fresh), strict=True))
        return np.array([self.seen[card] for card in cards], np.float32).reshape(-1, faces.KINDS)

    def rather_passes(
        self,
        cards: Sequence[Candidate],
        read: Sequence[Sequence[Alternative]],
        looks: Sequence[CardHint],
        prints: Sequence[Print],
        values: FloatArray,
    ) -> dict[Candidate, Candidate]:
        """Give the number cards that surely look like pass cards from near by, each with that pass card.

        ``read``: the alternatives of each; those that surely bear a number are not asked about, nor are those
        of whose ``prints``, with their ``values`` (N, 111), one is a number by finder and reader. ``looks``
        are opinions about whole cards, one of which must bear out that a card lies there.
        """
        own: dict[Candidate, CardHint] = {}
        for card, told in zip(cards, read, strict=True):
            near = [look for look in looks if bears_out(look, card.hint)]
            if near and not is_sure(told) and not _shows_number(card, prints, values):
                own[card] = min(near, key=lambda look: apart(look, card.hint))
        kinds = self(list(own.values()))
        return {
            card: Candidate(look, (), card.support)
            for (card, look), kind in zip(own.items(), kinds, strict=True)
            if kind[faces.PASS] >= SURELY_A_PASS
        }

    def no_passes(self, cards: Sequence[Candidate]) -> frozenset[CardHint]:
        """Give what from afar looked like a pass card, and from near by surely does not."""
        hints = [card.hint for card in cards if card.hint.kind is CardKind.PASS]
        kinds = self(hints)
        return frozenset(hint for hint, kind in zip(hints, kinds, strict=True) if kind[faces.PASS] < NO_PASS)

    def numbers(self, cards: Sequence[Candidate]) -> list[Candidate]:
        """Give the cards that could not be read and do not look like pass cards: numbers stand on them."""
        others = [c for c in cards if c.hint.kind is not CardKind.NUMBER]
        kinds = self([c.hint for c in others])  # all at once: the rest are asked about later
        return [
            card
            for card, kind in zip(others, kinds, strict=True)
            if card.hint.kind is CardKind.CARD
            and card.hint.score >= FAINT_CARD
            and kind[faces.PASS] < LIKE_A_PASS
        ]


def _shows_number(card: Candidate, prints: Sequence[Print], values: FloatArray) -> bool:
    """Say whether one of a card's prints is a number by finder and reader, or two are, whichever numbers."""
    one = (prints[i].score >= SHOWN and values[i, :JUNK].max() >= SHOWN for i in card.prints)
    seen = (prints[i].score >= TWO_SEEN and 1 - values[i, JUNK] >= TWO_READ for i in card.prints)
    return any(one) or sum(seen) > 1
