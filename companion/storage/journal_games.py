"""The games of a journal: read from its events one by one, and counted into tables that answer at once.

The tables ``games`` and ``seats`` hold nothing that the events do not: a game is counted anew whenever an
event of it came, and all are when this file's ``VERSION`` changed.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta

from companion.clock import Instant
from companion.errors import JournalError
from companion.records.record import Header
from companion.records.statistics import GameFacts, SeatFacts, facts_of
from companion.sessions.events import Event, EventKind
from companion.sessions.session import Session, evolve
from companion.sessions.side_commands import unwrapped
from companion.storage.journal_entries import decode

VERSION = 1
"""Raised whenever the same events come to other facts."""

OF_A_GAME = (
    EventKind.GAME,
    EventKind.ACT,
    EventKind.UNDO,
    EventKind.CORRECTION,
    EventKind.RESULT,
    EventKind.BROKEN,
    EventKind.TAKEN_UP,
    EventKind.RENAMED,
)
"""Kinds of events that make a game what it is; what was only seen, pressed or asked does not."""

AMENDED_SINCE = """SELECT DISTINCT json_extract(data, '$.game') AS game FROM events
    WHERE kind = 'amended' AND seq > ? AND game IN (SELECT seq FROM events WHERE kind = 'game')"""
"""The games that were corrected; a damaged entry names none."""

OF_AMENDED = """SELECT seq, kind, at, wall, data FROM events
    WHERE kind = 'amended' AND json_extract(data, '$.game') = ? ORDER BY seq"""

MARKS = ", ".join("?" * len(OF_A_GAME))

Row = tuple[int, str, str, str, int, int, int, int | None]
"""A row of the table ``games``."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game in a list: when it began and last changed, its facts; ``broken``: it was broken off."""

    number: int
    started: datetime
    changed: datetime
    facts: GameFacts
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Backlog:
    """Games that are to be counted: the oldest of them by number, how many in all, and up to which event.

    ``amended`` are earlier games that were corrected.
    """

    games: tuple[int, ...]
    in_all: int
    until: int
    amended: tuple[int, ...] = ()


def backlog(database: sqlite3.Connection, most: int) -> Backlog:
    """Say which games have changed since they were counted; names ``most`` of them at most."""
    row = database.execute("SELECT until FROM counted WHERE version = ?", (VERSION,)).fetchone()
    until = row[0] if row else 0
    newest: int = database.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]
    news = f"SELECT 1 FROM events WHERE kind IN ({MARKS}) AND seq > ? LIMIT 1"
    if newest <= until:
        return Backlog((), 0, until)
    amended = tuple(number for (number,) in database.execute(AMENDED_SINCE, (until,)))
    if not database.execute(news, (*OF_A_GAME, until)).fetchone():
        return Backlog((), len(amended), newest if amended else until, amended)
    query = "SELECT coalesce(max(seq), 0) FROM events WHERE kind = 'game' AND seq <= ?"
    first = database.execute(query, (until,)).fetchone()[0]
    changed = "FROM events WHERE kind = 'game' AND seq >= ?"
    in_all = database.execute(f"SELECT count(*) {changed}", (first,)).fetchone()[0]
    rows = database.execute(f"SELECT seq {changed} ORDER BY seq LIMIT ?", (first, most))
    return Backlog(tuple(number for (number,) in rows), in_all + len(amended), newest, amended)


def count(database: sqlite3.Connection, number: int) -> GameLine:
    """Count one game from its events."""
    session, started, changed = replayed(database, number)
    assert session.game, "a game begins with the event of its number"
    header, acts = Header.parse(session.game.header), [dict(act.line) for act in session.game.acts]
    return GameLine(number, started, changed, facts_of(header, acts), session.broken)


