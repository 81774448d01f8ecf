"""A disk that fills or goes read-only while people play: the game stays in view, says so, and goes on.

And of all else that is written, nothing is lost and nothing half stays.

On a real little disk in memory, mounted by root; as anybody else these tests are skipped (the table's own
tests have a double of such a disk).
"""

import io
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from appliance.exporting import write_page
from companion.clock import ClockFit, Instant, Span
from companion.disputes.clips import ClipStore
from companion.doctor.bundle import write_bundle
from companion.doctor.table import check_journal
from companion.errors import CompanionError, JournalError
from companion.evidence import Press, PressSource
from companion.finding import Level
from companion.following.brain import GameDecider
from companion.jumps.clock_check import save_fit
from companion.sessions.events import EnterAct, Event, EventKind, StartGame
from companion.sessions.session import Session
from companion.settings.file import change_file
from companion.storage.backup import Places, check_backup, now, restore_backup, write_backup
from companion.storage.backup_file import FORMAT, JOURNAL, MANIFEST
from companion.storage.journal import Journal
from companion.storage.journal_file import copy
from companion.storage.record_keeper import RecordKeeper
from companion.table import Table
from tabletop import main
from tests.companion.disputes.samples import close, disputes, stills
from tests.companion.storage.homes import a_home, places
from vision.decks.commands import run_print
from vision.decks.crops import Sample
from vision.decks.head import Head
from vision.decks.pdf import HEAD, MAKER
from vision.decks.store import LearntDeck, save
from web.access.referees import Referees
from web.access.secret import keep_secret
from web.api.feed import Feed
from web.doors.table import TableDoor

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}

