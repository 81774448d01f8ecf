"""The journal's file: lock, identity, versions, transactions, and SQLite's errors in plain words."""

import errno
import fcntl
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from companion.atomic_file import check_file, failed, flush, folder_for, is_full
from companion.errors import JournalError
from companion.language import say
from companion.storage.journal_reading import as_text, readable

APPLICATION_ID = 0x54544350
"""``TTCP``: how SQLite's header tells a journal from any other database."""

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        wall TEXT NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_of_kind ON events (kind, seq);
    CREATE TRIGGER never_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER never_taken_out BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
    """,
    # What follows is counted from the events and can be thrown away and counted anew (journal_games.py).
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        started TEXT NOT NULL,
        changed TEXT NOT NULL,
        game TEXT NOT NULL,
        acts INTEGER NOT NULL,
        over INTEGER NOT NULL,
        broken INTEGER NOT NULL,
        won INTEGER
    ) STRICT;
    CREATE INDEX games_of_kind ON games (game, id);
    CREATE TABLE seats (
        id INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        over INTEGER NOT NULL,
        place INTEGER NOT NULL,
        score INTEGER NOT NULL,
        won INTEGER NOT NULL,
        eliminated INTEGER NOT NULL,
        jumps_won INTEGER NOT NULL,
        jumps_lost INTEGER NOT NULL,
        dearest INTEGER NOT NULL,
        dearest_act INTEGER,
        PRIMARY KEY (id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_of_player ON seats (player, game, id);
    CREATE TABLE counted (until INTEGER NOT NULL, version INTEGER NOT NULL) STRICT;
    """,
    # Each commit writes whole pages, so none but the events' own: no list of numbers given (nothing is ever
    # taken out, so none comes twice), and indexes of rare kinds alone, which queries must name as a literal.
    """
    CREATE TABLE kept (
        seq INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        wall TEXT NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL
    ) STRICT;
    INSERT INTO kept SELECT seq, at, wall, kind, data FROM events ORDER BY seq;
    DROP TABLE events;
    ALTER TABLE kept RENAME TO events;
    CREATE INDEX events_game ON events (seq) WHERE kind = 'game';
    CREATE INDEX events_amended ON events (seq) WHERE kind = 'amended';
    CREATE INDEX events_renamed ON events (seq) WHERE kind = 'renamed';
    CREATE TRIGGER never_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER never_taken_out BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
    """,
    # Claims are found among ten thousand games without reading them.
    """
    CREATE INDEX events_verdict ON events (seq) WHERE kind = 'verdict';
    """,
    # Where the machine's date was set by so many seconds: before event ``seq``, and after event ``since``
    # stood there when the companion started. A copy that is brought up to date lacks the newest of these.
    """
    CREATE TABLE leaps (seq INTEGER NOT NULL, since INTEGER NOT NULL, seconds REAL NOT NULL) STRICT;
    """,
)
"""What brings a file from one version to the next; new steps are only ever added at the end."""


ROOM = 1 << 16
"""Bytes that must be free for a journal to go on: more than any act needs."""


class DamagedJournal(JournalError):
    """The journal's file is damaged; ``Journal.recover`` puts a copy in its place where there is one."""


RESTORE = "put one of its daily copies in its place (they lie beside it, in the folder that ends in .copies)"

_DAMAGED = say("it is damaged; {restore}", restore=RESTORE)

_REMEDIES = {
    sqlite3.SQLITE_FULL: say(
        "the disk is full; make room (delete old backups or recordings), then it goes on"
    ),
    sqlite3.SQLITE_READONLY: say(
        "it cannot be written; check the owner of its folder, and that the disk is not"
        " mounted read-only (a worn SD card does that)"
    ),
    sqlite3.SQLITE_BUSY: say("another program holds it; close that program"),
    sqlite3.SQLITE_IOERR: say("the disk fails; check its cable or replace the SD card, and keep a backup"),
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: say("it is no journal; move it away or {restore}", restore=RESTORE),
    sqlite3.SQLITE_CANTOPEN: say(
        "it cannot be opened; check that its folder exists, and who may read and write it"
    ),
    sqlite3.SQLITE_PERM: say("it may not be opened; check the owner of the file and of its folder"),
}
"""By SQLite's primary result code: what is wrong, and what to do about it."""

