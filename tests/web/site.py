"""The whole dashboard around a real journal: what tests of all pages look at."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from companion.archive import Archive
from companion.clock import Instant
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore
from companion.events import EnterAct, StartGame
from companion.following import Brain
from companion.journal import Journal
from companion.table import Table
from tests.web.evenings import HEADER, OPENING, STEP
from web.app import create_app
from web.archive_door import ArchiveDoor
from web.disputes_door import DisputesDoor
from web.lobby_door import LobbyDoor
from web.referee_door import RefereeDoor
from web.table_door import TableDoor

OF_RULES = {
    "/history/<int:number>": "/history/1",
    "/players/<path:name>": "/players/Ann",
    "/acts/preview": "/acts/preview?change=take-back&at=0",
    "/acts/<int:at>/change": "/acts/0/change",
    "/acts/<int:at>/before": "/acts/0/before",
}
"""Pages that need something to be shown."""

NEEDS_A_DISPUTE = "/disputes/<int:number>"
NO_PAGES = ("/api/", "/static/", "/events", "/healthz", "/favicon", "/manifest", "/sw.js")
FILES = (".svg", ".csv", ".jsonl", ".html", ".jpg", "/newest")


@contextmanager
def whole_site(folder: Path) -> Iterator[Flask]:
    """Give an app with every door open, in the middle of a game; its time stands still."""
    path = folder / "journal.sqlite3"
    with Journal.open(path) as journal, Table(journal, Brain()) as table, Archive(journal) as archive:
        table.ask(StartGame(HEADER, Instant(0)))
        for place, act in enumerate(OPENING):
            table.ask(EnterAct(act, Instant(STEP * (place + 1))))
        book = DisputeBook(reading(journal), ClipStore.beside(path))
        with TableDoor(table, lambda _: None) as door:
            app = create_app(
                door,
                RefereeDoor(table, _late),
                lobby=LobbyDoor(table, _late),
                archive=ArchiveDoor(table, archive, _late),
                disputes=DisputesDoor(table, book, _late),
                beat=0.05,
            )
            yield app
            app.extensions["feed"].close()


def pages(app: Flask) -> list[str]:
    """Give the address of every page for people."""
    rules = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.rule.startswith(NO_PAGES)
        and not rule.rule.endswith(FILES)
        and not rule.rule.startswith(NEEDS_A_DISPUTE)
    }
    return sorted(OF_RULES.get(rule, rule) for rule in rules)


def _late() -> Instant:
    return Instant(STEP * 100)
