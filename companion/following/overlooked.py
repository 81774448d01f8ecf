"""Cards that lay beside the row and are gone before anybody could rule on them. Pure.

An arm may rest over the table for as long as a jump card lies there. Its touch was seen all the same, and so
was that of the next card: the claim is ruled on once the table is whole again.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.cards import Zone
from companion.evidence import Arrival, Sighting
from companion.jumps.adjudicator import PRESS_AFTER_TOUCH, Ruling
from companion.observing.clues import Clues
from companion.observing.observer import Explanation, Rest, explain
from companion.records.game import Game
from companion.rules.base import Act
from companion.sessions.session import Session

TRIED = 60
"""So many stories of what came of a jump are tried."""


def overlooked(session: Session, sighting: Sighting, acts: Sequence[Act], clues: Clues) -> int | None:
    """Give the number of such a card, the last one that came since the last act; None where there is none.

    It is known whose hand laid it, or a button was pressed for it: else it may have been no card.
    """
    lying = {card.best.value for card in sighting.cards if card.best}
    jumps = {act.to_record().get("jump") for act in acts}
    beside = (a for a in reversed(clues.arrivals) if a.card.sure and a.card.zone is Zone.JUMP)
    left = (a for a in beside if (a.side or _pressed_for(session, a)) and not ruled_on(session, a))
    numbers = (a.card.best.value for a in left if a.card.best and a.card.best.value not in lying | jumps)
    return next((number for number in numbers if number is not None), None)


def unread_jump(session: Session, clues: Clues) -> Arrival | None:
    """Give the last card that lay beside the row since the last act and was not read for certain, or None.

    A button was pressed for it: else it may have been anything. No ruling was on it.
    """
    beside = (a for a in reversed(clues.arrivals) if a.card.zone is Zone.JUMP and not a.card.sure)
    return next((a for a in beside if _pressed_for(session, a) and not ruled_on(session, a)), None)


def ruled_jump(session: Session, clues: Clues) -> Arrival | None:
    """Give the card beside the row that the last ruling was on, if it came since the last act, or None."""
    beside = (a for a in reversed(clues.arrivals) if a.card.sure and a.card.zone is Zone.JUMP)
    return next((a for a in beside if ruled_on(session, a)), None)


def swept_away(
    game: Game, sighting: Sighting, clues: Clues, found: Explanation | None, came: Arrival, ruling: Ruling
) -> Explanation | None:
    """Explain a table from which a row was taken with a jump on one of its cards that was in time; a guess.

    The jump card left before the row did, as one does that goes back: only what came of it tells.
    ``found``: what explains the table without the jump, the card jumped on among its acts; None where nothing
    does and that card had been told before. ``came``: the jump card. None where nothing explains it with the
    jump.
    """
    state, guessed = game.state, frozenset[int]()
    before: tuple[Act, ...] = ()
    if found:
        laid = (i for i, act in enumerate(found.acts) if act.to_record().get("play") == ruling.on)
        if (at := next(laid, None)) is None:
            return None
        before, guessed = found.acts[: at + 1], frozenset(i for i in found.guessed if i <= at)
    for act in before:
        state = game.rules.apply(state, act)
    jumps = (act for act in game.rules.candidates(state) if act.to_record().get("jump") == ruling.jump)
    if (jumped := next(jumps, None)) is None:
        return None
    later = tuple(a for a in clues.arrivals if a.touch.latest > came.touch.latest)
    state = game.rules.apply(state, jumped)
    then = explain(game.rules, state, sighting, game.gone, clues.with_arrivals(later), TRIED)
    if then.rest is not Rest.NOTHING or not then.acts:
        return None
    acts = (*before, jumped, *then.acts)
    return replace(then, acts=acts, guessed=guessed | set(range(len(before), len(acts))))


def _pressed_for(session: Session, came: Arrival) -> bool:
    """Say whether a button was pressed as a card came, as for a claim."""
    since, until = came.touch.earliest - PRESS_AFTER_TOUCH, came.touch.latest + PRESS_AFTER_TOUCH
    return any(since <= press.span.latest and press.span.earliest <= until for press in session.presses)


def ruled_on(session: Session, came: Arrival) -> bool:
    """Say whether the last ruling was on this card, which had come by then."""
    claim = session.claim
    if claim is None or came.card.best is None:
        return False
    return bool(claim.data["jump"] == came.card.best.value and claim.at >= came.touch.latest)
