"""Knows the second of two level corners where a deck prints its numbers in all four, in an overlapped row.

Of such a card the next one leaves the first corner whole, and a part of the second. That part reads like a
number of its own: the 7 of a 74, or nothing. Where one card of the row shows both corners, they tell how far
apart all others' stand. Only for decks in which no number is on two cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin
from statistics import median

from companion.evidence import Point
from vision.cards.candidates import CLEAR_NUMBER
from vision.cards.four_corners import as_high
from vision.cards.geometry import RowAxes
from vision.prints.angles import wrapped
from vision.prints.digits import JUNK
from vision.prints.finder import Detections, Print
from vision.prints.nets import FloatArray

FAIRLY_CLEAR = 0.8
"""So probable must a number be in one of two corners that tell how far apart all are; the other is clear."""

ONE_WAY_UP = 0.9
"""The cosine between two level prints at least."""

NEAREST, FARTHEST = 0.35, 0.97
"""Level corners of one card are so many of its widths apart."""

LEVEL, ASKEW = 0.12, 0.5
"""They are no further out of line than the first share of how far they stand apart, and the second of their
digits' height."""

WIDE = 0.62
"""How wide a figure is, in heights of its digits: second corners end, not begin, where those of others do."""

LIKELY = 0.5
"""A number that is this probable may be another card's."""

SOME = 2
"""So many cards that show a part of their second corner tell where it stands."""

OFF = 0.6
"""A second corner stands no further from where others tell than this, in heights of its digits."""


@dataclass(frozen=True, slots=True)
class _Corner:
    """A print, what it reads as, and how probably (0-1)."""

    print: Print
    value: int
    probability: float


