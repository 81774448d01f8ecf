"""A disk that fills or goes read-only while people play: the game stays in view, says so, and goes on.

On a real little disk in memory, mounted by root; as anybody else these tests are skipped (the table's own
tests have a double of such a disk).
"""

import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.clock import Instant, Span
from companion.errors import JournalError
from companion.evidence import Press, PressSource
from companion.following.brain import Brain
from companion.sessions.events import EnterAct, StartGame
from companion.sessions.session import Session
from companion.storage.journal import Journal
from companion.storage.journal_file import copy
from companion.table import Table
from web.feed import Feed
from web.table_door import TableDoor

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}


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
    with Journal.open(disk / "games.sqlite3") as journal, Table(journal, Brain(), retry=0.02) as running:
        running.ask(StartGame(HEADER, Instant(0)))
        yield running


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
    with Journal.open(path) as journal, Table(journal, Brain(), retry=0.02) as table:
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
    with Journal.open(path) as journal, Table(journal, Brain()) as table:
        game = table.current.state.game
        assert game
        assert [act.line.get("play") for act in game.acts] == [11], "what was announced is there"
        play(table, "Ben", 15)


def test_a_start_on_a_read_only_disk_says_what_is_wrong(disk: Path) -> None:
    path = disk / "games.sqlite3"
    Journal.open(path).close()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(JournalError, match="Read-only"):
        Journal.open(path)
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    Journal.open(path).close()


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
    with Journal.open(path) as journal, Table(journal, Brain()) as table:
        table.ask(StartGame(HEADER, Instant(0)))
        play(table, "Ann", 11)
    fill(disk)
    with pytest.raises(JournalError, match=r"full|room"), Journal.open(path) as journal:
        journal.keep_copy()
    (disk / "ballast").unlink()
    with Journal.open(path) as journal, Table(journal, Brain()) as table:
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
    assert not list(disk.glob("copy*"))
