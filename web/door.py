"""The one door between the face and the table: what the dashboard asks of whatever keeps the game."""

from dataclasses import dataclass
from typing import Protocol

from companion.events import Event
from companion.view import TableView


@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its number in the journal (1, 2, 3 …)."""

    seq: int
    event: Event


@dataclass(frozen=True, slots=True)
class News:
    """What happened since a number: every event in order, and the table as it stands after the last one.

    Raises ValueError when it is empty or when the view is not the one after the last event.
    """

    entries: tuple[Entry, ...]
    view: TableView

    def __post_init__(self) -> None:
        if not self.entries or self.entries[-1].seq != self.view.seq:
            raise ValueError("news need at least one event, and the view that includes the last one")


class TableLike(Protocol):
    """A table as the face sees it; every method may be called from many threads at once."""

    def view(self) -> TableView:
        """Give the table as it stands, at once."""
        ...

    def follow(self, after: int, timeout: float) -> News | None:
        """Give what happened after event ``after``, waiting up to ``timeout`` seconds; None when nothing did.

        Returns at once where something newer is known already, and when the table is being closed.
        """
        ...

    def press(self, button: str) -> None:
        """Take a press of a button ("jump", or a player's name) that came in from a tablet just now."""
        ...
