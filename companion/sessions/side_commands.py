"""What is said at the table beside the game: who plays on, breaking off, names, earlier games. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from companion.clock import Instant
from companion.errors import Conflict
from companion.language import say
from companion.sessions.between_games import RUNNING
from companion.sessions.between_games import decide as decide_between
from companion.sessions.between_games import evolve as evolve_between
from companion.sessions.events import Amend, Begin, BreakOff, Event, EventKind, Rename, Rise, SayAnswer, Sit
from companion.sessions.lobby import new_name
from companion.sessions.renaming import renamed_parts

if TYPE_CHECKING:
    from companion.sessions.session import Session

Data = Mapping[str, Any]


def meanwhile(
    session: "Session", item: SayAnswer | Sit | Rise | Begin | BreakOff | Rename | Amend
) -> list[Event]:
    """Say what a wish comes to that is none of the game's own."""
    if isinstance(item, BreakOff):
        return _break_off(session, item)
    if isinstance(item, Amend):
        return [amended(item.game, event, item.at) for event in item.events]
    if isinstance(item, Rename):
        return _rename(session, item)
    events = decide_between(item, session.game, session.over, session.between)
    if not isinstance(item, Begin):
        return events
    begun, origin = events[0], {"origin": session.origin} if session.origin else {}
    return [replace(begun, data={**begun.data, **session.next_edits, **origin})]


def amended(game: int, event: Event, at: Instant) -> Event:
    """Wrap what happened to an earlier game, so that it does nothing to the one that is being played."""
    return Event(EventKind.AMENDED, at, {"game": game, "kind": str(event.kind), "data": dict(event.data)})


def unwrapped(event: Event) -> Event:
    """Give what happened to an earlier game, for that game's own session."""
    return Event(EventKind(cast(str, event.data["kind"])), event.at, cast(Data, event.data["data"]))


def _break_off(session: "Session", item: BreakOff) -> list[Event]:
    session.running_game()
    if session.over:
        raise Conflict(say("The game is over already."))
    return [Event(EventKind.BROKEN, item.at)]


def _rename(session: "Session", item: Rename) -> list[Event]:
    """Give a player another name; the records of games that are kept are the journal's own affair.

    Whoever plays just now may be called otherwise, but not by another player's name, nor by none.
    """
    new = new_name(item.new)
    players = session.game.state.players if session.game and not session.over else ()
    if item.old in players and item.deleted:
        raise Conflict(RUNNING)
    if new in players:
        raise Conflict(say("{name} is the name of somebody who plays just now.", name=new))
    lobby = session.between.lobby
    if lobby and {item.old, new} <= set(lobby.players):
        raise Conflict(
            say(
                "{old} and {new} both wait for the next game; one of them leaves first.",
                old=item.old,
                new=new,
            )
        )
    data = {"names": {item.old: new}, "deleted": item.deleted}
    return [Event(EventKind.RENAMED, item.at, data)]


def fold_between(session: "Session", event: Event) -> "Session":
    """Fold what was said between two games."""
    return replace(session, between=evolve_between(event, session.game, session.between))


def fold_broken(session: "Session", _event: Event) -> "Session":
    """Fold that the game was broken off; nothing is asked of the table any more."""
    return replace(session, broken=True, taken_up=False, attention=None, stray=None)


def fold_taken_up(session: "Session", _event: Event) -> "Session":
    """Fold that the breaking off was undone; the game goes on as it stood."""
    return replace(session, broken=False, taken_up=True, history=session.history.counted())


def fold_renamed(session: "Session", event: Event) -> "Session":
    """Fold that players go by other names; on the disk they already do once nothing differs."""
    names = cast(Data, event.data)["names"]
    settled = all(old == new for old, new in names.items())
    return session if settled else replace(session, **renamed_parts(session, names))
