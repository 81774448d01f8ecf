"""The evening as a fold: evidence or a command in, events out, and events into a state.

A command is decided in ``deciding.py``, a sighting in ``companion.following``; ``evolve`` folds what
happened into the state. All of it is pure, so the journal's events give the same state again at any time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.cards import Zone
from companion.clock import Span
from companion.errors import Conflict
from companion.evidence import Arrival, Press, Sighting
from companion.evidence_json import press_from_json, sighting_from_json, span_from_json
from companion.language import say
from companion.observing.geometry import same_place
from companion.observing.hands import KEPT_HANDS, Hand, players_at
from companion.observing.said_by_people import Said, corrected, entered, still_lying
from companion.records.game import Game, Played, inverse, play, revise, start_game, take_back
from companion.sessions.between_games import Between
from companion.sessions.events import Event, EventKind
from companion.sessions.history import (
    History,
    Step,
    edit_from_json,
    line_of,
    without_last_act,
)
from companion.sessions.side_commands import fold_between, fold_broken, fold_renamed, fold_taken_up

KEPT_PRESSES = 16
KEPT_ARRIVALS = 24
KEPT_LOOKS = 12
"""So many of the last ones wait for the act or the claim that they belong to; older ones belong to none."""

STUCK = "button-stuck"
"""What is told of a button that stays pressed, until it is freed."""

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Stray:
    """A card beside the row that was ruled on and still lies there.

    ``held``: play waits for the table. ``refused``: the table has ruled that it is no jump.
    """

    number: int
    verdict: str
    held: bool
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """All that the table knows at one moment.

    What waits for the act that explains it: ``arrivals``, the cards that came and belong to no act yet;
    ``removed``, the look since which cards are leaving; ``looks``, what was seen since the last act;
    ``presses``, which no jump has claimed. ``seen`` is the last look. ``spent`` are the last cards that an
    act has explained: they wait again when it is undone. ``hands`` laid the last cards. ``told`` are cards on
    the table of which a person said what they are.

    What is shown: ``said`` (the last act in words), ``attention``, ``camera``, ``verdict`` and ``result``,
    each the data of the event that told of it, or None. ``claim`` is the last ruling of this game, ``stray``
    its card where that lies there still. ``paused``: who called the referee, while the game waits.

    The game and around it: ``history`` of what was done to its record; ``between``, what was said since it
    ended; ``broken``: it was broken off; ``taken_up``: that was undone, and nothing was done since;
    ``closed``: the table was put away; ``origin``, the header with which the evening began, whatever was
    played since.
    """

    game: Game | None = None
    seen: Sighting | None = None
    arrivals: tuple[Arrival, ...] = ()
    removed: Sighting | None = None
    looks: tuple[Sighting, ...] = ()
    hands: tuple[Hand, ...] = ()
    presses: tuple[Press, ...] = ()
    stray: Stray | None = None
    attention: Data | None = None
    verdict: Data | None = None
    said: str = ""
    camera: Data | None = None
    result: Data | None = None
    closed: bool = False
    history: History = field(default_factory=History)
    told: tuple[Said, ...] = ()
    spent: tuple[Arrival, ...] = ()
    between: Between = field(default_factory=Between)
    broken: bool = False
    taken_up: bool = False
    origin: Data | None = None
    claim: Event | None = None
    paused: Data | None = None

    def player_at(self, side: str | None) -> str | None:
        """Give who sits at a side of the picture; None where that is not known."""
        return players_at(self.game, self.hands).get(side) if self.game and side else None

    def running_game(self) -> Game:
        """Give the game; raises Conflict where none was started."""
        if self.game is None:
            raise Conflict(say("No game is running; start one first."))
        return self.game

    @property
    def over(self) -> bool:
        """Whether no game is being played: it has its result, or was broken off."""
        return self.result is not None or self.broken

    @property
    def next_edits(self) -> Data:
        """Give from where the changes of the next game are counted, for its event; nothing for the first."""
        return {"edits": self.history.edits + 1} if self.game else {}

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.broken or bool(self.history.done)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be put back; not once the game was broken off since."""
        return self.taken_up or (not self.broken and bool(self.history.undone))

    @property
    def stuck(self) -> bool:
        """Whether what the table is asked for is to free a button."""
        return self.attention is not None and self.attention["code"] == STUCK


