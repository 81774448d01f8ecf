"""23: whether a card of the number that lies already was laid on it, or is that one, pushed by somebody.

No picture shows which. Whoever lays one does so in turn, and others play on: so it is told by whose hands
were at the pile before and after it. Pure.
"""

from collections.abc import Sequence
from itertools import islice

from companion.evidence import Arrival, Quad, displaced
from companion.observing.followers.base import PUSHED, View, round_from, shows


def in_turn(hand: str, after: str, turns: Sequence[str], moved: float | None) -> bool:
    """Say whether the hand that was at an equal card laid it, rather than push the pile.

    ``turns``: the players from the one to move on, each once; ``after``: who laid the next card; ``moved``:
    how far off the card lies, in card heights. Had that hand only pushed, its own turn would have passed
    without a card, too. Where the same hand plays on, only a card too far off for a push was laid.
    """
    if hand not in turns or after not in turns:
        return False
    one, other = turns.index(hand), turns.index(after)
    return one < other or (one == other and (moved or 0.0) > PUSHED)


def hands_at_play(arrival: Arrival, view: View, players: Sequence[str]) -> list[str]:
    """Give whose hand laid a card, and then those of the cards on it, up to one of which no hand is known.

    Whoever only pushed the pile is left out.
    """
    later = [a for a in view.came if a.touch.latest > arrival.touch.latest]
    hands, top = [hand for hand in (view.by(arrival),) if hand], arrival
    for i, card in enumerate(later):
        hand = view.by(card)
        if _number(card) == _number(top):
            other = next((a for a in later[i:] if _number(a) != _number(top)), None)
            after, turns = view.by(other) if other else None, after_turn(hands[-1:], players)
            if not hand or not after or not in_turn(hand, after, turns, moved(card, view)):
                continue
        if hand is None or not hands:
            break
        hands, top = [*hands, hand], card
    return hands


def after_turn(last: Sequence[str], players: Sequence[str]) -> list[str]:
    """Give the players from the one after who played last, who comes last of them; none where nobody did."""
    return [name for one in last for name in islice(round_from(players, one), 1, len(players) + 1)]


def moved(arrival: Arrival, view: View) -> float | None:
    """Give how far a card lies from the one before, in card heights; None where none is known."""
    before = [a for a in (*view.spent, *view.came) if a.touch.latest < arrival.touch.latest]
    return displaced(_rested(before[-1], view), _rested(arrival, view)) if before else None


def _rested(arrival: Arrival, view: View) -> Quad:
    """Give where a card lay at last before another came: beside an arm, or unread, that is told less well."""
    later = (a.touch.earliest for a in view.came if a.touch.latest > arrival.touch.latest)
    until = min(later, default=view.sighting.span.latest)
    looks = (k for k in (*view.looks, view.sighting) if arrival.touch.latest < k.span.latest <= until)
    tops = (top for look in looks if not look.partly for top in look.zone(arrival.card.zone) if top.sure)
    return next((top.quad for top in reversed(list(tops)) if shows(arrival, top)), arrival.card.quad)


def _number(arrival: Arrival) -> int | None:
    return arrival.card.best.value if arrival.card.best else None
