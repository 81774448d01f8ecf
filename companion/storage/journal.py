"""The memory of the table: events appended to one SQLite file, on disk before anyone sees them.

The file is in WAL mode with ``synchronous=FULL``, so what ``append`` has returned survives a killed process
and a pulled plug. Only where nothing but cards at rest was seen, and nothing came of it, may a pulled plug
cost the last such sightings: they are flushed with what follows, which spares an SD card half of all writing.
One companion at a time may hold a journal: a lock file beside it says who does.
"""

import glob
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar

from companion.clock import Instant
from companion.errors import JournalError
from companion.language import mark, say
from companion.sessions.events import Event, EventKind
from companion.sessions.renaming import in_words, renamed
from companion.storage.journal_copies import (
    COPIES,
    copies_of,
    day_of,
    is_emptied,
    keep_copy,
    longer_copy,
    take_back,
)
from companion.storage.journal_cut_off import cut_off, save_cut_off
from companion.storage.journal_entries import decode, encode
from companion.storage.journal_file import (
    RESTORE,
    STEPS,
    DamagedJournal,
    check_room,
    connect,
    copy,
    replace_damaged,
    rewrite,
    take_lock,
    told,
    transaction,
    unused_mark,
)
from companion.storage.journal_reading import as_text
from companion.wall_clock import Leaps, Seconds, steady

Wall = Callable[[], datetime]

T = TypeVar("T")

SQLITE = b"SQLite format 3\0"
"""With this begins every file of SQLite."""

DAMAGED, CUT_OFF = "damaged-", "cut-off-"
ASIDE = (DAMAGED, CUT_OFF, "before-restore-")
"""What follows a journal's own name where one was put aside, and what SQLite kept beside it too."""

GONE = mark(
    "The journal {path} was deleted or moved. Put it back if you can, and start the companion anew; what is "
    "played now cannot be kept."
)
"""What is told where SQLite would go on writing, and nobody would find it again."""

_CHUNK = 500
"""Events read at a time: a long replay must not keep the writer from its lock."""


class JournalLike(Protocol):
    """Whatever keeps events in order and gives them back unchanged."""

    def append(self, events: Sequence[Event]) -> tuple[int, ...]:
        """Keep these events, all or none, and give their numbers; safe on return. Raises JournalError."""
        ...

    def events(self, after: int = 0) -> Iterator[tuple[int, Event]]:
        """Give number and event of all events later than number ``after``, in order. Raises JournalError."""
        ...

    def last(self, kind: EventKind) -> int:
        """Give the number of the last event of a kind, 0 when there is none. Raises JournalError."""
        ...

    def try_out(self) -> None:
        """Raise JournalError where nothing could be kept now; changes nothing."""
        ...

    def close(self) -> None:
        """Let go of the journal; a second call does nothing."""
        ...


