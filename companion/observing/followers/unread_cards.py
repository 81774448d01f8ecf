"""23: what a card may be that is not read for certain, by the rank and by the cards that came on it. Pure."""

from collections.abc import Sequence
from itertools import takewhile

from companion.cards import Card
from companion.evidence import Arrival, SeenCard
from companion.observing.followers.base import gone_on, number_of, weighed
from companion.rules.twenty_three_state import COPIES, TwentyThreeState

CHIP = 0.1
"""A number that only a bonus chip makes legal is so much less probable (0-1): three last for two rounds."""


def chips_weighed(card: SeenCard, state: TwentyThreeState, later: Sequence[Arrival]) -> SeenCard:
    """Give a card with what it may be weighed by how the game goes on: chips are seldom spent."""
    rank, above = state.rank or 0, next((n for a in later if (n := number_of(a.card))), None)

    def weight(face: Card) -> float:
        value = face.value or 0
        return float(CHIP ** sum((value < rank, above is not None and value > above)))

    return weighed(card, weight)


def fitting_number(card: SeenCard, state: TwentyThreeState, later: Sequence[Arrival]) -> int | None:
    """Give a number that a card on which nothing was read may bear, once play has long gone on.

    One above the rank and below the next card that was read, with room for the others between in which
    nothing was read; hands and chips come out the same with any of them.
    """
    if card.alternatives or not gone_on(later) or state.rank is None:
        return None
    between = len(list(takewhile(lambda a: not a.card.best, later)))
    above = next((a.card.best.value for a in later[between:] if a.card.best), None) or 0
    fitting = (n for n in range(above - 1 - between, state.rank, -1) if state.played[n] < COPIES[n])
    return next(fitting, None)
