"""An evening in a test: feeds the decider sightings, presses and commands, and keeps what it says."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.cards import Zone
from companion.clock import Instant, Span
from companion.evidence import Press, PressSource, Side, Sighting
from companion.following.brain import GameDecider
from companion.sessions.events import Event, EventKind, Input, StartGame
from companion.sessions.session import Session, fold
from tests.companion.drawn import arrival, table

HEADER = {"game": "fifty-fifty", "players": ["Ada", "Bo", "Cleo", "Dan"], "starter": "Dan"}
SEATS = ("south", "west", "north", "east")
MS = 1_000_000


class Evening:
    """Four players about a table if no others are named; ``events`` is what a journal would hold."""

    def __init__(self, seats: tuple[str, ...] = SEATS, header: Mapping[str, Any] = HEADER) -> None:
        self.decider, self.session, self.events = GameDecider(), Session(), list[Event]()
        self.put(StartGame(header, Instant(0), seats))

    def put(self, item: Input) -> list[Event]:
        new = list(self.decider.decide(self.session, item))
        self.session = fold(self.session, new)
        self.events += new
        return [e for e in new if e.kind is not EventKind.SEEN]

    def see(self, *sightings: Sighting) -> list[Event]:
        return [event for sighting in sightings for event in self.put(sighting)]

    def acts(self) -> list[dict[str, Any]]:
        return [
            dict(cast("Mapping[str, Any]", e.data["act"])) for e in self.events if e.kind is EventKind.ACT
        ]

    def last(self, kind: EventKind) -> Any:
        return next(e.data for e in reversed(self.events) if e.kind is kind)


def kinds(events: Sequence[Event]) -> list[str]:
    return [str(e.kind) for e in events]


def press(at: float, button: str = "jump") -> Press:
    return Press(button, Span.at(Instant(round(at * 1e9)), 2 * MS), PressSource.GPIO)


def opening(evening: Evening) -> None:
    """Dan, Ada and Bo lay 11, 12 and 16; Cleo in the north is to move."""
    evening.see(
        table("11", 4.8, arrival("11", 4.067, side=Side.EAST)),
        table("11 12", 6.7, arrival("12", 5.933, side=Side.SOUTH, place=1)),
        table("11 12 16", 8.8, arrival("16", 8.0, side=Side.WEST, place=2)),
    )


def to_the_jump(evening: Evening) -> None:
    """Cleo replaces the 16 with 15, Dan lays 17; Ada is to move."""
    opening(evening)
    evening.see(
        table("11 12 15", 12.6, arrival("15", 11.8, side=Side.NORTH, place=2)),
        table("11 12 15 17", 14.9, arrival("17", 14.333, side=Side.EAST, place=3)),
    )


def late_jump(evening: Evening) -> list[Event]:
    """Cleo jumps on the 28 after Ada has laid 39; gives what is said of it."""
    evening.see(
        table("28", 1.5, arrival("28", 1.0, side=Side.EAST)),
        table("28 39", 3.5, arrival("39", 3.0, side=Side.SOUTH)),
    )
    return evening.see(table("28 39 | 78", 4.5, arrival("78", 4.0, Zone.JUMP, Side.NORTH)))


def close_jump(evening: Evening) -> list[Event]:
    """Cleo jumps on the 53 as Ada lays 55, too close to call; gives what is said of it."""
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.EAST)))
    evening.put(press(2.465))
    return evening.see(
        table(
            "53 55 | 3",
            3.2,
            arrival("3", 2.4, Zone.JUMP, Side.NORTH),
            arrival("55", 2.467, side=Side.SOUTH),
        )
    )
