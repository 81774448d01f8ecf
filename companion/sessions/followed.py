"""What a follower is given of the evening, and what it says that is not told yet. Pure."""

from dataclasses import replace

from companion.evidence import Sighting
from companion.observing.clues import in_order
from companion.observing.followers.base import Move, View
from companion.observing.followers.catalogue import FOLLOWERS
from companion.observing.hands import players_at
from companion.observing.said_by_people import believe
from companion.sessions.session import Session


def table_of(session: Session, sighting: Sighting) -> View:
    """Give what is known since the last act of the game being played, with the table as it is seen now."""
    game = session.running_game()
    last = max((a.touch.latest for a in session.spent), default=None)
    fresh = [a for a in session.arrivals if last is None or a.touch.latest > last]
    players = players_at(game, session.hands)
    return View(game, sighting, in_order(fresh), players, session.spent, session.looks, session.removed)


def unfinished(session: Session) -> Move | None:
    """Give the act that is seen but not told, since more may yet belong to it; None where there is none."""
    game, seen = session.game, session.seen
    follower = FOLLOWERS.get(game.rules.slug) if game else None
    if follower is None or seen is None or session.over or session.paused or session.attention:
        return None
    found = follower(table_of(session, believe(seen, session.told)))
    return None if found.moves else found.unfinished


def waiting(session: Session) -> tuple[Move, ...]:
    """Give the acts about which the table is asked, until the next card bears them out, if none will come."""
    game, seen = session.game, session.seen
    follower = FOLLOWERS.get(game.rules.slug) if game else None
    if follower is None or seen is None or session.over or session.paused or not session.attention:
        return ()
    return follower(replace(table_of(session, believe(seen, session.told)), ended=True)).moves
