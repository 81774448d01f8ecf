"""The commands: a backup is written and comes back, and says the version of the package."""

import json
from pathlib import Path

import pytest

from appliance.command_line import VERSION
from companion.storage.backup import Places
from companion.storage.backup_file import SETTINGS
from companion.storage.journal import Journal
from tabletop import main

ROOT = Path(__file__).parents[3]


def test_the_commands(home: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--journal", str(home.journal), "--settings", str(home.settings)]
    file = str(tmp_path / "b.zip")
    assert main(["backup", file, *where]) == 0
    assert main(["backup", "--check", file, *where]) == 0
    assert main(["restore", file, *where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["events"] == 3
    assert main(["restore", str(tmp_path / "none.zip"), *where]) == 1
    assert "no such file" in capsys.readouterr().err
    assert home.settings.name == SETTINGS


@pytest.mark.parametrize("command", [["backup", "--check"], ["restore"]])
def test_a_file_that_is_no_backup_breaks_a_format(
    command: list[str], home: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.zip").write_text("Dear Ann")
    where = ["--journal", str(home.journal), "--settings", str(home.settings)]
    assert main([*command, str(tmp_path / "letter.zip"), *where]) == 3
    assert "this is no backup" in capsys.readouterr().err
    assert main([*command, str(tmp_path), *where]) == 1
    assert "cannot be opened" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name",
    ["games.sqlite3", "games.sqlite3-wal", "games.sqlite3.lock", "games.sqlite3.secret", "settings.toml",
     "games.sqlite3.pictures/new.zip", "games.sqlite3.copies/2026-11-21.sqlite3", "letter.txt",
     "link", "empty"],
)  # fmt: skip
def test_a_backup_is_written_over_nothing_but_a_backup(
    name: str, home: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home.journal.parent
    (folder / "letter.txt").write_text("Dear Ann")
    (folder / "link").symlink_to(home.journal)
    (folder / "empty").touch()
    with Journal.open(home.journal):
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        where = ["--journal", str(home.journal), "--settings", str(home.settings)]
        assert main(["backup", str(folder / name), *where]) == 2
        assert "name another file" in capsys.readouterr().err
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_the_version_is_that_of_the_package() -> None:
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
