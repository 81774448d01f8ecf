"""What a companion keeps nobody else may read, unless a service shares it with a group."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.state_folder import kept_private, state_folder


@pytest.fixture(autouse=True)
def _lax() -> Iterator[None]:
    """Let files be made as most systems make them."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of a companion that nobody has installed."""
    for name in ("STATE_DIRECTORY", "COMPANION_STATE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return state_folder()


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_is_made_in_ones_own_folder_is_ones_own(own: Path) -> None:
    with kept_private():
        (own / "decks").mkdir(parents=True)
        (own / "games.sqlite3").touch()
    assert (mode(own), mode(own / "decks"), mode(own / "games.sqlite3")) == (0o700, 0o700, 0o600)
    assert os.umask(0o022) == 0o022, "what is written elsewhere is everybody's as before"


def test_a_folder_that_an_earlier_companion_left_open_is_shut(own: Path) -> None:
    own.mkdir(parents=True)
    (own / "games.sqlite3").touch()
    with kept_private():
        pass
    assert mode(own) == 0o700


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_a_services_folder_stays_as_it_is_shared(
    umask: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "service"))
    state_folder().mkdir(mode=0o750)
    os.umask(umask)
    with kept_private():
        (state_folder() / "games.sqlite3").touch()
    assert mode(state_folder()) == 0o750
    assert mode(state_folder() / "games.sqlite3") == (0o640 if umask == 0o022 else 0o600)
