"""A real table for the referee's tests: nobody plays at it but the test."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from companion.clock import Instant
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore
from companion.following.brain import GameDecider
from companion.records.record import Record
from companion.sessions.events import EnterAct, Event, Input, StartGame
from companion.sessions.session import Session
from companion.storage.archive import Archive
from companion.storage.journal import Journal
from companion.table import Table
from tests.companion.memory_journal import MemoryJournal
from web.access.admission import Admission
from web.app import Doors, create_app
from web.doors.archive import ArchiveDoor
from web.doors.disputes import DisputesDoor
from web.doors.lobby import LobbyDoor
from web.doors.referee import RefereeDoor
from web.doors.table import TableDoor

CODE = "271828"
STEP = 20_000_000_000
HEADER: Mapping[str, object] = {"game": "fifty-fifty", "players": ["Ann", "Ben", "Cem"], "starter": "Ann"}
OPENING: tuple[Mapping[str, object], ...] = (
    {"player": "Ann", "play": 70},
    {"player": "Ben", "play": 77},
    {"player": "Cem", "play": 73},
    {"player": "Ann", "play": 60},
)
OURS = {"X-Companion": "1"}
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
"""A visitor from the Wi-Fi."""


def acts_of(record: Record) -> list[dict[str, object]]:
    """Give the acts of a record without their times."""
    return [dict(act.fields) for act in record.acts]


@dataclass
class Evening:
    """A running table with its dashboard; its time goes on by itself, twenty seconds with each look."""

    table: Table[Session]
    door: TableDoor
    now: int = 0
    app: Flask = field(init=False)
    disputes: DisputeBook | None = None

    def tick(self) -> Instant:
        self.now += STEP
        return Instant(self.now)

    def put(self, item: Input) -> None:
        self.table.ask(item)

    def enter(self, *acts: Mapping[str, object]) -> None:
        for act in acts:
            self.put(EnterAct(act, self.tick()))
        self.settle()

    def settle(self) -> None:
        """Wait until the dashboard shows all that has happened."""
        seq = self.table.current.seq
        if self.door.view().seq < seq:
            self.door.follow(seq - 1, timeout=5)

    def verbs(self) -> list[dict[str, object]]:
        game = self.table.current.state.game
        assert game
        return [{k: v for k, v in act.line.items() if k != "t"} for act in game.acts]

    def guest(self) -> FlaskClient:
        """Give somebody who comes from another machine."""
        client = self.app.test_client()
        client.environ_base.update(ELSEWHERE)
        return client


@contextmanager
def evening(
    header: Mapping[str, object] | None = HEADER,
    admission: Admission | None = None,
    folder: Path | None = None,
    before: Sequence[Event] = (),
) -> Iterator[Evening]:
    """Run a table; with a ``folder`` its journal lies there, and the dashboard shows what was played.

    ``before``: what stands in that journal already; its disputes are shown too.
    """
    with ExitStack() as parts:
        journal = parts.enter_context(Journal.open(folder / "games.sqlite3")) if folder else None
        if journal:
            journal.append(before)
        table = parts.enter_context(Table(journal or MemoryJournal(), GameDecider()))
        door = parts.enter_context(TableDoor(table, lambda _: None))
        made = Evening(table, door, max((event.at for event in before), default=0))
        if journal and before:
            made.disputes = DisputeBook(reading(journal), ClipStore.beside(journal.path))
        archive = parts.enter_context(Archive(journal)) if journal else None
        if header is not None:
            made.put(StartGame(header, Instant(0)))
        made.settle()
        made.app = create_app(
            Doors(
                door,
                RefereeDoor(table, made.tick),
                lobby=LobbyDoor(table, made.tick),
                archive=ArchiveDoor(table, archive, made.tick) if archive else None,
                disputes=DisputesDoor(table, made.disputes, made.tick) if made.disputes else None,
            ),
            admission=admission or Admission(code=CODE),
            beat=0.05,
        )
        yield made
        made.app.extensions["feed"].close()