_DAMAGES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into JournalErrors that say what to do."""
    try:
        yield
    # Of a damaged file SQLite may tell in words that are no text.
    except UnicodeDecodeError as error:
        message = say("The journal {path}: {error}; {remedy}.", path=path, error=error, remedy=_DAMAGED)
        raise DamagedJournal(message) from error
    except sqlite3.Error as error:
        # The primary result code is the low byte of the extended one.
        code = getattr(error, "sqlite_errorcode", -1) & 0xFF
        if code == sqlite3.SQLITE_IOERR and is_full(path.parent):
            code = sqlite3.SQLITE_FULL
        kind = DamagedJournal if code in _DAMAGES else JournalError
        remedy = _REMEDIES.get(code) or say("restart the companion")
        message = say("The journal {path}: {error}; {remedy}.", path=path, error=error, remedy=remedy)
        raise kind(message) from error


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing: commit on the way out, roll back on an error (also one of the commit itself)."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    finally:
        # After some errors (a full disk) SQLite has rolled back by itself, after others it has not.
        if database.in_transaction:
            database.execute("ROLLBACK")


def check_room(folder: Path) -> None:
    """Raise JournalError where a disk has no room for what comes next; nothing is written.

    The journal itself may have room left for a little, in the last block of its own.
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, ROOM)
    except OSError as error:
        raise JournalError(failed(say("{path} cannot be written", path=folder), error)) from error


def take_lock(path: Path) -> int:
    """Give the open lock file of a journal; closing it, or the death of the process, frees the journal.

    Makes the journal's folder where it is missing. Raises JournalError when another companion holds it.
    """
    try:
        check_file(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(failed(say("The journal {path} cannot be opened", path=path), error)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(lock, 20, 0).decode(errors="replace").strip()
        os.close(lock)
        raise JournalError(_held(path, holder)) from error
    _sign(lock)
    return lock


def _held(path: Path, holder: str) -> str:
    who = f" (process {holder})" if holder else ""
    return (
        f"Another companion{who} holds the journal {path}; stop that one (on a Raspberry Pi:"
        " `sudo systemctl stop tabletop-companion`) or choose another journal."
    )


def _sign(lock: int) -> None:
    """Leave the process number for whoever is refused; a full disk does not matter here."""
    try:
        os.ftruncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
    except OSError:
        return


def connect(path: Path) -> sqlite3.Connection:
    """Open the database, made or brought to the present version where needed. Raises JournalError."""
    with told(path):
        first = not path.exists()
        # isolation_level None: transactions begin and end where the code says so.
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2)
        database.text_factory = as_text
        try:
            _prepare(path, database)
        except BaseException:
            database.close()
            if first:
                # A journal in which nothing stands would pass for one where all games are lost.
                path.unlink(missing_ok=True)
            raise
    return database


def _prepare(path: Path, database: sqlite3.Connection) -> None:
    version = check_identity(path, database)
    if not version:
        # Each commit writes whole pages; an SD card is spared by small ones (11 kB a commit instead of 19).
        database.execute("PRAGMA page_size=1024")
    database.execute("PRAGMA journal_mode=WAL")
    # NORMAL may lose the last commits when power goes.
    database.execute("PRAGMA synchronous=FULL")
    # What is written over is gone from the file too: somebody's name, once it is deleted.
    database.execute("PRAGMA secure_delete=ON")
    check_soundness(path, database)
    for number, step in enumerate(STEPS[version:], start=version + 1):
        _migrate(database, step, number)


def check_soundness(path: Path, database: sqlite3.Connection) -> None:
    """Raise DamagedJournal where SQLite finds a fault in the file."""
    answer = " ".join(database.execute("PRAGMA quick_check(1)").fetchone()[0].split())
    if answer != "ok":
        raise DamagedJournal(f"The journal {path} is damaged ({answer}); {RESTORE}.")


def check_identity(path: Path, database: sqlite3.Connection) -> int:
    """Give the file's version, 0 for a new one; raises JournalError for what this companion cannot follow."""
    application = database.execute("PRAGMA application_id").fetchone()[0]
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    tables = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION_ID and (application or version or tables):
        raise JournalError(f"{path} is the file of another program; choose another journal.")
    if version > len(STEPS):
        raise JournalError(
            f"The journal {path} was written by a newer companion (version {version}; this one knows up to"
            f" {len(STEPS)}); update this companion."
        )
    return version


def _migrate(database: sqlite3.Connection, step: str, number: int) -> None:
    """Take one step: its statements, the version and the identity change in one transaction."""
    with transaction(database):
        for statement in _statements(step):
            database.execute(statement)
        database.execute(f"PRAGMA application_id={APPLICATION_ID}")
        database.execute(f"PRAGMA user_version={number}")


def _statements(script: str) -> Iterator[str]:
    """Cut a script into statements (``executescript`` would commit before each)."""
    statement = ""
    for piece in script.split(";"):
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def rewrite(database: sqlite3.Connection, sought: str, change: Callable[[str], str]) -> int:
    """Change the data of all events in which a text stands, in one transaction; gives how many did change.

    ``sought`` as it stands in the JSON. This is the one exception from append-only: names of people.
    """
    (guard,) = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'never_changed'").fetchone()
    changed = 0
    database.execute("DROP TRIGGER never_changed")
    rows = database.execute("SELECT seq, data FROM events WHERE instr(data, ?)", (sought,)).fetchall()
    for seq, data in rows:
        new = change(data)
        if new != data:
            database.execute("UPDATE events SET data = ? WHERE seq = ?", (new, seq))
            changed += 1
    database.execute(guard)
    return changed


def copy(source: Path, target: Path) -> None:
    """Copy a journal, also one in use, to a file that stands complete and checked or not at all.

    Raises DamagedJournal when the source is damaged, JournalError when the copy cannot be written.
    """
    if source.is_dir():
        raise JournalError(f"{source} is a folder; name the journal in it.")
    draft = target.with_name(target.name + ".new")
    try:
        with folder_for(target):
            _copy_by(draft, source, target)
    except OSError as error:
        raise JournalError(failed(say("{path} cannot be written", path=target), error)) from error


def _copy_by(draft: Path, source: Path, target: Path) -> None:
    try:
        draft.unlink(missing_ok=True)
        copy_to_new(source, draft)
        _settle(draft, target)
    finally:
        # Half a copy must not take the room that the games need.
        if draft.is_file():
            draft.unlink(missing_ok=True)


def copy_to_new(source: Path, draft: Path) -> None:
    """Copy a journal to a new file and check it; raises DamagedJournal, OSError for a copy that fails."""
    with (
        told(source),
        readable(source, draft.parent) as database,
        closing(sqlite3.connect(draft)) as copied,
    ):
        try:
            database.backup(copied)
            copied.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            code = error.sqlite_errorcode & 0xFF
            if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and is_full(draft.parent)):
                # It is the copy's disk that is full, not the journal's; of what SQLite keeps beside it, it
                # says so in other words.
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            raise
        check_soundness(source, copied)


