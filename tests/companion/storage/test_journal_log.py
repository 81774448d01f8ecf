"""SQLite's log, in which a byte is wrong: what follows it can be read all the same."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.clock import Instant
from companion.sessions.events import Event, EventKind
from companion.storage.journal import Journal
from companion.storage.journal_log import HEAD, HEADER, mended

EVENTS = 60
PAGE = 1024


@dataclass(frozen=True, slots=True)
class Cut:
    """A journal as a pulled plug leaves it: its file, and SQLite's log."""

    file: bytes
    log: bytes

    def open(self, path: Path, log: bytes) -> tuple[int, str]:
        """Give how many events SQLite finds with this log, and what it says of the file."""
        path.write_bytes(self.file)
        path.with_name(f"{path.name}-wal").write_bytes(log)
        with closing(sqlite3.connect(path)) as database:
            (word,) = database.execute("PRAGMA quick_check(1)").fetchone()
            (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            found = database.execute("SELECT count(*) FROM events").fetchone()[0] if tables else 0
        return found, word


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Cut:
    path = tmp_path_factory.mktemp("cut") / "games.sqlite3"
    with Journal.open(path) as journal:
        for number in range(EVENTS):
            journal.append([Event(EventKind.ACT, Instant(number), {"act": {"note": "x" * 50}})])
        return Cut(path.read_bytes(), path.with_name("games.sqlite3-wal").read_bytes())


def spoilt(log: bytes, at: int) -> bytes:
    return log[:at] + bytes([log[at] ^ 0x41]) + log[at + 1 :]


def test_a_log_in_which_nothing_is_wrong_needs_no_mending(cut: Cut, tmp_path: Path) -> None:
    assert cut.open(tmp_path / "j", cut.log) == (EVENTS, "ok")
    assert mended(cut.log, PAGE) is None


@pytest.mark.parametrize("part", range(21))
def test_a_log_that_was_being_written_when_the_plug_was_pulled_needs_none(cut: Cut, part: int) -> None:
    assert mended(cut.log[: len(cut.log) * part // 20], PAGE) is None


def test_what_follows_a_wrong_byte_is_read(cut: Cut, tmp_path: Path) -> None:
    random = Random(1)
    end = len(cut.log) - 10 * (HEAD + PAGE)
    for number in range(40):
        log = spoilt(cut.log, random.randrange(HEADER, end))
        assert cut.open(tmp_path / f"{number}-cut", log)[0] < EVENTS
        whole = mended(log, PAGE)
        assert whole
        assert cut.open(tmp_path / f"{number}-mended", whole) == (EVENTS, "ok")


@pytest.mark.parametrize("at", [0, 3, 4, 9, 17, 21, 25, 31])
def test_a_wrong_byte_in_its_header_costs_nothing(cut: Cut, tmp_path: Path, at: int) -> None:
    log = spoilt(cut.log, at)
    assert cut.open(tmp_path / "cut", log)[0] == 0
    whole = mended(log, PAGE)
    assert whole
    assert cut.open(tmp_path / "mended", whole) == (EVENTS, "ok")


def test_a_last_entry_that_is_not_whole_was_being_written(cut: Cut) -> None:
    assert mended(spoilt(cut.log, len(cut.log) - 5), PAGE) is None


def test_what_stands_behind_the_newest_is_older_and_no_loss(cut: Cut) -> None:
    frame = HEAD + PAGE
    older = b"".join(
        cut.log[at : at + 8] + b"older so" + cut.log[at + 16 : at + frame]
        for at in range(HEADER, len(cut.log), frame)
    )
    assert mended(cut.log + older, PAGE) is None


@pytest.mark.parametrize("log", [b"", b"what SQLite left beside the damaged file", bytes(5000), b"7" * 5000])
@pytest.mark.parametrize("page_size", [0, 1, 512, 1024, 65535])
def test_what_is_no_log_is_none(log: bytes, page_size: int) -> None:
    assert mended(log, page_size) is None
