"""Tells what a follower has found: acts with their times and doubts, and what the table is asked. Pure."""

from dataclasses import replace

from companion.errors import Refusal
from companion.evidence import Sighting
from companion.following.announcing import ask_about, clear
from companion.following.outbox import Outbox
from companion.observing.followers.base import Follower, Move, Question
from companion.records.game import Played
from companion.sessions.deciding import act_events
from companion.sessions.events import Event, EventKind
from companion.sessions.followed import table_of, unfinished, waiting
from companion.sessions.session import Session

UNDONE = "undone-card"


def tell(outbox: Outbox, sighting: Sighting, follower: Follower) -> None:
    """Tell the acts that a sighting shows, then ask what it leaves open; nothing is asked beside an arm."""
    view = table_of(outbox.session, sighting)
    attention = outbox.session.attention
    if attention and attention["code"] == UNDONE and len(view.came) <= 1:
        return
    found = follower(view)
    for _ in range(found.back):
        outbox.tell(Event(EventKind.UNDO, sighting.span.latest, {"eye": True}))
    for move in found.moves:
        if question := _announce(outbox, move):
            _ask(outbox, sighting, question)
            return
    if found.question is None:
        clear(outbox, sighting.span.latest)
    elif not sighting.partly:
        _ask(outbox, sighting, found.question)


def tell_unfinished(session: Session) -> list[Event]:
    """Tell what is seen of an act that waits for more, as unsure: nothing more will be seen."""
    outbox = Outbox(session)
    whole = unfinished(session)
    for move in (whole,) if whole else waiting(session):
        if _announce(outbox, replace(move, unsure=tuple(dict.fromkeys((*move.unsure, "act"))))):
            break
    return outbox.events


def _announce(outbox: Outbox, move: Move) -> Question | None:
    """Announce an act; gives what to ask where the rules forbid it after all."""
    t = outbox.game.seconds_at(move.touch.latest)
    doubt = {"unsure": list(move.unsure)} if move.unsure else {}
    line = {"t": t, **move.act.to_record(), **doubt}
    try:
        events, _ = act_events(outbox.game, Played(line, move.touch), move.touch.latest)
    except Refusal as refusal:
        return Question(str(refusal.code), refusal.message)
    outbox.tell(*events)
    return None


def _ask(outbox: Outbox, sighting: Sighting, question: Question) -> None:
    ask_about(outbox, sighting.span.latest, question.code, question.message, question.cards)