def replayed(database: sqlite3.Connection, number: int) -> tuple[Session, datetime, datetime]:
    """Fold one game from its events; gives also when it began and when it last changed.

    Raises KeyError where there is no such game, JournalError for an entry that cannot be followed.
    """
    rows = [*_entries(database, number), *database.execute(OF_AMENDED, (number,))]
    if not rows or rows[0][1] != EventKind.GAME:
        raise KeyError(number)
    session = Session()
    for seq, kind, at, _, data in rows:
        try:
            event = Event(EventKind(kind), Instant(at), decode(data))
            session = evolve(session, unwrapped(event) if event.kind is EventKind.AMENDED else event)
        except Exception as error:
            raise JournalError(f"Entry {seq} of the journal cannot be followed: {error}") from error
    return session, datetime.fromisoformat(rows[0][3]), datetime.fromisoformat(rows[-1][3])


def numbers(database: sqlite3.Connection) -> list[int]:
    """Give the numbers of all games, the oldest first."""
    return [
        number for (number,) in database.execute("SELECT seq FROM events WHERE kind = 'game' ORDER BY seq")
    ]


def everything(database: sqlite3.Connection, number: int) -> Iterator[tuple[int, Event]]:
    """Give number and event of all that a journal holds of a game; of none, 0, what came before the first.

    Raises JournalError that names an entry it cannot read.
    """
    query = """SELECT seq, kind, at, data FROM events WHERE seq >= ? AND seq <
        (SELECT coalesce(min(seq), 9223372036854775807) FROM events WHERE kind = 'game' AND seq > ?)
        ORDER BY seq"""
    for seq, kind, at, data in database.execute(query, (number, number)):
        try:
            event = Event(EventKind(kind), Instant(at), decode(data))
        except ValueError as error:
            raise JournalError(f"Entry {seq} of the journal cannot be read: {error}") from error
        yield seq, event


def _entries(database: sqlite3.Connection, number: int) -> Iterator[tuple[int, str, int, str, str]]:
    query = f"""SELECT seq, kind, at, wall, data FROM events WHERE kind IN ({MARKS}) AND seq >= ? AND seq <
        (SELECT coalesce(min(seq), 9223372036854775807) FROM events WHERE kind = 'game' AND seq > ?)
        ORDER BY seq"""
    yield from database.execute(query, (*OF_A_GAME, number, number))


def keep(database: sqlite3.Connection, lines: Sequence[GameLine], until: int) -> None:
    """Write what was counted in the place of what was there, and how far that goes."""
    for line in lines:
        facts = line.facts
        database.execute("DELETE FROM seats WHERE id = ?", (line.number,))
        database.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                line.number,
                line.started.isoformat(),
                line.changed.isoformat(),
                facts.game,
                facts.acts,
                facts.over,
                line.broken,
                facts.won,
            ),
        )
        for place, seat in enumerate(facts.seats):
            name, *numbers = astuple(seat)
            row = (line.number, place, name, facts.game, facts.over, *numbers)
            database.execute(f"INSERT INTO seats VALUES ({', '.join('?' * len(row))})", row)
    database.execute("DELETE FROM counted")
    database.execute("INSERT INTO counted VALUES (?, ?)", (until, VERSION))


def lines(
    database: sqlite3.Connection,
    *,
    game: str | None = None,
    player: str | None = None,
    number: int | None = None,
    before: int | None = None,
    limit: int = -1,
    offset: int = 0,
) -> list[GameLine]:
    """Give games, the newest first, of those ``before`` a number where one is given.

    Games without any act are left out, unless one is asked for by number.
    """
    where, values = _where(game, player, number, before)
    query = f"SELECT * FROM games WHERE {where} ORDER BY id DESC LIMIT ? OFFSET ?"
    rows = database.execute(query, (*values, limit, offset)).fetchall()
    seats = _seats(database, [row[0] for row in rows])
    return [_line(row, seats.get(row[0], ())) for row in rows]


def how_many(database: sqlite3.Connection, game: str | None = None, player: str | None = None) -> int:
    """Count the games that ``lines`` gives."""
    where, values = _where(game, player)
    found: int = database.execute(f"SELECT count(*) FROM games WHERE {where}", values).fetchone()[0]
    return found


