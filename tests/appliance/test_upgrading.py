"""A version that does not start leaves the games to the one before, in the form that this can read."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from appliance.upgrading import main
from companion.clock import Instant
from companion.following.brain import GameDecider
from companion.sessions.events import StartGame
from companion.storage.journal import Journal
from companion.table import Table

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal with one game, where the companion keeps it."""
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path))
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    path = tmp_path / "games.sqlite3"
    with Journal.open(path) as opened, Table(opened, GameDecider()) as table:
        table.ask(StartGame(HEADER, Instant(0)))
    path.chmod(0o600)
    return path


def converted(journal: Path) -> None:
    """Let a newer version open the journal."""
    with closing(sqlite3.connect(journal)) as database:
        database.execute("PRAGMA user_version=99")


def version(journal: Path) -> int:
    with closing(sqlite3.connect(journal)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def test_games_that_were_converted_are_put_back_and_nothing_is_lost(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = version(journal)
    assert main(["keep"]) == 0
    converted(journal)
    assert main(["back"]) == 0
    assert version(journal) == before
    assert journal.stat().st_mode & 0o777 == 0o600
    with Journal.open(journal) as opened:
        assert len(list(opened.events())) == 1
    [aside] = journal.parent.glob("games.sqlite3.newer-*[0-9]")
    assert version(aside) == 99
    assert str(aside) in capsys.readouterr().out
    assert not journal.with_name("games.sqlite3.before-upgrade").exists()


def test_games_that_can_be_read_as_they_are_stay(journal: Path) -> None:
    assert main(["keep"]) == 0
    with Journal.open(journal) as opened, Table(opened, GameDecider()) as table:
        table.ask(StartGame(HEADER, Instant(1)))
    assert main(["back"]) == 0
    with Journal.open(journal) as opened:
        assert len(list(opened.events())) > 1
    assert not list(journal.parent.glob("*.newer-*"))
    assert not list(journal.parent.glob("*.before-upgrade"))


def test_a_copy_that_is_not_needed_goes(journal: Path) -> None:
    assert [main(["keep"]), main(["forget"])] == [0, 0]
    assert not list(journal.parent.glob("*.before-upgrade"))


def test_where_nothing_was_played_nothing_is_kept(journal: Path) -> None:
    journal.unlink()
    assert [main([deed]) for deed in ("keep", "back", "forget")] == [0, 0, 0]
    assert not list(journal.parent.glob("games.sqlite3.before-upgrade"))


def test_games_that_cannot_be_copied_are_told(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal.write_bytes(b"nothing of a journal" * 100)
    assert main(["keep"]) == 1
    assert str(journal) in capsys.readouterr().err
