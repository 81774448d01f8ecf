"""Tells how surely each card without a number is a pass card: by how it looks from near by, and beside
another card of the same row that surely is one.

A deck's pass cards all show one picture. Where one of them is known and lies free, it knows the others:
those of which other cards or a hand leave a part, and those that the light has changed.
"""

from collections.abc import Sequence

from vision.cards.candidates import Candidate
from vision.prints import trust
from vision.prints.faces import PASS
from vision.prints.finder import Picture
from vision.prints.known_passes import free_face
from vision.prints.nets import FloatArray
from vision.prints.patches import Known, likeness

SURELY = 0.9
"""From this probability (0-1) on, a pass card tells of others."""

SETTLED = 0.99
"""What is a pass card, or is none, this surely (0-1) by its own look is not laid beside another, which takes
time."""


def probabilities(image: Picture, cards: Sequence[Candidate], kinds: FloatArray) -> list[float]:
    """Give how probably (0-1) each card in a BGR picture (H, W, 3) is a pass card.

    ``kinds`` (N, 3): what the cards look like from near by, as `vision.prints.faces.look` gives it.
    """
    near = [float(row[PASS]) for row in kinds]
    alone = [trust.pass_probability(n) for n in near]
    found = _known(image, cards, alone)
    if found is None:
        return alone
    own, known = found
    unclear = [k != own and 1 - SETTLED < n < SETTLED for k, n in enumerate(near)]
    likes = [likeness(image, c.hint, known) if u else None for c, u in zip(cards, unclear, strict=True)]
    return [trust.pass_probability(n, like) for n, like in zip(near, likes, strict=True)]


def _known(image: Picture, cards: Sequence[Candidate], likely: Sequence[float]) -> tuple[int, Known] | None:
    """Give the place and the picture of the likeliest card that lies free and surely is a pass card."""
    for k in sorted(range(len(cards)), key=lambda k: -likely[k]):
        hint = cards[k].hint
        face = free_face(image, hint) if likely[k] >= SURELY else None
        if face is not None:
            return k, Known(face, hint.height, hint.up)
    return None
