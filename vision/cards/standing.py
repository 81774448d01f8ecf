"""Tells which way up a lone number stands by how high the others of its deck stand on their cards.

Where a picture or a word is printed under the number, or over it, no card looks the same upside down: what
reads as 9 and stands where the others stand is a 9, and no 6 though nothing marks it.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, sin
from statistics import median
from types import MappingProxyType

from vision.cards.candidates import Candidate
from vision.cards.decode import upside_down
from vision.cards.grouping import is_middle
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Print
from vision.prints.nets import FloatArray

Heights = Mapping[int, float]
"""How far over the middle of their cards numbers stand, in card heights (below: negative), by number."""

NO_HEIGHTS: Heights = MappingProxyType({})


def no_heights() -> Heights:
    """Give none, as what a class begins with."""
    return NO_HEIGHTS


CLEAR = 0.9
"""A number with at least this probability (0-1) tells how high it stands."""

OFF = 0.06
"""What stands so far off its card's middle, in card heights, was printed so: of 533 clear lone numbers on
cards drawn with theirs in the middle none was told to stand farther off."""

ALIKE = 0.1
"""The heights at which the numbers of one deck stand are no farther apart than this, in card heights."""

AS_OTHERS = 0.98
"""How surely (0-1) a number stands right that stands as high as the others, or on its head if as low."""


def only_in_middle(prints: Sequence[Print], card: Candidate) -> bool:
    """Say whether all that is read on a card stands in its middle."""
    return all(is_middle(prints[i], card.hint) for i in card.prints)


def heights(prints: Sequence[Print], values: FloatArray, cards: Iterable[Candidate]) -> Heights:
    """Give how high the lone numbers stand that are clearly read, and nothing at all upside down.

    ``values``: the probabilities (N, 111) of the N prints.
    """
    lone = [(i, card) for card in cards if len(card.prints) == 1 for i in card.prints]
    clear = [
        (int(values[i].argmax()), i, card)
        for i, card in lone
        if values[i, :JUNK].max() >= CLEAR and is_middle(prints[i], card.hint)
    ]
    return {number: _height(prints[i], card.hint) for number, i, card in clear if upside_down(number) is None}


def together(before: Heights, now: Heights) -> Heights:
    """Join what looks before told with what this one does, each half: a hand may come between."""
    return {**before, **{number: (before.get(number, high) + high) / 2 for number, high in now.items()}}


def stands_as_others(print_: Print, card: CardHint, others: Heights) -> float | None:
    """Give how probably (0-1) a lone number stands right as it is taken; None where nothing tells."""
    if not others:
        return None
    usual, own = median(others.values()), _height(print_, card)
    if abs(usual) < OFF or any(abs(high - usual) > ALIKE for high in others.values()):
        return None
    if abs(own) < OFF or abs(abs(own) - abs(usual)) > ALIKE:
        return None
    return AS_OTHERS if own * usual > 0 else 1 - AS_OTHERS


def _height(print_: Print, card: CardHint) -> float:
    """Give how far a print stands over its card's middle as it stands itself, in card heights."""
    dx, dy = print_.centre[0] - card.centre[0], print_.centre[1] - card.centre[1]
    return (dx * sin(print_.up) - dy * cos(print_.up)) / max(card.height, 1.0)
