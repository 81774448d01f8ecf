"""Knows a lower index that a deck prints upright: a 67 there is no 19 on a second card."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi

from vision.cards.candidates import Candidate
from vision.cards.turning import DigitReader
from vision.prints.finder import CardKind, Finding, Picture, Print
from vision.prints.geometry import lies_on, wrapped
from vision.prints.nets import FloatArray

READS = 0.5
"""Turned round, the index must read as its card's number with at least this probability (0-1)."""


def reconciled(
    image: Picture,
    finding: Finding,
    values: FloatArray,
    candidates: Sequence[Candidate],
    digits: DigitReader,
) -> tuple[Finding, FloatArray]:
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