def evolve(session: Session, event: Event) -> Session:
    """Fold one event into the state."""
    return _FOLDS[event.kind](session, event)


def fold(session: Session, events: Sequence[Event]) -> Session:
    """Fold several events in order."""
    for event in events:
        session = evolve(session, event)
    return session


def left_lying(session: Session, game: Game) -> list[Arrival]:
    """Give the card that the last act laid, where it still lies as it came; whoever undoes it doubts it."""
    touch = game.acts[-1].touch if game.acts else None
    seen = session.seen.cards if session.seen else ()
    return [
        replace(a, card=replace(a.card, sure=False))
        for a in session.spent
        if a.touch == touch and any(same_place(a.card, c) and c.best == a.card.best for c in seen)
    ]


def _as_they_came(session: Session, game: Game) -> list[Arrival]:
    """Give the card of the last act as it came, for the eye to explain anew; not what it proved not to be."""
    touch = game.acts[-1].touch if game.acts else None
    newer = [a for a in session.arrivals if a.touch == touch]
    return [
        a for a in session.spent if a.touch == touch and not any(same_place(a.card, b.card) for b in newer)
    ]


def _fold_game(session: Session, event: Event) -> Session:
    data = cast(Data, event.data)
    game = start_game(data["header"], event.at, data["seats"])
    origin, counted = data.get("origin", data["header"]), data.get("edits", 0)
    history = History(edits=counted, revision=counted)
    return Session(game=game, seen=session.seen, camera=session.camera, origin=origin, history=history)


def _fold_act(session: Session, event: Event) -> Session:
    assert session.game, "an act without a game"
    data = cast(Data, event.data)
    touch = span_from_json(data["touch"]) if data["touch"] else None
    line = data["act"]
    laid = _laid_by(line, touch, session.arrivals)
    return replace(
        session,
        game=play(session.game, Played(line, touch)),
        history=session.history.added(len(session.game.acts)),
        arrivals=tuple(a for a in session.arrivals if a not in laid),
        spent=(*session.spent, *laid)[-KEPT_ARRIVALS:],
        removed=_removed_since(session, touch),
        looks=(),
        hands=(*session.hands, *_hands(session, line, touch))[-KEPT_HANDS:],
        told=entered(session.told, session.arrivals, line) if data.get("hand") else session.told,
        presses=() if "jump" in line or "take" in line else session.presses,
        verdict=session.verdict if "jump" in line else None,
        said=data["words"],
        broken=False,
        taken_up=False,
    )


def _removed_since(session: Session, touch: Span | None) -> Sighting | None:
    """Give what was taken away after an act, where cards came after it that no act has told yet."""
    removed, at = session.removed, session.removed.removed_at if session.removed else None
    waits = touch and any(a.touch.earliest > touch.latest for a in session.arrivals)
    return removed if waits and touch and at and at.earliest > touch.latest else None


def _laid_by(line: Mapping[str, Any], touch: Span | None, came: Sequence[Arrival]) -> list[Arrival]:
    """Give what came when an act was done: its card, as one look after another read it.

    A jump card and the next card of the row may touch in one frame; then each belongs to its own act.
    """
    then = [a for a in came if a.touch == touch]
    zone = Zone.JUMP if "jump" in line else Zone.ROW
    return [a for a in then if a.card.zone is zone] or then


def _hands(session: Session, line: Mapping[str, Any], touch: Span | None) -> list[Hand]:
    """Give whose hand laid the card of an act, and from which side it came; none where that was not seen."""
    came = [a for a in _laid_by(line, touch, session.arrivals) if a.side and "play" in line]
    return [Hand(line["player"], str(a.side), a.touch) for a in came[-1:]]


def _fold_seen(session: Session, event: Event) -> Session:
    sighting = sighting_from_json(cast(Data, event.data))
    arrivals = tuple(_rezoned(a, sighting) for a in (*session.arrivals, *sighting.arrivals)[-KEPT_ARRIVALS:])
    removed = _removed(session.removed, sighting)
    told = still_lying(session.told, sighting)
    looks = (*session.looks, sighting)[-KEPT_LOOKS:]
    return replace(session, seen=sighting, arrivals=arrivals, removed=removed, told=told, looks=looks)


