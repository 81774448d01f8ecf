"""Which way is up for a row of cards, by what they say of themselves and by how they lie to one another.

Angles are radians, 0 = towards the top of the picture, clockwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import atan2, cos, exp, hypot, pi, sin

from vision.cards.geometry import (
    ROTATED,
    Placed,
    RowAxes,
    apart,
    covers,
)
from vision.games import FRONT
from vision.prints.angles import off_axis, wrapped
from vision.prints.finder import CardHint, CardKind

OVERLAP = 0.5
"""What an overlap says about a row's sense, against what one card says about its own."""

ASCENT = 1.5
"""What two neighbours in the order of their numbers say about a row's sense, as an overlap says."""

IN_ORDER, SURELY = 4, 2.0
"""So many numbers (the first), all in a row's order or all against it, say so many times as much (the
second): of a row that runs out of the picture only the corners that stand on their heads may be seen."""

CLEAR = 0.8
"""Numbers with at least this probability (0-1) tell in which direction a row grows."""

SHOWN, SYMMETRIC = 2.0, 0.25
"""What a card says of its row's sense when its middle is read, and when only its corners are, or nothing."""

ONE_SAYS, CLEARLY = 0.9 * SHOWN, 2 * SHOWN
"""So much a card of which the middle is read says of its row's sense, and so much are cards that say it
clearly: two such do."""

EACH_LOOK, AS_BEFORE = 0.525, 1.5
"""What one look before says about a row's sense, against what one card says of itself, and what all of them
do at the most: after two against the picture's own top nobody can tell a lone 6 from a 9."""

TELLING = 3.2
"""How fast the doubt of a row's sense falls with what tells it: the picture's own top, against one number
that looks the same upside down and seems to stand on its head, leaves a quarter."""

CLOSE = 0.95
"""Cards whose middles are nearer to each other than this share of their width overlap."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """Which way is probably up for a row (radians), before any card says so, and what that counts.

    ``weight``: against what one card says of itself.
    """

    up: float = 0.0
    weight: float = FRONT

    @classmethod
    def after(cls, ups: Sequence[float], front: float) -> "Leaning":
        """Give it after looks that said which way was up (radians), ``front`` being the picture's weight."""
        right, high = EACH_LOOK * sum(map(sin, ups)), front + EACH_LOOK * sum(map(cos, ups))
        return cls(atan2(right, high), min(hypot(right, high), AS_BEFORE))


def sense_of(cards: Sequence[Placed], sorted_: bool = False, leaning: Leaning = Leaning()) -> float:
    """Give the direction that is up for most of these cards, in radians; wants at least one.

    First the axis that most of them share, then the sense along it: what the cards say themselves; and that a
    row grows to the right, so the later of two neighbours lies over the earlier and leaves its first corner
    free. ``sorted_``: rows of this game grow in number too, which tells their start from their end and
    nothing else. Where the deck has a number in both corners, a card that lies free shows the one that no
    hand hides: that says nothing.
    """
    mean, told = _told_leaning(cards, sorted_, leaning)
    return mean if told >= 0 else wrapped(mean + pi)


def sense_doubt(cards: Sequence[Placed], leaning: Leaning = Leaning()) -> float:
    """Give how probably (0-0.5) a row's sense is the other one than `sense_of` tells, unsorted."""
    _, told = _told_leaning(cards, False, leaning)
    return 1 / (1 + exp(TELLING * abs(told)))


def sense_odds(cards: Sequence[Placed], sense: float, leaning: Leaning = Leaning()) -> float:
    """Give how probably (0-1) a row has this sense (radians), unsorted."""
    mean, told = _told_leaning(cards, False, leaning)
    return 1 / (1 + exp(-TELLING * told * cos(mean - sense)))


def backwards(row: Sequence[Placed]) -> bool:
    """Say whether all that is clearly read of a row, from its start to its end, shrinks in number.

    So does a row whose number has just been laid on a higher one, too: a still picture cannot tell.
    """
    values = [c.alternatives[0].card.value or 0 for c in _clear_numbers(row)]
    return len(values) > 1 and all(a > b for a, b in pairwise(values))


