"""Leaves unsure what may be a court card's letter: it is read as the same figure in both corners.

Where nothing but pips tells playing cards from others, a Q may be read as 0 or 10, a J as 3 or 8, a K as 10.
Two corners that say so are no two witnesses: by themselves neither is clear.
"""

from collections.abc import Container, Sequence
from dataclasses import replace

from companion.evidence import Alternative
from vision.cards.candidates import Candidate
from vision.prints.nets import FloatArray

CLEAR = 0.85
"""A print that says a number with at least this probability (0-1) shows it. Of 472 court cards of 42 printed
decks, on drawn tables, 28 were told as numbers for sure without this and nine are with it; of 1296 cards told
by their numbers one is asked about now, of 690 drawn tiles three."""

PERHAPS = 0.8
"""A number that no print shows clearly is believed no more than this (0-1)."""


def figures(
    decoded: Sequence[Sequence[Alternative]],
    cards: Sequence[Candidate],
    values: FloatArray,
    known: Container[Candidate],
) -> list[tuple[Alternative, ...]]:
    """Give the alternatives of several cards, those of which no print is clear by itself made unsure.

    ``values``: the probabilities (N, 111) of all prints; ``known``: the cards of which something else says
    what they are.
    """
    return [
        tuple(told) if card in known or _shown(told, card, values) >= CLEAR else _perhaps(told)
        for told, card in zip(decoded, cards, strict=True)
    ]


def _shown(told: Sequence[Alternative], card: Candidate, values: FloatArray) -> float:
    """Give how probably (0-1) the clearest print of a card says what is believed of it."""
    best = told[0].card.value if told else None
    return max((float(values[i, best]) for i in card.prints), default=0.0) if best is not None else 0.0


def _perhaps(told: Sequence[Alternative]) -> tuple[Alternative, ...]:
    return tuple(replace(a, probability=min(a.probability, PERHAPS)) for a in told)
