"""All games, players, decks and settings in one file, and back, across versions and machines.

A backup is a zip file: ``backup.json`` (what it is, and the SHA-256 of everything else), the journal as a
checked copy, the settings, and the folders of learnt decks and of pictures kept with disputes.
"""

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from companion.atomic_file import DRAFT, FULL, failed, flush, folder_for, replace_file
from companion.errors import CompanionError, JournalError, SettingsError, WrongUse
from companion.folder_lock import workshop
from companion.language import say
from companion.settings.file import change_file, parse_settings
from companion.storage.backup_file import (
    DECKS,
    FORMAT,
    JOURNAL,
    MANIFEST,
    PICTURES,
    SETTINGS,
    Contents,
    check_games,
    damage_of,
    is_backup,
    unpack,
)
from companion.storage.journal import Journal
from companion.storage.journal_copies import folder_of, is_emptied
from companion.storage.journal_file import (
    RESTORE,
    DamagedJournal,
    check_identity,
    copy,
    copy_to_new,
    replace_damaged,
    take_lock,
)
from companion.storage.journal_reading import readable

NAMED = "storage.journal"
"""The setting that says where the games are kept."""

BESIDE = ("", "-wal", "-shm", "-journal", ".lock", ".secret", ".referees")
"""How the names of the journal and of single files beside it end."""

OLDEST = (1980, 1, 1, 0, 0, 0)
"""The first date that a zip file can name; a machine without a clock of its own may start before it."""


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


def write_backup(target: Path, places: Places, version: str, made: datetime) -> Contents:
    """Write a backup, while the companion runs or not; it stands whole and checked, or not at all.

    Games that are damaged go along as they are, and are told: there may be no better file of them. Raises
    JournalError where there is no sound journal, CompanionError where the file cannot be written.
    """
    if not places.journal.is_file():
        raise JournalError(f"There is no journal at {places.journal} yet, so there is nothing to keep.")
    if target.is_dir():
        raise CompanionError(f"{target} is a folder: name a file in it, as {target / 'evening.zip'}.")
    _check_target(target.resolve(), places)
    try:
        with folder_for(target), workshop(target.parent, f".{target.name[:40]}.companion-") as work:
            draft = work / target.name
            journal = work / JOURNAL
            copy_to_new(places.journal, journal)
            _check_journal(places.journal, journal)
            _write_zip(draft, dict(_everything(places, journal)), version, made)
            contents = _unpacked(draft, work / "check", target)
            damage = damage_of(work / "check" / JOURNAL)
            _leave_to_caller(draft)
            os.replace(draft, target)
            flush(target.parent)
    except OSError as error:
        words = failed(say("{path}: the backup cannot be written", path=target), error)
        raise CompanionError(words) from error
    finally:
        _hand_over(places)
    return replace(contents, words=damage)


def check_backup(source: Path) -> Contents:
    """Say what a backup holds; raises BadBackup for one that is damaged, foreign or too new,
    CompanionError where it cannot be opened or unpacked.

    Only the journal is unpacked for that: the pictures of many evenings may be larger than the room there is.
    """
    try:
        with tempfile.TemporaryDirectory() as work:
            contents = unpack(source, Path(work), {JOURNAL})
            return replace(contents, words=check_games(source, Path(work) / JOURNAL))
    except OSError as error:
        if error.errno in FULL:
            words = failed(say("{path} cannot be written", path=tempfile.gettempdir()), error)
            raise CompanionError(words) from error
        raise CompanionError(f"{source}: the backup cannot be opened ({error.strerror}).") from error


def restore_backup(source: Path, places: Places, now: datetime) -> Contents:
    """Put what a backup holds in the place of what is there, which is kept under other names.

    Nothing is changed before everything is checked, nor where it fails midway; the companion must not run
    meanwhile. Raises as ``check_backup``, and JournalError where another companion holds the journal or the
    disk has no room.
    """
    lock = take_lock(places.journal)
    try:
        with workshop(places.journal.parent, ".companion-restore-") as work:
            contents = unpack(source, work)
            words = check_games(source, work / JOURNAL)
            words += _settle_all(work, places, _mark(places, f"before-restore-{now:%Y%m%d-%H%M%S}"))
    except OSError as error:
        message = failed(say("{path} cannot be written", path=places.journal.parent), error)
        raise JournalError(message) from error
    finally:
        os.close(lock)
        _hand_over(places)
    with Journal.open(places.journal) as journal:
        journal.lost_end()  # what older games lack was not lost; their copies stand apart from now on
    _hand_over(places)
    return replace(contents, words=words)


def _check_journal(path: Path, copied: Path) -> None:
    """Raise JournalError for a journal, of which this is a copy, that no backup can be made of."""
    if is_emptied(path):
        raise DamagedJournal(f"The journal {path} holds nothing any more, its copies do; {RESTORE}.")
    with readable(copied) as database:
        if not check_identity(path, database):
            raise JournalError(f"The journal {path} holds no game yet, so there is nothing to keep.")


def _unpacked(draft: Path, work: Path, target: Path) -> Contents:
    """Unpack and check a backup that is not in its place yet; errors name it as it would be called there."""
    try:
        return unpack(draft, work, {JOURNAL})
    except CompanionError as error:
        words = str(error).replace(str(draft), str(target)).replace(str(draft.parent), str(target.parent))
        raise type(error)(words) from error


def _check_target(target: Path, places: Places) -> None:
    """Raise WrongUse for a file that is not to be written over: one of the companion's, or no backup."""
    journal = places.journal.resolve()
    beside = {journal.with_name(f"{journal.name}{end}") for end in BESIDE}
    folders = (folder.resolve() for folder in (folder_of(journal), places.decks, places.pictures))
    if target in {*beside, places.settings.resolve()} or any(map(target.is_relative_to, folders)):
        raise WrongUse(f"{target} belongs to what is kept; name another file for the backup.")
    if target.exists() and not is_backup(target):
        raise WrongUse(
            f"{target} is there already and is no backup of ours; name another file, or move it away."
        )


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


def _leave_to_caller(draft: Path) -> None:
    """Let nobody else read a backup, but whoever called for it with sudo; some disks know no owners."""
    with suppress(PermissionError):
        draft.chmod(0o600)
    if os.geteuid() == 0 and (caller := os.environ.get("SUDO_UID", "")).isdecimal():
        with suppress(PermissionError):
            os.chown(draft, int(caller), -1)


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
    """Give what root has touched to whom the folder of games belongs: the service must be able to use it.

    A disk that refuses, as one that is read-only, makes nothing undone.
    """
    if os.geteuid() or not places.journal.parent.exists():
        return
    owner = places.journal.parent.stat()
    beside = places.journal.parent.glob(f"{places.journal.name}*")
    settings = places.settings.parent.glob(f"{places.settings.name}*")
    for path in (*beside, *settings, *places.decks.rglob("*"), *places.pictures.rglob("*"), places.decks):
        with suppress(OSError):
            found = path.stat()
            if (found.st_uid, found.st_gid) != (owner.st_uid, owner.st_gid):
                os.chown(path, owner.st_uid, owner.st_gid)


def now() -> datetime:
    """Give the present date."""
    return datetime.now(UTC)