SHORT = """
import sys
from itertools import count
from tabletop import main
from vision.capture.video import VideoReader

frames, advance = count(), VideoReader.advance
VideoReader.advance = lambda reader: advance(reader) if next(frames) < 180 else None
VideoReader.trouble = lambda reader: None
sys.exit(main())
"""
"""The command, for which a video ends after its first twelve seconds."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def table(disk: Path) -> Iterator[Table[Session]]:
    with (
        Journal.open(disk / "games.sqlite3") as journal,
        Table(journal, GameDecider(), retry=0.02) as running,
    ):
        running.ask(StartGame(HEADER, Instant(0)))
        yield running


def settings(path: Path) -> None:
    change_file(path, {"camera.width": 1280})


def deck(path: Path) -> None:
    cut = np.random.default_rng(1).integers(0, 255, (120, 180, 3)).astype(np.uint8)
    head = Head(np.ones((6, 111), np.float32), np.zeros(111, np.float32), np.ones(111, np.float32))
    save(path.parent, LearntDeck("Oma", "23", (Sample(cut, 8, 23.5, 0),), {}, 1, head, ""))


def clip(path: Path) -> None:
    ClipStore(path.parent).save(path.stem, stills(*range(300)))


def clock(path: Path) -> None:
    save_fit(ClockFit(7, 9, "2026-11-25"), "a camera", path)


def page(path: Path) -> None:
    write_page(path, disputes(close())[0], ClipStore(path.parent))


def secret(path: Path) -> None:
    keep_secret(path)


def backup(path: Path) -> None:
    journal = next(folder for folder in path.parents if folder.name == "disk").with_name("games.sqlite3")
    Journal.open(journal).close()
    write_backup(path, Places(journal, journal.with_name("none"), journal.with_name("no")), "1", now())


def record(path: Path) -> None:
    with RecordKeeper(path) as keeper:
        keeper.follow(Event(EventKind.GAME, Instant(0), {"header": {**HEADER, "rules": {}}, "seats": []}))


def practice_deck(path: Path) -> None:
    run_print(Namespace(game="23", paper="a4", file=path))


WRITERS: dict[str, Callable[[Path], None]] = {
    "settings.toml": settings, "Oma.deck": deck, "7-1.zip": clip, "clocks.json": clock, "page.html": page,
    "secret": secret, "evening.zip": backup, "game.jsonl": record, "print.pdf": practice_deck,
}  # fmt: skip


def a_backup() -> bytes:
    """Give the least file that is a backup by what it says of itself."""
    about = {"format": FORMAT, "made": "", "version": "", "files": {JOURNAL: ""}}
    with zipfile.ZipFile(packed := io.BytesIO(), "w") as archive:
        archive.writestr(MANIFEST, json.dumps(about))
    return packed.getvalue()


@pytest.mark.parametrize("name", WRITERS)
def test_on_a_full_disk_a_file_stays_as_it_was_and_what_to_do_is_said(name: str, disk: Path) -> None:
    before = {"evening.zip": a_backup(), "print.pdf": HEAD + MAKER}
    there = before.get(name, b"# what was there")
    (disk / name).write_bytes(there)
    fill(disk)
    with pytest.raises(CompanionError, match=r"\(No space left on device\); make room on the disk\.?$"):
        WRITERS[name](disk / name)
    assert {kept.name for kept in disk.iterdir()} == {"ballast", name}
    assert (disk / name).read_bytes() == there


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_gets_no_empty_file(name: str, disk: Path) -> None:
    fill(disk)
    with pytest.raises(CompanionError, match=r"\(No space left on device\); make room on the disk\.?$"):
        WRITERS[name](disk / name)
    assert {kept.name for kept in disk.iterdir()} == {"ballast"}


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_gets_no_empty_folder(name: str, disk: Path) -> None:
    fill(disk)
    with pytest.raises(CompanionError, match=r"\(No space left on device\); make room on the disk\.?$"):
        WRITERS[name](disk / "new" / "deeper" / name)
    assert {kept.name for kept in disk.iterdir()} == {"ballast"}


def test_referees_and_a_bundle_leave_a_full_disk_as_it_is(
    disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fill(disk)
    tablet = (referees := Referees(disk / "referees")).add("a tablet", 60.0)
    assert referees.knows(tablet.id), "the role is there until the next start"
    assert "the list of referees cannot be kept (No space left on device)" in caplog.text
    with pytest.raises(OSError, match="No space left"):
        write_bundle(disk / "bundle.zip", [], Places(disk / "no", disk / "none", disk / "nowhere"))
    assert {kept.name for kept in disk.iterdir()} == {"ballast"}


def test_a_journal_that_cannot_be_begun_leaves_nothing_that_passes_for_one(disk: Path) -> None:
    fill(disk)
    with pytest.raises(JournalError, match="the disk is full"):
        Journal.open(disk / "games.sqlite3")
    assert {kept.name for kept in disk.iterdir()} == {"ballast", "games.sqlite3.lock"}


def test_a_demo_that_could_not_be_kept_fails_in_one_line(disk: Path) -> None:
    ballast = fill(disk)
    os.truncate(ballast, ballast.stat().st_size - 90 * 1024)
    args = ("demo", "--once", "--speed", "50", "--port", "0", "--journal", str(disk / "demo.sqlite3"))
    command = [sys.executable, "-c", SHORT, *args]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert re.fullmatch(
        r"companion: \d+ things? that happened w\w+ not kept\. .*the disk is full; make room.*", last
    )


def fill(disk: Path) -> Path:
    """Write until nothing more fits; gives the file to take away again."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 1024):
                pass
        except OSError:
            return ballast
    return ballast


def until(so: Callable[[], bool]) -> bool:
    """Wait until something holds, five seconds at most."""
    deadline = time.monotonic() + 5
    while not so() and time.monotonic() < deadline:
        time.sleep(0.005)
    return so()


def play(table: Table[Session], player: str, number: int) -> None:
    table.ask(EnterAct({"player": player, "play": number}, Instant(1)))


def press(table: Table[Session]) -> None:
    table.submit(Press("jump", Span.at(Instant(2)), PressSource.GPIO))


def fails(table: Table[Session], says: str) -> None:
    """Say things until nothing more is kept: the file may have had some room of its own left."""
    remark = EnterAct({"note": "x" * 500}, Instant(1))
    with pytest.raises(JournalError, match=says):
        any(not table.ask(remark) for _ in range(1000))


