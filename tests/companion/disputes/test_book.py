"""A damaged entry costs the disputes of its own game, and no others'."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.clock import instant
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore, clip_name
from companion.sessions.events import EnterAct, Event
from companion.storage.journal import Journal
from tests.companion.disputes.samples import close, disputes, late, stills


def first() -> list[Event]:
    """Give a game in which Ada plays on after a claim."""
    evening = close()
    evening.put(EnterAct({"player": "Ada", "play": 55}, instant(5.0)))
    return evening.events


FIRST = first()

GARBLED = '{"act":{"player":"Ada","pl'

DAMAGES: dict[str, tuple[str, str | bytes]] = {
    "an act cut off": ("act", GARBLED),
    "an act that says nothing": ("act", "{}"),
    "an act that is a word": ("act", '{"act":"x"}'),
    "an act with bytes that are no text": ("act", b'{"act":\xff"Ada"}'),
    "a game without players": ("game", "{}"),
    "a ruling cut off": ("verdict", '{"jump":3'),
    "a ruling that says nothing": ("verdict", "{}"),
    "a ruling without its reason": ("verdict", '{"jump":3,"by":"Cleo","on":53,"verdict":"in-time"}'),
}


def spoil(path: Path, kind: str, data: str | bytes) -> int:
    """Damage the last entry of a kind in the first game of a journal's file; gives its number."""
    with closing(sqlite3.connect(path)) as database:
        (guard,) = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'never_changed'").fetchone()
        query = "SELECT max(seq) FROM events WHERE kind = ? AND seq <= ?"
        (seq,) = database.execute(query, (kind, len(FIRST))).fetchone()
        database.execute("DROP TRIGGER never_changed")
        database.execute("UPDATE events SET data = CAST(? AS TEXT) WHERE seq = ?", (data, seq))
        database.execute(guard)
        database.commit()
    return int(seq)


def a_damaged_evening(folder: Path, damage: str) -> tuple[Path, int]:
    """Give a journal of a game whose entry is damaged, and of two more with a claim each; and the entry."""
    path = folder / "games.sqlite3"
    with Journal.open(path) as journal:
        journal.append([*FIRST, *late().events, *close().events])
    return path, spoil(path, *DAMAGES[damage])


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_costs_its_own_disputes_and_no_others(damage: str, tmp_path: Path) -> None:
    told = list[str]()
    path, entry = a_damaged_evening(tmp_path, damage)
    with Journal.open(path) as journal:
        book = DisputeBook(reading(journal), ClipStore.beside(path), told.append)
        assert [dispute.verdict for dispute in book.all()] == ["too-late", "too-close"]
        journal.append(late().events)
        assert [dispute.place for dispute in book.all()] == [1, 1, 1]
    assert len(told) == 1
    assert f"The disputes of game 1 are left out: its entry {entry} in the journal is damaged" in told[0]


def test_the_pictures_of_a_damaged_game_stay(tmp_path: Path) -> None:
    path, _ = a_damaged_evening(tmp_path, "a game without players")
    with Journal.open(path) as journal:
        claim = clip_name(disputes(close())[0])
        book = DisputeBook(reading(journal), ClipStore.beside(path))
        for name in (claim, "99-99"):
            book.clips.save(name, stills(2.4))
        assert book.tidy(10**9) == ["99-99"]
        assert book.clips.names() == [claim]
