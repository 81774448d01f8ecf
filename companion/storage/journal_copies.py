"""The copies of a journal: whole journals of their own, one of which is brought up to date at a time.

What was added since is written to the copy that lags most, and the copy then bears the day's date. So each
event is written once to each copy: what an evening costs goes by what was played and by how many copies are
kept, not by how many games there are. The others are not touched meanwhile.

Which copy is the newest goes by what it holds, not by its date: a machine without a clock of its own may have
the wrong one. A copy of other games - the journal was moved away, or a backup restored - comes after all own.
"""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from companion.atomic_file import failed, flush
from companion.errors import JournalError
from companion.language import say
from companion.storage.journal_file import check_soundness, copy, last_of, transaction

COPIES = 3
"""Copies kept beside a journal; each costs an evening's writing once more."""

OTHER = "other-"
"""What the name of a copy of other games begins with."""

UNUSABLE = (sqlite3.Error, UnicodeDecodeError, JournalError)
"""What SQLite and we say of a file that is damaged; of some it tells in words that are no text."""


def copies_of(path: Path) -> list[Path]:
    """Give the copies of a journal, the one that holds most first."""
    return sorted(folder_of(path).glob("*.sqlite3"), key=_worth, reverse=True)


def day_of(kept: Path) -> str:
    """Give the date that a copy bears."""
    return kept.stem.removeprefix(OTHER)


def keep_copy(path: Path, day: date, keep: int = COPIES) -> Path:
    """Bring a copy of the journal at this path up to date and give it; keeps so many.

    There is a new one each day until there are as many as are kept. Where nothing was added since the newest
    sound copy, nothing is written. Raises JournalError.
    """
    for copied in copies_of(path):
        take_back(copied)
        _part(path, copied)
    kept = copies_of(path)
    if kept and _is_whole(path, kept[0]):
        return kept[0]
    target = folder_of(path) / f"{day.isoformat()}.sqlite3"
    lagging = target if target in kept else kept[keep - 1] if len(kept) >= keep else None
    if lagging is None or not _catch_up(path, lagging):
        copy(path, target)
    elif lagging != target:
        _rename(lagging, target)
    for old in copies_of(path)[keep:]:
        old.unlink(missing_ok=True)
    return target


def is_emptied(path: Path) -> bool:
    """Say whether a journal's file holds nothing at all, though a copy of it holds games."""
    emptied = path.is_file() and not path.stat().st_size
    return emptied and any(own and held for own, held, _ in map(_worth, copies_of(path)))


def longer_copy(path: Path) -> tuple[Path, int] | None:
    """Give a copy that goes on where the journal ends, and how many events (not mere sightings) it has more.

    The journal has lost its end, then. The copy bears the name of one of other games from now on, so that
    nothing is written over it. None where there is none. To be asked before ``keep_copy``; raises
    JournalError.
    """
    for kept in copies_of(path):
        take_back(kept)
        if more := more_of(path, kept):
            apart = kept.with_name(OTHER + kept.name)
            _rename(kept, apart)
            return apart, more
    return None


def more_of(path: Path, kept: Path) -> int:
    """Count what a copy of these games has more than the journal; 0 for a copy of other games."""
    if kept.name.startswith(OTHER):
        return 0
    last = "SELECT seq, at, wall, kind, data FROM events ORDER BY seq DESC LIMIT 1"
    same = "SELECT seq, at, wall, kind, data FROM events WHERE seq = ?"
    more = "SELECT count(*) FROM events WHERE seq > ? AND kind != 'seen'"
    with suppress(*UNUSABLE), closing(_reader(path)) as database, closing(_reader(kept)) as copied:
        end = database.execute(last).fetchone()
        if end is None or copied.execute(same, end[:1]).fetchone() == end:
            return int(copied.execute(more, end[:1] if end else (0,)).fetchone()[0])
    return 0


def take_back(kept: Path) -> None:
    """Let SQLite take back what a pulled plug has cut off, so that the copy can be read without writing."""
    with suppress(*UNUSABLE), closing(sqlite3.connect(kept)) as database:
        database.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def folder_of(path: Path) -> Path:
    """Give the folder in which the copies of a journal lie."""
    return path.with_name(path.name + ".copies")


def _worth(kept: Path) -> tuple[bool, int, str]:
    """Say by what a copy goes before others: it is of these games and holds more; damaged ones come last."""
    try:
        with closing(_reader(kept)) as database:
            last = last_of(database)
    except UNUSABLE:
        last = None
    return not kept.name.startswith(OTHER), last[1] if last and isinstance(last[1], int) else 0, kept.name


def _part(path: Path, kept: Path) -> None:
    """Mark a copy whose last event is none of the journal's as one of other games."""
    if kept.name.startswith(OTHER):
        return
    query = "SELECT seq, at, wall, kind, data FROM events WHERE seq = ?"
    with suppress(*UNUSABLE, OSError), closing(_reader(path)) as database, closing(_reader(kept)) as copied:
        last = last_of(copied)
        if (
            last
            and database.execute(query, last[1:2]).fetchone() != copied.execute(query, last[1:2]).fetchone()
        ):
            os.replace(kept, kept.with_name(OTHER + kept.name))


def _is_whole(path: Path, kept: Path) -> bool:
    """Say whether a copy is sound and holds everything that the journal does."""
    try:
        with closing(_reader(path)) as database, closing(_reader(kept)) as copied:
            last = last_of(database)
            if last is None or last != last_of(copied):
                return False
            check_soundness(kept, copied)
            return True
    except UNUSABLE:
        return False


def _reader(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _catch_up(path: Path, kept: Path) -> bool:
    """Add to a copy what it lacks, all or nothing; False where it is no sound beginning of the journal."""
    try:
        with closing(sqlite3.connect(f"{kept.absolute().as_uri()}?mode=rw", uri=True)) as database:
            database.isolation_level = None
            database.execute("PRAGMA synchronous=FULL")
            database.execute("ATTACH ? AS journal", (f"{path.absolute().as_uri()}?mode=ro",))
            if not _is_beginning(database):
                return False
            with transaction(database):
                database.execute(
                    "INSERT INTO events SELECT * FROM journal.events"
                    " WHERE seq > (SELECT coalesce(max(seq), 0) FROM main.events)"
                )
            check_soundness(kept, database)
            return True
    # The disk is full, or the copy is damaged: then a whole new one is tried, and it says what is wrong.
    except UNUSABLE:
        return False


def _is_beginning(database: sqlite3.Connection) -> bool:
    """Say whether a copy is of the journal's own version, and its last event one of the journal."""
    versions = [database.execute(f"PRAGMA {name}.user_version").fetchone()[0] for name in ("main", "journal")]
    last = "SELECT seq, at, wall, kind, data FROM {0}.events WHERE seq = (SELECT max(seq) FROM main.events)"
    rows = [database.execute(last.format(name)).fetchone() for name in ("main", "journal")]
    return bool(versions[0] == versions[1] and rows[0] == rows[1])


def _rename(kept: Path, target: Path) -> None:
    try:
        os.replace(kept, target)
        flush(target.parent)
    except OSError as error:
        raise JournalError(failed(say("{path} cannot be written", path=target), error)) from error
