"""A named pipe in a file's place is refused at once: whoever opens one waits for somebody who writes."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from companion.doctor.table import check_journal
from companion.errors import CompanionError
from companion.finding import Level
from companion.settings.file import read_settings
from companion.storage.backup import Places, check_backup, write_backup
from companion.storage.journal import Journal
from tests.companion.storage.homes import MADE
from vision.capture.sources import open_source
from vision.decks.store import load, notes
from vision.frame import load_picture


@pytest.fixture(autouse=True)
def hurry() -> Iterator[None]:
    """Let nobody wait for long."""

    def over(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError("it waits for somebody who writes")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(5)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.deck"
    os.mkfifo(path)
    return path


OPENERS: dict[str, Callable[[Path], object]] = {
    "camera": lambda path: open_source(str(path)),
    "picture": load_picture,
    "deck": lambda path: load(path.parent, "pipe"),
    "settings": read_settings,
    "journal": Journal.open,
    "backup": check_backup,
    "journal of a backup": lambda path: write_backup(
        path.parent / "a.zip", Places(path, path, path), "", MADE
    ),
}


@pytest.mark.parametrize("what", OPENERS)
def test_a_named_pipe_is_refused_at_once(what: str, pipe: Path) -> None:
    with pytest.raises(CompanionError, match=r"pipe\.deck.*(named pipe|neither a file|nothing)"):
        OPENERS[what](pipe)


def test_a_named_pipe_is_told_among_decks_and_by_the_doctor(pipe: Path) -> None:
    [note] = notes(pipe.parent)
    assert "named pipe" in note.trouble
    assert [finding.level for finding in check_journal(pipe)] == [Level.BAD]
