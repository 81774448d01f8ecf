"""Whether the hands contradict whose turn it was, and what that says of the acts told before. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import Zone
from companion.evidence import Arrival, Sighting
from companion.following.announcing import moment_of
from companion.following.outbox import Outbox
from companion.following.overruling import clues_of
from companion.observing.clues import brought_all
from companion.observing.observer import Explanation
from companion.rules.base import Act
from companion.sessions.session import Session


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """From which act on (by index) nothing is told yet, and who sits where its hand came from."""

    first: int
    by: str


def out_of_turn(
    outbox: Outbox, sighting: Sighting, acts: Sequence[Act], after: Sequence[Act] = ()
) -> OutOfTurn | None:
    """Say from which act on the hands contradict whose turn it is; None where they do not.

    An act may have been missed then, and every player told from here on would be wrong. A later act by its
    own player's hand says that none was.
    """
    came = brought_all(acts, clues_of(outbox.session, outbox.game), after)
    hands = [_hand(outbox, sighting, act, arrival) for act, arrival in zip(acts, came, strict=True)]
    wrong = [
        (i, by) for i, (act, by) in enumerate(zip(acts, hands, strict=True)) if by not in (None, act.player)
    ]
    right = max((i for i, act in enumerate(acts) if hands[i] == act.player), default=-1)
    later = [(i, by) for i, by in wrong if i > right]
    return OutOfTurn(later[0][0], str(later[0][1])) if later else None


def _hand(outbox: Outbox, sighting: Sighting, act: Act, came: Arrival | None) -> str | None:
    """Give whose hand did something; None where that is unknown, or where it may be anybody's."""
    if "jump" in act.to_record() or (came and _was_there(outbox, act, came)):
        return None
    return outbox.session.player_at(moment_of(outbox.session, sighting, came)[1])


def _was_there(outbox: Outbox, act: Act, came: Arrival) -> bool:
    """Say whether the player's hand was at a card as it came, as was another that seems to have laid it."""
    there = {outbox.session.player_at(side) for side in came.either}
    return outbox.session.player_at(came.side) != act.player and act.player in there


def belied(outbox: Outbox, sighting: Sighting, found: Explanation) -> bool:
    """Say whether whoever was told to have passed, as a guess, has laid a card after all."""
    last = outbox.game.acts[-1] if outbox.game.acts else None
    if last is None or last.line.get("play") != "pass" or "act" not in last.unsure:
        return False
    against = out_of_turn(outbox, sighting, found.acts, found.after)
    return against is not None and against.by == last.line["player"]


def taken_for_next(session: Session, sighting: Sighting, acts: Sequence[Act] = ()) -> bool:
    """Say whether whose turn it is took up a card that another's hand had surely laid, in no act.

    It was played then, and a turn is missing: whoever lays a card out of turn takes it back. ``acts``: those
    that explain the table. Where there are such, it may have been so though nobody saw who took it up. A jump
    sends the next card back.
    """
    game = session.game
    jumps = any("jump" in act.to_record() for act in acts)
    if game is None or jumps or game.rules.layout(game.state).zone(Zone.JUMP):
        return False
    turn, removed = game.state.to_move, session.removed
    taker = session.player_at(removed.removed_side) if removed else None
    if turn is None or taker not in ((turn, None) if acts else (turn,)):
        return False
    clues = clues_of(session, game)
    told = {arrival.touch for arrival in brought_all(acts, clues) if arrival}
    left = (a for a in clues.gone(sighting.cards) if a.card.sure and a.touch not in told)
    return any(clues.by(a) not in (None, turn) and not clues.was_there(turn, a) for a in left)
