"""A backup holds everything, comes back whole, and never harms what is there."""

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from appliance.command_line import VERSION
from appliance.replaying import play_store
from companion.clock import Instant
from companion.disputes.clips import ClipStore
from companion.errors import CompanionError, JournalError
from companion.following.brain import GameDecider
from companion.sessions.events import StartGame
from companion.settings.file import read_settings
from companion.storage.backup import Places, check_backup, restore_backup, write_backup
from companion.storage.backup_file import FORMAT, JOURNAL, MANIFEST, BadBackup
from companion.storage.journal import Journal
from companion.storage.journal_file import STEPS
from companion.table import Table
from tests.companion.disputes.samples import stills
from tests.companion.storage.homes import MADE, events, places, play
from tests.vision.decks.test_store import deck as learnt_deck
from vision.decks import store as deck_store


def test_another_machine_gets_everything(backup: Path, home: Places, tmp_path: Path) -> None:
    other = places(tmp_path / "other")
    contents = restore_backup(backup, other, MADE)
    assert (contents.made, contents.version, contents.words) == ("2026-11-21T20:15:00+00:00", "0.1.0", ())
    assert events(other.journal) == events(home.journal)
    assert other.settings.read_bytes() == home.settings.read_bytes()
    assert (other.decks / "star.json").read_text() == "{}"
    assert (other.pictures / "1.zip").read_bytes() == b"pictures"


def test_pictures_of_disputes_and_learnt_decks_go_along(home: Places, tmp_path: Path) -> None:
    clips = ClipStore.beside(home.journal)
    clips.save("7-9", stills(1.0, 1.5))
    play_store(clips).save("play-1", stills(2.0))
    star = learnt_deck("Star")
    deck_store.save(home.decks, star)
    other = places(tmp_path / "other")
    file = tmp_path / "evening.zip"
    write_backup(file, home, VERSION, MADE)
    restore_backup(file, other, MADE)
    restored = ClipStore.beside(other.journal)
    assert restored.frames("7-9") == clips.frames("7-9")
    assert [restored.jpeg("7-9", place) for place in range(2)] == [still.jpeg for still in stills(1.0, 1.5)]
    assert play_store(restored).names() == ["play-1"]
    learnt = deck_store.load(other.decks, "Star")
    assert (learnt.game, learnt.stamp, learnt.pictures) == (star.game, star.stamp, star.pictures)
    assert learnt.seen == star.seen


def test_what_was_there_is_kept_under_another_name(backup: Path, tmp_path: Path) -> None:
    other = places(tmp_path / "other")
    play(other, 33)
    before = events(other.journal)
    other.settings.write_text("[camera]\nwidth = 800\n")
    contents = restore_backup(backup, other, MADE)
    assert len(contents.words) == 2
    assert len(events(other.journal)) == 3
    [aside] = other.journal.parent.glob("games.sqlite3.before-restore-20261121-201500")
    assert events(aside) == before
    assert read_settings(other.settings).camera.width == 640


def damaged(where: Places) -> bytes:
    """Spoil a journal; gives what is left of it."""
    data = bytearray(where.journal.read_bytes())
    data[2000:] = bytes(byte ^ 0x5A for byte in data[2000:])
    where.journal.write_bytes(data)
    return bytes(data)


def test_a_backup_comes_back_in_the_place_of_a_damaged_journal(backup: Path, home: Places) -> None:
    spoilt = damaged(home)
    words = restore_backup(backup, home, MADE).words
    assert len(events(home.journal)) == 3
    aside = home.journal.with_name("games.sqlite3.before-restore-20261121-201500")
    assert aside.read_bytes() == spoilt
    assert f"The games that were here are damaged; what is left of them is kept in {aside}." in words


def test_games_that_a_restored_backup_lacks_were_not_lost(backup: Path, home: Places) -> None:
    play(home, 44)
    with Journal.open(home.journal) as journal:
        newest = journal.keep_copy()
    restore_backup(backup, home, MADE)
    assert newest.with_name(f"other-{newest.name}").exists()
    with Journal.open(home.journal) as journal:
        assert journal.lost_end() is None


def test_what_a_pulled_plug_has_left_of_a_backup_or_restore_goes_with_the_next(
    backup: Path, home: Places
) -> None:
    left = [home.journal.parent / ".companion-restore-x", backup.parent / ".evening.zip.companion-x"]
    for folder in left:
        folder.mkdir()
        (folder / "games.sqlite3").write_bytes(b"whole games")
    restore_backup(backup, home, MADE)
    write_backup(backup, home, VERSION, MADE)
    assert not any(folder.exists() for folder in left)


