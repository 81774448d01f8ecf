"""A running table as its referees change it (``web.doors.game.RefereeLike``)."""

import time
from collections.abc import Callable, Mapping

from companion.clock import Instant
from companion.records.recount import Change
from companion.sessions.events import Correct, EnterAct, Input, Redo, Undo
from companion.sessions.session import Session
from companion.table import Table
from companion.views.mending import ActsView, acts_of, at_end, form_at, preview
from companion.views.offers import Form


def _monotonic() -> Instant:
    return Instant(time.monotonic_ns())


class RefereeDoor:
    """Puts a referee's wishes to the table; ``now`` gives the table's own time."""

    def __init__(self, table: Table[Session], now: Callable[[], Instant] = _monotonic) -> None:
        self._table = table
        self._now = now

    def acts(self) -> ActsView:
        """Give the record as it stands."""
        return acts_of(self._table.current.state)

    def form(self, at: int | None = None) -> Form:
        """Say what may be entered before an act, or after the last one."""
        return form_at(self._table.current.state, at)

    def preview(self, change: Change, revision: int | None = None) -> list[str]:
        """Say what a change would do."""
        return preview(self._table.current.state, Correct(change, self._now(), revision))

    def preview_entry(self, act: Mapping[str, object]) -> list[str]:
        """Say what entering this act would do."""
        session = self._table.current.state
        return preview(session, Correct(at_end(session, act), self._now()))

    def enter(self, act: Mapping[str, object], edits: int | None = None) -> int:
        """Enter the next act."""
        return self._ask(EnterAct(act, self._now(), edits))

    def correct(self, change: Change, revision: int | None = None) -> int:
        """Change an earlier act."""
        return self._ask(Correct(change, self._now(), revision))

    def undo(self, edits: int | None = None) -> int:
        """Take back what was done last."""
        return self._ask(Undo(self._now(), edits))

    def redo(self, edits: int | None = None) -> int:
        """Put back what was undone last."""
        return self._ask(Redo(self._now(), edits))

    def _ask(self, item: Input) -> int:
        return self._table.ask(item).seq
