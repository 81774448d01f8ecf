"""When cards came and went, and whose arm it was: the looks back through the ring."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, pi

import cv2
import numpy as np

from companion.cards import Zone
from companion.clock import NS_PER_SECOND, Instant, Span
from companion.evidence import Arrival, Quad, SeenCard, Side
from vision.known import centre
from vision.motion import REACH, Arm, Look, Mask, Points, arms, changed, difference
from vision.touch import follow

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

FOLLOWED = 3
"""So many of the cards that left are followed; each costs as much as reading a picture."""

LEAST_TELLING = 12
"""Small pixels by whose colour it can be told when a card came."""

VAGUE = NS_PER_SECOND // 5
"""A touch that is known less well than this is looked up once more, by all of the card that lies on top."""

MOSTLY = 0.3
"""A place of which less than this share differs looks the same."""

AWAY = NS_PER_SECOND // 4
"""A hand that was not seen for longer than this has gone and comes anew."""

AROUND = NS_PER_SECOND // 4
"""Whose arm it is gets looked up so long before and after the moment."""

LONG = NS_PER_SECOND // 2
"""Hands come and go in so long a time: where a touch is known less well, it may have been any of them."""

TWICE = 2
"""An arm that is at a card in so many times as many looks as any other has laid it,"""

BY_FAR = 4
"""in so many where it is hardly known when the card touched."""

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


def arrivals(
    cards: Sequence[SeenCard],
    story: Sequence[Look],
    after: Look,
    sides: Iterable[Side],
    lain: Sequence[Quad] = (),
    row: Sequence[Quad] = (),
    veiled: Sequence[Quad] = (),
) -> tuple[Arrival, ...]:
    """Say of each new card when it touched the table and from which side the arm came, first come first.

    ``story``: the table at rest before, then all looks since, oldest first; ``after``: the table at rest now.
    ``lain``: the places of cards told before that came since the story began; what shows of them is no sign
    of a new one. ``row``: the places of all cards, in order, as far as that is known. ``veiled``: those of
    cards half under an arm, not told yet: they may lie on the new ones, and what shows there is theirs.
    """
    told: list[Arrival] = []
    for card in cards:
        told.append(_arrival(card, cards, story, after, tuple(sides), (lain, row, veiled), told))
    return tuple(sorted(told, key=when))


def when(arrival: Arrival) -> tuple[Instant, Instant]:
    """Order arrivals by their announced times."""
    return arrival.touch.latest, arrival.touch.earliest


def _arrival(
    card: SeenCard,
    cards: Sequence[SeenCard],
    looks: Sequence[Look],
    after: Look,
    sides: tuple[Side, ...],
    around: tuple[Sequence[Quad], Sequence[Quad], Sequence[Quad]],
    told: Sequence[Arrival],
) -> Arrival:
    lain, row, veiled = around
    others = [*(other.quad for other in cards if other is not card), *lain, *veiled]
    over, under = [*_over(card, cards), *veiled], _under(card, lain, row)
    touch = _followed(card, looks, after, [quad for quad in others if quad not in under], under)
    if touch is None or (touch.latest - touch.earliest > VAGUE and len(over) < len(others)):
        below = [quad for quad in others if quad not in over]
        closer = _followed(card, looks, after, over, below)
        # Nobody lays two cards at once: it was the print of the card below, on which like figures stand.
        touch = touch if closer and _at_once(closer, card, told) else _narrower(touch, closer)
    touch = touch or appearance(card.quad, looks, after, over)
    lying = [card.quad, *others]
    return Arrival(card, touch, *_whose(card.quad, touch, looks, sides, (lying, after)))


def _followed(
    card: SeenCard, looks: Sequence[Look], after: Look, others: Sequence[Quad], under: Sequence[Quad] = ()
) -> Span | None:
    trace = follow(card.quad, looks, after, looks[0], others, under=under)
    return trace.touch() if trace else None


def _at_once(touch: Span, card: SeenCard, told: Sequence[Arrival]) -> bool:
    """Say whether a card seems to have come to the row at the time of one that came before it there."""
    times = (a.touch for a in told if a.card.zone is card.zone is Zone.ROW)
    return any(touch.earliest < time.latest and time.earliest < touch.latest for time in times)


def _narrower(one: Span | None, other: Span | None) -> Span | None:
    """Give the touch as what shows of more of the card narrows it down; the first one where they disagree."""
    if one is None or other is None:
        return one or other
    inside = one.earliest <= other.earliest and other.latest <= one.latest
    return other if inside else one


def _under(card: SeenCard, lain: Sequence[Quad], row: Sequence[Quad]) -> list[Quad]:
    """Give the places of cards told before that come before this one in the row: it was laid upon them."""
    earlier = row[: row.index(card.quad)] if card.zone is Zone.ROW and card.quad in row else ()
    return [quad for quad in lain if quad in earlier]


def _over(card: SeenCard, cards: Sequence[SeenCard]) -> list[Quad]:
    """Give the places of the new cards that lie on top of this one: in a row those that come later in it."""
    at = next(i for i, other in enumerate(cards) if other is card)
    return [
        other.quad
        for i, other in enumerate(cards)
        if i != at and not (i < at and other.zone is card.zone is Zone.ROW)
    ]


def appearance(quad: Quad, looks: Sequence[Look], after: Look, over: Sequence[Quad]) -> Span:
    """Give when a card that has nothing on it to follow came, by its colour alone.

    From the last look that shows what lay there before to the first of those that show the card for good; the
    whole time where its colour tells nothing.
    """
    place = _telling(quad, looks[0], after, over)
    if cv2.countNonZero(place) < LEAST_TELLING:
        return _sometime(looks[0], after)
    first = len(looks)
    while first and _alike(looks[first - 1], after, place):
        first -= 1
    last = max(0, first - 1)
    while last and not _alike(looks[last], looks[0], place):
        last -= 1
    return _sometime(looks[last], looks[first] if first < len(looks) else after)


def _telling(quad: Quad, before: Look, after: Look, over: Sequence[Quad]) -> Mask:
    """Mark what shows of a card and looks otherwise than what lay there before."""
    scale = after.small_scale
    place = filled(quad, scale, np.zeros(after.small.shape[:2], np.uint8))
    for other in over:
        place[filled(other, scale, place) > 0] = 0
    return np.asarray(cv2.bitwise_and(place, changed(after, before)), np.uint8)


def _alike(look: Look, after: Look, place: Mask) -> bool:
    """Say whether most of a place looks the same in two looks."""
    x, y, wide, high = cv2.boundingRect(place)
    box = (slice(y, y + high), slice(x, x + wide))
    other = difference(look.small[box], after.small[box], look.light)
    return cv2.countNonZero(cv2.bitwise_and(other, place[box])) < MOSTLY * cv2.countNonZero(place)


def departure(
    cards: Sequence[SeenCard],
    story: Sequence[Look],
    after: Look,
    sides: Iterable[Side],
    left: Sequence[Quad] = (),
) -> tuple[Span | None, Side | None]:
    """Say when the first of these cards left, and from which side the arm came; None for no cards.

    ``left``: the places of others that left since the story began: the bare table there is no arm.
    """
    told = []
    for card in _some(cards):
        trace = follow(card.quad, story, story[0], after, back=False)
        told.append((trace.leave() if trace else _sometime(story[0], after), card.quad))
    if not told:
        return None, None
    span, quad = min(told, key=lambda t: (t[0].latest, t[0].earliest))
    lying = [*(card.quad for card in cards), *left], after
    return span, whose(quad, Span.at(span.latest), story, tuple(sides), lying, LONGER)


def _some(cards: Sequence[SeenCard]) -> Sequence[SeenCard]:
    """Take a few cards, spread evenly: a whole row leaves in one grab."""
    return (
        [cards[i] for i in sorted(set(np.linspace(0, len(cards) - 1, FOLLOWED).round().astype(int)))]
        if cards
        else ()
    )


def _sometime(before: Look, after: Look) -> Span:
    """Give the whole time between two looks, for a card that cannot be followed."""
    return Span(before.span.earliest, max(before.span.earliest, after.span.latest))


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
    return _whose(quad, touch, looks, sides, lying, least)[0]


def _whose(
    quad: Quad,
    touch: Span,
    looks: Sequence[Look],
    sides: tuple[Side, ...],
    lying: Lying | None,
    least: int = 1,
) -> tuple[Side | None, frozenset[Side]]:
    """Give ``whose`` arm it was; where that is not clear, the sides of the two that were there."""
    at, vague = touch.latest, touch.latest - touch.earliest > LONG
    since = touch.earliest if vague else at - AROUND
    near = [look for look in looks[1:] if since <= look.span.latest <= at + AROUND]
    found = [(look.span.latest >= at, _sides_in(look, looks[0], quad, sides, lying)) for look in near]
    if vague:
        return _most((there for _, there in found), BY_FAR, least), frozenset()
    alone = (there for after, there in found if after and len(there) == 1)
    side = _most((there for _, there in found), TWICE, least) or _most(alone, TWICE, least)
    both = Counter(side for _, there in found for side in there)
    clear = side is not None or len(both) != 2 or min(both.values()) < TWICE
    return side, frozenset() if clear else frozenset(both)


def visitors(came: Sequence[Arrival], looks: Sequence[Look], sides: Iterable[Side]) -> tuple[Arrival, ...]:
    """Give each new card whose hand nobody saw the hand that was at its place, if it was one side's alone.

    It came while the arm was there. ``looks``: as for ``arrivals``.
    """
    seats = tuple(sides)
    found = (a if a.side else _visited(a, looks, seats) or a for a in came)
    return tuple(sorted(found, key=when))


def _visited(arrival: Arrival, looks: Sequence[Look], sides: tuple[Side, ...]) -> Arrival | None:
    there = [(look, _sides_in(look, looks[0], arrival.card.quad, sides)) for look in looks[1:]]
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
    look: Look, settled: Look, quad: Quad, sides: tuple[Side, ...], lying: Lying | None = None
) -> frozenset[Side]:
    """Say from which sides the arms at a card come in one look; arms that touch count both."""
    scale = look.small_scale
    found = arms(changed(look, settled))
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
    same = difference(look.small, after.small, look.light)[y, x] == 0
    return np.asarray(run[(places[y, x] == 0) | ~same])


def _touches(arm: Arm, quad: Quad, scale: float) -> bool:
    return cv2.countNonZero(cv2.bitwise_and(arm.near, filled(quad, scale, arm.mask))) > 0


def filled(quad: Quad, scale: float, like: Mask) -> Mask:
    """Draw a quad, in picture pixels, filled into a mask of the same size as ``like``."""
    mask = np.zeros_like(like)
    cv2.fillConvexPoly(mask, np.round(np.array(quad, float) * scale).astype(np.int32), 255)
    return mask


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