def on_two_sides(
    finding: Detections, values: FloatArray, clusters: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Join the clusters of prints that show one number in two level corners of a card.

    ``values``: the probabilities (N, 111) of the finding's N prints.
    """
    corners = _corners(finding.prints, values)
    joined: list[list[int]] = []
    for members in clusters:
        own = next((k for k in joined if _shows_both(corners, k, members)), None)
        if own is None:
            joined.append(list(members))
        else:
            own += members
    return joined


def second_corners(
    finding: Detections, values: FloatArray, clusters: Sequence[Sequence[int]]
) -> frozenset[int]:
    """Give the prints that are what shows of a read card's second corner, and not clearly another number.

    Those of clusters in which no other print is clear, and those in none.
    """
    corners = _corners(finding.prints, values)
    indices = [i for members in clusters for i in members]
    clear = [corners[i] for i in indices if corners[i].probability >= CLEAR_NUMBER]
    up = _rising(clear)
    pairs = [
        (corners[a], corners[b])
        for members in clusters
        for a, b in combinations(members, 2)
        if _pair(corners[a], corners[b])
    ]
    reach = _reach(pairs, [corners[i] for i in indices], clear, up)
    if reach is None:
        return frozenset()
    second = {
        i for i, seen in enumerate(corners) if any(_is_second(seen, first, reach, up) for first in clear)
    }
    own = {i: members for members in clusters for i in members}
    return frozenset(i for i in second if second.issuperset(own.get(i, ())))


def _shows_both(corners: Sequence[_Corner], own: Sequence[int], others: Sequence[int]) -> bool:
    """Say whether two clusters of prints show one whole number in two level corners of a card.

    A single figure may be all that shows of two numbers, 19 and 39.
    """
    told = [
        {corners[i].value for i in some if corners[i].probability >= FAIRLY_CLEAR} for some in (own, others)
    ]
    one, other = (max(values, default=0) for values in told)
    return one == other >= 10 and any(_pair(corners[a], corners[b]) for a in own for b in others)


def _reach(
    pairs: Sequence[tuple[_Corner, _Corner]],
    corners: Sequence[_Corner],
    clear: Sequence[_Corner],
    up: float | None,
) -> float | None:
    """Give how far it is from where first corners begin to where second ones end, None where none tell.

    In heights of their digits. One card that shows both whole tells so, or several of which the second shows
    in part, all as far off.
    """
    whole = [abs(_along(a.print, b.print)) + _width(a.value) for a, b in pairs]
    if whole:
        return median(whole)
    if up is None:
        return None
    told = [reach for first in clear if (reach := _reach_of_rest(first, corners, up)) is not None]
    usual = median(told) if told else 0.0
    alike = [reach for reach in told if abs(reach - usual) < OFF]
    return median(alike) if len(alike) >= SOME and 2 * len(alike) > len(told) else None


def _reach_of_rest(first: _Corner, corners: Sequence[_Corner], up: float) -> float | None:
    """Give how far a card reaches of which one figure of the second corner shows, None where none does."""
    side, all_of_it = _sign(cos(first.print.up - up)), str(first.value)
    if len(all_of_it) < 2:
        return None
    shown = all_of_it[0] if side > 0 else all_of_it[-1]
    rests = [rest for rest in corners if str(rest.value) == shown and rest.probability >= LIKELY]
    ways = [_along(first.print, rest.print) for rest in rests if _on_one_card(first.print, rest.print)]
    nearest = min((side * way for way in ways if side * way > 0), default=None)
    if nearest is None:
        return None
    # From middle to middle; the figure begins where its number does, which ends one width of it further on.
    return nearest + _width(first.value) / 2 - WIDE / 2 + _width(first.value)


def _corners(prints: Sequence[Print], values: FloatArray) -> list[_Corner]:
    best = values[:, :JUNK].argmax(axis=1)
    return [_Corner(p, int(v), float(row[v])) for p, v, row in zip(prints, best, values, strict=True)]


def _pair(a: _Corner, b: _Corner) -> bool:
    """Say whether two prints clearly show one number in two level corners of a card."""
    low, high = sorted((a.probability, b.probability))
    clear = high >= CLEAR_NUMBER and low >= FAIRLY_CLEAR
    return a.value == b.value and clear and _on_one_card(a.print, b.print)


def _on_one_card(a: Print, b: Print) -> bool:
    """Say whether two prints stand as in two level corners of one card."""
    along, width = abs(_along(a, b)), (a.card.width + b.card.width) / (a.height + b.height)
    return NEAREST * width < along < FARTHEST * width and _level(a, b)


def _level(a: Print, b: Print) -> bool:
    """Say whether two prints are alike, and one stands beside the other."""
    along, across = _way(a, b)
    return _alike(a, b) and abs(across) < LEVEL * abs(along) + ASKEW


def _alike(a: Print, b: Print) -> bool:
    """Say whether two prints are of one height and one way up."""
    return as_high(a, b) and cos(a.up - b.up) > ONE_WAY_UP


def _way(a: Print, b: Print) -> Point:
    """Give how far right of one print and how far above it another stands, in heights of their digits."""
    dx, dy = b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]
    s, c, high = sin(a.up) + sin(b.up), cos(a.up) + cos(b.up), a.height + b.height
    return (dx * c + dy * s) / high, (dx * s - dy * c) / high


def _along(a: Print, b: Print) -> float:
    """Give how far right of one print another stands, in heights of their digits."""
    return _way(a, b)[0]


def _width(value: int) -> float:
    """Give how wide a number is, in heights of its digits."""
    return WIDE * len(str(value))


def _rising(clear: Sequence[_Corner]) -> float | None:
    """Give which way is up for a row that rises to its right (radians), None where its numbers do not say.

    Single figures, which may be what shows of others, do not.
    """
    whole = [corner for corner in clear if corner.value >= 10]
    if not whole:
        return None
    up, told = whole[0].print.up, 0
    frame = RowAxes(up)
    for a, b in combinations(whole, 2):
        told += _sign(frame.way(a.print.centre, b.print.centre)[0]) * _sign(b.value - a.value)
    return None if told == 0 else up if told > 0 else wrapped(up + pi)


def _sign(figure: float) -> int:
    return (figure > 0) - (figure < 0)


def _is_second(seen: _Corner, first: _Corner, reach: float, up: float | None) -> bool:
    """Say whether a print may be what a later card leaves of the second corner of a card.

    ``reach``: from where the first corner's number begins to where the second one's ends, in heights of their
    digits. ``up``: of a row that rises to its right (radians). On its head, a number's second corner begins
    before its first.
    """
    if seen is first or not _level(first.print, seen.print):
        return False
    along = _along(first.print, seen.print)
    side = _sign(along) if up is None else _sign(cos(first.print.up - up))
    whole = reach - _width(first.value)
    near = whole - _width(first.value) / 2 - OFF < side * along < whole + OFF
    return near and _may_be_the_rest(seen, first, side, up is not None)


def _may_be_the_rest(seen: _Corner, first: _Corner, side: int, sided: bool) -> bool:
    """Say whether a print may be what shows of a number whose end (on its head: beginning) is covered.

    What is clear must be that number or a part of it, on the right ``side`` where that is known (``sided``).
    What is not is mostly less than its number, but no likely number besides.
    """
    part, all_of_it = str(seen.value), str(first.value)
    torn = all_of_it.startswith(part) if side > 0 else all_of_it.endswith(part)
    if seen.probability >= CLEAR_NUMBER:
        return sided and torn
    return torn or seen.probability < LIKELY or len(part) == 1 < len(all_of_it)
