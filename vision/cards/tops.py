"""Finds the tops of piles and stacks, and the single cards about the table: what is played in no row.

Geometry only, as in `vision.cards.layout`; cards that lie nearly in the same place are one stack.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import atan2, pi

from companion.cards import Zone
from companion.evidence import SeenCard
from vision.cards.decode import halved
from vision.cards.geometry import (
    Placed,
    RowAxes,
    apart,
    as_seen,
    components,
    covers,
    mean_height,
)
from vision.cards.senses import sense_of

SAME_STACK = 0.5
"""Centres closer than this share of a height belong to one stack."""

SAME_PILE = 0.75
"""Where but one pile lies, centres closer than this share of a height may belong to it: cards are thrown on
it, and those below peep out beside the uppermost."""

ARROWS = 2
"""So many arrows lie beside the stacks."""

IN_LINE = 4
"""So many lie in line where both stacks and both arrows are in view."""

OFF_LINE = 0.6
"""Stacks and arrows lie off a common line by no more than this share of a card's height."""


BESIDE = 1.75
"""An arrow lies no farther from its stack than so many card widths: 1.25 to 1.5 in the five ray-traced
pictures in which it was measured; the other stack lies 1.95 to 2 away in three of them."""


def pile(cards: Sequence[Placed]) -> tuple[SeenCard, ...]:
    """Give the top of the one pile; if nothing tells which of two cards is the upper one, either may be."""
    return (as_seen(_or_another(_largest(_stacks_of(cards, SAME_PILE))), Zone.PILE),)


def _or_another(stack: Sequence[Placed]) -> Placed:
    """Give the top of a pile, unsure if another number may be it, as no card is seen to cover another."""
    top = _top_of(stack)
    rivals = [c for c in stack if c.sure and top.sure and c.alternatives[0].card != top.alternatives[0].card]
    if not rivals or any(covers(a, b) for a, b in permutations(stack, 2)):
        return top
    either = halved((*top.alternatives, *max(rivals, key=lambda c: c.confidence).alternatives))
    return replace(top, alternatives=tuple(sorted(either, key=lambda a: -a.probability)), sure=False)


def _stacks_of(cards: Sequence[Placed], reach: float = SAME_STACK) -> list[list[Placed]]:
    """Sort cards into stacks: those that lie nearly in the same place, ``reach`` heights apart at most."""
    return components(cards, lambda a, b: apart(a.hint, b.hint) < reach * mean_height(a.hint, b.hint))


def _top_of(stack: Sequence[Placed]) -> Placed:
    """Give a stack's top card: the one that covers most others, then the one with most prints in view."""
    return max(stack, key=lambda c: (sum(covers(c, o) for o in stack), len(c.seen), c.hint.score))


def _largest(stacks: Sequence[list[Placed]]) -> list[Placed]:
    """Give the stack that is most surely one: the best read, then the one with most cards in view."""
    return max(stacks, key=lambda s: (max(c.confidence for c in s), len(s)))


def two_stacks(cards: Sequence[Placed], game: bool = False) -> tuple[SeenCard, ...]:
    """Give the tops of the stacks going up and down; cards without a number are the arrows beside them.

    Where both arrows are in view, what lies between them is a stack, even if nobody can read it. A lone stack
    beside which not both are seen may be either, so it is asked about; not in a ``game``, whose acts tell.
    """
    if not cards:
        return ()
    read = [c for c in cards if c.alternatives]
    tops = sorted((_top_of(s) for s in _stacks_of(read)), key=lambda c: -c.confidence)[:2]
    frame = RowAxes(sense_of([replace(c, seen=(), corners=()) for c in tops or cards]))
    if len(tops) < 2:
        tops = _between_arrows(cards, frame) or tops
    if not tops:
        return ()
    if len(tops) == 1:
        zone, clear = _stack_by_arrow(tops[0], cards, frame)
        return (as_seen(tops[0] if clear or game else replace(tops[0], sure=False), zone),)
    left, right = sorted(tops, key=lambda c: frame.along(tops[0].hint, c.hint))
    if not game and not (left.sure and right.sure) and len(_unread_beside(left, cards, frame)) < ARROWS:
        left, right = (replace(c, sure=False) for c in (left, right))  # one of them may be an arrow
    return as_seen(left, Zone.UP), as_seen(right, Zone.DOWN)


def _between_arrows(cards: Sequence[Placed], frame: RowAxes) -> list[Placed]:
    """Give the tops of the inner two of four stacks in line, if no number lies outside them; else nothing."""
    stacks = _stacks_of(cards)
    if len(stacks) != IN_LINE:
        return []
    start, *inner, end = sorted(stacks, key=lambda s: frame.along(cards[0].hint, s[0].hint))
    if any(c.alternatives for c in (*start, *end)):
        return []
    high = mean_height(start[0].hint, end[0].hint)
    if any(abs(frame.across(start[0].hint, s[0].hint)) > OFF_LINE * high for s in (*inner, end)):
        return []
    return [_top_of([c for c in stack if c.alternatives] or stack) for stack in inner]


def _stack_by_arrow(top: Placed, cards: Sequence[Placed], frame: RowAxes) -> tuple[Zone, bool]:
    """Tell a lone stack's direction by the unread card nearest to it in their line; without one it goes up.

    Close beside it that is its arrow, on its outer side: left of the one going up. Farther off it is the
    other stack, or what lies beyond. Tells also whether that is clear: an arrow close beside it, and another
    card farther off on its other side. What lies close by itself may as well be the other stack under a hand.
    """
    hint, off = top.hint, _unread_beside(top, cards, frame)
    nearest = min(off, key=abs, default=-1.0)
    is_arrow = abs(nearest) <= BESIDE * hint.width
    inner = [abs(o) for o in off if (o < 0) != (nearest < 0)]
    clear = is_arrow and bool(inner) and min(inner) > BESIDE * hint.width
    return (Zone.UP if (nearest < 0) == is_arrow else Zone.DOWN), clear


def _unread_beside(top: Placed, cards: Sequence[Placed], frame: RowAxes) -> list[float]:
    """Give how far along the line of the stacks cards lie that were not read, from one top on, in pixels."""
    return [
        frame.along(top.hint, c.hint)
        for c in cards
        if not c.alternatives
        and abs(frame.across(top.hint, c.hint)) <= OFF_LINE * mean_height(top.hint, c.hint)
    ]


def spots(cards: Sequence[Placed], size: tuple[int, int]) -> tuple[SeenCard, ...]:
    """Give the single cards clockwise around the picture's middle, from its bottom left corner on."""
    middle = size[0] / 2, size[1] / 2
    start = atan2(middle[1], -middle[0])
    tops = [_top_of(s) for s in _stacks_of(cards)]

    def clockwise(card: Placed) -> float:
        x, y = card.hint.centre
        return (atan2(y - middle[1], x - middle[0]) - start) % (2 * pi)

    return tuple(as_seen(c, Zone.SPOT) for c in sorted(tops, key=clockwise))
