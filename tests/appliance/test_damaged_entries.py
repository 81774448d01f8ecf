"""A journal that SQLite finds sound and nobody can follow gives way to a copy that can be."""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from appliance.ending import Ends
from appliance.evening import _journal, _table
from appliance.plan import Plan
from companion.clock import Instant
from companion.errors import JournalError
from companion.following import brain
from companion.following.brain import GameDecider
from companion.sessions.events import EnterAct, Event, EventKind, StartGame
from companion.sessions.session import Session, evolve
from companion.storage import journal_entries
from companion.storage.journal import Journal
from companion.table import Table
from tests.companion.disputes.test_book import DAMAGES as OF_OLD
from tests.companion.disputes.test_book import a_damaged_evening

DAMAGES = {
    "broken": "data = '{'",
    "unknown": "kind = 'dance'",
    "no text": "data = CAST(x'7bff' AS TEXT)",
    "shapeless": "data = '[1]'",
    "misspelt": "data = replace(data, '\"player\"', '\"pl!yer\"')",
}


def spoil(path: Path, damage: str, seq: int = 2) -> None:
    with closing(sqlite3.connect(path)) as database:
        (guard,) = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'never_changed'").fetchone()
        change = f"UPDATE events SET {DAMAGES[damage]} WHERE seq = {seq}"
        database.executescript(f"DROP TRIGGER never_changed; {change}; {guard}")


def play(path: Path) -> Path:
    """Play two acts, of which the copy that is given knows one."""
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame({"game": "fifty-fifty", "players": ["Ann", "Ben"]}, Instant(0)))
        table.ask(EnterAct({"player": "Ann", "play": 11}, Instant(1)))
        copy = journal.keep_copy()
        table.ask(EnterAct({"player": "Ben", "play": 15}, Instant(2)))
    return copy


def test_the_last_game_is_followed_once_where_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, followed = tmp_path / "games.sqlite3", list[EventKind]()
    play(path)
    play(path)
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table:
        expected = table.current

    def counting(session: Session, event: Event) -> Session:
        followed.append(event.kind)
        return evolve(session, event)

    for module in (journal_entries, brain):
        monkeypatch.setattr(module, "evolve", counting)
    said = list[str]()
    journal, begun = _journal(Plan(path, None, (), "0", "", 0), said.append, said.append)
    with ExitStack() as parts:
        parts.enter_context(journal)
        table = _table(journal, begun, parts, Ends())
        assert table.current == expected
        assert followed == [EventKind.GAME, EventKind.ACT, EventKind.ACT]
        assert table.ask(EnterAct({"player": "Ann", "play": 19}, Instant(3))).seq == expected.seq + 1
    assert not said


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_entry_that_cannot_be_followed_costs_no_more_than_the_copy_lacks(
    damage: str, tmp_path: Path
) -> None:
    path, said = tmp_path / "games.sqlite3", list[str]()
    play(path)
    spoil(path, damage)
    journal, begun = _journal(Plan(path, None, (), "0", "", 0), said.append, said.append)
    with journal:
        assert [seq for seq, _ in journal.events()] == [1, 2]
    assert begun.seq == 2
    assert begun.state.game
    assert len(begun.state.game.acts) == 1
    [aside] = tmp_path.glob("games.sqlite3.damaged-*")
    assert f"Entry 2 of the journal {path} cannot be followed" in said[0]
    assert f"The damaged file is {aside}" in said[-1]


@pytest.mark.parametrize("damage", DAMAGES)
def test_where_no_copy_is_better_all_stays_and_the_file_is_named(damage: str, tmp_path: Path) -> None:
    path, said = tmp_path / "games.sqlite3", list[str]()
    copy = play(path)
    for each in (path, copy):
        spoil(each, damage)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(JournalError, match=r"no sound copy of it; move it away, and a new one begins"):
            _journal(Plan(path, None, (), "0", "", 0), said.append, said.append)
    assert f"Entry 2 of the journal {path} cannot be followed" in said[0]
    assert path.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {
        "games.sqlite3", "games.sqlite3.copies", "games.sqlite3.lock"
    }  # fmt: skip


@pytest.mark.parametrize("damage", OF_OLD)
def test_a_damaged_entry_of_an_old_game_keeps_no_table_from_going_on(damage: str, tmp_path: Path) -> None:
    path, _ = a_damaged_evening(tmp_path, damage)
    said = list[str]()
    journal, begun = _journal(Plan(path, None, (), "0", "", 0), said.append, said.append)
    with journal:
        assert begun.state.game
    assert not said


@pytest.mark.parametrize("mistake", [AttributeError, AssertionError, RecursionError])
@pytest.mark.parametrize("where", ["in the journal", "in its copy"])
def test_no_journal_gives_way_to_a_mistake_of_the_program(
    mistake: type[Exception], where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, said = tmp_path / "games.sqlite3", list[str]()
    play(path)
    if where == "in its copy":
        spoil(path, "broken", seq=1)

    def stumble(session: Session, event: Event) -> Session:
        raise mistake("seventeen")

    monkeypatch.setattr(journal_entries, "evolve", stumble)
    before = path.read_bytes()
    with pytest.raises(mistake, match="seventeen") as stumbled:
        _journal(Plan(path, None, (), "0", "", 0), said.append, said.append)
    [note] = stumbled.value.__notes__
    assert "stumbled over entry 1 of the journal" in note
    assert path.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {
        "games.sqlite3", "games.sqlite3.copies", "games.sqlite3.lock"
    }  # fmt: skip
