"""Tells how surely each card without a number is a pass card: by how it looks from near by, and beside
another card of the same row that surely is one.

A deck's pass cards all show one picture. Where one of them is known and lies free, it knows the others:
those of which other cards leave a strip, and those that the light has changed.
"""

from collections.abc import Sequence

from vision import trust
from vision.candidates import Candidate
from vision.cards import Picture
from vision.faces import PASS
from vision.learn_passes import Face, free_face, likeness
from vision.nets import FloatArray

SURELY = 0.9
"""From this probability (0-1) on, a pass card tells of others."""


def probabilities(image: Picture, cards: Sequence[Candidate], kinds: FloatArray) -> list[float]:
    """Give how probably (0-1) each card in a BGR picture (H, W, 3) is a pass card.

    ``kinds`` (N, 3): what the cards look like from near by, as `vision.faces.look` gives it.
    """
    near = [float(row[PASS]) for row in kinds]
    alone = [trust.pass_probability(n) for n in near]
    known = _known(image, cards, alone)
    if known is None:
        return alone
    own, face = known
    likes = [None if k == own else _like(image, card, face) for k, card in enumerate(cards)]
    return [trust.pass_probability(n, like) for n, like in zip(near, likes, strict=True)]


def _known(image: Picture, cards: Sequence[Candidate], likely: Sequence[float]) -> tuple[int, Face] | None:
    """Give the place and the picture of the likeliest card that lies free and surely is a pass card."""
    for k in sorted(range(len(cards)), key=lambda k: -likely[k]):
        face = free_face(image, cards[k].hint) if likely[k] >= SURELY else None
        if face is not None:
            return k, face
    return None


def _like(image: Picture, card: Candidate, face: Face) -> float | None:
    """Give how much a card looks like a known one (-1 to 1), None where too little of it is seen to say."""
    like = likeness(image, card.hint, [face])
    return None if like <= -1 else like
