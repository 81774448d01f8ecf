"""A home with a little of everything, and a backup of it."""

from pathlib import Path

import pytest

from companion.storage.backup import Places
from tests.companion.storage.homes import a_backup, a_home


@pytest.fixture
def home(tmp_path: Path) -> Places:
    return a_home(tmp_path / "home")


@pytest.fixture
def backup(home: Places, tmp_path: Path) -> Path:
    return a_backup(home, tmp_path / "away" / "evening.zip")
