"""Damaged games of a journal are found, and none that can be followed is called damaged."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.clock import Instant
from companion.following.brain import GameDecider
from companion.rules.catalogue import GAMES
from companion.sessions.events import EnterAct, StartGame
from companion.simulation.games import play, random_header
from companion.storage.archive import Archive
from companion.storage.journal import Journal
from companion.storage.journal_damage import SUSPECT, Damage, damaged
from companion.table import Table
from tests.companion.disputes.test_book import DAMAGES, a_damaged_evening, spoil


def found(path: Path) -> list[Damage]:
    with Journal.open(path) as journal, closing(journal.reader()) as database:
        return damaged(database)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_is_named_with_its_entry(damage: str, tmp_path: Path) -> None:
    path, entry = a_damaged_evening(tmp_path, damage)
    [game] = found(path)
    assert game.game == 1
    assert f"Game 1, of {game.day}, is damaged and cannot be followed any more. Entry {entry} " in str(game)


def test_a_game_that_could_not_be_counted_is_named(tmp_path: Path) -> None:
    act = '{"act":{"player":"Ada","play":5555},"touch":null,"words":""}'
    path, _ = a_damaged_evening(tmp_path, "an act cut off")
    entry = spoil(path, "act", act)
    with Journal.open(path) as journal, Archive(journal) as archive:
        assert len(archive.lines()) == 2
    [game] = found(path)
    assert f"Entry {entry} of the journal cannot be followed" in game.why


def test_games_that_can_be_followed_are_not_even_suspected(tmp_path: Path) -> None:
    path, now = tmp_path / "games.sqlite3", 0
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table:
        for rules in GAMES:
            record = play(random_header(rules.slug, Random(7), 3), Random(7)).to_record()
            table.ask(StartGame(record.header.to_record(), Instant(now)))
            for act in record.acts[:60]:
                now += 1_000_000_000
                table.ask(EnterAct(dict(act.fields), Instant(now)))
    with Journal.open(path) as journal, closing(journal.reader()) as database:
        assert database.execute(SUSPECT).fetchall() == []
        assert damaged(database) == []