def _removed(before: Sighting | None, now: Sighting) -> Sighting | None:
    """Give the look since which cards are leaving; hands from two sides leave open whose act it is."""
    if before is None:
        return now if now.removed_at else None
    if before.removed_side is None:
        return replace(before, removed_side=now.removed_side)
    agreed = now.removed_side in (None, before.removed_side)
    return before if agreed else replace(before, removed_side=None)


def _rezoned(arrival: Arrival, sighting: Sighting) -> Arrival:
    """Let a card have come to the zone in which it proves to lie; the first look may have mistaken that."""
    card = arrival.card
    there = next((c for c in sighting.cards if same_place(c, card) and c.best == card.best), card)
    return arrival if there.zone is card.zone else replace(arrival, card=replace(card, zone=there.zone))


def _fold_press(session: Session, event: Event) -> Session:
    press = press_from_json(cast(Data, event.data))
    return replace(session, presses=(*session.presses, press)[-KEPT_PRESSES:])


def _fold_verdict(session: Session, event: Event) -> Session:
    data = cast(Data, event.data)
    stray = Stray(data["jump"], data["verdict"], data["held"]) if data["stray"] else None
    return replace(session, verdict=data, stray=stray, claim=event)


def _fold_ruled(session: Session, event: Event) -> Session:
    data = cast(Data, event.data)
    refused = None if data["counts"] else Stray(data["jump"], "refused", held=False, refused=True)
    return replace(session, stray=refused, attention=None)


def _fold_call(session: Session, event: Event) -> Session:
    """Wait; the press that turned out to be a call is marked, so that it claims no later jump."""
    data = cast(Data, event.data)
    pressed = span_from_json(data["pressed"]) if data.get("pressed") else None
    return replace(
        session,
        paused=data,
        presses=tuple(
            replace(p, call=True) if (p.button, p.span) == (data["button"], pressed) else p
            for p in session.presses
        ),
    )


def _fold_resumed(session: Session, _event: Event) -> Session:
    return replace(session, paused=None)


def _fold_attention(session: Session, event: Event) -> Session:
    return replace(session, attention=cast(Data, event.data))


def _fold_cleared(session: Session, event: Event) -> Session:
    """Forget what was asked; a button that is stuck is so until it is freed, however play goes on."""
    if not event.data.get("stray"):
        return replace(session, attention=None)
    return replace(session, attention=session.attention if session.stuck else None, stray=None)


def _fold_undo(session: Session, event: Event) -> Session:
    assert session.game, "an undo without a game"
    back = _as_they_came if event.data.get("eye") else left_lying
    waiting = (*session.arrivals, *back(session, session.game))
    last = session.game.acts[-1].touch
    return replace(
        session,
        game=take_back(session.game),
        history=without_last_act(session.game, session.history),
        arrivals=waiting[-KEPT_ARRIVALS:],
        hands=tuple(hand for hand in session.hands if hand.touch != last),
        result=None,
        broken=False,
        taken_up=False,
        said=say("The last act is taken back."),
    )


def _fold_correction(session: Session, event: Event) -> Session:
    assert session.game, "a correction without a game"
    data = cast(Data, event.data)
    edit = edit_from_json(data["edit"])
    back = inverse(session.game, edit)
    session = replace(
        session,
        game=revise(session.game, edit),
        history=session.history.stepped(Step(data["step"]), back),
        attention=None,
        said=data["words"][0],
    )
    if data.get("eye"):
        return session  # It told no more of what lies there now than it saw.
    return replace(
        session,
        told=corrected(session.told, session.seen, line_of(back.change), line_of(edit.change)),
        removed=None,
        looks=(),
        stray=None,
        verdict=None,
        result=None,
        broken=False,
        taken_up=False,
    )


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
    EventKind.CORRECTION: _fold_correction,
    EventKind.CAMERA: _fold_camera,
    EventKind.RESULT: _fold_result,
    EventKind.CLOSED: _fold_closed,
    EventKind.ANSWER: fold_between,
    EventKind.SEATED: fold_between,
    EventKind.LEFT: fold_between,
    EventKind.BROKEN: fold_broken,
    EventKind.TAKEN_UP: fold_taken_up,
    EventKind.AMENDED: lambda session, _event: session,
    EventKind.RENAMED: fold_renamed,
    EventKind.RULED: _fold_ruled,
    EventKind.CALL: _fold_call,
    EventKind.RESUMED: _fold_resumed,
}
