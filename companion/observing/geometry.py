"""Where cards lie beside one another: at one place, upon one another, in line behind one another. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from math import hypot

from companion.evidence import Quad, SeenCard, centre, distance

SAME_PLACE = 0.3
"""Two cards no farther apart than this, in card heights, lie at one place."""

COVERS = 0.4
"""A card hides nearly all of another where they lie no farther apart than this, in card heights."""

NEXT_ALONG = 1.6
"""The next card of a row lies no farther along the row from the last one than this, in card widths."""

NEXT_ACROSS = 0.4
"""The next card of a row lies no farther out of the row's line than this, in card heights."""


def same_place(one: SeenCard, other: SeenCard) -> bool:
    """Say whether two cards lie at the same place, to within a third of a card."""
    return _same_place(one.quad, other.quad)


def covers(one: SeenCard, other: SeenCard) -> bool:
    """Say whether a card lies so nearly upon another that hardly anything shows of that."""
    return distance(one.quad, other.quad) < COVERS


@lru_cache(maxsize=4096)
def _same_place(one: Quad, other: Quad) -> bool:
    return distance(one, other) < SAME_PLACE


def goes_on(last: SeenCard, card: SeenCard) -> bool:
    """Say whether a card lies where a row goes on behind another: to the right of that one, as it is read."""
    (ax, ay), (bx, by), _, (dx, dy) = last.quad
    width, height = max(1.0, hypot(bx - ax, by - ay)), max(1.0, hypot(dx - ax, dy - ay))
    (x, y), (u, v) = centre(card.quad), centre(last.quad)
    along = ((x - u) * (bx - ax) + (y - v) * (by - ay)) / width
    across = ((x - u) * (by - ay) - (y - v) * (bx - ax)) / width
    return 0 < along <= NEXT_ALONG * width and abs(across) <= NEXT_ACROSS * height


def nearest(card: SeenCard, cards: Sequence[SeenCard]) -> SeenCard | None:
    """Give which of some cards lies at the place of this one, the nearest where there are several."""
    (x, y), there = centre(card.quad), [other for other in cards if same_place(card, other)]
    return min(there, key=lambda c: hypot(centre(c.quad)[0] - x, centre(c.quad)[1] - y), default=None)
