"""When cards came and went: the looks back through the ring."""

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from companion.cards import Zone
from companion.clock import NS_PER_SECOND, Span
from companion.evidence import Arrival, Quad, SeenCard, Side
from vision.motion.changes import Look, Mask, changed, filled, unlike
from vision.motion.touch import follow
from vision.watching.whose import LONGER, side_or_two, when, whose

FOLLOWED = 3
"""So many of the cards that left are followed; each costs as much as reading a picture."""

LEAST_TELLING = 12
"""Small pixels by whose colour it can be told when a card came."""

VAGUE = NS_PER_SECOND // 5
"""A touch that is known less well than this is looked up once more, by all of the card that lies on top."""

MOSTLY = 0.3
"""A place of which less than this share differs looks the same."""


def arrivals(
    cards: Sequence[SeenCard],
    story: Sequence[Look],
    after: Look,
    sides: Iterable[Side],
    lain: Sequence[Quad] = (),
    row: Sequence[Quad] = (),
    veiled: Sequence[Quad] = (),
    lately: Mapping[Quad, Sequence[Look]] | None = None,
) -> tuple[Arrival, ...]:
    """Say of each new card when it touched the table and from which side the arm came, first come first.

    ``story``: the table at rest before, then all looks since, oldest first; ``after``: the table at rest now.
    ``lain``: the places of cards told before that came since the story began; what shows of them is no sign
    of a new one. ``row``: the places of all cards, in order, as far as that is known. ``veiled``: those of
    cards half under an arm, not told yet: they may lie on the new ones, and what shows there is theirs.
    ``lately``: the looks, in place of the ``story``, for cards of which it is known since when they came; all
    that had ``lain`` there lay there then.
    """
    told: list[Arrival] = []
    for card in cards:
        looks, here = (lately or {}).get(card.quad), (lain, row, veiled)
        around = here if looks is None else ((), row, veiled)
        told.append(_arrival(card, cards, looks or story, after, tuple(sides), around, told))
    return tuple(sorted(told, key=when))


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
    if lain and touch.latest - touch.earliest > VAGUE:
        # Where it lies upon a card that came shortly before, the table beside that one shows it no earlier.
        bare = appearance(card.quad, looks, after, [*over, *lain]).earliest
        touch = Span(max(touch.earliest, bare), touch.latest) if bare < touch.latest else touch
    lying = [card.quad, *others]
    return Arrival(card, touch, *side_or_two(card.quad, touch, looks, sides, (lying, after)))


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
    other = unlike(look, after, box)
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
