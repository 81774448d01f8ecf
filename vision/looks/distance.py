"""Looks at a picture from the right distance: the finder is best where cards are about as high as it learnt.

A first look from further off costs a quarter and tells how large the cards are and where; a second one, where
it is needed, shows that part of the picture at the height that suits the net; a third, where the cards prove
to be far smaller still. Where the first shows nothing well, a look at the whole picture comes between. Before
all, a look from very far off, which costs next to nothing, tells cards that fill the picture.
Whoever reads picture after picture of one table hands the view on (`vision.watching.again`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, dist, sqrt

import numpy as np

from companion.evidence import Point, Quad
from vision.cards.geometry import apart
from vision.prints.finder import BLOCK, FLOOR, NET_AREA, Box, CardHint, Detections, Picture, find

BEST_HEIGHT = 120.0
"""Net pixels: the height of a card that the finder sees best."""

NEAREST, FURTHEST = 0.55, 7.0
"""The range of distances: 1 fills the net's area with the picture, 2 half as wide and half as high."""

WHOLE = 1.0
"""The distance of a look at a whole picture in which nothing is seen from further off."""

MOST = 1.3
"""A second look takes in no more than this many times the net's area: a nearer one would take too long."""

FIRST = 2.0
"""The distance of the first look when nothing is known."""

CLOSE_UP, LARGE, CLOSE = 4.0, 3.5, 0.45
"""Cards that fill a picture are looked at from that far off: those that show a number with the third as its
score, and are seen best from beyond the second of these distances, as in 191 of 196 pictures cut close around
a card and in none of 686 others. From nearer, their pips look like cards themselves, but not clearly."""

A_ROW = 3
"""So many clear numbers from nearer tell of a row of smaller cards."""

CLOSE_ENOUGH = 1.35
"""A look from at most this ratio beside the best distance is good enough."""

CLEAR = 0.4
"""Prints from this score on tell the cards' height."""

WELL = 0.65
"""Where nothing has this score, the cards are too small to say even how small they are: a look at the whole
picture can tell."""

FAIRLY = 0.55
"""What has at least this score and is large, seen from twice as far off, too, belongs to no small card. The
first two looks say so in 17 of 3100 pictures: one of these is read rightly only with this bound, the others
with it and without. Three less clear prints were not those of cards so large."""

NEARER, FARTHER = 1.25, 1.2
"""How much nearer a further look comes, where one left something open, and how much farther off another."""

ROOM = 0.9
"""Card heights of room around all that the first look found, for what it missed."""

EDGING = 0.4
"""Card heights of room around cards that are known: the finder wants to see what they lie on."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What was found, and from what distance (1-4) it was seen best."""

    finding: Detections
    distance: float


@dataclass(frozen=True, slots=True)
class View:
    """From what distance the cards of a picture were seen best, and in what part of it they lie."""

    distance: float
    part: Box


def view_of(quads: Sequence[Quad], distance: float, size: tuple[int, ...]) -> View | None:
    """Give the view of cards seen from a distance in a picture (its height, its width), None without any.

    What the net would be given as mere margin is more of the picture instead.
    """
    if not quads:
        return None
    room = EDGING * float(np.median([dist(q[0], q[3]) for q in quads]))
    part = _part([p for q in quads for p in q], room, size)
    distance = max(distance, least_distance(part, size))
    block = BLOCK * distance / sqrt(NET_AREA / (size[0] * size[1]))
    left, right = _filled(part[0], part[2], block, size[1])
    top, bottom = _filled(part[1], part[3], block, size[0])
    return View(distance, (left, top, right, bottom))


