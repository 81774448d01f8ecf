"""The commands: a backup is written and comes back, and says the version of the package."""

import json
from pathlib import Path

import pytest

from appliance.command_line import VERSION
from companion.storage.backup import (
    SETTINGS,
    Places,
)
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


def test_the_version_is_that_of_the_package() -> None:
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