def test_a_restore_that_is_killed_leaves_no_half_copy_of_what_was_there(
    backup: Path, home: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.journal_file._settle", lambda *_: os._exit(9))
    if not (child := os.fork()):
        try:
            restore_backup(backup, home, MADE)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    monkeypatch.undo()
    restore_backup(backup, home, MADE + timedelta(hours=1))
    assert [path.name for path in home.journal.parent.iterdir() if ".new" in path.name] == []


def test_two_restores_in_one_second_keep_both(backup: Path, home: Places) -> None:
    for _ in range(2):
        restore_backup(backup, home, MADE)
    kept = sorted(path.name for path in home.journal.parent.glob("games.sqlite3.before-restore-*"))
    assert kept == [f"games.sqlite3.before-restore-20261121-201500{more}" for more in ("", "-2")]


@pytest.mark.parametrize("sound", [True, False])
def test_a_restore_that_fails_midway_leaves_all_as_it_was(
    sound: bool, backup: Path, home: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not sound:
        damaged(home)
    before = files_in(home.journal.parent)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    move = shutil.move
    monkeypatch.setattr(shutil, "move", lambda old, new: full() if new == home.settings else move(old, new))
    with pytest.raises(JournalError, match="No space left"):
        restore_backup(backup, home, MADE)
    assert files_in(home.journal.parent) == before


def test_pictures_larger_than_the_room_for_passing_files_are_no_damage(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(backup) as archive:
        room = archive.getinfo(JOURNAL).file_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=room))
    assert check_backup(backup).files == 4
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=room - 1))
    with pytest.raises(CompanionError, match="no room for it"):
        check_backup(backup)


def test_a_damaged_picture_in_a_backup_is_found(backup: Path, tmp_path: Path) -> None:
    bad = rewritten(backup, tmp_path / "bad.zip", {"pictures/1.zip": b"other pictures"})
    with pytest.raises(BadBackup, match=r"pictures/1\.zip in the backup is not what was written"):
        check_backup(bad)


def test_pictures_that_go_while_a_backup_is_written_are_left_out(
    home: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def read_after_a_while(path: Path) -> bytes:
        (home.pictures / "1.zip").unlink(missing_ok=True)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", read_after_a_while)
    assert write_backup(tmp_path / "b.zip", home, VERSION, MADE).files == 3


def test_a_machine_that_has_no_clock_writes_a_backup_all_the_same(home: Places, tmp_path: Path) -> None:
    made = datetime(1970, 1, 1, 0, 0, 25, tzinfo=UTC)
    write_backup(tmp_path / "b.zip", home, VERSION, made)
    assert check_backup(tmp_path / "b.zip").made == made.isoformat()


def test_a_backup_is_written_to_a_stick_that_knows_no_owners(
    home: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("SUDO_UID", "1000")
    for deed in ("chown", "chmod"):
        monkeypatch.setattr(os, deed, refused)
    assert write_backup(tmp_path / "b.zip", home, VERSION, MADE).files == 4
    assert check_backup(tmp_path / "b.zip").events == 3


def test_a_folder_is_no_backup(home: Places, tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match=r"name a file in it, as .*evening\.zip"):
        write_backup(tmp_path, home, VERSION, MADE)
    for deed in (check_backup, lambda source: restore_backup(source, home, MADE)):
        with pytest.raises(CompanionError, match=r"the backup cannot be opened \(Is a directory\)"):
            deed(tmp_path)


def test_a_backup_is_made_while_people_play(home: Places, tmp_path: Path) -> None:
    with Journal.open(home.journal) as journal, Table(journal, GameDecider()) as table:
        contents = write_backup(tmp_path / "b.zip", home, "0.1.0", MADE)
        table.ask(StartGame({"game": "fifty-fifty", "players": ["Ann", "Ben"]}, Instant(0)))
        with pytest.raises(JournalError, match="holds the journal"):
            restore_backup(tmp_path / "b.zip", home, MADE)
    assert contents.events == 3
    assert len(events(home.journal)) == 4


def rewritten(backup: Path, target: Path, changes: dict[str, bytes | None]) -> Path:
    """Write a backup anew with other contents; None leaves a file out."""
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w") as new:
        for name in {*old.namelist(), *changes}:
            data = changes[name] if name in changes else old.read(name)
            if data is not None:
                new.writestr(name, data)
    return target


def manifest(backup: Path, **changes: object) -> bytes:
    with zipfile.ZipFile(backup) as archive:
        return json.dumps({**json.loads(archive.read(MANIFEST)), **changes}).encode()


def files_in(folder: Path) -> dict[Path, bytes]:
    """Give all that lies there, but for the lock."""
    return {
        path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"
    }


def refused(source: Path, where: Places, says: str) -> None:
    before = files_in(where.journal.parent)
    with pytest.raises(BadBackup, match=says):
        restore_backup(source, where, MADE)
    assert files_in(where.journal.parent) == before


def test_a_newer_backup_is_refused(backup: Path, home: Places, tmp_path: Path) -> None:
    new = rewritten(
        backup, tmp_path / "n.zip", {MANIFEST: manifest(backup, format=FORMAT + 1, version="9.0")}
    )
    refused(new, home, r"newer companion \(9\.0\); update this one first")


def test_a_newer_journal_is_refused(backup: Path, home: Places, tmp_path: Path) -> None:
    shutil.copy(home.journal, tmp_path / JOURNAL)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        database.execute(f"PRAGMA user_version={len(STEPS) + 1}")
    newer = places(tmp_path / "newer")
    newer.journal.parent.mkdir()
    data = (tmp_path / JOURNAL).read_bytes()
    sums = {JOURNAL: hashlib.sha256(data).hexdigest()}
    changed: dict[str, bytes | None] = {JOURNAL: data, MANIFEST: manifest(backup, files=sums)}
    refused(rewritten(backup, tmp_path / "n.zip", changed), newer, "update this companion first")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({JOURNAL: b"no journal"}, "is not what was written"),
        ({JOURNAL: None}, "no backup, or it is damaged"),
        ({MANIFEST: b"{}"}, "no backup of the companion"),
        ({MANIFEST: b"[1"}, "damaged"),
        ({MANIFEST: None}, "no backup"),
        (
            {
                MANIFEST: b'{"format": 1, "files": {"../x": "0", "journal.sqlite3": "0"}, "made": 1,'
                b' "version": 1}'
            },
            "does not belong",
        ),
    ],
)
def test_a_damaged_backup_is_refused(
    backup: Path, home: Places, tmp_path: Path, changes: dict[str, bytes | None], says: str
) -> None:
    refused(rewritten(backup, tmp_path / "n.zip", changes), home, says)
    assert not (tmp_path / "x").exists()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_gets_past_the_check(backup: Path, tmp_path: Path, data: st.DataObject) -> None:
    good = backup.read_bytes()
    at = data.draw(st.integers(0, len(good) - 1))
    cut = data.draw(st.integers(0, 30))
    bad = tmp_path / "bad.zip"
    bad.write_bytes(good[:at] + data.draw(st.binary(max_size=8)) + good[at + cut :])
    try:
        contents = check_backup(bad)
    except BadBackup as error:
        assert str(error)  # noqa: PT017
    else:
        assert contents.events == 3