def _filled(start: int, end: int, block: float, length: int) -> tuple[int, int]:
    """Widen a stretch of a picture's side (pixels, as ``length``) to whole blocks, if there is room."""
    wide = int(ceil((end - start) / block) * block)
    start = max(0, start - (wide - end + start) // 2)
    return start, min(length, start + wide)


def glance(image: Picture, view: View | None = None) -> Glance:
    """Find prints and cards in a BGR picture (H, W, 3), from the best distance.

    ``view``: where the cards of the picture before were seen best, if nothing has changed around them:
    only that part is looked at then. Raises `ValueError` for what is no such picture.
    """
    if view is not None and (again := _as_before(image, view)) is not None:
        return again
    far = find(image, CLOSE_UP)
    near, finding = FIRST, find(image, FIRST)
    if (large := _close_up(image, far, finding)) is not None:
        return large
    if (seen := _clearest(finding)) < WELL and not _are_large(far, finding, image.shape[:2]):
        whole = find(image, WHOLE)
        if not seen or _clearest(whole) > seen:
            near, finding = WHOLE, whole
    best = _best_distance(finding, image.shape[:2])
    if best is None or _suits(near, best):
        return Glance(finding, near)
    closer = _look(image, finding, best)
    best = _best_distance(closer.finding, image.shape[:2])
    if best is None:
        return Glance(finding, near)
    if closer.distance <= CLOSE_ENOUGH * best:
        return closer
    return _look(image, closer.finding, best)


def from_afar(image: Picture, view: View | None = None) -> Glance:
    """Find prints and cards in a BGR picture (H, W, 3) as if cards fill it, though none clearly does."""
    return Glance(find(image, CLOSE_UP), CLOSE_UP)


def _are_large(far: Detections, first: Detections, size: tuple[int, ...]) -> bool:
    """Say whether two looks from afar agree that the cards are rather large, though none is seen well."""
    distances = [_best_distance(finding, size) for finding in (far, first)]
    return _clearest(first) >= FAIRLY and all(best is not None and best > FIRST for best in distances)


def _as_before(image: Picture, view: View) -> Glance | None:
    """Look at the cards of the picture before in this one (H, W, 3), None where they show no more."""
    finding = find(image, view.distance, view.part)
    return Glance(finding, view.distance) if _clearest(finding) >= WELL else None


def _close_up(image: Picture, far: Detections, first: Detections) -> Glance | None:
    """Look at cards that fill a picture (H, W, 3), None where none clearly do.

    ``far``, ``first``: what shows from there. The one large number of a long row is no such card.
    """
    best = _best_distance(far, image.shape[:2]) if _clearest_number(far) >= CLOSE else None
    if best is None or best < LARGE or _is_row(first):
        return None
    return Glance(far, CLOSE_UP) if _suits(CLOSE_UP, best) else _look(image, far, best)


def _is_row(finding: Detections) -> bool:
    """Say whether so many numbers are clear on cards that are seen as no single card shows of itself."""
    clear = [p for p in finding.prints if p.score >= WELL and any(_is_of(p.card, h) for h in finding.cards)]
    return len(clear) >= A_ROW


def nearer(image: Picture, seen: Glance) -> Glance:
    """Look from somewhat nearer at what a glance found in a BGR picture (H, W, 3): cards, one at least."""
    return _look(image, seen.finding, seen.distance / NEARER)


def farther(image: Picture, seen: Glance) -> Glance:
    """Look from somewhat farther off at what a glance found in a BGR picture (H, W, 3), a card at least."""
    return _look(image, seen.finding, seen.distance * FARTHER)


def everywhere(image: Picture, seen: Glance) -> Glance:
    """Look from somewhat nearer than a glance did at all of a BGR picture (H, W, 3).

    For cards that lie about the table: those that are too small to be seen from afar may lie far off all
    others. Where no number is clear, how near is best is not known: what looks like a card may be a window.
    """
    numbers = _best_distance(replace(seen.finding, passes=()), image.shape[:2])
    distance = WHOLE if numbers is None else seen.distance
    distance = max(distance / NEARER, sqrt(1 / MOST))
    return Glance(find(image, distance), distance)


def _look(image: Picture, finding: Detections, distance: float) -> Glance:
    """Look at the part of a picture in which something was found, from a distance or a trifle further off."""
    part = around(finding, image.shape[:2])
    distance = max(distance, least_distance(part, image.shape[:2]))
    return Glance(find(image, distance, part), distance)


def _suits(distance: float, best: float) -> bool:
    """Say whether a look from a distance is good enough where another one would be the best."""
    return max(best / distance, distance / best) <= CLOSE_ENOUGH


def _clearest(finding: Detections) -> float:
    """Give the best score (0-1) of any number on a card that is seen, or of any pass card; 0 without."""
    return max([_clearest_number(finding)] + [h.score for h in finding.passes])


def _clearest_number(finding: Detections) -> float:
    """Give the best score (0-1) of any number on a card that is seen; 0 without.

    From afar, a chequered cloth is full of numbers, but not of cards.
    """
    seen = (p.score for p in finding.prints if any(_is_of(p.card, hint) for hint in finding.cards))
    return max(seen, default=0.0)


def _is_of(card: CardHint, seen: CardHint) -> bool:
    """Say whether the card that a number votes for may be one that is seen: about as large, and there."""
    return apart(card, seen) < seen.height / 2 and 0.5 < card.height / max(seen.height, 1.0) < 2.0


def _best_distance(finding: Detections, size: tuple[int, ...]) -> float | None:
    """Give the distance at which the cards found would have the best height, None when there are none."""
    heights = [p.card.height for p in finding.prints if p.score >= CLEAR]
    heights += [h.height for h in finding.passes if h.score >= CLEAR]
    if not heights:
        return None
    usual = float(np.median(heights)) * sqrt(NET_AREA / (size[0] * size[1]))
    return min(max(usual / BEST_HEIGHT, NEAREST), FURTHEST)


def least_distance(part: Box, size: tuple[int, ...]) -> float:
    """Give how near a part of a picture can be looked at in reasonable time."""
    share = (part[2] - part[0]) * (part[3] - part[1]) / (size[0] * size[1])
    return sqrt(share / MOST)


def around(finding: Detections, size: tuple[int, ...]) -> Box:
    """Give the part of a picture (its height, its width) in which everything lies that was found."""
    prints = [p for p in finding.prints if p.score >= FLOOR]
    hints = [*finding.cards, *finding.passes, *(p.card for p in prints)]
    spots = [spot for h in hints for spot in (h.seen, h.centre)] + [p.centre for p in prints]
    return _part(spots, ROOM * float(np.median([h.height for h in hints])), size)


def _part(spots: Sequence[Point], room: float, size: tuple[int, ...]) -> Box:
    """Give the part of a picture (its height, its width) around spots, with room (pixels) on all sides."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    left, top = max(0, int(min(xs) - room)), max(0, int(min(ys) - room))
    right, bottom = min(size[1], int(max(xs) + room) + 1), min(size[0], int(max(ys) + room) + 1)
    return left, top, right, bottom
