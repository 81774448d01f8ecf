"""The whole dashboard around a real journal: what tests of all pages look at."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from flask import Flask

from companion.cards import Zone
from companion.clock import Instant
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore, clip_name
from companion.evidence import Side
from companion.following.brain import GameDecider
from companion.records.record import Header
from companion.sessions.events import EnterAct, StartGame
from companion.sessions.session import Session
from companion.simulation.games import play
from companion.storage.archive import Archive
from companion.storage.journal import Journal
from companion.table import Table
from tests.companion.disputes.samples import stills
from tests.companion.drawn import arrival
from tests.companion.drawn import table as lying
from tests.companion.evening import SEATS, press
from tests.web.evenings import HEADER, OPENING, STEP
from tests.web.wizard import Eye, FakePanel, scene
from web.app import Doors, create_app
from web.doors.archive import ArchiveDoor
from web.doors.disputes import DisputesDoor
from web.doors.lobby import LobbyDoor
from web.doors.referee import RefereeDoor
from web.doors.settings import SettingsDoor
from web.doors.table import TableDoor
from web.serving.qr import Reach

OF_RULES = {
    "/history/<int:number>": "/history/1",
    "/players/<path:name>": "/players/Ann",
    "/acts/preview": "/acts/preview?change=take-back&at=0",
    "/acts/<int:at>/change": "/acts/0/change",
    "/acts/<int:at>/before": "/acts/0/before",
    "/disputes/<int:number>": "/disputes/newest",
}
"""Pages that need something to be shown."""

FOUR: Mapping[str, object] = {
    "game": "fifty-fifty",
    "players": ["Ada", "Bo", "Cleo", "Dan"],
    "starter": "Dan",
}
Act = Mapping[str, object]
Game = tuple[Mapping[str, object], Iterable[Act]]
PICTURE = Path(__file__).parents[1] / "vision" / "pictures" / "golden_row_and_jump.jpg"
FRAMES = 30
NO_PAGES = ("/api/", "/static/", "/events", "/setup/look", "/healthz", "/favicon", "/manifest", "/sw.js")
FILES = (".svg", ".csv", ".jsonl", ".html", ".jpg", "/newest")


@contextmanager
def whole_site(folder: Path, full: bool = False) -> Iterator[Flask]:
    """Give an app with every door open, in the middle of a game; its time stands still.

    ``full``: others were played to their end before, and a jump was too close to call in the one that runs.
    """
    path = folder / "journal.sqlite3"
    with Journal.open(path) as journal, Table(journal, GameDecider()) as table, Archive(journal) as archive:
        now = 0
        for header, acts in [*(_played() if full else []), (HEADER, OPENING)]:
            now = _play(table, header, acts, now)
        book = DisputeBook(reading(journal), ClipStore.beside(path))
        eye = Eye(folder)
        eye.see(scene(10))
        if full:
            dispute(table, book, now / 1e9)
        with TableDoor(table, lambda _: None) as door:
            app = create_app(
                Doors(
                    door,
                    RefereeDoor(table, _late),
                    lobby=LobbyDoor(table, _late),
                    archive=ArchiveDoor(table, archive, _late),
                    disputes=DisputesDoor(table, book, _late),
                    setup=(eye.showing, FakePanel()),
                    settings=SettingsDoor(folder / "settings.toml"),
                ),
                beat=0.05,
                reach=Reach(name="tabletop.local"),
            )
            yield app
            app.extensions["feed"].close()


def _played() -> Iterator[Game]:
    """Give short games that were played to their end, with their acts."""
    for game, rules, seed in (
        ("no-thanks", {}, 52),
        ("23", {"learning_deal": True}, 38),
        ("no-thanks", {}, 9),
        ("futschikato", {}, 3),
        ("quick-and-easy", {}, 3),
    ):
        players = ("Ann", "Ben", "Cem") if game in ("no-thanks", "futschikato") else ("Ann", "Ben")
        record = play(Header(game, players, "Ben", rules), Random(seed)).to_record()
        yield record.header.to_record(), [act.fields for act in record.acts]


def _play(table: Table[Session], header: Mapping[str, object], acts: Iterable[Act], now: int) -> int:
    """Play a game from this time on, an act every twenty seconds; gives the time after it."""
    table.ask(StartGame(header, Instant(now)))
    for act in acts:
        now += STEP
        table.ask(EnterAct(act, Instant(now)))
    return now + STEP


def dispute(table: Table[Session], book: DisputeBook, start: float) -> None:
    """Begin a game of four at ``start`` seconds in which a jump is too close to call; with pictures of it."""
    table.ask(StartGame(FOUR, Instant(round(start * 1e9)), SEATS))
    table.ask(lying("53", start + 1.5, arrival("53", start + 1.0, side=Side.EAST)))
    table.ask(press(start + 2.465))
    jump = arrival("3", start + 2.4, Zone.JUMP, Side.NORTH)
    following = arrival("55", start + 2.467, side=Side.SOUTH)
    table.ask(lying("53 55 | 3", start + 3.2, jump, following))
    frames = [replace(still, jpeg=PICTURE.read_bytes()) for still in stills(*_moments(start + 2.0))]
    book.clips.save(clip_name(book.all()[-1]), frames)


def _moments(first: float) -> list[float]:
    return [first + n / FRAMES for n in range(FRAMES)]


def pages(app: Flask) -> list[str]:
    """Give the address of every page for people."""
    rules = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.rule.startswith(NO_PAGES)
        and not rule.rule.endswith(FILES)
        and not rule.rule.startswith("/disputes/assets")
    }
    return sorted(OF_RULES.get(rule, rule) for rule in rules)


def _late() -> Instant:
    return Instant(STEP * 1000)