def own_sense(cards: Sequence[Placed]) -> tuple[float, bool] | None:
    """Give the direction that is up for most of these cards as they themselves say, and whether clearly.

    None where they do not say as much as one card of which the middle is read.
    """
    mean, told = _told(cards, sorted_=False) if cards else (0.0, 0.0)
    if abs(told) < ONE_SAYS:
        return None
    return mean if told > 0 else wrapped(mean + pi), abs(told) >= CLEARLY


def _told_leaning(cards: Sequence[Placed], sorted_: bool, leaning: Leaning) -> tuple[float, float]:
    """Give the axis that most cards share (radians), and what they and the leaning say of it."""
    mean, told = _told(cards, sorted_)
    return mean, told + leaning.weight * cos(mean - leaning.up)


def _told(cards: Sequence[Placed], sorted_: bool) -> tuple[float, float]:
    """Give the axis that most cards share (radians), and what they say of it: below 0 is the other way up."""
    hints = [c.hint for c in cards]
    axis = max((_axis_votes(h.up, hints), h.up) for h in hints)[1]
    agree = [c for c in cards if off_axis(c.hint.up, axis) < ROTATED]
    mean = atan2(*(sum(c.hint.score * f(2 * c.hint.up) for c in agree) for f in (sin, cos))) / 2
    own = sum(c.upright * cos(c.hint.up - mean) for c in agree if c.upright >= SHOWN or not _both_ways(c))
    both = any(_both_ways(c) for c in agree)
    free = sum(cos(up - mean) for c in agree for up in c.corners if not both or _lies_close(c.hint, hints))
    told = free + _growth(agree, RowAxes(mean)) + _passes_behind(agree, RowAxes(mean))
    told += ASCENT * _ascent(agree, RowAxes(mean)) if sorted_ else 0.0
    return mean, own + OVERLAP * told


def _both_ways(card: Placed) -> bool:
    """Say whether a card's clear corners stand both ways up: then only its middle can say how it lies."""
    return any(cos(a - b) < 0 for a, b in combinations(card.corners, 2))


def _lies_close(card: CardHint, others: Sequence[CardHint]) -> bool:
    """Say whether another card lies so near that one of the two covers a corner of the other."""
    return any(o is not card and apart(card, o) < CLOSE * card.width for o in others)


def _passes_behind(cards: Sequence[Placed], frame: RowAxes) -> int:
    """Count the pass cards to the right of all numbers, less those to their left: passes end a row."""
    passes = [c.hint for c in cards if c.hint.kind is CardKind.PASS]
    numbers = [c.hint for c in cards if c.hint.kind is CardKind.NUMBER]
    steps = [[frame.along(n, p) for n in numbers] for p in passes] if numbers else []
    return sum(min(s) > 0 for s in steps) - sum(max(s) < 0 for s in steps)


def _ascent(cards: Sequence[Placed], frame: RowAxes) -> float:
    """Give how many neighbours grow in number to the right, less those that shrink, by the order of all.

    Kendall's rank correlation tells it: one misread number turns it less than it turns those beside it.
    """
    known = _clear_numbers(cards)
    known.sort(key=lambda c: frame.along(cards[0].hint, c.hint))
    values = [c.alternatives[0].card.value or 0 for c in known]
    grown = [(b > a) - (b < a) for a, b in combinations(values, 2)]
    surely = SURELY if len(values) >= IN_ORDER and abs(sum(grown)) == len(grown) else 1.0
    return surely * (len(values) - 1) * sum(grown) / len(grown) if grown else 0.0


def _clear_numbers(cards: Sequence[Placed]) -> list[Placed]:
    """Give the cards of which the number is probable enough to tell a row's direction."""
    return [c for c in cards if c.hint.kind is CardKind.NUMBER and c.confidence >= CLEAR]


def _growth(cards: Sequence[Placed], frame: RowAxes) -> int:
    """Count the pairs whose right card lies over the left one, less those where it is the other way round."""
    steps = [frame.along(b.hint, a.hint) for a in cards for b in cards if a is not b and covers(a, b)]
    return sum(s > 0 for s in steps) - sum(s < 0 for s in steps)


def _axis_votes(up: float, hints: Sequence[CardHint]) -> float:
    """Weigh how many cards share an axis, the sense left open."""
    return sum(h.score * cos(h.up - up) ** 8 for h in hints)
