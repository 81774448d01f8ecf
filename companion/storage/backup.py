"""All games, players, decks and settings in one file, and back, across versions and machines.

A backup is a zip file: ``backup.json`` (what it is, and the SHA-256 of everything else), the journal as a
checked copy, the settings, and the folders of learnt decks and of pictures kept with disputes.
"""

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Container, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO

from companion.atomic_file import DRAFT, failed, flush, folder_for, replace_file
from companion.errors import CompanionError, JournalError, SettingsError
from companion.folder_lock import workshop
from companion.language import say
from companion.settings.file import change_file, parse_settings
from companion.storage.journal import Journal
from companion.storage.journal_file import (
    STEPS,
    DamagedJournal,
    copy,
    copy_to_new,
    replace_damaged,
    take_lock,
)

FORMAT = 1
"""Raised when an older companion could not restore what is written now."""

MANIFEST, JOURNAL, SETTINGS = "backup.json", "journal.sqlite3", "settings.toml"
PICTURES, DECKS = "pictures", "decks"
NAMED = "storage.journal"
"""The setting that says where the games are kept."""

OLDEST = (1980, 1, 1, 0, 0, 0)
"""The first date that a zip file can name; a machine without a clock of its own may start before it."""

LARGEST_MANIFEST = 16 << 20
_CHUNK = 1 << 20