class Journal:
    """A journal in a file; ``open`` makes one. Any thread may use it; one process at a time holds it."""

    def __init__(
        self, path: Path, database: sqlite3.Connection, lock: int, wall: Wall, clock: Seconds = steady
    ) -> None:
        self.path = path
        self._database, self._file = database, _identity(path)
        self._lock_file = lock
        self._wall = wall
        self._cut_off: str | None = None
        self._leaps, self._leap = Leaps(lambda: wall().timestamp(), clock), 0.0
        self._since: int = database.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]
        self._turn = threading.Lock()
        self._closed = False
        self._flushes = True

    @classmethod
    def open(
        cls, path: Path | str, wall: Wall = lambda: datetime.now(UTC), clock: Seconds = steady
    ) -> "Journal":
        """Open or make the journal at a path; ``wall`` tells the date for people, ``clock`` when it is set.

        Raises JournalError when another companion holds it, when it is damaged, foreign or from a newer
        companion, or when it cannot be written.
        """
        path = Path(path)
        lock = take_lock(path)
        try:
            if is_emptied(path):
                raise DamagedJournal(f"The journal {path} holds nothing any more, its copies do; {RESTORE}.")
            aside = path.with_name(f"{path.name}.{unused_mark(path, CUT_OFF, wall())}")
            save_cut_off(path, aside)
            database = connect(path)
            with told(path):
                journal = cls(path, database, lock, wall, clock)
            journal._cut_off = cut_off(path, aside)
            return journal
        except BaseException:
            os.close(lock)
            raise

    def append(self, events: Sequence[Event]) -> tuple[int, ...]:
        """Keep these events in one transaction; on return they are on the disk. Raises JournalError.

        Mere sightings are with the system then, and on the disk with the next event of another kind.
        """
        wall = self._wall().isoformat(timespec="milliseconds")
        rows = [(event.at, wall, event.kind.value, encode(event)) for event in events]
        matters = any(event.kind is not EventKind.SEEN for event in events)
        with self._turn, told(self.path):
            self._leap += self._leaps.newest()
            with self._commit(flush=matters):
                numbers = tuple(_insert(self._database, row) for row in rows)
                if self._leap and numbers:
                    leapt = numbers[0], self._since, self._leap
                    self._database.execute("INSERT INTO leaps VALUES (?, ?, ?)", leapt)
            self._leap = 0.0 if numbers else self._leap
            return numbers

    def events(self, after: int = 0) -> Iterator[tuple[int, Event]]:
        """Give number and event of all events later than number ``after``, in order. Raises JournalError."""
        while rows := self._chunk(after):
            for seq, at, kind, data in rows:
                yield seq, self._decode(seq, at, kind, data)
            after = rows[-1][0]

    def last(self, kind: EventKind) -> int:
        """Give the number of the last event of a kind, 0 when there is none. Raises JournalError."""
        with self._turn, told(self.path):
            # The kind as a literal: only so SQLite knows that an index of this kind alone will do.
            query = f"SELECT coalesce(max(seq), 0) FROM events WHERE kind = '{kind.value}'"
            number: int = self._open_database().execute(query).fetchone()[0]
            return number

    def try_out(self) -> None:
        """Raise JournalError where nothing could be kept now; changes nothing."""
        with self._turn, told(self.path):
            check_room(self.path.parent)
            with self._commit():
                self._database.execute(f"PRAGMA user_version={len(STEPS)}")  # as it is, but written

    def written(self, seq: int) -> datetime | None:
        """Give the date at which an event was written, for people; None when there is no such event."""
        with self._turn, told(self.path):
            row = self._open_database().execute("SELECT wall FROM events WHERE seq = ?", (seq,)).fetchone()
        return datetime.fromisoformat(row[0]) if row else None

    def reader(self) -> sqlite3.Connection:
        """Give a connection of one's own that only reads, so that a long look holds nobody up; close it."""
        with told(self.path):
            database = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=2)
            database.text_factory = as_text
            database.execute("PRAGMA query_only=ON")
        return database

    def settle(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let something be written beside the events, all or nothing. Raises JournalError."""
        with self._turn, told(self.path), self._commit():
            return work(self._database)

    def rename(self, names: Mapping[str, str]) -> None:
        """Write other names over the old ones in all events, daily copies and journals kept beside this one.

        This is the one thing that changes what was written; what was there before is gone from the disk.
        Raises JournalError.
        """
        self.settle(lambda database: _rename(database, names))
        with self._turn, told(self.path):
            self._open_database().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for kept in _kept_journals(self.path):
            with suppress(DamagedJournal), told(kept), closing(sqlite3.connect(kept)) as database:
                database.isolation_level = None
                database.execute("PRAGMA secure_delete=ON")
                with transaction(database):
                    _rename(database, names)

    def leftovers(self, name: str) -> tuple[Path, ...]:
        """Give the files kept beside this journal that still hold a name: damaged ones, not to be read."""
        sought = _as_json(name).encode()
        return tuple(kept for kept in _all_kept(self.path) if _holds(kept, sought))

    def keep_copy(self, keep: int = COPIES) -> Path:
        """Bring today's copy up to date, keep so many, and give the newest. Raises JournalError."""
        with self._turn:
            self._open_database()
        return keep_copy(self.path, self._wall().date(), keep)

    def lost_end(self) -> str | None:
        """Say what the journal has lost, and where that is kept still; None where nothing is known of that.

        To be asked when the journal was opened, once: then a copy that holds more stands apart. Raises
        JournalError.
        """
        with self._turn:
            longer = longer_copy(self.path)
        words = [self._cut_off] if self._cut_off else []
        if longer is not None:
            kept, more = longer
            words.append(
                f"The journal {self.path} has lost its end (entries: {more}), which its copy of"
                f" {day_of(kept)} holds. To go on with that, stop the companion and put {kept} in its place."
            )
        return " ".join(words) or None

    @staticmethod
    def recover(
        path: Path | str,
        wall: Wall = lambda: datetime.now(UTC),
        check: Callable[[Path, sqlite3.Connection], object] = lambda path, database: None,
    ) -> str:
        """Put the newest sound copy in the place of a damaged journal; gives words on what was done.

        The damaged file is kept under another name. ``check`` raises DamagedJournal for a copy that SQLite
        finds sound but nobody could use. Raises JournalError, and changes nothing, when there is no sound
        copy or another companion holds the journal.
        """
        path = Path(path)
        lock = take_lock(path)
        try:
            return _recover(path, unused_mark(path, DAMAGED, wall()), check)
        finally:
            os.close(lock)

    def close(self) -> None:
        """Let go of the file and its lock; a second call does nothing."""
        with self._turn:
            if not self._closed:
                self._closed = True
                self._database.close()
                os.close(self._lock_file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _commit(self, flush: bool = True) -> Iterator[None]:
        """A transaction that is on the disk when it ends, or only with the next that is.

        Raises JournalError where the file is not at its place any more.
        """
        database = self._open_database()
        if _identity(self.path) != self._file:
            raise JournalError(say(GONE, path=self.path))
        if flush != self._flushes:
            database.execute(f"PRAGMA synchronous={'FULL' if flush else 'NORMAL'}")
            self._flushes = flush
        with transaction(database):
            yield

    def _open_database(self) -> sqlite3.Connection:
        if self._closed:
            raise JournalError(f"The journal {self.path} is closed.")
        return self._database

    def _chunk(self, after: int) -> list[tuple[int, int, str, str]]:
        query = "SELECT seq, at, kind, data FROM events WHERE seq > ? ORDER BY seq LIMIT ?"
        with self._turn, told(self.path):
            return self._open_database().execute(query, (after, _CHUNK)).fetchall()

    def _decode(self, seq: int, at: int, kind: str, data: str) -> Event:
        try:
            return Event(EventKind(kind), Instant(at), decode(data))
        except ValueError as error:
            raise JournalError(f"Entry {seq} of {self.path} cannot be read ({error}); {RESTORE}.") from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Give what tells a file from any other that bears its name; None where there is none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _insert(database: sqlite3.Connection, row: tuple[int, str, str, str]) -> int:
    cursor = database.execute("INSERT INTO events (at, wall, kind, data) VALUES (?, ?, ?, ?)", row)
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _rename(database: sqlite3.Connection, names: Mapping[str, str]) -> None:
    """Put other names in the place of the old ones in one file."""

    def change(data: str) -> str:
        try:
            held = json.loads(data)
        except ValueError:  # a damaged entry holds names like any other
            return in_words(data, {_as_json(old): _as_json(new) for old, new in names.items()})
        return json.dumps(renamed(held, names), ensure_ascii=False, separators=(",", ":"))

    counted = database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seats'").fetchone()
    for old, new in names.items():
        rewrite(database, _as_json(old), change)
        if counted:
            database.execute("UPDATE seats SET player = ? WHERE player = ?", (new, old))


def _as_json(name: str) -> str:
    """Give a name as it stands within JSON."""
    return json.dumps(name, ensure_ascii=False)[1:-1]


def _kept_journals(path: Path) -> list[Path]:
    """Give the daily copies, and what was put aside beside a journal: damaged, or before a restore."""
    beside = [
        kept
        for kept in sorted(path.parent.glob(f"{glob.escape(path.name)}.*"))
        if kept.is_file() and _holds(kept, SQLITE, only_first=True)
    ]
    return [*copies_of(path), *beside]


def _all_kept(path: Path) -> list[Path]:
    """Give the same, and what nobody can read any more: without its beginning, or SQLite's own beside it."""
    aside = (file for mark in ASIDE for file in path.parent.glob(f"{glob.escape(path.name)}.{mark}*"))
    return sorted({*_kept_journals(path), *filter(Path.is_file, aside)})


def _holds(path: Path, sought: bytes, only_first: bool = False) -> bool:
    """Say whether a file holds these bytes, or begins with them."""
    with path.open("rb") as file:
        if only_first:
            return file.read(len(sought)) == sought
        end = b""
        while piece := file.read(1 << 20):
            if sought in end + piece:
                return True
            end = piece[-len(sought) :]
    return False


def _recover(path: Path, mark: str, check: Callable[[Path, sqlite3.Connection], object]) -> str:
    restored = path.with_name(path.name + ".restored")
    for kept in copies_of(path):
        take_back(kept)
    for kept in copies_of(path):
        try:
            copy(kept, restored)
            with closing(sqlite3.connect(restored)) as database:
                database.text_factory = as_text
                check(kept, database)
        except DamagedJournal:
            restored.unlink(missing_ok=True)
            continue
        except BaseException:
            restored.unlink(missing_ok=True)
            raise
        aside = replace_damaged(path, restored, mark)
        return (
            f"The journal was damaged; the copy of {day_of(kept)} is used now. The damaged file is {aside}."
        )
    raise JournalError(
        f"The journal {path} is damaged and there is no sound copy of it; move it away, and a new one begins."
    )
