"""A table with its wizard."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.evenings import HEADER, OPENING, evening
from tests.web.wizard import Eye, FakePanel, Wizard


@pytest.fixture
def wizard(tmp_path: Path) -> Iterator[Wizard]:
    with evening(None) as table:
        yield Wizard(table, Eye(tmp_path), FakePanel(), tmp_path / "settings.toml")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Wizard]:
    with evening(HEADER) as table:
        table.enter(*OPENING)
        yield Wizard(table, Eye(tmp_path), FakePanel(), tmp_path / "settings.toml")
