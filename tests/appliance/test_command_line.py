"""The commands keep to themselves what they keep."""

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import appliance.evening
from companion.state_folder import state_folder
from tabletop import main
from tests.companion.storage.homes import a_backup, a_home

pytestmark = pytest.mark.usefixtures("log_as_before")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the folder of a companion that nobody has installed, on a system that lets everybody read."""
    for name in ("STATE_DIRECTORY", "COMPANION_STATE", "COMPANION_SETTINGS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    before = os.umask(0o022)
    yield state_folder()
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Give what others than the owner may do with a folder and all that lies in it."""
    found = {path.name: path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}
    return {name: rights for name, rights in found.items() if rights}


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_table_keeps_its_games_to_itself(command: str, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(plan: SimpleNamespace, say: object) -> int:
        plan.journal.parent.mkdir(parents=True)
        plan.journal.touch()
        return 0

    monkeypatch.setattr(appliance.evening, "run", run)
    assert main([command]) == 0
    assert list(own.iterdir())
    assert modes(own) == {}


def test_what_is_restored_is_nobody_elses(own: Path, tmp_path: Path) -> None:
    backup = a_backup(a_home(tmp_path / "home"), tmp_path / "b.zip")
    assert main(["restore", str(backup), "--settings", str(own / "settings.toml")]) == 0
    assert {path.name for path in own.iterdir()} >= {"games.sqlite3", "decks", "settings.toml"}
    assert modes(own) == {}
