"""Sets votes right: all cards of a picture are printed alike, so one seen whole teaches about the others.

A corner index votes for the middle of a card of which it sees little, and on a deck never seen before all of
these votes err alike. Where one number is seen twice on its card – in two opposite corners, or in a corner
and the middle – the card's middle is known. What the votes lack there, they lack everywhere.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import cos, hypot, sin

import numpy as np

from companion.evidence import Point
from vision.cards.any_corner import set_right
from vision.cards.geometry import turned_round
from vision.cards.whole_cards import on_whole_cards
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Print
from vision.prints.nets import FloatArray

CLEAR = 0.5
"""From this probability on (0-1), two prints that read the same may be one card's."""

FAR = 0.6
"""A vote that errs by more than this share of the card's height is no vote for that card."""

CORNER = 0.2
"""Prints that vote for a middle nearer than this share of a height lie in the middle themselves."""


def aligned(
    prints: Sequence[Print], values: FloatArray, looks: Sequence[CardHint] = (), once: bool = True
) -> tuple[Print, ...]:
    """Give the prints with their votes set right, given their probabilities (N, 111) and the cards seen.

    ``once``: no number is printed on two cards of this deck, so that those of one card know each other by it.
    """
    if (right := set_right(prints, values, looks)) is not None:
        return on_whole_cards(right, looks)
    voting = _without_lacks(prints, values)
    return voting if once else on_whole_cards(voting, looks)


def _without_lacks(prints: Sequence[Print], values: FloatArray) -> tuple[Print, ...]:
    """Give the prints with what the votes of those lack that show where their card's middle is."""
    lacks = [lack for a, b in _pairs(values) for lack in _lacks(prints[a], prints[b])]
    if not lacks:
        return tuple(prints)
    beside, high = (float(v) for v in np.median(lacks, axis=0))
    return tuple(_moved(p, beside, high) if _is_index(p) else p for p in prints)


def _pairs(values: FloatArray) -> list[tuple[int, int]]:
    """Give the pairs of prints that clearly read the same number."""
    best = values[:, :JUNK].argmax(axis=1) if len(values) else []
    clear = [i for i in range(len(values)) if values[i, best[i]] > CLEAR]
    return [(a, b) for a, b in combinations(clear, 2) if best[a] == best[b]]


def _lacks(a: Print, b: Print) -> list[Point]:
    """Give what the votes of two prints lack if they are one card's: to the right and up, in card heights."""
    if a.height < b.height:
        a, b = b, a
    if a.height > 1.6 * b.height:
        middle, votes = a.centre, [b]
    elif turned_round(a, b):
        middle, votes = ((a.centre[0] + b.centre[0]) / 2, (a.centre[1] + b.centre[1]) / 2), [a, b]
    else:
        return []
    return [_lack(v, middle) for v in votes] if all(_may_mean(v, middle) for v in votes) else []


def _may_mean(vote: Print, middle: Point) -> bool:
    """Say whether a corner index may belong to the card with that middle."""
    card = vote.card
    away = hypot(middle[0] - vote.centre[0], middle[1] - vote.centre[1]) / card.height
    off = hypot(middle[0] - card.centre[0], middle[1] - card.centre[1]) / card.height
    return _is_index(vote) and 0.2 < away < 1.0 and off < FAR


def _is_index(print_: Print) -> bool:
    card = print_.card
    away = hypot(card.centre[0] - print_.centre[0], card.centre[1] - print_.centre[1])
    return away > CORNER * card.height


def _lack(vote: Print, middle: Point) -> Point:
    dx, dy = middle[0] - vote.card.centre[0], middle[1] - vote.card.centre[1]
    s, c = sin(vote.up), cos(vote.up)
    return (dx * c + dy * s) / vote.card.height, (dx * s - dy * c) / vote.card.height


def _moved(vote: Print, right: float, high: float) -> Print:
    """Move a vote to the right and up, in card heights along the print's own directions."""
    card, s, c = vote.card, sin(vote.up), cos(vote.up)
    x = card.centre[0] + (right * c + high * s) * card.height
    y = card.centre[1] + (right * s - high * c) * card.height
    return replace(vote, card=_at(card, (x, y)))


def _at(card: CardHint, centre: Point) -> CardHint:
    return replace(card, centre=centre)
