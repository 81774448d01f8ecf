"""The evening as a fold: evidence or a command in, events out, and events into a state.

A command is decided here, a sighting in ``following.py``; ``evolve`` folds what happened into the state. All
of it is pure, so the journal's events give the same state again at any time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.errors import BadRecord
from companion.events import (
    CameraState,
    Close,
    EnterAct,
    Event,
    EventKind,
    Input,
    StartGame,
    Undo,
)
from companion.evidence import Arrival, Press, Sighting
from companion.game import Game, Played, play, start_game, take_back
from companion.wire import press_from_json, press_to_json, sighting_from_json, span_from_json

KEPT_PRESSES = 16
KEPT_ARRIVALS = 8
TYPING = 10 * NS_PER_SECOND

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Stray:
    """A card beside the row that was ruled on and still lies there; ``held``: play waits for the table."""

    number: int
    verdict: str
    held: bool


@dataclass(frozen=True, slots=True)
class Session:
    """All that the table knows at one moment.

    ``arrivals`` are the cards that came and belong to no act yet, ``removed_at`` (with its side) the first
    card taken away since the last act; both wait for the act that explains them.
    """

    game: Game | None = None
    seen: Sighting | None = None
    arrivals: tuple[Arrival, ...] = ()
    removed: Sighting | None = None
    presses: tuple[Press, ...] = ()
    stray: Stray | None = None
    attention: Data | None = None
    verdict: Data | None = None
    said: str = ""
    camera: Data | None = None
    result: Data | None = None
    closed: bool = False


def evolve(session: Session, event: Event) -> Session:
    """Fold one event into the state."""
    return _FOLDS[event.kind](session, event)


def fold(session: Session, events: Sequence[Event]) -> Session:
    """Fold several events in order."""
    for event in events:
        session = evolve(session, event)
    return session


def decide_command(session: Session, item: Input) -> list[Event]:
    """Say what a press or a command comes to; raises BadRecord or IllegalAct for one that cannot be."""
    if isinstance(item, Press):
        return [Event(EventKind.PRESS, item.span.latest, press_to_json(item))]
    if isinstance(item, StartGame):
        return _start(item)
    if isinstance(item, EnterAct):
        return _enter(_running(session), item)
    if isinstance(item, Undo):
        return _undo(_running(session), item)
    if isinstance(item, CameraState):
        return [Event(EventKind.CAMERA, item.at, {"ok": item.ok, "message": item.message})]
    assert isinstance(item, Close), f"a sighting is no command: {item!r}"
    return [Event(EventKind.CLOSED, item.at)]


def act_events(game: Game, played: Played, at: Instant) -> tuple[list[Event], Game]:
    """Give the events of one act (itself, and the result where it ends the game) and the game after it."""
    act = game.rules.parse(played.line, game.state)
    after = play(game, played)
    data = {
        "act": played.line,
        "touch": [played.touch.earliest, played.touch.latest] if played.touch else None,
        "row": game.rules.describe(after.state).get("row", []),
        "words": game.rules.explain(game.state, act),
    }
    events = [Event(EventKind.ACT, at, data)]
    if after.rules.outcome(after.state):
        events.append(Event(EventKind.RESULT, at, {"standings": standings(after)}))
    return events, after


def standings(game: Game) -> list[dict[str, object]]:
    """Give the standings as plain values, ordered by place."""
    return [
        {"player": s.player, "place": s.place, "score": s.score, "eliminated": s.eliminated}
        for s in game.rules.standings(game.state)
    ]


def _running(session: Session) -> Game:
    if session.game is None:
        raise BadRecord("No game is running; start one first.")
    return session.game


def _start(item: StartGame) -> list[Event]:
    start_game(item.header, item.at, item.seats)
    return [Event(EventKind.GAME, item.at, {"header": item.header, "seats": list(item.seats)})]


def _enter(game: Game, item: EnterAct) -> list[Event]:
    t = round((item.at - game.started) / 1e9, 3)
    return act_events(game, Played({"t": t, **item.fields}, _by_hand(item.at)), item.at)[0]


def _by_hand(at: Instant) -> Span:
    """Give the span of an act that somebody typed in: it happened some seconds before."""
    return Span(Instant(at - TYPING), at)


def _undo(game: Game, item: Undo) -> list[Event]:
    if not game.acts:
        raise BadRecord("There is no act to take back.")
    return [Event(EventKind.UNDO, item.at)]


def _fold_game(session: Session, event: Event) -> Session:
    data = cast(Data, event.data)
    game = start_game(data["header"], event.at, data["seats"])
    return Session(game=game, seen=session.seen, camera=session.camera)


def _fold_act(session: Session, event: Event) -> Session:
    assert session.game, "an act without a game"
    data = cast(Data, event.data)
    touch = span_from_json(data["touch"]) if data["touch"] else None
    line = data["act"]
    return replace(
        session,
        game=play(session.game, Played(line, touch)),
        arrivals=tuple(a for a in session.arrivals if a.touch != touch),
        removed=None,
        presses=() if "jump" in line or "take" in line else session.presses,
        verdict=session.verdict if "jump" in line else None,
        said=data["words"],
    )


def _fold_seen(session: Session, event: Event) -> Session:
    sighting = sighting_from_json(cast(Data, event.data))
    arrivals = (*session.arrivals, *sighting.arrivals)[-KEPT_ARRIVALS:]
    removed = session.removed or (sighting if sighting.removed_at else None)
    return replace(session, seen=sighting, arrivals=arrivals, removed=removed)


def _fold_press(session: Session, event: Event) -> Session:
    press = press_from_json(cast(Data, event.data))
    return replace(session, presses=(*session.presses, press)[-KEPT_PRESSES:])


def _fold_verdict(session: Session, event: Event) -> Session:
    data = cast(Data, event.data)
    stray = Stray(data["jump"], data["verdict"], data["held"]) if data["stray"] else None
    return replace(session, verdict=data, stray=stray)


def _fold_attention(session: Session, event: Event) -> Session:
    return replace(session, attention=cast(Data, event.data))


def _fold_cleared(session: Session, event: Event) -> Session:
    return replace(session, attention=None, stray=None if event.data.get("stray") else session.stray)


def _fold_undo(session: Session, event: Event) -> Session:
    assert session.game, "an undo without a game"
    return replace(session, game=take_back(session.game), result=None, said="The last act is taken back.")


def _fold_camera(session: Session, event: Event) -> Session:
    return replace(session, camera=cast(Data, event.data))


def _fold_result(session: Session, event: Event) -> Session:
    return replace(session, result=cast(Data, event.data), attention=None)


def _fold_closed(session: Session, _event: Event) -> Session:
    return replace(session, closed=True)


_FOLDS: Mapping[EventKind, Callable[[Session, Event], Session]] = {
    EventKind.GAME: _fold_game,
    EventKind.ACT: _fold_act,
    EventKind.SEEN: _fold_seen,
    EventKind.PRESS: _fold_press,
    EventKind.VERDICT: _fold_verdict,
    EventKind.ATTENTION: _fold_attention,
    EventKind.CLEARED: _fold_cleared,
    EventKind.UNDO: _fold_undo,
    EventKind.CAMERA: _fold_camera,
    EventKind.RESULT: _fold_result,
    EventKind.CLOSED: _fold_closed,
}
