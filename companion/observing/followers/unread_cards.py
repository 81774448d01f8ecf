"""What a card of a pile or stack may be that is not read for certain, by what lies under and on it. Pure."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from companion.cards import Card
from companion.evidence import Arrival, SeenCard
from companion.observing.followers.base import gone_on, number_of, weighed
from companion.observing.observer import LIKELY
from companion.rules.quick_and_easy_state import Stack, Tile, fits
from companion.rules.twenty_three_state import COPIES, TwentyThreeState

CHIP = 0.1
"""A number that only a bonus chip makes legal is so much less probable (0-1): three last for two rounds."""


def chips_weighed(card: SeenCard, state: TwentyThreeState, later: Sequence[Arrival]) -> SeenCard:
    """23: give a card with what it may be weighed by how the game goes on: chips are seldom spent."""
    rank, above = state.rank or 0, next((n for a in later if (n := number_of(a.card))), None)

    def weight(face: Card) -> float:
        value = face.value or 0
        return float(CHIP ** sum((value < rank, above is not None and value > above)))

    return weighed(card, weight)


def fitting_number(card: SeenCard, state: TwentyThreeState, later: Sequence[Arrival]) -> int | None:
    """23: give a number that a card on which nothing was read may bear, once play has long gone on.

    One above the rank and below the next card that was read, with room for the others between in which
    nothing was read; hands and chips come out the same with any of them.
    """
    if card.alternatives or not gone_on(later) or state.rank is None:
        return None
    between = len(list(takewhile(lambda a: not a.card.best, later)))
    above = next((a.card.best.value for a in later[between:] if a.card.best), None) or 0
    fitting = (n for n in range(above - 1 - between, state.rank, -1) if state.played[n] < COPIES[n])
    return next(fitting, None)


def likeliest_tile(card: SeenCard) -> Tile | None:
    """Quick & Easy: give what a card most likely is, where that is likely at all."""
    best = card.alternatives[0].card if card.alternatives and card.confidence >= LIKELY else None
    return Tile(best.value, str(best.colour)) if best and best.value else None


def fitting_tile(stack: Stack, under: Tile | None, upon: Tile | None, free: Iterable[Tile]) -> Tile | None:
    """Quick & Easy: give what a card on which nothing was read may be: it fits on one, and another on it.

    ``free``: the cards that lie nowhere. One that needs no reverse trick comes first, then the one whose
    number is nearest to what lies under it.
    """

    def cost(tile: Tile) -> tuple[int, int]:
        below, above = (under.value if under else tile.value), (upon.value if upon else tile.value)
        steps = (tile.value - below, above - tile.value)
        tricks = sum(step < 0 if stack is Stack.UP else step > 0 for step in steps)
        return tricks, abs(steps[0])

    fitting = (t for t in free if fits(stack, under, t) and (upon is None or fits(stack, t, upon)))
    return min(fitting, key=cost, default=None)
