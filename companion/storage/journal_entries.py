"""How an event stands in the journal, and whether a table can go on with those of one.

SQLite may find a file sound in which an entry makes no sense.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.clock import Instant
from companion.errors import BadRecord, CompanionError
from companion.language import from_kept, to_kept
from companion.sessions.events import Event, EventKind
from companion.sessions.session import Session, evolve
from companion.storage.journal_file import RESTORE, STEPS, DamagedJournal, told

RARE = ("renamed", "amended")
"""Kinds of events that are looked for among all games."""

GARBLED = (CompanionError, ValueError, LookupError, TypeError)
"""What an entry raises that a worn card has garbled: it is refused, no JSON, or lacks a key or has one too
many."""


def encode(event: Event) -> str:
    """Give an event's data as JSON text; raises BadRecord for text that no file can hold (half a character).

    Raises TypeError or ValueError for data that is not JSON at all: the program's mistake, not a person's.
    """
    text = json.dumps(to_kept(event.data), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadRecord("a text holds half a character, which cannot be kept; type it anew") from error
    return text


def decode(text: str) -> dict[str, object]:
    """Read what ``encode`` gave; what was put together to be said in any language still can be.

    Raises ValueError for text that ``encode`` cannot have given.
    """
    data = json.loads(text, object_hook=from_kept)
    if not isinstance(data, dict):
        raise ValueError("no JSON object")
    return data


def as_kept(event: Event) -> Event:
    """Give the event just as it will be read back: what is folded now and what is replayed must be one."""
    return Event(event.kind, event.at, decode(encode(event)))


def check_entries(path: Path, database: sqlite3.Connection, foreign: bool = False) -> tuple[int, Session]:
    """Give the number of the last entry (0: there is none), and the session after all of them.

    Raises DamagedJournal for an entry that cannot be read or, in the last game, cannot be followed.

    Whatever else following an entry raises is the program's mistake, for which no journal may give way: it is
    raised as it is. ``foreign``: the journal comes from elsewhere; let whatever hinders be damage.
    """
    damage = Exception if foreign else GARBLED
    query = "SELECT coalesce(max(seq), 0) FROM events WHERE kind = 'game'"
    with told(path):
        begun: int = database.execute(query).fetchone()[0]
        rare = " OR ".join(f"kind = '{kind}'" for kind in RARE)
        last, session = 0, Session()
        query = f"SELECT seq, at, kind, data FROM events WHERE seq >= {begun} OR {rare} ORDER BY seq"
        for seq, at, kind, data in database.execute(query):
            try:
                event = Event(EventKind(kind), Instant(at), decode(data))
                last, session = seq, evolve(session, event) if seq >= begun else session
            except damage as error:
                words = f"Entry {seq} of the journal {path} cannot be followed ({error}); {RESTORE}."
                raise DamagedJournal(words) from error
            except Exception as error:
                error.add_note(f"The companion stumbled over entry {seq} of the journal {path}, and left it.")
                raise
    return last, session


def check_tables(path: Path, database: sqlite3.Connection) -> None:
    """Raise DamagedJournal where a file has other tables than a journal of the present version."""
    with closing(sqlite3.connect(":memory:")) as fresh, told(path):
        fresh.executescript("".join(STEPS))
        if set(database.execute(_TABLES)) != set(fresh.execute(_TABLES)):
            raise DamagedJournal(f"The tables of {path} are not those of a journal; {RESTORE}.")


_TABLES = """SELECT main.type, main.name, main.tbl_name, part.name, part.type FROM sqlite_schema AS main
    LEFT JOIN pragma_table_info(main.name) AS part WHERE main.name NOT LIKE 'sqlite%'"""
