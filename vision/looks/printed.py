"""Says where a card bears its numbers, from those of the cards around it that were read.

All cards of a deck are printed alike. White figures on bright rays, or thin ones, the finder overlooks at
times; on a card that it saw they stand where they stand on the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin
from statistics import median

from vision.cards.candidates import in_one_strip
from vision.cards.turning import CLEAR
from vision.prints.angles import wrapped
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Print
from vision.prints.nets import FloatArray

AS_LARGE = 1.25
"""Cards whose heights differ by no more than this ratio may be of one deck: dice and tokens are smaller."""

MIDDLE = 0.2
"""Within this share of a card's height of its middle, measured upward, a number stands in the middle."""

THERE = 0.7
"""Digit heights: nothing is sought where a number so near was looked at."""

GUESSED = 0.25
"""What stands for the finder's score (0-1) of a number that it did not find: one clear look is no proof."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number stands on its card, in card heights from its centre to the right and up.

    ``height`` of its digits, in card heights; ``print``: the number of which this was learnt.
    """

    right: float
    up: float
    height: float
    print: Print


def expected(card: CardHint, prints: Sequence[Print], values: FloatArray) -> list[Print]:
    """Give the places in the visible strip of an unread card where its numbers should be, none if unknown.

    ``values``: the probabilities (N, 111) of ``prints``. The card may lie either way up.
    """
    clear = [p for p, row in zip(prints, values, strict=True) if row[:JUNK].max() >= CLEAR]
    alike = [_place(p) for p in clear if 1 / AS_LARGE < p.card.height / card.height < AS_LARGE]
    kinds = [
        [p for p in alike if p.up > MIDDLE],
        [p for p in alike if abs(p.up) <= MIDDLE],
        [p for p in alike if p.up < -MIDDLE],
    ]
    ways = card.up, wrapped(card.up + pi)
    there = [_on(card, up, _usual(kind)) for kind in kinds if kind for up in ways]
    return [p for p in there if in_one_strip(card, p) and not any(_is_at(p, k) for k in prints)]


def _place(print_: Print) -> Place:
    """Give where a number stands on the card that it votes for."""
    card = print_.card
    x, y = ((a - b) / card.height for a, b in zip(print_.centre, card.centre, strict=True))
    s, c = sin(card.up), cos(card.up)
    return Place(x * c + y * s, x * s - y * c, print_.height / card.height, print_)


def _usual(places: Sequence[Place]) -> Place:
    """Give the middle one of places that are meant to be one."""
    right, up = median(p.right for p in places), median(p.up for p in places)
    nearest = min(places, key=lambda p: hypot(p.right - right, p.up - up))
    return replace(nearest, right=right, up=up, height=median(p.height for p in places))


def _on(card: CardHint, up: float, place: Place) -> Print:
    """Give the number at a place of a card that lies so (radians)."""
    s, c = sin(up), cos(up)
    x = card.centre[0] + card.height * (place.right * c + place.up * s)
    y = card.centre[1] + card.height * (place.right * s - place.up * c)
    hint = replace(card, up=up, kind=place.print.card.kind, seen=(x, y))
    turn = place.print.up - place.print.card.up
    return Print((x, y), place.height * card.height, wrapped(up + turn), GUESSED, hint)


def _is_at(print_: Print, known: Print) -> bool:
    """Say whether a number was looked at already at the place of another."""
    way = print_.centre[0] - known.centre[0], print_.centre[1] - known.centre[1]
    return hypot(*way) < THERE * print_.height
