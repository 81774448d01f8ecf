"""Draw piles, stacks and spots in a test, and let a game be followed on them.

``card("8")`` is a sure card, ``card("8?3")`` an unsure one (60 % and 40 %; of three faces 80, 10 and 10 %),
``card(".")`` one that cannot be read; a word behind the number is its colour: ``card("4 blue")``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import Card, Zone
from companion.clock import Instant, Span, instant
from companion.evidence import Alternative, Arrival, Quad, SeenCard, Side, Sighting
from companion.following.brain import GameDecider
from companion.language import in_language
from companion.sessions.events import EnterAct, Event, EventKind, Input, StartGame
from companion.sessions.session import Session, fold
from tests.companion.drawn import touched

WIDE, HIGH = 100.0, 150.0
SEATS = ("south", "west", "north", "east")
NAMES = ("Ada", "Bo", "Cleo", "Dan")


def quad(x: float, y: float) -> Quad:
    return (x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH)


def card(text: str, zone: Zone = Zone.PILE, at: tuple[float, float] = (500.0, 300.0)) -> SeenCard:
    if text == ".":
        return SeenCard(zone, quad(*at), (), False)
    faces = [Card.parse(part) for part in text.split("?")]
    shares = {1: (0.998,), 2: (0.6, 0.4)}.get(len(faces), (0.8, 0.1, 0.1))
    return SeenCard(zone, quad(*at), tuple(map(Alternative, faces, shares)), len(faces) == 1)


class Following:
    """Feeds the decider with looks, one a second, and keeps what it says."""

    def __init__(
        self, game: str, players: int = 3, rules: Mapping[str, object] | None = None, seats: bool = True
    ) -> None:
        self.decider, self.session, self.events = GameDecider(), Session(), list[Event]()
        self.now = 0.0
        header = {"game": game, "players": list(NAMES[:players]), "rules": dict(rules or {})}
        self.put(StartGame(header, Instant(0), SEATS[:players] if seats else ()))

    def put(self, item: Input) -> list[Event]:
        new = list(self.decider.decide(self.session, item))
        self.session = fold(self.session, new)
        self.events += new
        return [e for e in new if e.kind is not EventKind.SEEN]

    def see(
        self,
        lying: Sequence[SeenCard],
        *came: tuple[SeenCard, str | None],
        partly: bool = False,
        removed: str | None = None,
    ) -> list[Event]:
        """Look at the table; ``came``: the cards that have come since, each with the side of the hand.

        ``removed``: the side of a hand that has taken something away, "?" where nobody saw it.
        """
        self.now += 1
        arrivals = [
            Arrival(c, touched(self.now - 0.5 + 0.1 * i), Side(side) if side else None)
            for i, (c, side) in enumerate(came)
        ]
        at = Span(instant(self.now), instant(self.now))
        gone = touched(self.now - 0.5) if removed else None
        side = Side(removed) if removed and removed != "?" else None
        return self.put(Sighting(at, tuple(lying), tuple(arrivals), gone, side, partly))

    def laid(self, text: str, side: str | None, at: tuple[float, float] = (500.0, 300.0)) -> list[Event]:
        """A card is laid on the one pile and alone is seen there."""
        top = card(text, at=at)
        return self.see([top], (top, side))

    def enter(self, **fields: object) -> list[Event]:
        """Somebody enters an act on the tablet."""
        self.now += 0.1
        return self.put(EnterAct(fields, instant(self.now)))

    @property
    def acts(self) -> list[dict[str, Any]]:
        """The acts of the game without their times."""
        assert self.session.game
        lines = [dict(played.line) for played in self.session.game.acts]
        return [{k: v for k, v in line.items() if k != "t"} for line in lines]

    @property
    def asked(self) -> str | None:
        """The code of what the table is asked now."""
        return str(self.session.attention["code"]) if self.session.attention else None

    @property
    def message(self) -> str:
        """The words in which the table is asked; empty where it is asked nothing."""
        return self.said_in("en")

    def said_in(self, language: str) -> str:
        """Give the same words in a language."""
        return str(in_language(self.session.attention["message"], language)) if self.session.attention else ""

    @property
    def state(self) -> dict[str, Any]:
        """The state as records have it."""
        assert self.session.game
        return self.session.game.rules.describe(self.session.game.state)
