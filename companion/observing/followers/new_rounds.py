"""23: whether a new round has begun, by the pile that was taken away and the 1 that comes again. Pure."""

from collections.abc import Sequence
from itertools import pairwise

from companion.cards import Zone
from companion.evidence import Arrival
from companion.observing.followers.base import View, number_of
from companion.rules.twenty_three_state import LOWEST, TwentyThreeState

PLAYED_ON = 2
"""So many cards on one that was laid out of turn, or on a 1, show that the game goes on with it."""


def over_for_certain(view: View, state: TwentyThreeState, later: Sequence[Arrival], laid_on: bool) -> bool:
    """Say whether the round is over where a 1 has come, though nobody was seen to fold.

    There is one 1, and it was played first: it was dealt anew. That it was read rightly is borne out by a
    card on it that is lower than the rank was, or by two cards on it; also if no more will come, where the
    pile was gone before. Where it was ``laid_on`` that, it may be misread all the same.
    """
    laid = laid_upon(LOWEST, later)
    number = number_of(laid[0].card) if laid else None
    lower = number is not None and number < (state.rank or 0)
    ended = view.ended and not laid_on
    return state.round == 1 and (lower or ended or len(laid) >= PLAYED_ON)


def next_round(view: View, state: TwentyThreeState, came: Sequence[Arrival], at: int) -> int | None:
    """Give the place of the 1 with which the next round has surely begun; None where none has.

    What came before it, from the card at this place on, is not waited for then: the pile has been taken
    away, and two cards that were surely read lie on the 1.
    """
    if state.round != 1 or state.to_move is None:
        return None
    for i, (upon, card) in enumerate(pairwise(came[at:]), start=at + 1):
        laid = [a for a in laid_upon(LOWEST, came[i + 1 :]) if number_of(a.card) is not None]
        first = number_of(card.card) == LOWEST and len(laid) >= PLAYED_ON
        if first and view.by(card) and bare_before(view, card, upon):
            return i
    return None


def bare_before(view: View, arrival: Arrival, upon: Arrival | None = None) -> bool:
    """Say whether a look since the last act, before a card came, showed no pile, or that it was taken.

    ``upon``: the card that came before it; the look was later than that.
    """
    looks = [*view.looks, *([view.removed] if view.removed else [])]
    bare = [look for look in looks if not look.zone(Zone.PILE) and (look.removed_at or not look.partly)]
    spans = [look.span for look in bare if upon is None or look.span.earliest > upon.touch.latest]
    return any(span.latest < arrival.touch.earliest for span in spans)


def laid_upon(number: int, later: Sequence[Arrival]) -> list[Arrival]:
    """Give the cards of other numbers that came later: one of the same may be the same one, pushed."""
    return [a for a in later if a.card.best is None or a.card.best.value != number]