def last_of(database: sqlite3.Connection) -> tuple[int, int, str] | None:
    """Give version, number and date of the last event of a journal; None where there is none."""
    version = database.execute("PRAGMA user_version").fetchone()[0]
    last = database.execute("SELECT seq, wall FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    return (version, *last) if last else None


def _settle(draft: Path, target: Path) -> None:
    """Put a finished file in its place so that neither a crash nor a pulled plug leaves half of it."""
    flush(draft)
    os.replace(draft, target)
    flush(target.parent)


def unused_mark(path: Path, kind: str, date: datetime) -> str:
    """Give what marks a file put aside beside a journal: kind and date, counted where a date comes twice."""
    dated = f"{kind}{date:%Y%m%d-%H%M%S}"
    marks = chain([dated], (f"{dated}-{number}" for number in count(2)))
    return next(
        mark
        for mark in marks
        if not any(path.with_name(f"{path.name}.{mark}{end}").exists() for end in ("", "-wal", "-shm"))
    )


def replace_damaged(path: Path, sound: Path, mark: str) -> Path:
    """Put a sound file in the place of a damaged journal; gives the name under which that one is kept.

    At no moment is there no journal: whoever is interrupted here finds the damaged one again. Raises
    JournalError.
    """
    aside = path.with_name(f"{path.name}.{mark}")
    try:
        # What SQLite keeps beside the damaged file must never be taken for the sound one's.
        for suffix in ("-wal", "-shm"):
            beside = path.with_name(path.name + suffix)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + suffix))
        os.link(path, aside)
        _settle(sound, path)
    except OSError as error:
        raise JournalError(f"The damaged journal {path} cannot be replaced ({error.strerror}).") from error
    return aside
