"""What a press or a command comes to: events, or a refusal that says what would be right. Pure."""

from dataclasses import replace

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.errors import Conflict
from companion.evidence import Press
from companion.evidence_json import press_to_json
from companion.language import say
from companion.observing.questions import undone
from companion.observing.said_by_people import claimed
from companion.records.game import Edit, Game, Played, play, revise, start_game, take_back
from companion.sessions.events import (
    Amend,
    Begin,
    BreakOff,
    CameraState,
    Close,
    Correct,
    EnterAct,
    Event,
    EventKind,
    Input,
    Redo,
    Rename,
    Rise,
    SayAnswer,
    Sit,
    StartGame,
    Undo,
)
from companion.sessions.history import (
    History,
    Step,
    correction,
    last_act_is_last_done,
    proposed,
)
from companion.sessions.session import Session, left_lying
from companion.sessions.side_commands import meanwhile

TYPING = 10 * NS_PER_SECOND


def decide_command(session: Session, item: Input) -> list[Event]:
    """Say what a press or a command comes to; raises BadRecord or IllegalAct for one that cannot be."""
    if isinstance(item, Press):
        return [Event(EventKind.PRESS, item.span.latest, press_to_json(item))]
    if isinstance(item, StartGame):
        return _start(session, item)
    if isinstance(item, EnterAct):
        return _enter(session, session.running_game(), item)
    if isinstance(item, Undo):
        return _undo(session, session.running_game(), item)
    if isinstance(item, Redo):
        return _redo(session, session.running_game(), item)
    if isinstance(item, Correct):
        return _correct(session.running_game(), session.history, item)
    if isinstance(item, (SayAnswer, Sit, Rise, Begin, BreakOff, Rename, Amend)):
        return meanwhile(session, item)
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
    return [Event(EventKind.ACT, at, data), *_result(after, at)], after


def standings(game: Game) -> list[dict[str, object]]:
    """Give the standings as plain values, ordered by place."""
    return [
        {"player": s.player, "place": s.place, "score": s.score, "eliminated": s.eliminated}
        for s in game.rules.standings(game.state)
    ]


def _start(session: Session, item: StartGame) -> list[Event]:
    start_game(item.header, item.at, item.seats)
    data = {"header": item.header, "seats": list(item.seats), **session.next_edits}
    return [Event(EventKind.GAME, item.at, data)]


def _enter(session: Session, game: Game, item: EnterAct) -> list[Event]:
    """Take an act from a person; a card that lies there unexplained may be what it speaks of."""
    session.history.check_edits(item.edits)
    arrival = claimed(session.arrivals, item.fields)
    touch = arrival.touch if arrival else _by_hand(item.at)
    t = game.seconds_at(touch.latest)
    act, *result = act_events(game, Played({"t": t, **item.fields}, touch), item.at)[0]
    settled = [Event(EventKind.CLEARED, item.at, {"stray": True})] if session.attention else []
    return [replace(act, data={**act.data, "hand": True}), *settled, *result]


def _by_hand(at: Instant) -> Span:
    """Give the span of an act that somebody typed in: it happened some seconds before."""
    return Span(Instant(at - TYPING), at)


def _undo(session: Session, game: Game, item: Undo) -> list[Event]:
    """Take back what was done last; a card that it leaves lying there is spoken of."""
    history = session.history
    history.check_edits(item.edits)
    if session.broken:
        return [Event(EventKind.TAKEN_UP, item.at)]
    if not history.done:
        raise Conflict(say("There is nothing to take back."))
    if not last_act_is_last_done(game, history):
        return corrected(game, Step.UNDO, history.done[-1], item.at)
    events = [Event(EventKind.UNDO, item.at), *_result(take_back(game), item.at)]
    for arrival in left_lying(session, game):
        ask = {"code": "undone-card", "message": undone(arrival.card)}
        events.append(Event(EventKind.ATTENTION, item.at, ask))
    return events


def _redo(session: Session, game: Game, item: Redo) -> list[Event]:
    history = session.history
    history.check_edits(item.edits)
    if not session.can_redo:
        raise Conflict(say("Nothing was undone that could be put back."))
    if session.taken_up:
        return [Event(EventKind.BROKEN, item.at)]
    return corrected(game, Step.REDO, history.undone[-1], item.at)


def _correct(game: Game, history: History, item: Correct) -> list[Event]:
    history.check_revision(item.revision)
    return corrected(game, Step.CHANGE, proposed(game, item), item.at)


def corrected(game: Game, step: Step, edit: Edit, at: Instant, *, by_eye: bool = False) -> list[Event]:
    """Give what a change of the game comes to: what tells of it, and the result if it ends the game."""
    seen = {"eye": True} if by_eye else {}
    told = Event(EventKind.CORRECTION, at, {**correction(game, step, edit), **seen})
    return [told, *_result(revise(game, edit), at)]


def _result(game: Game, at: Instant) -> list[Event]:
    if game.rules.outcome(game.state) is None:
        return []
    return [Event(EventKind.RESULT, at, {"standings": standings(game)})]
