"""A backup's file: what it must be, and its contents unpacked, every one of them checked."""

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Container
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from companion.atomic_file import check_file, is_full
from companion.errors import CompanionError, JournalError
from companion.storage.journal import Journal
from companion.storage.journal_damage import damaged
from companion.storage.journal_entries import check_entries, check_tables
from companion.storage.journal_file import STEPS, DamagedJournal, told
from companion.storage.journal_reading import readable

FORMAT = 1
"""Raised when an older companion could not restore what is written now."""

MANIFEST, JOURNAL, SETTINGS = "backup.json", "journal.sqlite3", "settings.toml"
PICTURES, DECKS = "pictures", "decks"

LARGEST_MANIFEST = 16 << 20
_CHUNK = 1 << 20


class BadBackup(CompanionError):
    """A file that is no backup, is damaged, or is from a newer companion."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: when and by which version it was made, its events and files; words on the rest."""

    made: str
    version: str
    events: int
    files: int
    words: tuple[str, ...] = ()


def unpack(source: Path, work: Path, kept: Container[str] | None = None) -> Contents:
    """Unpack a backup into an empty folder, every file of it checked; of some only those in ``kept`` stay."""
    work.mkdir(exist_ok=True)
    try:
        with _opened(source) as file, zipfile.ZipFile(file) as archive:
            about = _manifest(source, archive)
            _check_room(archive, work, kept)
            for name, wanted in about["files"].items():
                _extract(archive, name, wanted, work, kept is None or name in kept)
    except CompanionError:
        raise
    except OSError as error:
        # A seek to nowhere comes from nonsense in the file; the rest is the disk's.
        if error.errno != errno.EINVAL:
            raise
        raise BadBackup(f"{source}: the backup is damaged.") from error
    # What zipfile and zlib raise on nonsense is written down nowhere.
    except Exception as error:
        raise BadBackup(f"{source}: this is no backup, or it is damaged ({error}).") from error
    events = _check_journal(source, work / JOURNAL)
    return Contents(str(about["made"]), str(about["version"]), events, len(about["files"]))


def check_games(source: Path, journal: Path) -> tuple[str, ...]:
    """Raise BadBackup where no table could go on with an unpacked journal; it is of this version then.

    Gives words on each earlier game that is damaged: a table goes on without it, and so may a backup. Raises
    OSError where the disk is too full to open the journal.
    """
    try:
        with Journal.open(journal) as opened, closing(opened.reader()) as database:
            check_tables(journal, database)
            check_entries(journal, database, foreign=True)
            with told(journal):
                return tuple(map(str, damaged(database)))
    except JournalError as error:
        if not isinstance(error, DamagedJournal) and is_full(journal.parent):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        why = str(error).partition(";")[0].replace(str(journal), JOURNAL)
        raise BadBackup(f"{source}: the games in it are of no use here. {why}.") from error


def damage_of(journal: Path) -> tuple[str, ...]:
    """Give words on all that is damaged in a copy of a journal, of whatever version; it stays as it is."""
    with readable(journal) as database:
        try:
            check_entries(journal, database, foreign=True)
        except DamagedJournal as error:
            why = str(error).partition(";")[0].replace(f"the journal {journal}", "the journal")
            return (f"{why}: {USELESS}",)
        return tuple(map(str, damaged(database)))


USELESS = (
    "no table can go on with these games, and `restore` will refuse them. Start the companion, which takes"
    " the newest sound copy of them, and write another backup."
)


def is_backup(path: Path) -> bool:
    """Say whether a file is a backup by what it says of itself."""
    try:
        with _opened(path) as file, zipfile.ZipFile(file) as archive:
            _manifest(path, archive)
    # What zipfile and zlib raise on nonsense is written down nowhere.
    except Exception:
        return False
    return True


def _opened(source: Path) -> IO[bytes]:
    try:
        check_file(source)
        return source.open("rb")
    except FileNotFoundError as error:
        raise CompanionError(f"{source}: there is no such file.") from error
    except OSError as error:
        raise CompanionError(f"{source}: the backup cannot be opened ({error.strerror}).") from error


def _manifest(source: Path, archive: zipfile.ZipFile) -> dict[str, dict[str, str]]:
    info = archive.getinfo(MANIFEST)
    if info.file_size > LARGEST_MANIFEST:
        raise BadBackup(f"{source}: this is no backup of the companion.")
    about = json.loads(archive.read(info))
    if not isinstance(about, dict) or not isinstance(about.get("format"), int):
        raise BadBackup(f"{source}: this is no backup of the companion.")
    if about["format"] > FORMAT:
        raise BadBackup(
            f"{source}: this backup was made by a newer companion ({about.get('version')});"
            " update this one first."
        )
    files = about.get("files")
    if not isinstance(files, dict) or JOURNAL not in files or not {"made", "version"} <= about.keys():
        raise BadBackup(f"{source}: this backup lists no journal; it is damaged.")
    return about


def _check_room(archive: zipfile.ZipFile, work: Path, kept: Container[str] | None) -> None:
    needed = sum(info.file_size for info in archive.infolist() if kept is None or info.filename in kept)
    if needed > shutil.disk_usage(work).free:
        words = f"the disk has no room for it ({(needed >> 20) + 1} MB are needed)"
        raise CompanionError(f"{work.parent}: {words}.")


def _extract(archive: zipfile.ZipFile, name: str, wanted: str, work: Path, kept: bool) -> None:
    if not _is_ours(name):
        raise BadBackup(f"the backup holds {name!r}, which does not belong in one.")
    target = work / name if kept else Path(os.devnull)
    target.parent.mkdir(parents=True, exist_ok=True)
    found = hashlib.sha256()
    with archive.open(name) as packed, target.open("wb") as file:
        while chunk := packed.read(_CHUNK):
            found.update(chunk)
            file.write(chunk)
        file.flush()
        if kept:
            os.fsync(file.fileno())
    if found.hexdigest() != wanted:
        raise BadBackup(f"{name} in the backup is not what was written; the backup is damaged.")


def _is_ours(name: str) -> bool:
    """Say whether a name may stand in a backup: one of ours, and nothing that leads elsewhere."""
    path = PurePosixPath(name)
    plain = not path.is_absolute() and ".." not in path.parts and "\\" not in name and "\0" not in name
    return plain and (
        name in (JOURNAL, SETTINGS) or (len(path.parts) > 1 and path.parts[0] in (DECKS, PICTURES))
    )


def _check_journal(source: Path, journal: Path) -> int:
    """Count the events of a journal that this companion can follow; raises BadBackup for another."""
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            sound = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            events = int(database.execute("SELECT count(*) FROM events").fetchone()[0])
    # Of a damaged file SQLite may tell in words that are no text.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise BadBackup(f"{source}: the journal in it is damaged ({error}).") from error
    if version > len(STEPS):
        raise BadBackup(
            f"{source}: its journal was written by a newer companion (version {version}; this one knows up to"
            f" {len(STEPS)}); update this companion first."
        )
    if sound != "ok":
        raise BadBackup(f"{source}: the journal in it is damaged ({sound}).")
    return events
