"""What keeps a table from starting is said in a sentence with its remedy; to programs, as an object."""

import ctypes
import json
import logging
import os
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage.journal import Journal
from tabletop import main

SOMEBODY = 12345
CAPSET_VERSION = 0x20080522


@pytest.fixture(autouse=True)
def _root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text('[dashboard]\nannounce = false\nhost = "127.0.0.1"\n[buttons]\njump = "none"\n')
    return path


def serve(settings: Path, *more: str) -> int:
    journal = settings.with_name("games.sqlite3")
    return main(["serve", "/dev/video97", "--settings", str(settings), "--journal", str(journal), *more])


def test_two_copies_started(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(settings.with_name("games.sqlite3")):
        assert serve(settings) == 1
    said = capsys.readouterr().err
    assert f"Another companion (process {os.getpid()}) holds the journal" in said
    assert "stop that one" in said


@pytest.mark.parametrize("form", ["people", "json"])
def test_a_port_that_is_taken(form: str, settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve(settings, "--port", str(port), "--log", form) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    words = json.loads(last)["message"] if form == "json" else last.removeprefix("companion: ")
    assert words == (
        f"cannot listen on 127.0.0.1 port {port} (Address already in use): "
        "end what listens there already, or give another host or port"
    )


@pytest.mark.parametrize("form", ["people", "json"])
def test_mistakes_in_the_settings(form: str, settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings.write_text('[camera]\nwidht = 3\nheight = "x"\n')
    assert serve(settings, "--log", form) == 3
    said = capsys.readouterr().err
    words = json.loads(said)["message"] if form == "json" else said
    assert f"{settings}, line 2: camera.widht" in words
    assert f"{settings}, line 3: camera.height" in words


def as_one_who_may_not(settings: Path) -> tuple[int, str]:
    """Start a table in a child without root's rights over the files of others; gives status and words."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(theirs, 2)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
        head, nothing = struct.pack("Ii", CAPSET_VERSION, 0), struct.pack("6I", *[0] * 6)
        ctypes.CDLL(None).capset(head, nothing)
        status = serve(settings)
        sys.stderr.flush()
        os._exit(status)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as line:
        said = line.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


def of_somebody_else(path: Path, mode: int) -> None:
    path.chmod(mode)
    if not os.geteuid():
        os.chown(path, SOMEBODY, SOMEBODY)


def test_settings_that_may_not_be_read(settings: Path) -> None:
    of_somebody_else(settings, 0o200)
    status, said = as_one_who_may_not(settings)
    assert status == 1
    assert f"{settings}: the settings cannot be read (Permission denied); check who may read it" in said


def test_a_folder_that_may_not_be_written(settings: Path) -> None:
    of_somebody_else(settings.parent, 0o555)
    status, said = as_one_who_may_not(settings)
    assert status == 1
    assert "games.sqlite3 cannot be opened (Permission denied); check its folder, and who may write" in said
    of_somebody_else(settings.parent, 0o755)


def test_games_that_may_not_be_read(settings: Path) -> None:
    journal = settings.with_name("games.sqlite3")
    Journal.open(journal).close()
    of_somebody_else(journal, 0o200)
    status, said = as_one_who_may_not(settings)
    assert status == 1
    assert "games.sqlite3: unable to open database file; it cannot be opened; check" in said
    assert "who may read and write it" in said