def try_to_restore(source: Path, home: Places, tmp_path: Path) -> None:
    """Restore it over a companion's places: taken, or refused in words and all stays as it was."""
    shutil.rmtree(tmp_path / "there", ignore_errors=True)
    shutil.copytree(home.journal.parent, tmp_path / "there")
    where = places(tmp_path / "there")
    packed, before = source.read_bytes(), files_in(tmp_path / "there")
    try:
        restore_backup(source, where, MADE)
    except BadBackup as error:
        assert str(error)  # noqa: PT017
        assert files_in(tmp_path / "there") == before
    else:
        assert events(where.journal)
    assert source.read_bytes() == packed


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_mangled_backup_harms_nothing(
    backup: Path, home: Places, tmp_path: Path, data: st.DataObject
) -> None:
    packed = bytearray(backup.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(packed)))
        packed[at : at + data.draw(st.sampled_from([0, 1, 1, 4, 40]))] = data.draw(st.binary(max_size=5))
    bad = tmp_path / "mangled.zip"
    bad.write_bytes(packed)
    try_to_restore(bad, home, tmp_path)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


odd_names = st.sampled_from([".", "decks/", "/etc/x", "decks/../x", "decks/a/b", "pictures/\0", "x", "decks"])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["format", "version", "made", "files"]), json_values, odd_names)
def test_whatever_a_backup_says_of_itself_harms_nothing(
    backup: Path, home: Places, tmp_path: Path, key: str, value: object, name: str
) -> None:
    held = json.loads(manifest(backup))["files"]
    for changes in ({key: value}, {"files": {**held, name: "0"}}, {"files": {**held, JOURNAL: value}}):
        odd = rewritten(backup, tmp_path / "odd.zip", {MANIFEST: manifest(backup, **changes)})
        try_to_restore(odd, home, tmp_path)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(at=6075, put_in=b"\x80", gone=0)
@given(st.integers(0, 12_000), st.binary(max_size=6), st.integers(0, 40))
def test_an_odd_journal_in_a_backup_harms_nothing(
    backup: Path, home: Places, tmp_path: Path, at: int, put_in: bytes, gone: int
) -> None:
    with zipfile.ZipFile(backup) as archive:
        good = archive.read(JOURNAL)
    at = at % len(good)
    journal = good[:at] + put_in + good[at + gone :]
    sums = {**json.loads(manifest(backup))["files"], JOURNAL: hashlib.sha256(journal).hexdigest()}
    changes: dict[str, bytes | None] = {JOURNAL: journal, MANIFEST: manifest(backup, files=sums)}
    try_to_restore(rewritten(backup, tmp_path / "odd.zip", changes), home, tmp_path)
