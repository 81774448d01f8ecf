"""Knows lower indices that a deck prints upright: a 67 there is no 19 on a second card."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import cos, pi

from vision.cards.candidates import Candidate
from vision.cards.four_corners import as_high
from vision.cards.geometry import ON_ITS_HEAD, RowAxes, lies_on, turned_round
from vision.cards.turning import CLEAR, DigitReader
from vision.prints.angles import wrapped
from vision.prints.digits import JUNK
from vision.prints.finder import CardKind, Detections, Picture, Print
from vision.prints.nets import FloatArray

READS = 0.5
"""Turned round, the index must read as its card's number with at least this probability (0-1)."""

FAR_BELOW, NOT_BEYOND = 0.5, 1.0
"""A lower index that is printed upright stands so far below the upper one, in heights of the card."""

SOME = 2
"""So many pairs of clear indices of which the lower one stands as the upper one does tell how a deck is
printed, if they are more than those that stand on their heads to each other."""


def stood_up(
    image: Picture, prints: Sequence[Print], values: FloatArray, digits: DigitReader
) -> tuple[tuple[Print, ...], FloatArray]:
    """Turn what hardly reads on its head, and better upright, in a deck that prints its lower indices so.

    What is surely no number stays. ``values``: the probabilities (N, 111) of the N prints.
    """
    up = _printed_upright(prints, values)
    if up is None:
        return tuple(prints), values
    odd = [i for i, p in enumerate(prints) if values[i].max() < CLEAR and cos(p.up - up) < 0]
    if not odd:
        return tuple(prints), values
    right, better = list(prints), values.copy()
    turned = [replace(prints[i], up=wrapped(prints[i].up + pi)) for i in odd]
    for i, print_, row in zip(odd, turned, digits(image, turned), strict=True):
        if row[:JUNK].max() > max(READS, values[i, :JUNK].max()):
            right[i], better[i] = print_, row
    return tuple(right), better


def _printed_upright(prints: Sequence[Print], values: FloatArray) -> float | None:
    """Give the direction (radians) that is up for all indices of a deck, None where some are turned."""
    clear = [
        (p, int(row.argmax())) for p, row in zip(prints, values, strict=True) if row[:JUNK].max() >= CLEAR
    ]
    alike = [(a, b) for (a, one), (b, other) in combinations(clear, 2) if one == other and as_high(a, b)]
    upright = [pair for pair in alike if upright_below(*pair)]
    if len(upright) < SOME or len(upright) <= sum(turned_round(a, b) for a, b in alike):
        return None
    return max(upright[0], key=lambda p: p.score).up


def upright_below(a: Print, b: Print) -> bool:
    """Say whether two prints stand one way up, and one of them as far below the other as on one card."""
    below = abs(RowAxes(a.up).way(a.centre, b.centre)[1])
    return cos(a.up - b.up) > -ON_ITS_HEAD and FAR_BELOW < below / a.card.height < NOT_BEYOND


def reconciled(
    image: Picture,
    finding: Detections,
    values: FloatArray,
    candidates: Sequence[Candidate],
    digits: DigitReader,
) -> tuple[Detections, FloatArray]:
    """Turn lone indices that make a second card, the other way up, just where one lies already.

    Each would show on the other one, so one of the two cannot be there. ``candidates``: what the finding
    joins into. Gives the very same finding and values where all stay.
    """
    numbers = [card for card in candidates if card.hint.kind is CardKind.NUMBER]
    lone = [card for card in numbers if len(card.prints) == 1]
    pairs = [
        (card.prints[0], other)
        for card in lone
        for other in numbers
        if len(other.prints) > 1 and _stands_in(card, other, finding.prints)
    ]
    if not pairs:
        return finding, values
    prints, better = list(finding.prints), values.copy()
    turned = [_as_on(prints[i], prints[other.prints[0]]) for i, other in pairs]
    for (i, other), print_, row in zip(pairs, turned, digits(image, turned), strict=True):
        number = int(values[list(other.prints)].mean(axis=0).argmax())
        if int(row.argmax()) == number and row[number] >= READS:
            prints[i], better[i] = print_, row
    return replace(finding, prints=tuple(prints)), better


def _stands_in(card: Candidate, other: Candidate, prints: Sequence[Print]) -> bool:
    """Say whether two cards of opposite ways up claim one place: the prints of each show on the other."""
    here = lies_on(prints[card.prints[0]].centre, other.hint)
    there = all(lies_on(prints[i].centre, card.hint) for i in other.prints)
    return here and there and cos(card.hint.up - other.hint.up) < 0


def _as_on(print_: Print, other: Print) -> Print:
    """Give a print turned round, on the card of another one."""
    return replace(print_, up=wrapped(print_.up + pi), card=replace(other.card, seen=print_.centre))
