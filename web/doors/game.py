"""The one door between the face and the table: what the dashboard asks of whatever keeps the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.records.recount import Change
from companion.sessions.events import Event
from companion.views.mending import ActsView
from companion.views.offers import Form
from companion.views.table_view import TableView


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

        Returns at once where something newer is known already, and once all were let go.
        """
        ...

    def let_go(self) -> None:
        """Let everybody who follows return at once, now and from now on: the dashboard is being closed."""
        ...

    def press(self, button: str) -> None:
        """Take a press of a button ("jump", or a player's name) that came in from a tablet just now."""
        ...


class RefereeLike(Protocol):
    """A table as its referees change it; every method may be called from many threads at once.

    What is refused raises a Refusal, what rests on an older look at the game Outdated, and a table that does
    not answer another CompanionError; nothing has changed then. Changes give the number of their last event.
    """

    def acts(self) -> ActsView:
        """Give the record as it stands."""
        ...

    def form(self, at: int | None = None) -> Form:
        """Say what may be entered before the act at this place, or after the last one."""
        ...

    def preview(self, change: Change, revision: int | None = None) -> list[str]:
        """Say in sentences what a change would do."""
        ...

    def preview_entry(self, act: Mapping[str, object]) -> list[str]:
        """Say in sentences what entering this act would do."""
        ...

    def enter(self, act: Mapping[str, object], edits: int | None = None) -> int:
        """Enter the next act; ``edits`` is that of the acts on which the wish rests."""
        ...

    def correct(self, change: Change, revision: int | None = None) -> int:
        """Change an earlier act; ``revision`` is that of the acts on which the wish rests."""
        ...

    def undo(self, edits: int | None = None) -> int:
        """Take back what was done last; ``edits`` is that of the acts on which the wish rests."""
        ...

    def redo(self, edits: int | None = None) -> int:
        """Put back what was undone last; ``edits`` likewise."""
        ...
