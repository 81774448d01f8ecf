"""A journal of every version that there was is followed, and one of each is kept for that."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.clock import Instant
from companion.following.brain import GameDecider
from companion.sessions.events import EnterAct, EventKind
from companion.storage.journal import Journal
from companion.storage.journal_file import STEPS
from companion.table import Table

OLD = Path(__file__).parent / "journals"


@pytest.mark.parametrize("old", sorted(OLD.glob("*.sql")), ids=lambda path: path.stem)
def test_a_journal_of_every_version_is_followed(old: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(old.read_text(encoding="utf-8"))
    version = int(old.stem.removeprefix("version-"))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == version
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table:
        game = table.current.state.game
        assert game
        assert [act.line.get("play") for act in game.acts] == [11, 25, 31]
        assert sum(event.kind is EventKind.ACT for _, event in journal.events()) == 3
        assert journal.last(EventKind.GAME) == 1
        table.ask(EnterAct({"player": "Ben", "play": 47}, Instant(9)))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == len(STEPS)


def test_there_is_a_journal_of_every_version_up_to_the_newest_kept() -> None:
    kept = sorted(int(path.stem.removeprefix("version-")) for path in OLD.glob("*.sql"))
    assert kept == list(range(1, len(kept) + 1))
    assert len(kept) == len(STEPS)