def names(database: sqlite3.Connection) -> list[str]:
    """Give the names of all who played, who played most first."""
    query = """SELECT player FROM seats WHERE id NOT IN (SELECT id FROM games WHERE acts = 0)
        GROUP BY player ORDER BY count(*) DESC, player"""
    return [name for (name,) in database.execute(query)]


def _where(
    game: str | None,
    player: str | None,
    number: int | None = None,
    before: int | None = None,
) -> tuple[str, tuple[object, ...]]:
    parts: list[tuple[str, object]] = []
    if number is not None:
        parts.append(("id = ?", number))
    if before is not None:
        parts.append(("id < ?", before))
    if game is not None:
        parts.append(("game = ?", game))
    if player is not None:
        there = "SELECT 1 FROM seats WHERE player = ? AND seats.game = games.game AND seats.id = games.id"
        parts.append((f"EXISTS ({there})", player))
    texts = [text for text, _ in parts] + (["acts > 0"] if number is None else [])
    return " AND ".join(texts), tuple(value for _, value in parts)


def _seats(database: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, tuple[SeatFacts, ...]]:
    found: dict[int, tuple[SeatFacts, ...]] = {}
    for start in range(0, len(numbers), 500):
        some = numbers[start : start + 500]
        marks = ", ".join("?" * len(some))
        rows = database.execute(f"SELECT * FROM seats WHERE id IN ({marks}) ORDER BY id, seat", some)
        for number, _, name, _, _, place, score, won, eliminated, *rest in rows:
            seat = SeatFacts(name, place, score, bool(won), bool(eliminated), *rest)
            found[number] = (*found.get(number, ()), seat)
    return found


def _line(row: Row, seats: tuple[SeatFacts, ...]) -> GameLine:
    number, started, changed, game, acts, over, broken, won = row
    facts = GameFacts(game, acts, bool(over), seats, None if won is None else bool(won))
    return GameLine(
        number, datetime.fromisoformat(started), datetime.fromisoformat(changed), facts, bool(broken)
    )


def pause(database: sqlite3.Connection, before: int, after: int) -> timedelta:
    """Give how long nobody played between two games: what was changed in the first one later is no play."""
    query = """SELECT seq, wall FROM events WHERE seq >= ? AND seq < ? AND kind IN ('game', 'act')
        ORDER BY seq DESC LIMIT 1"""
    last, left = database.execute(query, (before, after)).fetchone()
    came = database.execute("SELECT wall FROM events WHERE seq = ?", (after,)).fetchone()[0]
    # Where the companion was started anew in between, nobody knows how long it was off but by the date.
    query = "SELECT coalesce(sum(seconds), 0) FROM leaps WHERE since < ? AND ? < seq AND seq <= ?"
    leapt = database.execute(query, (last, last, after)).fetchone()[0]
    return datetime.fromisoformat(came) - datetime.fromisoformat(left) - timedelta(seconds=leapt)


def unsettled_names(database: sqlite3.Connection) -> dict[str, str]:
    """Give the names that were to be replaced, where the machine stopped before all of them were."""
    found: dict[str, str] = {}
    for names in _renamings(database, ""):
        found |= {old: new for old, new in names.items() if old != new}
    return found


def nameless(database: sqlite3.Connection) -> frozenset[str]:
    """Give the names that stand for people whose own names were deleted."""
    wanted = " AND json_extract(data, '$.deleted')"
    return frozenset(new for names in _renamings(database, wanted) for new in names.values())


def _renamings(database: sqlite3.Connection, wanted: str) -> Iterator[dict[str, str]]:
    query = f"SELECT data FROM events WHERE kind = 'renamed'{wanted} ORDER BY seq"
    for (data,) in database.execute(query):
        names = json.loads(data).get("names")
        if isinstance(names, dict):  # else the entry is damaged, and tells nobody's name
            yield names
