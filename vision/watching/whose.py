"""Whose arm it was that was at a card: each comes in over the border from where its owner sits."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, pi

import cv2
import numpy as np

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.evidence import Arrival, Quad, SeenCard, Side, centre
from vision.motion.changes import FAINT, REACH, Arm, Look, Points, arms, changed, filled, unlike

DIRECTIONS: Mapping[Side, float] = {
    Side.EAST: 0.0,
    Side.SOUTHEAST: pi / 4,
    Side.SOUTH: pi / 2,
    Side.SOUTHWEST: 3 * pi / 4,
    Side.WEST: pi,
    Side.NORTHWEST: -3 * pi / 4,
    Side.NORTH: -pi / 2,
    Side.NORTHEAST: -pi / 4,
}
"""The way to each side from the picture's middle, radians clockwise from the right."""

FOUR_SIDES = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)

BEYOND = 0.4
"""So far beyond the border, in picture widths, the arm is drawn on: there its owner sits."""

FAR_END = 0.6
"""The arm comes in at this share of the way along its run of the border, and beyond."""

AWAY = NS_PER_SECOND // 4
"""A hand that was not seen for longer than this has gone and comes anew."""

AROUND = NS_PER_SECOND // 4
"""Arms are looked up from so long before a card's touch until so long after it."""

LONG = NS_PER_SECOND // 2
"""Hands come and go within so long a time: where a touch is known less exactly, it may have been any of
them."""

TWICE = 2
"""An arm has laid a card if it is at it in at least so many times as many looks as any other arm."""

BY_FAR = 4
"""The same where it is hardly known when the card touched: it must be there in so many times as many
looks."""

EDGE = 6
"""Small pixels along the border by which a card that runs out of the picture may reach farther at either end
than it does later: it is pushed while the hand lies on it."""

LONGER = 2
"""So many looks show the arm that takes cards: a row that is pulled may seem to be one in a single look."""

Lying = tuple[Sequence[Quad], Look]
"""The places of cards that came, or of those that left, and a look at the table afterwards: one that runs out
of the picture is no arm."""


def seated(seats: Sequence[str], players: int = 0) -> tuple[Side, ...]:
    """Give the sides from which arms may come: those where people sit, all where nobody has said.

    Up to four ``players`` sit at sides of their own, more of them at the corners too.
    """
    anywhere = FOUR_SIDES if players <= len(FOUR_SIDES) else tuple(DIRECTIONS)
    return tuple(dict.fromkeys(map(Side, seats))) or anywhere


def when(arrival: Arrival) -> tuple[Instant, Instant]:
    """Order arrivals by their announced times."""
    return arrival.touch.latest, arrival.touch.earliest


def whose(
    quad: Quad,
    touch: Span,
    looks: Sequence[Look],
    sides: tuple[Side, ...],
    lying: Lying | None = None,
    least: int = 1,
) -> Side | None:
    """Say from which of the sides the arm came that was at a card around a moment; None when it is not clear.

    Of arms that touch each other it was the one that is there alone afterwards: who has laid a card before
    draws back first. Where the moment is hardly known it may have been any that was there meanwhile.
    ``looks[0]`` is the settled picture before. ``lying``: what of the border is no arm. In so many looks at
    ``least`` the arm must be there.
    """
    return side_or_two(quad, touch, looks, sides, lying, least)[0]


def side_or_two(
    quad: Quad,
    touch: Span,
    looks: Sequence[Look],
    sides: tuple[Side, ...],
    lying: Lying | None,
    least: int = 1,
) -> tuple[Side | None, frozenset[Side]]:
    """Give ``whose`` arm it was, and the sides of the arms where two were there."""
    at, vague = touch.latest, touch.latest - touch.earliest > LONG
    since = touch.earliest if vague else at - AROUND
    near = [look for look in looks[1:] if since <= look.span.latest <= at + AROUND]
    found = [(look.span.latest >= at, _sides_in(look, looks[0], quad, sides, lying)) for look in near]
    if vague and any(b.span.latest - a.span.latest > LONG for a, b in pairwise(near)):
        return None, frozenset()  # The source stalled: hands may have come and gone that nobody saw.
    if vague:
        return _most((there for _, there in found), BY_FAR, least), frozenset()
    left = (there for after, there in found if after and len(there) == 1)
    side = _most((there for _, there in found), TWICE, least) or _most(left, TWICE, least)
    both = Counter(side for _, there in found for side in there)
    alone = len(both) != 2 or min(both.values()) < TWICE
    return side, frozenset() if alone else frozenset(both)


def visitors(came: Sequence[Arrival], looks: Sequence[Look], sides: Iterable[Side]) -> tuple[Arrival, ...]:
    """Give each new card whose hand nobody saw the hand that was at its place, if it was one side's alone.

    It came while the arm was there. ``looks``: as for ``arrivals``.
    """
    seats = tuple(sides)
    found = (
        a if a.side else _visited(a, looks, seats) or _visited(a, looks, seats, FAINT) or a for a in came
    )
    return tuple(sorted(found, key=when))


def _visited(
    arrival: Arrival, looks: Sequence[Look], sides: tuple[Side, ...], share: float = 1.0
) -> Arrival | None:
    there = [(look, _sides_in(look, looks[0], arrival.card.quad, sides, None, share)) for look in looks[1:]]
    side = _most(found for _, found in there)
    if side is None:
        return None
    at = [look.span for look, found in there if side in found]
    return Arrival(arrival.card, Span(at[0].earliest, max(at[0].earliest, at[-1].latest)), side)


