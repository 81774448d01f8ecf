"""Tells what a follower has found: acts with their times and doubts, and what the table is asked. Pure."""

from companion.errors import Refusal
from companion.evidence import Sighting
from companion.following.announcing import Telling, ask_about, clear
from companion.observing.clues import in_order
from companion.observing.followers.base import Follower, Move, Question, View
from companion.observing.hands import players_at
from companion.records.game import Played
from companion.sessions.deciding import act_events

UNDONE = "undone-card"


def tell(story: Telling, sighting: Sighting, follower: Follower) -> None:
    """Tell the acts that a sighting shows, then ask what it leaves open; nothing is asked beside an arm."""
    view = _view(story, sighting)
    attention = story.session.attention
    if attention and attention["code"] == UNDONE and len(view.came) <= 1:
        return
    found = follower(view)
    for move in found.moves:
        if question := _refused(story, move):
            _ask(story, sighting, question)
            return
    if found.question is None:
        clear(story, sighting.span.latest)
    elif not sighting.partly:
        _ask(story, sighting, found.question)


def _view(story: Telling, sighting: Sighting) -> View:
    session, game = story.session, story.game
    last = max((a.touch.latest for a in session.spent), default=None)
    fresh = [a for a in session.arrivals if last is None or a.touch.latest > last]
    players = players_at(game, session.hands)
    return View(game, sighting, in_order(fresh), players, session.spent, session.looks, session.removed)


def _refused(story: Telling, move: Move) -> Question | None:
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
