"""Homes of a companion with something to keep in them, and backups of these."""

from datetime import UTC, datetime
from pathlib import Path

from companion.clock import Instant
from companion.following.brain import GameDecider
from companion.sessions.events import EnterAct, StartGame
from companion.storage.backup import (
    Places,
    write_backup,
)
from companion.storage.journal import Journal
from companion.table import Table

MADE = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def places(home: Path) -> Places:
    return Places(home / "games.sqlite3", home / "settings.toml", home / "decks")


def play(where: Places, *numbers: int) -> None:
    with Journal.open(where.journal) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame({"game": "fifty-fifty", "players": ["Ann", "Ben"]}, Instant(0)))
        for turn, number in enumerate(numbers):
            table.ask(EnterAct({"player": ("Ann", "Ben")[turn % 2], "play": number}, Instant(1)))


def events(journal: Path) -> list[object]:
    with Journal.open(journal) as opened:
        return list(opened.events())


def a_home(folder: Path) -> Places:
    """Give a companion's places with a little of everything in them."""
    where = places(folder)
    play(where, 11, 25)
    where.settings.write_text("[camera]\nwidth = 640  # ours\n")
    where.decks.mkdir()
    (where.decks / "star.json").write_text("{}")
    where.pictures.mkdir()
    (where.pictures / "1.zip").write_bytes(b"pictures")
    return where


def a_backup(home: Places, target: Path) -> Path:
    """Write a backup of it, and give its file."""
    contents = write_backup(target, home, "0.1.0", MADE)
    assert (contents.events, contents.files) == (3, 4)
    return target