def touches(cards: Sequence[SeenCard], looks: Sequence[Look], sides: Iterable[Side]) -> tuple[Arrival, ...]:
    """Say whose hands were at cards that lie there still, in order; each visit of one side once.

    Of the cards under an arm it was the one farthest in that was meant. ``looks``: as for ``arrivals``.
    """
    seats, visits = tuple(sides), list[list[_Reach]]()
    for look in looks[1:]:
        reach = _reach(look, looks[0], cards, seats)
        if reach is None:
            continue
        if visits and visits[-1][-1].side is reach.side and _goes_on(visits[-1][-1], reach):
            visits[-1].append(reach)
        else:
            visits.append([reach])
    return tuple(found for visit in visits if (found := _meant(visit)))


@dataclass(frozen=True, slots=True)
class _Reach:
    """One arm in one look: from which side, over which cards, each with how far in it lies (small pixels)."""

    span: Span
    side: Side
    under: tuple[tuple[SeenCard, float], ...]


def _goes_on(before: _Reach, now: _Reach) -> bool:
    return now.span.latest - before.span.latest <= AWAY


def _meant(visit: Sequence[_Reach]) -> Arrival | None:
    """Give the card farthest in at which a hand was for more than a moment, and when."""
    looks: dict[int, list[Span]] = {}
    depths: dict[int, tuple[float, SeenCard]] = {}
    for reach in visit:
        for card, depth in reach.under:
            looks.setdefault(id(card), []).append(reach.span)
            depths[id(card)] = max(depths.get(id(card), (0.0, card)), (depth, card), key=lambda d: d[0])
    stayed = [key for key, spans in looks.items() if len(spans) > 1]
    if not stayed:
        return None
    key = max(stayed, key=lambda k: depths[k][0])
    first, last = looks[key][0], looks[key][-1]
    return Arrival(depths[key][1], Span(first.earliest, max(first.earliest, last.latest)), visit[0].side)


def _reach(look: Look, settled: Look, cards: Sequence[SeenCard], sides: tuple[Side, ...]) -> _Reach | None:
    """Say what one arm has reached in a look, and from which side; None for no arm, or several."""
    scale = look.small_scale
    found = [arm for arm in arms(changed(look, settled)) if any(_touches(arm, c.quad, scale) for c in cards)]
    if len(found) != 1 or len(found[0].crossings) != 1 or not sides:
        return None
    run, under = found[0].crossings[0], [c for c in cards if _touches(found[0], c.quad, scale)]
    entry = run.mean(axis=0)
    depths = [(c, float(np.hypot(*(np.array(centre(c.quad)) * scale - entry)))) for c in under]
    (x, y), shape = centre(max(depths, key=lambda d: d[1])[0].quad), look.small.shape[:2]
    return _Reach(look.span, side_of(run, (x * scale, y * scale), shape, sides), tuple(depths))


def _most(found: Iterable[frozenset[Side]], times: int = TWICE, least: int = 1) -> Side | None:
    """Give the side that was found so many ``times`` as often as any other; None where there is none."""
    ranked = Counter(side for there in found for side in there).most_common(2)
    if not ranked or ranked[0][1] < least or (len(ranked) > 1 and ranked[0][1] < times * ranked[1][1]):
        return None
    return ranked[0][0]


def _sides_in(
    look: Look,
    settled: Look,
    quad: Quad,
    sides: tuple[Side, ...],
    lying: Lying | None = None,
    share: float = 1.0,
) -> frozenset[Side]:
    """Say from which sides the arms at a card come in one look; arms that touch count both.

    ``share``: as for `changed`, smaller for arms of nearly the table's colour.
    """
    scale = look.small_scale
    found = arms(changed(look, settled, share))
    runs = [run for arm in found if _touches(arm, quad, scale) for run in arm.crossings]
    if lying:
        runs = [rest for run in runs if len(rest := _beside(run, lying, look)) >= REACH]
    (x, y), shape = centre(quad), look.small.shape[:2]
    return frozenset(side_of(run, (x * scale, y * scale), shape, sides) for run in runs if sides)


def _beside(run: Points, lying: Lying, look: Look) -> Points:
    """Give what of a run along the border is no card that lies there in the picture afterwards too."""
    cards, after = lying
    places = np.zeros(look.small.shape[:2], np.uint8)
    for quad in cards:
        places |= filled(quad, look.small_scale, places)
    places = np.asarray(cv2.dilate(places, np.ones((9, 9), np.uint8)), np.uint8)
    x, y = run.T
    if not places[y, x].any():
        return run
    rest = (places[y, x] == 0) | (unlike(look, after)[y, x] > 0)
    card = np.flatnonzero(~rest)
    if len(card) and card[0] <= EDGE:
        rest[: card[0]] = False
    if len(card) and len(run) - 1 - card[-1] <= EDGE:
        rest[card[-1] :] = False
    return np.asarray(run[rest])


def _touches(arm: Arm, quad: Quad, scale: float) -> bool:
    return cv2.countNonZero(cv2.bitwise_and(arm.near, filled(quad, scale, arm.mask))) > 0


def side_of(run: Points, place: tuple[float, float], shape: tuple[int, ...], sides: tuple[Side, ...]) -> Side:
    """Choose the side where the owner sits of an arm that covers this run of the border and reaches a place.

    The border may cut along the hand as well as across the sleeve: the end of the run that is farthest from
    the card is where the arm comes in. It is drawn on beyond the border. ``shape`` is the picture's (h, w).
    """
    away = np.hypot(run[:, 0] - place[0], run[:, 1] - place[1])
    far = run[away >= away.min() + FAR_END * (away.max() - away.min())].mean(axis=0)
    way = far - place
    seat = far + BEYOND * shape[1] * way / max(1.0, float(np.hypot(*way))) - np.array(shape[1::-1]) / 2
    angle = atan2(seat[1], seat[0])
    return max(sides, key=lambda side: cos(angle - DIRECTIONS[side]))