class BadBackup(CompanionError):
    """A file that is no backup, is damaged, or is from a newer companion."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a companion keeps what is worth keeping.

    ``usual``: where the journal is when the settings name no place for it; None: whoever uses these places
    says each time where it is, so that the settings need not.
    """

    journal: Path
    settings: Path
    decks: Path
    usual: Path | None = None

    @property
    def pictures(self) -> Path:
        """The folder of pictures kept with disputes, beside the journal."""
        return self.journal.with_name(f"{self.journal.name}.pictures")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: when and by which version it was made, its events and files; words on the rest."""

    made: str
    version: str
    events: int
    files: int
    words: tuple[str, ...] = ()


def write_backup(target: Path, places: Places, version: str, made: datetime) -> Contents:
    """Write a backup, while the companion runs or not; it stands whole and checked, or not at all.

    Raises JournalError where there is no sound journal, BadBackup where the file cannot be written.
    """
    if not places.journal.exists():
        raise JournalError(f"There is no journal at {places.journal} yet, so there is nothing to keep.")
    if target.is_dir():
        raise BadBackup(f"{target} is a folder: name a file in it, as {target / 'evening.zip'}.")
    try:
        with folder_for(target), workshop(target.parent, f".{target.name[:40]}.companion-") as work:
            draft = work / target.name
            journal = work / JOURNAL
            copy_to_new(places.journal, journal)
            _write_zip(draft, dict(_everything(places, journal)), version, made)
            contents = _unpack(draft, work / "check", {JOURNAL})
            draft.chmod(0o600)
            if os.geteuid() == 0 and (caller := os.environ.get("SUDO_UID", "")).isdecimal():
                os.chown(draft, int(caller), -1)
            os.replace(draft, target)
            flush(target.parent)
    except OSError as error:
        words = failed(say("{path}: the backup cannot be written", path=target), error)
        raise BadBackup(words) from error
    finally:
        _hand_over(places)
    return contents


def check_backup(source: Path) -> Contents:
    """Say what a backup holds; raises BadBackup for one that is damaged, foreign or too new.

    Only the journal is unpacked for that: the pictures of many evenings may be larger than the room there is.
    """
    with tempfile.TemporaryDirectory() as work:
        return _unpack(source, Path(work), {JOURNAL})


def restore_backup(source: Path, places: Places, now: datetime) -> Contents:
    """Put what a backup holds in the place of what is there, which is kept under other names.

    Nothing is changed before everything is checked, nor where it fails midway; the companion must not run
    meanwhile. Raises BadBackup, or JournalError where another companion holds the journal or the disk has no
    room.
    """
    lock = take_lock(places.journal)
    try:
        with workshop(places.journal.parent, ".companion-restore-") as work:
            contents = _unpack(source, work)
            words = _settle_all(work, places, _mark(places, f"before-restore-{now:%Y%m%d-%H%M%S}"))
    except OSError as error:
        message = failed(say("{path} cannot be written", path=places.journal.parent), error)
        raise JournalError(message) from error
    finally:
        os.close(lock)
        _hand_over(places)
    with Journal.open(places.journal) as journal:
        journal.lost_end()  # what older games lack was not lost; their copies stand apart from now on
    _hand_over(places)
    return Contents(contents.made, contents.version, contents.events, contents.files, words)


def _everything(places: Places, journal: Path) -> Iterator[tuple[str, Path]]:
    """Give the name within the backup, and the file, of all that is kept."""
    yield JOURNAL, journal
    if places.settings.exists():
        yield SETTINGS, places.settings
    for name, folder in ((DECKS, places.decks), (PICTURES, places.pictures)):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and path.suffix != DRAFT:
                yield f"{name}/{path.relative_to(folder).as_posix()}", path


def _write_zip(draft: Path, files: Mapping[str, Path], version: str, made: datetime) -> None:
    sums: dict[str, str] = {}
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, path in files.items():
            try:
                data = path.read_bytes()
            except FileNotFoundError:  # a table that runs has just thrown away its oldest pictures
                continue
            sums[name] = hashlib.sha256(data).hexdigest()
            archive.writestr(_entry(name, made), data)
        about = {
            "format": FORMAT,
            "version": version,
            "made": made.isoformat(timespec="seconds"),
            "files": sums,
        }
        archive.writestr(_entry(MANIFEST, made), json.dumps(about, indent=1, ensure_ascii=False))
    flush(draft)


def _entry(name: str, made: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, max(made.timetuple()[:6], OLDEST))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _unpack(source: Path, work: Path, kept: Container[str] | None = None) -> Contents:
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


def _opened(source: Path) -> IO[bytes]:
    try:
        return source.open("rb")
    except FileNotFoundError as error:
        raise BadBackup(f"{source}: there is no such file.") from error
    except OSError as error:
        raise BadBackup(f"{source}: the backup cannot be opened ({error.strerror}).") from error


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
        raise BadBackup(f"{work.parent}: the disk has no room for it ({(needed >> 20) + 1} MB are needed).")


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


def _mark(places: Places, wanted: str) -> str:
    """Give what marks the names of what is put aside: another one where that was taken a moment ago."""
    folders = {places.journal.parent, places.settings.parent, places.decks.parent}
    count, mark = 1, wanted
    while any(any(folder.glob(f"*.{mark}")) for folder in folders):
        count += 1
        mark = f"{wanted}-{count}"
    return mark


def _settle_all(work: Path, places: Places, mark: str) -> tuple[str, ...]:
    """Put everything in its place, the journal last: until then the old one stands. All, or nothing."""
    with ExitStack() as undo, ExitStack() as spare:
        words = _keep_journal(work, places.journal, mark, spare)
        for name, folder in ((DECKS, places.decks), (PICTURES, places.pictures)):
            if (work / name).is_dir():
                words += _swap(work / name, folder, mark, undo)
        if (work / SETTINGS).exists():
            words += _settle_settings(work / SETTINGS, places, mark, undo)
        spare.pop_all()  # from here on the copy may be all that there is of the old games
        _settle_journal(work / JOURNAL, places.journal, mark)
        undo.pop_all()
    return tuple(words)


def _keep_journal(work: Path, journal: Path, mark: str, spare: ExitStack) -> list[str]:
    """Keep a copy of the journal that is there; one too damaged for that is kept itself, in the end."""
    if not journal.exists():
        return []
    aside = journal.with_name(f"{journal.name}.{mark}")
    try:
        copy(journal, work / aside.name)
    except DamagedJournal:
        return [f"The games that were here are damaged; what is left of them is kept in {aside}."]
    os.replace(work / aside.name, aside)
    flush(aside.parent)
    spare.callback(aside.unlink, missing_ok=True)
    return [f"The games that were here are kept in {aside}."]


def _settle_journal(restored: Path, journal: Path, mark: str) -> None:
    """Put the journal in its place; what SQLite keeps beside the old one must never be taken for its own."""
    if journal.exists() and not journal.with_name(f"{journal.name}.{mark}").exists():
        replace_damaged(journal, restored, mark)
        return
    for suffix in ("-wal", "-shm"):
        journal.with_name(journal.name + suffix).unlink(missing_ok=True)
    os.replace(restored, journal)
    flush(journal.parent)


def _settle_settings(restored: Path, places: Places, mark: str, undo: ExitStack) -> list[str]:
    """Put the settings in place, unless this companion does not understand them: then they lie beside."""
    target = places.settings
    try:
        words = _name_journal(restored, places)
    except (SettingsError, UnicodeDecodeError) as error:
        beside = target.with_name(f"{target.name}.restored")
        replace_file(beside, restored.read_bytes(), mode=0o640)
        return [f"The settings in the backup do not fit this companion and lie in {beside}: {error}"]
    return [*_swap(restored, target, mark, undo), *words]


def _name_journal(restored: Path, places: Places) -> list[str]:
    """Let restored settings name the place where the games are here, not where they were on another machine.

    Raises SettingsError for settings that this companion does not understand.
    """
    named = parse_settings(restored.read_text(encoding="utf-8"), SETTINGS).storage.journal
    usual = places.usual or places.journal
    if (Path(named).absolute() if named else usual) == places.journal:
        return []
    change_file(restored, {NAMED: None if places.journal == places.usual else str(places.journal)})
    return [f"The settings in the backup kept the games in {named or usual}; now they name {places.journal}."]


def _swap(restored: Path, target: Path, mark: str, undo: ExitStack) -> list[str]:
    """Put a file or folder in the place of another, which is kept under its name with the mark."""
    target.parent.mkdir(parents=True, exist_ok=True)
    words = []
    if target.exists():
        aside = target.with_name(f"{target.name}.{mark}")
        os.rename(target, aside)
        undo.callback(os.rename, aside, target)
        words.append(f"What was in {target} is kept in {aside}.")
    undo.callback(_take_away, target)
    shutil.move(restored, target)
    return words


def _take_away(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _hand_over(places: Places) -> None:
    """Give what root has written to the owner of the folder of games: the service must be able to use it."""
    if os.geteuid():
        return
    beside = places.journal.parent.glob(f"{places.journal.name}*")
    settings = places.settings.parent.glob(f"{places.settings.name}*")
    for path in (*beside, *settings, *places.decks.rglob("*"), *places.pictures.rglob("*"), places.decks):
        if path.exists():
            owner = places.journal.parent.stat()
            os.chown(path, owner.st_uid, owner.st_gid)


def now() -> datetime:
    """Give the present date."""
    return datetime.now(UTC)
