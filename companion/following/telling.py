"""Tells what a follower has found: acts with their times and doubts, and what the table is asked. Pure."""

from dataclasses import replace

from companion.errors import Refusal
from companion.evidence import Sighting
from companion.following.announcing import Telling, ask_about, clear
from companion.observing.followers.base import Follower, Move, Question
from companion.records.game import Played
from companion.sessions.deciding import act_events
from companion.sessions.events import Event
from companion.sessions.followed import table_of, unfinished
from companion.sessions.session import Session

UNDONE = "undone-card"


def tell(story: Telling, sighting: Sighting, follower: Follower) -> None:
    """Tell the acts that a sighting shows, then ask what it leaves open; nothing is asked beside an arm."""
    view = table_of(story.session, sighting)
    attention = story.session.attention
    if attention and attention["code"] == UNDONE and len(view.came) <= 1:
        return
    found = follower(view)
    for move in found.moves:
        if question := _announce(story, move):
            _ask(story, sighting, question)
            return
    if found.question is None:
        clear(story, sighting.span.latest)
    elif not sighting.partly:
        _ask(story, sighting, found.question)


def tell_unfinished(session: Session) -> list[Event]:
    """Tell what is seen of an act to which more might have belonged, as unsure: nothing more will be seen."""
    story = Telling(session)
    if move := unfinished(session):
        _announce(story, replace(move, unsure=tuple(dict.fromkeys((*move.unsure, "act")))))
    return story.events


def _announce(story: Telling, move: Move) -> Question | None:
    """Announce an act; gives what to ask where the rules forbid it after all."""
    t = story.game.seconds_at(move.touch.latest)
    doubt = {"unsure": list(move.unsure)} if move.unsure else {}
    line = {"t": t, **move.act.to_record(), **doubt}
    try:
        events, _ = act_events(story.game, Played(line, move.touch), move.touch.latest)
    except Refusal as refusal:
        return Question(str(refusal.code), refusal.message)
    story.tell(*events)
    return None


def _ask(story: Telling, sighting: Sighting, question: Question) -> None:
    ask_about(story, sighting.span.latest, question.code, question.message, question.cards)
