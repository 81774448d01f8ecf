"""What the table is told: events, in order, and the session as it goes on with each of them. Pure."""

from dataclasses import replace

from companion.evidence import Arrival
from companion.records.game import Game
from companion.sessions.events import Event
from companion.sessions.session import Session, fold


class Outbox:
    """The events told so far, and the session after them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.events: list[Event] = []

    def tell(self, *events: Event) -> None:
        """Tell of events; the session goes on with them."""
        self.session = fold(self.session, events)
        self.events += events

    def take(self, arrivals: tuple[Arrival, ...]) -> None:
        """Let the session have these arrivals in place of its own, for as long as these events are told."""
        self.session = replace(self.session, arrivals=arrivals)

    @property
    def game(self) -> Game:
        """The game that is being told of."""
        assert self.session.game, "told of no game"
        return self.session.game
