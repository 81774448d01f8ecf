"""Tells which way up a lone number stands by how others of its deck have stood, here and in looks before.

Where a picture or a word is printed under the number, or over it, no card looks the same upside down: what
reads as 9 and stands where the others stand is a 9, and no 6 though nothing marks it. And who lays cards at
one place mostly lays them one way up; but not always, so that this says less.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, dist
from statistics import median

from companion.evidence import Point
from vision.cards.candidates import Candidate
from vision.cards.decode import upside_down
from vision.cards.geometry import RowAxes
from vision.cards.grouping import is_middle
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Print
from vision.prints.nets import FloatArray

CLEAR = 0.9
"""A number with at least this probability (0-1) tells how it stands."""

OFF = 0.06
"""What stands so far off its card's middle, in card heights, was printed so: of 468 clear lone numbers on
cards drawn with theirs in the middle none was told to stand farther off."""

ALIKE = 0.1
"""The heights at which the numbers of one deck stand are no farther from the usual one, in card heights."""

MOST = 0.8
"""At least this share of the numbers of a deck stands so high."""

AS_PRINTED, AS_LAID = 0.98, 0.85
"""How surely (0-1) a number stands right that stands as high as the others, and at the most one that stands
as others did at its place: people lay cards upside down, too."""

SAME_PLACE, ONE_WAY = 0.5, 0.7
"""Cards no farther from one another, in card heights, lay at one place; of two the cosine between which is
larger stood one way up."""

REMEMBERED = 40
"""So many numbers are remembered."""


@dataclass(frozen=True, slots=True)
class Stood:
    """How a number stood that was clearly read and is none upside down: where, ``up`` (radians), how high.

    ``high``: how far over the middle of its card, in card heights; below it is negative.
    """

    number: int
    at: Point
    up: float
    high: float


def only_in_middle(prints: Sequence[Print], card: Candidate) -> bool:
    """Say whether all that is read on a card stands in its middle."""
    return all(is_middle(prints[i], card.hint) for i in card.prints)


def standing(
    prints: Sequence[Print], values: FloatArray, cards: Iterable[Candidate], before: Sequence[Stood] = ()
) -> tuple[Stood, ...]:
    """Give how the lone numbers stand that are clearly read, and nothing at all upside down.

    ``values``: the probabilities (N, 111) of the N prints. ``before``: how others stood in earlier looks,
    with which these are joined. How high one is told that lies there still is half what it was: a hand may
    come between.
    """
    stood = list(before)
    for card in cards:
        if len(card.prints) != 1 or not only_in_middle(prints, card):
            continue
        (i,) = card.prints
        number, print_ = int(values[i].argmax()), prints[i]
        if values[i, :JUNK].max() < CLEAR or upside_down(number) is not None:
            continue
        now = Stood(number, print_.centre, print_.up, _height(print_, card.hint))
        old = next((s for s in stood if s.number == number and _at_one_place(s, print_, card.hint)), None)
        if old is not None:
            stood.remove(old)
            now = replace(now, high=(old.high + now.high) / 2)
        stood.append(now)
    return tuple(stood[-REMEMBERED:])


def stands_as_others(print_: Print, card: CardHint, stood: Sequence[Stood]) -> float | None:
    """Give how probably (0-1) a lone number stands right as it is taken; None where nothing tells."""
    printed = _as_printed(print_, card, stood)
    return _as_laid(print_, card, stood) if printed is None else printed


def _as_printed(print_: Print, card: CardHint, stood: Sequence[Stood]) -> float | None:
    """Say it by how high the deck's numbers stand, where they do not stand in the middle."""
    if not stood:
        return None
    usual, own = median(s.high for s in stood), _height(print_, card)
    if min(abs(usual), abs(own)) < OFF or abs(abs(own) - abs(usual)) > ALIKE:
        return None
    if sum(abs(s.high - usual) <= ALIKE for s in stood) < MOST * len(stood):
        return None
    return AS_PRINTED if own * usual > 0 else 1 - AS_PRINTED


def _as_laid(print_: Print, card: CardHint, stood: Sequence[Stood]) -> float | None:
    """Say it by how those stood that lay at the same place, by Laplace's rule of succession."""
    here = [cos(s.up - print_.up) for s in stood if _at_one_place(s, print_, card)]
    right, wrong = sum(c > ONE_WAY for c in here), sum(c < -ONE_WAY for c in here)
    if right == wrong:
        return None
    told = (right + 1) / (right + wrong + 2)
    return min(max(told, 1 - AS_LAID), AS_LAID)


def _at_one_place(one: Stood, print_: Print, card: CardHint) -> bool:
    return dist(one.at, print_.centre) <= SAME_PLACE * card.height


def _height(print_: Print, card: CardHint) -> float:
    """Give how far a print stands over its card's middle as it stands itself, in card heights."""
    _, above = RowAxes(print_.up).way(card.centre, print_.centre)
    return above / max(card.height, 1.0)