def play_through(table: Table[Session], mend: Callable[[], object], says: str) -> None:
    """On a disk that has just broken: the game and the trouble are shown, and it goes on once mended."""
    with TableDoor(table, lambda _: None) as door:
        fails(table, says)
        for _ in range(10):  # so little may still have found room where a remark did not
            press(table)
        assert until(lambda: says in (door.view().attention.message if door.view().attention else ""))  # type: ignore[union-attr]
        assert door.view().zones[0].cards[0].text == "11", "the game stays in view"
        mend()
        assert until(lambda: door.view().attention is None), "it goes on by itself"
        assert until(lambda: door.view().last_press == "jump"), "what came meanwhile is not lost"
    play(table, "Ben", 15)


def test_a_full_disk_is_said_and_waited_for(table: Table[Session], disk: Path) -> None:
    play(table, "Ann", 11)
    ballast = fill(disk)
    play_through(table, ballast.unlink, "the disk is full")


def test_a_disk_that_refuses_writes_is_said_and_waited_for(table: Table[Session], disk: Path) -> None:
    play(table, "Ann", 11)
    # No disk can be made read-only and writable again while files are open; a limit of nothing can.
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
    play_through(table, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit), "the disk")


def test_that_a_disk_was_full_is_not_said_any_longer_than_it_is(table: Table[Session], disk: Path) -> None:
    play(table, "Ann", 11)
    ballast = fill(disk)
    fails(table, "the disk is full")
    kept = table.since(0)
    with pytest.raises(JournalError, match="make room"):
        table._journal.try_out()
    assert table.trouble
    ballast.unlink()
    assert until(lambda: table.trouble is None), "nothing was entered meanwhile"
    assert table.since(0) == kept


@pytest.fixture(params=[24, 32, 40])
def little(disk: Path, request: pytest.FixtureRequest) -> Path:
    """A disk of so many kB: SQLite has room for a journal there, but not for all that it keeps beside one."""
    resize = ["mount", "-o", f"remount,size={request.param}k", str(disk)]
    subprocess.run(resize, check=True)
    return disk


def test_a_disk_too_full_for_a_backup_is_named_and_not_the_journals(little: Path, tmp_path: Path) -> None:
    home = a_home(tmp_path / "home")
    with pytest.raises(CompanionError, match=r"disk/b.zip: .* \(No space left on device\); make room"):
        write_backup(little / "b.zip", home, "1", now())
    assert not any(little.iterdir())


