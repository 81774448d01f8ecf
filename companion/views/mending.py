"""What a referee is shown: the acts in words, what may be entered where, what a change would do. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from companion.errors import Conflict, Missing
from companion.language import say
from companion.observing.said_by_people import act_of, face_in
from companion.records.game import Game, Played, follow, replayed, start_game
from companion.records.recount import Insert, Rewrite
from companion.sessions.events import Correct
from companion.sessions.history import consequences, proposed
from companion.sessions.session import Session
from companion.views.act_words import act_words
from companion.views.offers import Form, form
from companion.views.present import doubtful_cards

OTHER = {"up": "down", "down": "up"}

TOLD_BESIDE = ("t", "unsure")
"""Keys of a record line that stand beside its act; a note is part of it, and may be all of it."""


@dataclass(frozen=True, slots=True)
class ActView:
    """An act as it stands in the record.

    ``at`` is its place, counted from 0. ``flaw`` says why it does not count; ``unsure`` what the eye doubts.
    """

    at: int
    words: str
    act: Mapping[str, object]
    t: float | None
    flaw: str | None = None
    unsure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActsView:
    """The record of the running game; ``edits`` and ``revision`` say which state of it this is.

    ``turned`` is there where the eye doubts which stack is which: the acts with the stacks exchanged.
    """

    acts: tuple[ActView, ...] = ()
    edits: int = 0
    revision: int = 0
    can_undo: bool = False
    can_redo: bool = False
    turned: Rewrite | None = None


def acts_of(session: Session) -> ActsView:
    """Draw up the record as it stands."""
    if session.game is None:
        return ActsView()
    history = session.history
    return ActsView(
        tuple(_told(session.game)),
        history.edits,
        history.revision,
        session.can_undo,
        session.can_redo,
        _turned(session.game),
    )


def form_at(session: Session, at: int | None = None) -> Form:
    """Say what may be entered at a place: before the act there, or (None) after the last one.

    Raises Missing where there is no such act.
    """
    game = session.running_game()
    if at is None:
        return form(game.rules, game.state, doubtful_cards(session))
    act = act_at(session, at)
    face = face_in(act.line)
    seen = session.seen.cards if session.seen else ()
    same = [card for card in seen if face and card.best and card.best.value == face.value]
    entry = form(game.rules, replayed(game, game.acts[:at]).state, same)
    return replace(entry, likely=tuple(offer for offer in entry.likely if face_in(offer.act) != face))


def act_at(session: Session, at: int) -> Played:
    """Give the act at a place; raises Missing where there is none."""
    game = session.running_game()
    if not 0 <= at < len(game.acts):
        raise Missing(
            say("there is no act {number}; the game has {count}", number=at + 1, count=len(game.acts))
        )
    return game.acts[at]


def preview(session: Session, item: Correct) -> list[str]:
    """Say what a correction would change; raises Refusal where it cannot be, Outdated like itself."""
    game = session.running_game()
    session.history.check_revision(item.revision)
    return consequences(game, proposed(game, item).change)


def turned(acts: ActsView) -> Rewrite:
    """Give the change to the stacks the other way round; raises Conflict where no stack is doubted."""
    if acts.turned is None:
        raise Conflict(say("Nobody doubts any more which stack is which."))
    return acts.turned


def at_end(session: Session, act: Mapping[str, object]) -> Insert:
    """Give the correction that enters an act after the last one."""
    return Insert(len(session.running_game().acts), act)


def _turned(game: Game) -> Rewrite | None:
    """Give all acts from the first whose stack is doubted on with the stacks the other way round."""
    first = next((at for at, played in enumerate(game.acts) if "stack" in played.unsure), None)
    if first is None:
        return None
    return Rewrite(first, tuple(_on_other_stacks(played) for played in game.acts[first:]))


def _on_other_stacks(played: Played) -> Mapping[str, object]:
    line = {key: value for key, value in played.line.items() if key != "unsure"}
    if left := [doubt for doubt in played.unsure if doubt != "stack"]:
        line["unsure"] = left
    if isinstance(lay := line.get("lay"), list | tuple):
        line["lay"] = [{**card, "stack": OTHER[card["stack"]]} for card in lay]
    return line


def _told(game: Game) -> Iterator[ActView]:
    """Say each act in words, in the state in which it was played."""
    now = start_game(game.header, game.started, game.seats)
    for at, played in enumerate(game.acts):
        line = cast("Mapping[str, Any]", played.line)
        act = {key: value for key, value in line.items() if key not in TOLD_BESIDE}
        flaw = played.flaw.message if played.flaw else None
        rules = game.rules
        words = act_words(act_of(line)) if flaw else rules.explain(now.state, rules.parse(line, now.state))
        yield ActView(at, words, act, line.get("t"), flaw, tuple(line.get("unsure", ())))
        now = follow(now, played)
