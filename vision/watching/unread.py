"""Cards that came but in which the reader finds nothing: told as unread, never kept silent."""

from collections.abc import Sequence
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Zone
from companion.clock import Instant
from companion.evidence import Quad, SeenCard, distance
from vision.memory.known import Known
from vision.motion.changes import Mask, filled

Corners = NDArray[np.float32]

Outline = NDArray[np.int32]
"""Points (N, 1, 2) of the small picture, around one patch of what has changed."""

LIKE_A_CARD = (0.7, 1.4)
"""The sides of what came are at least and at most so many times as long as those of the cards known."""

STICKS_OUT = 0.5
"""At least this share (0-1) of a card's width shows where it lies on the row's last one, and looks like that
where it covers it."""

AS_LONG = 0.85
"""At least this share (0-1) of a card's length shows where so little of its width does."""

SHAPE = (1.05, 1.95)
"""How many times as long as wide a card is, seen aslant too, where no card is known yet."""

SHARE = (0.01, 0.12)
"""Share of the picture that a card covers, where no card is known yet."""

FULL = 0.75
"""What came fills at least this share of its rectangle: a hand or a shadow does not."""

CORNERS = 0.06
"""An outline is taken for a card's four sides where it departs from them by no more than this share of its
length."""

FOUR = (0.9, 1.2)
"""It must enclose at least and at most so many times the area between those four corners: seen aslant a card
is no rectangle, so that the rectangle around it would not do."""

SOLID = 0.8
"""At least this share (0-1) of what lies within the outline of what came has changed."""

BESIDE = 1.3
"""A card of the row lies no farther from the last one than this, in card heights."""

ALONG = 0.45
"""A card of the row lies no farther off the row's line than this, in card heights."""

HERE = 0.25
"""What came is a known card when it lies no farther from it than this, in card heights."""

LEFT = 0.3
"""What came has gone again when at least this share (0-1) of its place has changed since."""


def came_unread(
    mask: Mask,
    known: Sequence[Known],
    gone: Sequence[SeenCard],
    scale: float,
    since: Instant,
    unread: Sequence[SeenCard] = (),
) -> list[SeenCard]:
    """Find what came, has a card's size, lies where the row's next card does, and was not read.

    ``mask``: what differs from the table before, as it was at the time ``since``; ``scale``: small pixels a
    picture pixel. What lies elsewhere may be anything that people put on a table. Where what came lies on
    cards that lay there before, it is sought beside them first, then with what it covers of them.
    ``unread``: cards in which nothing is read and that lie there already.
    """
    cards = [*(k.card for k in known), *unread]
    new = [k.card for k in known if k.came and k.came.touch.latest > since]
    row = [card for card in cards if card.zone is Zone.ROW]
    for others in ((*cards, *gone), (*new, *unread, *gone)):
        places = (_upright(corners, scale) for corners in _places(mask, others, scale))
        fitting = (place for place in places if _sized(place, cards, mask.size / scale**2))
        ends = (place for place in fitting if not row or _next_to(place, row[-1]))
        came = (SeenCard(Zone.ROW, place, (), False) for place in ends)
        if found := [card for card in came if not _there(card, cards)]:
            return found
    return []


def _places(mask: Mask, cards: Sequence[SeenCard], scale: float) -> list[Corners]:
    """Give the corners of what has changed outside some cards, where it fills them as a card does."""
    rest = mask.copy()
    for card in cards:
        rest[cv2.dilate(filled(card.quad, scale, mask), np.ones((5, 5), np.uint8)) > 0] = 0
    found, _ = cv2.findContours(rest, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outlines = [np.asarray(points, np.int32) for points in found]
    return [_corners(outline) for outline in outlines if _full(outline, rest)]


def _corners(outline: Outline) -> Corners:
    """Give an outline's four corners (4, 2), clockwise: its own, else those of the rectangle around it."""
    own = cv2.approxPolyDP(outline, CORNERS * cv2.arcLength(outline, True), True)[:, 0].astype(np.float32)
    share = cv2.contourArea(outline) / max(1.0, cv2.contourArea(own))
    if len(own) == 4 and cv2.isContourConvex(own) and FOUR[0] <= share <= FOUR[1]:
        return own if cv2.contourArea(own, oriented=True) > 0 else own[::-1]
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(outline)), np.float32)


def still_unread(old: Sequence[SeenCard], known: Sequence[Known], mask: Mask, scale: float) -> list[SeenCard]:
    """Give which of the unread cards lie there still, and are not among those read by now."""
    return [
        card for card in old if not _left(card, mask, scale) and not _there(card, [k.card for k in known])
    ]


def _left(card: SeenCard, mask: Mask, scale: float) -> bool:
    place = filled(card.quad, scale, mask) > 0
    return bool(np.count_nonzero(place & (mask > 0)) >= LEFT * max(1, int(np.count_nonzero(place))))


def _there(card: SeenCard, known: Sequence[SeenCard]) -> bool:
    """Say whether a card is one of those known; in a row the next one may lie nearly upon it."""
    return any(distance(card.quad, other.quad) <= HERE for other in known)


def _full(outline: Outline, changed: Mask) -> bool:
    """Say whether what has changed fills its corners: not a ring, as where a card has been nudged."""
    area = float(cv2.contourArea(_corners(outline)))
    inside = np.zeros_like(changed)
    cv2.drawContours(inside, [outline], -1, 255, cv2.FILLED)
    whole = float(cv2.contourArea(outline))
    return area > 0 and whole >= FULL * area and cv2.countNonZero(inside & changed) >= SOLID * whole


def _upright(corners: Corners, scale: float) -> Quad:
    """Give four corners as a card's quad in picture pixels, its short side on top."""
    points = [(float(x) / scale, float(y) / scale) for x, y in corners]
    if _apart(points[0], points[1]) > _apart(points[1], points[2]):
        points = [*points[1:], points[0]]
    if points[0][1] > points[3][1]:
        points = [*points[2:], *points[:2]]
    return points[0], points[1], points[2], points[3]


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _sides(quad: Quad) -> tuple[float, float]:
    return _apart(quad[0], quad[1]), _apart(quad[1], quad[2])


def _sized(place: Quad, cards: Sequence[SeenCard], picture: float) -> bool:
    """Say whether a place has a card's size: that of the cards known, else any that a card may have."""
    wide, high = _sides(place)
    if not cards:
        shape, share = high / max(1.0, wide), wide * high / picture
        return SHAPE[0] <= shape <= SHAPE[1] and SHARE[0] <= share <= SHARE[1]
    sizes = np.median([_sides(card.quad) for card in cards], axis=0)
    across, along = wide / float(sizes[0]), high / float(sizes[1])
    narrowest = STICKS_OUT if along >= AS_LONG else LIKE_A_CARD[0]
    return LIKE_A_CARD[0] <= along <= LIKE_A_CARD[1] and narrowest <= across <= LIKE_A_CARD[1]


def _next_to(place: Quad, last: SeenCard) -> bool:
    """Say whether a place lies along the row, beside its last card."""
    tl, tr, _, bl = (np.array(p) for p in last.quad)
    height = max(1.0, float(np.hypot(*(bl - tl))))
    across = (tr - tl) / max(1.0, float(np.hypot(*(tr - tl))))
    way = np.array(place).mean(axis=0) - np.array(last.quad).mean(axis=0)
    along = float(way @ across) / height
    off = float(np.hypot(*(way - (way @ across) * across))) / height
    return 0 < along <= BESIDE and off <= ALONG