def test_a_disk_too_full_to_restore_or_to_check_a_backup_is_named(
    little: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.zip"
    write_backup(file, a_home(tmp_path / "home"), "1", now())
    says = r"disk cannot be written \(No space left on device\); make room on the disk"
    with pytest.raises(JournalError, match=says):
        restore_backup(file, places(little), now())
    monkeypatch.setattr("tempfile.tempdir", str(little))
    with pytest.raises(CompanionError, match=says):
        check_backup(file)


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A card of 8 MB with ext4, which goes read-only by itself at its first error, as a worn SD card does."""
    image, place = tmp_path / "card.img", tmp_path / "card"
    place.mkdir()
    with image.open("wb") as file:
        file.truncate(8 << 20)
    make = ["mkfs.ext4", "-q", "-F", "-e", "remount-ro", str(image)]
    if os.geteuid() or not shutil.which(make[0]) or not insert(image, place, make):
        pytest.skip("only root may mount a card")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def insert(image: Path, place: Path, *before: list[str]) -> bool:
    """Mount a card's image, after other commands; says whether all worked."""
    mount = ["mount", "-o", "loop", str(image), str(place)]
    return not any(
        subprocess.run(words, capture_output=True, check=False).returncode for words in (*before, mount)
    )


def wear_out(place: Path) -> None:
    """Let the card's file system meet an error: the kernel makes it read-only, open files and all."""
    device = next(
        line.split()[0] for line in Path("/proc/mounts").read_text().splitlines() if f" {place} " in line
    )
    trigger = Path("/sys/fs/ext4") / Path(device).name / "trigger_fs_error"
    if not trigger.exists():
        pytest.skip("this kernel cannot let a file system fail")
    trigger.write_text("worn out", encoding="ascii")


def test_a_card_that_goes_read_only_in_mid_game_leaves_the_game_in_view(card: Path) -> None:
    path = card / "games.sqlite3"
    with Journal.open(path) as journal, Table(journal, GameDecider(), retry=0.02) as table:
        table.ask(StartGame(HEADER, Instant(0)))
        play(table, "Ann", 11)
        wear_out(card)
        with pytest.raises(JournalError, match=r"the disk fails|read-only"):
            play(table, "Ben", 15)
        with TableDoor(table, lambda _: None) as door:
            view = door.view()
            assert view.attention
            assert "journal" in view.attention.message
            assert view.zones[0].cards[0].text == "11", "the game stays in view"
    subprocess.run(["umount", str(card)], check=True)
    assert insert(card.with_suffix(".img"), card), "the card is put in anew"
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table:
        game = table.current.state.game
        assert game
        assert [act.line.get("play") for act in game.acts] == [11], "what was announced is there"
        play(table, "Ben", 15)


def test_a_start_on_a_read_only_disk_says_what_is_wrong(disk: Path) -> None:
    path = disk / "games.sqlite3"
    Journal.open(path).close()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(JournalError, match=r"Read-only file system\); mount the disk for writing"):
        Journal.open(path)
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    Journal.open(path).close()


@pytest.mark.parametrize("beside", [(), ("-wal",), ("-wal", "-shm")])
def test_games_on_a_read_only_disk_are_backed_up(
    beside: tuple[str, ...], disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, played = disk / "games.sqlite3", tmp_path / "games.sqlite3"
    with Journal.open(played) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame(HEADER, Instant(0)))
        for end in ("", *beside):  # as a pulled plug leaves them
            shutil.copy(f"{played}{end}", f"{path}{end}")
    if not beside:
        shutil.copy(played, path)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    where = ["--journal", str(path), "--settings", str(disk / "none")]
    assert main(["backup", str(tmp_path / "evening.zip"), *where]) == 0
    assert "1 entry of the journal" in capsys.readouterr().out
    assert {one.name for one in tmp_path.iterdir() if "evening" in one.name} == {"evening.zip"}
    [games, _] = check_journal(path)
    assert games.level is Level.GOOD


def test_a_viewer_hears_of_a_full_disk_at_once(table: Table[Session], disk: Path) -> None:
    with TableDoor(table, lambda _: None) as door:
        feed = Feed(door, 10, beat=5.0)
        messages = feed.messages(None)
        assert "snapshot" in next(m for m in messages if "event" in m)
        fill(disk)
        begun = time.monotonic()
        press(table)
        for _ in range(200):
            press(table)
        assert any("the disk is full" in message for message in messages)
        assert time.monotonic() - begun < 4, "long before the next sign of life"
        feed.close()


def test_a_start_on_a_full_disk_goes_on_with_the_game(disk: Path) -> None:
    path = disk / "games.sqlite3"
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame(HEADER, Instant(0)))
        play(table, "Ann", 11)
    fill(disk)
    with pytest.raises(JournalError, match=r"full|room"), Journal.open(path) as journal:
        journal.keep_copy()
    (disk / "ballast").unlink()
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table:
        game = table.current.state.game
        assert game
        assert len(game.acts) == 1


def test_a_copy_on_a_full_disk_names_that_disk(disk: Path, tmp_path: Path) -> None:
    games = tmp_path / "games.sqlite3"
    Journal.open(games).close()
    fill(disk)
    with pytest.raises(
        JournalError, match=r"disk/copy\.sqlite3 cannot be written \(No space left on device\)"
    ):
        copy(games, disk / "copy.sqlite3")
    with pytest.raises(JournalError, match="make room on the disk"):
        copy(games, disk / "copies" / "copy.sqlite3")
    assert not list(disk.glob("cop*"))
