"""What any story costs at least, whatever it tells of the cards that came and were poorly seen. Pure.

The search for stories leaves off where nothing cheaper can come; the more surely it knows that, the sooner.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log

from companion.cards import PASS, Card, plain
from companion.clock import Span
from companion.evidence import Arrival, SeenCard
from companion.observing.clues import (
    LEAST,
    UNEXPLAINED_CARD,
    UNEXPLAINED_HAND,
    UNEXPLAINED_TRACE,
    WRONG_HAND,
    Clues,
    likeness,
    traces,
)
from companion.observing.match import MISSING

PRICE_OF_AN_ACT = 1.0


def poorly_seen(gone: Sequence[Arrival], seen: Sequence[SeenCard], clues: Clues) -> dict[Span, float]:
    """Say what each card costs, beside an act, that a hand laid, that has left and is none of those seen.

    That is what its poor look costs, or what more it costs to leave it unexplained. Keys: when it came.
    """
    left = [a for a in gone if a.side is not None or clues.lay(a.card)]
    may_lie = [a for a in clues.arrivals if a not in gone]
    for face in {plain(a.card) for card in seen for a in card.alternatives}:
        fitting = [a for a in clues.arrivals if a.card.probability(face) > 0]
        # A number lies there as it came last; of passes any may be the one.
        may_lie += fitting if face == PASS else fitting[-1:]
    touches = {a.touch for a in left}.difference(a.touch for a in may_lie)
    return {touch: min(_alone(a, clues) for a in left if a.touch == touch) for touch in touches}


def _alone(gone: Arrival, clues: Clues) -> float:
    """Say what a card that came and went costs at least, beside the act that explains it, if one does."""
    unexplained = UNEXPLAINED_HAND if clues.by(gone) else UNEXPLAINED_TRACE
    unexplained = UNEXPLAINED_CARD if gone.touch in clues.steady else unexplained
    best = min((_poor(face, gone) for face in traces([gone])), default=unexplained)
    return min(unexplained - PRICE_OF_AN_ACT, best)


def laid_as(
    player: str | None, face: Card, came: Iterable[Arrival], clues: Clues, paid: Mapping[Span, float] | None
) -> float:
    """Say what it costs at least that a player laid a face, one of some cards that may bear it.

    ``paid``: what every story pays for such cards, by when they came; None where the face may lie there.
    """

    def one(a: Arrival) -> float:
        own = clues.by(a) in (None, player) or clues.was_there(player, a)
        poor = 0.0 if paid is None else min(MISSING, max(0.0, _poor(face, a) - paid.get(a.touch, 0.0)))
        return poor + (0.0 if own else WRONG_HAND)

    return min(map(one, came))


def _poor(face: Card, came: Arrival) -> float:
    return -log(max(LEAST, likeness(face, came.card)))
