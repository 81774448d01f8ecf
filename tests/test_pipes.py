"""What may never end is refused at once in a file's place: a named pipe, for whoever opens one waits for
somebody who writes, and a device."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from companion.doctor.table import check_journal
from companion.errors import CompanionError
from companion.finding import Level
from companion.jumps.presses import read_presses
from companion.records.record import read
from companion.settings.file import read_settings
from companion.storage.backup import Places, check_backup, write_backup
from companion.storage.journal import Journal
from tests.companion.storage.homes import MADE, places
from vision.capture import stills
from vision.capture.sources import open_source
from vision.decks.store import load, notes
from vision.decks.truth import read_truth
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
    "still picture": lambda path: stills.load(str(path)),
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


def test_in_a_pipes_place_a_picture_is_asked_for(pipe: Path) -> None:
    with pytest.raises(CompanionError, match="a named pipe; name a file"):
        stills.load(str(pipe))


ENDLESS: dict[str, Callable[[Path], object]] = {
    "deck": lambda path: load(path.parent, "device"),
    "picture": load_picture,
    "still picture": lambda path: stills.load(str(path)),
    "backup": check_backup,
    "place of a backup": lambda path: write_backup(path, places(path.parent), "", MADE),
    "record": read,
    "presses": read_presses,
    "truth of a deck": lambda path: read_truth(path, "any"),
}


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "device.deck"
    path.symlink_to("/dev/zero")
    return path


@pytest.mark.parametrize("what", ENDLESS)
def test_a_device_is_refused_at_once(what: str, device: Path) -> None:
    with Journal.open(places(device.parent).journal):
        pass
    with pytest.raises((CompanionError, OSError), match=r"a device|is there already"):
        ENDLESS[what](device)


def test_standard_input_and_nothing_are_read() -> None:
    assert read_presses(Path("/dev/null")) == []
    count = "from companion.jumps.presses import *; print(len(read_presses(Path('/dev/stdin'))))"
    line = '{"t": 1, "button": "jump"}\n'
    done = subprocess.run([sys.executable, "-c", count], capture_output=True, text=True, input=line)
    assert done.stdout == "1\n"


def test_a_named_pipe_is_told_among_decks_and_by_the_doctor(pipe: Path) -> None:
    [note] = notes(pipe.parent)
    assert "named pipe" in note.trouble
    assert [finding.level for finding in check_journal(pipe)] == [Level.BAD]
