"""Reads still pictures of any cards and tiles stretched, too: as if what leans on a rack stood upright.

Tiles that lean are seen squeezed in height, however the table lies before the camera. What the finder misses
of them, or takes for lying on its side, it mostly sees in another shape; so what is sure in one of the shapes
counts where no other one speaks against it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from math import atan2, cos, pi
from statistics import median

import cv2
import numpy as np

from companion.cards import Zone
from companion.evidence import SeenCard, centre
from vision.cards.geometry import RowAxes, height_of, up_of
from vision.frame import Reads
from vision.looks.same_cards import (
    SAME_PLACE,
    Cards,
    Face,
    face_of,
    from_the_same_end,
    paired,
    place_of,
    stands_for,
)
from vision.looks.twice import recalled, worth
from vision.looks.warped import Warped
from vision.prints.angles import shared_axis, wrapped
from vision.prints.finder import Picture

LEANING = 1.25, 1.5
"""So many times as high as it is a picture of leaning tiles is read. Of 78 ray-traced rows 72 were exact as
they are, 76 at 1.25 alone, 71 at 1.5, 53 at 2, which misread a dozen cards; all were with the first three
together."""

RIVAL = 0.125
"""What a card may be so probably (0-1) in one shape, it may be, though another one is sure that it is not."""

OUTVOTED = 3
"""So many that are sure of a number count against one that is sure of another."""

ROW = 3
"""From so many sure cards on, a shape is believed: fewer read surely in a wrong one, too. Of 106 pictures cut
close around one card and squeezed, two were surely misread as they are, five in the best of shapes."""

LIKELY = 0.5
"""A look that takes a card for a number with this probability (0-1) bears out one that is sure of it."""

AS_HIGH = 2.0
"""What is not so high as a card of the row, up to this ratio, is none of it."""

ASKEW = 0.1
"""Radians: a row that lies turned by less in the picture is not turned."""

ROUND = 0.3
"""Cards that spread across their line so much of what they do along it lie in no row."""


def reshaped(image: Picture, up: float, wide: float, high: float) -> Warped:
    """Say how a picture is seen with a direction of it (radians) up, so many times as wide and as high."""
    bottom, right = (side - 0.5 for side in image.shape[:2])
    corners, axes = ((-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)), RowAxes(up)
    ways = [axes.way((0.0, 0.0), corner) for corner in corners]
    placed = np.array([(along * wide, -above * high) for along, above in ways], np.float32)
    placed -= placed.min(axis=0) + 0.5
    there = np.asarray(cv2.getPerspectiveTransform(np.array(corners, np.float32), placed), np.float64)
    across, down = (round(float(side)) for side in placed.max(axis=0) + 0.5)
    return Warped(there, (across, down))


def read_as(reader: Reads, image: Picture, view: Warped) -> Cards:
    """Read a picture as it is seen so; the cards lie where they do in the picture itself."""
    return view.back(reader.read(view.see(image)))


def with_stretched(reader: Reads, image: Picture, cards: Cards) -> Cards:
    """Give the cards in a BGR picture (H, W, 3) with what it shows stretched.

    ``cards``: those that it shows as it is. It is stretched but once where that shows the same, and all are
    sure; else further, until all are sure.
    """
    looks = [cards]
    for up, wide, high in _ways(cards):
        looks.append(read_as(reader, image, reshaped(image, up, wide, high)))
        told = _together(looks)
        same = len(looks) > 2 or len(looks[0]) == len(looks[1]) == len(told)
        if same and told and all(card.sure for card in told):
            break
    return told


def _ways(cards: Cards) -> Iterator[tuple[float, float, float]]:
    """Give how to turn a picture (radians), and how much wider and higher to make it.

    First so that what leans is as high as it is; a camera on its side sees tiles lean sideways, but how those
    lie that it sees amiss tells little.
    """
    up = _up(cards)
    for by in LEANING:
        yield up, 1.0, by
    for by in LEANING:
        yield up, by, 1.0


def _up(cards: Cards) -> float:
    """Give which way (radians) the cards of a row stand, across it; upwards where hardly askew, or none."""
    if not cards:
        return 0.0
    ups = [up_of(card) for card in cards]
    axis = shared_axis(ups)
    middles = np.array([centre(card.quad) for card in cards])
    if len(cards) > 1:
        _, spread, ways = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)
        if spread[1] < ROUND * spread[0]:
            right, down = ways[0]
            axis = atan2(down, right)
    up = axis if sum(cos(up - axis) for up in ups) >= 0 else wrapped(axis + pi)
    return up if abs(up) >= ASKEW else 0.0


def _together(looks: Sequence[Cards]) -> Cards:
    """Give the cards that a picture shows in several shapes, placed and ordered as in the surest one."""
    best = max(looks, key=worth)
    if looks[0] and (all(card.sure for card in looks[0]) or _sure(best) < ROW):
        best = looks[0]
    each = [look if look is best else from_the_same_end(best, _as_large(look, best)) for look in looks]
    cards = best
    for look in each:
        cards = _with_missed(cards, look)
    seen = zip(*(paired(cards, look) for look in each), strict=True)
    row = _sure(best) >= ROW
    told = tuple(_told(card, there, row) for card, there in zip(cards, seen, strict=True))
    return _as_they_lie(recalled(told, each[:1]))


def _as_they_lie(cards: Cards) -> Cards:
    """Give cards with those of the row in the order in which they lie, if one is told before one far ahead.

    A look that sees two in one place mistakes which of them is the first.
    """
    row = [card for card in cards if card.zone is Zone.ROW]
    if len(row) < 2:
        return cards
    middles = np.array([centre(card.quad) for card in row])
    way = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)[2][0]
    along = middles @ way
    # Any one card may be told amiss, the first and the last too: all pairs say which way the row goes.
    if sum(np.sign(b - a) for a, b in combinations(along, 2)) < 0:
        along = -along
    if max(a - b for a, b in pairwise(along)) <= SAME_PLACE * median(map(height_of, row)):
        return cards
    in_order = (row[k] for k in np.argsort(along))
    return tuple(next(in_order) if card.zone is Zone.ROW else card for card in cards)


def _sure(cards: Cards) -> int:
    return sum(card.sure for card in cards)


def _as_large(cards: Cards, others: Cards) -> Cards:
    """Give the cards that are as high as one of others, where there are any."""
    if not others:
        return cards
    highs = [max(height_of(other), 1.0) for other in others]
    return tuple(c for c in cards if any(1 / AS_HIGH < height_of(c) / high < AS_HIGH for high in highs))


def _with_missed(cards: Cards, other: Cards) -> Cards:
    """Give cards with those that only another look shows, and is sure of, where they belong."""
    pairs = list(zip(cards, paired(cards, other), strict=True))
    for place, card in enumerate(other):
        if card.sure and not any(stands_for(told, same, card, False) for told, same in pairs):
            pairs.insert(place_of(other, place, pairs), (card, card))
    return tuple(card for card, _ in pairs)


def _told(card: SeenCard, seen: Sequence[SeenCard | None], row: bool) -> SeenCard:
    """Give a card as each look sees it, the one at the picture as it is first.

    It is sure where that is, or where another look is that is not alone in what it reads. What it may be in
    another one's eyes takes two that are sure: one at the picture as it is, or those of a whole ``row``. What
    another one is sure of takes three.
    """
    there = [one for one in seen if one is not None]
    votes = Counter(_face(one) for one in there if one.sure)
    if not votes:
        return replace(card, sure=False)
    (number, most), *others = votes.most_common()
    rivals = any(
        face_of(alternative.card) != number and alternative.probability >= RIVAL
        for one in there
        for alternative in one.alternatives
    )
    alike = [one for one in there if _face(one) == number and one.confidence >= LIKELY]
    plain = seen[0] is not None and seen[0].sure
    if others:
        believed = most >= OUTVOTED
    elif rivals:
        believed = most > 1 and (row or plain)
    else:
        believed = plain or len(alike) > 1
    sure = next(one for one in there if one.sure and _face(one) == number)
    return replace(sure, sure=believed)


def _face(card: SeenCard) -> Face | None:
    return None if card.best is None else face_of(card.best)
