"""What becomes of the game when the table itself rules on a claim, by a referee's hand. Pure.

The table is the last instance: while a claim is the newest thing, it may go against any verdict.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from companion.clock import Span, seconds
from companion.errors import BadRecord, Outdated
from companion.evidence_json import span_from_json
from companion.language import Text, say
from companion.records.game import Game, Played
from companion.sessions.deciding import act_events
from companion.sessions.events import Event, EventKind, RuleOn
from companion.sessions.session import Session, fold

Data = Mapping[str, Any]
Look = Callable[[Session], list[Event]]
"""Looks at the table as it was last seen: the events that follow from there."""


def decide(session: Session, item: RuleOn, look: Look) -> list[Event]:
    """Give the events of a ruling by the table.

    Raises Outdated once the game has gone on, BadRecord where it must be said who jumped, and the rules' own
    refusals.
    """
    claim, game = session.claim, session.game
    if claim is None or game is None or (claim.at, claim.data["jump"]) != (item.ruled_at, item.jump):
        raise Outdated(gone_on())
    data = cast(Data, claim.data)
    ruled = {"jump": item.jump, "counts": item.counts, "by": item.by or data["by"]}
    first = Event(EventKind.RULED, item.at, ruled)
    if item.counts:
        return [first, *_counts(session, game, data, item)]
    return _is_no_jump(session, game, first, look)


def may_rule(session: Session) -> bool:
    """Say whether the newest claim can still be ruled on by the table."""
    if session.claim is None or session.game is None:
        return False
    number = cast(int, session.claim.data["jump"])
    return _lies_there(session, number) or _was_played(session.game, number)


def _counts(session: Session, game: Game, data: Data, item: RuleOn) -> list[Event]:
    if _was_played(game, item.jump):
        return []
    if not _lies_there(session, item.jump):
        raise Outdated(gone_on())
    by = item.by or data["by"]
    if by is None:
        raise BadRecord(say("Say who jumped with {jump}.", jump=item.jump))
    back = _taken_back(game, data, item)
    for event in back:
        session = fold(session, (event,))
    assert session.game, "taking an act back leaves the game"
    touch = _touch(data, item)
    line = {"t": round(seconds(touch.latest - game.started), 3), "player": by, "jump": item.jump}
    played, _ = act_events(session.game, Played(line, touch), item.at)
    note = [_ask(item, next_goes_back(data))] if data["evidence"].get("following") else []
    return [*back, *played, *note]


def _taken_back(game: Game, data: Data, item: RuleOn) -> list[Event]:
    """Take back the card that was announced after the number jumped on."""
    following = (data.get("evidence") or {}).get("following")
    last = game.acts[-1] if game.acts else None
    if not following or last is None or last.touch != span_from_json(following["touch"]):
        return []
    return [Event(EventKind.UNDO, item.at)]


def _is_no_jump(session: Session, game: Game, first: Event, look: Look) -> list[Event]:
    number = cast(int, first.data["jump"])
    note = Event(EventKind.ATTENTION, first.at, {"code": "jump-refused", "message": goes_back(number)})
    if _was_played(game, number):
        return [Event(EventKind.UNDO, first.at), first, note]
    if not _lies_there(session, number):
        raise Outdated(gone_on())
    after = look(fold(session, (first,)))
    return [first, *after, note]


def _was_played(game: Game, number: int) -> bool:
    return bool(game.acts) and game.acts[-1].line.get("jump") == number


def _lies_there(session: Session, number: int) -> bool:
    return session.stray is not None and session.stray.number == number


def _touch(data: Data, item: RuleOn) -> Span:
    kept = data.get("evidence") or {}
    return span_from_json(kept["claim"]["touch"]) if kept else Span(item.ruled_at, item.ruled_at)


def _ask(item: RuleOn, message: Text) -> Event:
    return Event(EventKind.ATTENTION, item.at, {"code": "jump-counts", "message": message})


def next_goes_back(data: Data) -> Text:
    """Say what happens to the card that was laid after the jump."""
    return say("The table has ruled: {jump} counts. The card laid after it goes back.", jump=data["jump"])


def goes_back(number: int) -> Text:
    """Say what happens to the card that was no jump."""
    return say("The table has ruled: {jump} is no jump and goes back to the hand.", jump=number)


def gone_on() -> Text:
    """Say that it is too late for a ruling on a claim."""
    return say("The game has gone on since this claim; change what was played under Mend.")
