"""Which games of a journal cannot be followed any more, though SQLite finds its file sound.

A table minds only its last game; an earlier one may be damaged for years before anybody asks for it.
"""

import sqlite3
from dataclasses import dataclass

from companion.errors import JournalError
from companion.sessions.events import EventKind
from companion.sessions.session import Session, evolve
from companion.storage.journal_games import VERSION, everything

NEEDED = {
    EventKind.GAME: ("header.game", "header.players", "seats"),
    EventKind.ACT: ("act.player act.reveal act.flip act.round", "touch", "words"),
    EventKind.PRESS: ("button", "span", "source"),
    EventKind.VERDICT: ("jump", "on", "by", "verdict", "stray", "reason"),
    EventKind.RULED: ("jump", "counts"),
    EventKind.CORRECTION: ("edit", "step", "words"),
    EventKind.CALL: ("button",),
}
"""What entries of these kinds hold (of several things one): a game in which one lacks it is followed, to see.

Of sightings, by far the most, it is asked only whether they are JSON.
"""


def _lacking(kind: EventKind) -> str:
    types = (", ".join(f"json_type(data, '$.{path}')" for path in paths.split()) for paths in NEEDED[kind])
    return f"WHEN kind = '{kind}' THEN {' OR '.join(f'coalesce({each}, NULL) IS NULL' for each in types)}"


_KINDS = ", ".join(f"'{kind}'" for kind in EventKind)
_LACKS = " ".join(map(_lacking, NEEDED))

SUSPECT = f"""SELECT DISTINCT (SELECT coalesce(max(seq), 0) FROM events game
        WHERE kind = 'game' AND game.seq <= events.seq) FROM events
    WHERE kind NOT IN ({_KINDS})
    OR CASE WHEN NOT json_valid(data) THEN 1 WHEN json_type(data) != 'object' THEN 1 {_LACKS} ELSE 0 END"""
"""The games that have an odd entry. To follow all of them takes minutes where there are thousands."""

UNCOUNTED = """SELECT seq FROM events WHERE kind = 'game' AND seq NOT IN (SELECT id FROM games)
    AND seq <= (SELECT until FROM counted WHERE version = ?)"""
"""The games that could not be counted, and were left out."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A game that cannot be followed: the number of its first entry, its day, and which entry hinders how."""

    game: int
    day: str
    why: str

    def __str__(self) -> str:
        """Say which game it is, and why."""
        of = f", of {self.day}," if self.day else ""
        return f"Game {self.game}{of} is damaged and cannot be followed any more. {self.why}."


def damaged(database: sqlite3.Connection) -> list[Damage]:
    """Give the damaged games of a journal, the oldest first; 0 stands for what came before the first.

    Raises sqlite3.Error.
    """
    suspect = {game for (game,) in database.execute(SUSPECT)}
    if database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'counted'").fetchone():
        suspect.update(game for (game,) in database.execute(UNCOUNTED, (VERSION,)))
    return [damage for game in sorted(suspect) if (damage := _damage(database, game))]


def _damage(database: sqlite3.Connection, game: int) -> Damage | None:
    """Follow a game; gives what hinders, None where nothing does."""
    row = database.execute("SELECT substr(wall, 1, 10) FROM events WHERE seq = ?", (game,)).fetchone()
    day, entry, session = row[0] if row else "", game, Session()
    try:
        for number, event in everything(database, game):
            entry = number
            session = evolve(session, event)
    except JournalError as error:
        return Damage(game, day, str(error))
    # What a damaged entry leads to is written down nowhere.
    except Exception as error:
        return Damage(game, day, f"Entry {entry} of the journal cannot be followed: {error}")
    return None
