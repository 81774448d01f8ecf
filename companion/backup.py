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
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from companion.errors import CompanionError, JournalError, SettingsError
from companion.journal import Journal
from companion.journal_file import STEPS, copy, take_lock
from companion.settings_file import parse_settings

FORMAT = 1
"""Raised when an older companion could not restore what is written now."""

MANIFEST, JOURNAL, SETTINGS = "backup.json", "journal.sqlite3", "settings.toml"
PICTURES, DECKS = "pictures", "decks"
LARGEST_MANIFEST = 16 << 20
_CHUNK = 1 << 20


class BadBackup(CompanionError):
    """A file that is no backup, is damaged, or is from a newer companion."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a companion keeps what is worth keeping."""

    journal: Path
    settings: Path
    decks: Path

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
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as work:
            draft = Path(work) / target.name
            journal = Path(work) / JOURNAL
            copy(places.journal, journal)
            _write_zip(draft, dict(_everything(places, journal)), version, made)
            contents = check_backup(draft)
            draft.chmod(0o600)
            if os.geteuid() == 0 and (caller := os.environ.get("SUDO_UID", "")).isdecimal():
                os.chown(draft, int(caller), -1)
            os.replace(draft, target)
            _flush(target.parent)
    except OSError as error:
        raise BadBackup(
            f"{target}: the backup cannot be written ({error.strerror}); make room there."
        ) from error
    finally:
        _hand_over(places)
    return contents


def check_backup(source: Path) -> Contents:
    """Say what a backup holds; raises BadBackup for one that is damaged, foreign or too new."""
    with tempfile.TemporaryDirectory() as work:
        return _unpack(source, Path(work))


def restore_backup(source: Path, places: Places, now: datetime) -> Contents:
    """Put what a backup holds in the place of what is there, which is kept under other names.

    Nothing is changed before everything is checked; the companion must not run meanwhile. Raises BadBackup,
    or JournalError where another companion holds the journal or the disk has no room.
    """
    lock = take_lock(places.journal)
    try:
        with tempfile.TemporaryDirectory(prefix=".restore.", dir=places.journal.parent) as work:
            contents = _unpack(source, Path(work))
            words = _settle_all(Path(work), places, f"before-restore-{now:%Y%m%d-%H%M%S}")
    except OSError as error:
        raise JournalError(f"{places.journal.parent} cannot be written ({error.strerror}).") from error
    finally:
        os.close(lock)
        _hand_over(places)
    Journal.open(places.journal).close()
    _hand_over(places)
    return Contents(contents.made, contents.version, contents.events, contents.files, words)


def _everything(places: Places, journal: Path) -> Iterator[tuple[str, Path]]:
    """Give the name within the backup, and the file, of all that is kept."""
    yield JOURNAL, journal
    if places.settings.exists():
        yield SETTINGS, places.settings
    for name, folder in ((DECKS, places.decks), (PICTURES, places.pictures)):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                yield f"{name}/{path.relative_to(folder).as_posix()}", path


def _write_zip(draft: Path, files: Mapping[str, Path], version: str, made: datetime) -> None:
    sums: dict[str, str] = {}
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, path in files.items():
            data = path.read_bytes()
            sums[name] = hashlib.sha256(data).hexdigest()
            archive.writestr(_entry(name, made), data)
        about = {
            "format": FORMAT,
            "version": version,
            "made": made.isoformat(timespec="seconds"),
            "files": sums,
        }
        archive.writestr(_entry(MANIFEST, made), json.dumps(about, indent=1, ensure_ascii=False))
    with draft.open("rb") as file:
        os.fsync(file.fileno())


def _entry(name: str, made: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, made.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _unpack(source: Path, work: Path) -> Contents:
    """Unpack a backup into an empty folder, every file of it checked."""
    try:
        with zipfile.ZipFile(source) as archive:
            about = _manifest(source, archive)
            _check_room(archive, work)
            for name, wanted in about["files"].items():
                _extract(archive, name, wanted, work)
    except FileNotFoundError as error:
        raise BadBackup(f"{source}: there is no such file.") from error
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


def _check_room(archive: zipfile.ZipFile, work: Path) -> None:
    needed = sum(info.file_size for info in archive.infolist())
    if needed > shutil.disk_usage(work).free:
        raise BadBackup(f"the disk has no room for it ({needed >> 20} MB are needed)")


def _extract(archive: zipfile.ZipFile, name: str, wanted: str, work: Path) -> None:
    if not _is_ours(name):
        raise BadBackup(f"the backup holds {name!r}, which does not belong in one.")
    target = work / name
    target.parent.mkdir(parents=True, exist_ok=True)
    found = hashlib.sha256()
    with archive.open(name) as packed, target.open("wb") as file:
        while chunk := packed.read(_CHUNK):
            found.update(chunk)
            file.write(chunk)
        file.flush()
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


def _settle_all(work: Path, places: Places, mark: str) -> tuple[str, ...]:
    """Put everything in its place, the journal last: until then the old one stands."""
    words: list[str] = []
    for name, folder in ((DECKS, places.decks), (PICTURES, places.pictures)):
        if (work / name).is_dir():
            words += _swap(work / name, folder, mark)
    if (work / SETTINGS).exists():
        words += _settle_settings(work / SETTINGS, places.settings, mark)
    # What SQLite keeps beside the old journal must never be taken for the new one's.
    aside = places.journal.with_name(f"{places.journal.name}.{mark}")
    if places.journal.exists():
        copy(places.journal, aside)
        words.append(f"The games that were here are kept in {aside}.")
    for suffix in ("-wal", "-shm"):
        places.journal.with_name(places.journal.name + suffix).unlink(missing_ok=True)
    os.replace(work / JOURNAL, places.journal)
    _flush(places.journal.parent)
    return tuple(words)


def _settle_settings(restored: Path, target: Path, mark: str) -> list[str]:
    """Put the settings in place, unless this companion does not understand them: then they lie beside."""
    try:
        parse_settings(restored.read_text(encoding="utf-8"), SETTINGS)
    except (SettingsError, UnicodeDecodeError) as error:
        beside = target.with_name(f"{target.name}.restored")
        shutil.copyfile(restored, beside)
        return [f"The settings in the backup do not fit this companion and lie in {beside}: {error}"]
    return _swap(restored, target, mark)


def _swap(restored: Path, target: Path, mark: str) -> list[str]:
    """Put a file or folder in the place of another, which is kept under its name with the mark."""
    target.parent.mkdir(parents=True, exist_ok=True)
    words = []
    if target.exists():
        aside = target.with_name(f"{target.name}.{mark}")
        os.rename(target, aside)
        words.append(f"What was in {target} is kept in {aside}.")
    shutil.move(restored, target)
    return words


def _flush(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _hand_over(places: Places) -> None:
    """Give what root has touched to whom the folder of games belongs: the service must be able to use it."""
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
