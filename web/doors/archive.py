"""The archive as the dashboard sees it: all that can be looked at, and names that change at the table too."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from companion.clock import Instant
from companion.sessions.events import Rename
from companion.sessions.lobby import new_name
from companion.sessions.session import Session
from companion.storage.archive import Archive
from companion.table import Table
from web.doors.past_referee import PastReferee


class ArchiveDoor:
    """The games of the journal that a running table writes; ``now`` gives the table's own time."""

    def __init__(self, table: Table[Session], archive: Archive, now: Callable[[], Instant]) -> None:
        self._table = table
        self._now = now
        self._turn = Lock()
        self.games = archive
        """What can be looked at."""

    def referee(self, number: int) -> PastReferee | None:
        """Give the referee of an earlier game; None for the game at the table, which has its own."""
        if number == self.games.newest():
            return None
        return PastReferee(self._table, self.games, number, self._now, self._turn)

    def rename(self, old: str, new: str) -> None:
        """Give a player another name, everywhere; raises CompanionError where that cannot be."""
        new = new_name(new)
        self.games.check_rename(old, new)
        self._rename(old, new, deleted=False)

    def delete(self, name: str) -> tuple[str, tuple[Path, ...]]:
        """Delete a player's name; gives the name that stands for them now, and files that still have theirs.

        Raises CompanionError where that cannot be.
        """
        new = self.games.new_nameless()
        self.games.check_rename(name, new)
        return new, self._rename(name, new, deleted=True)

    def _rename(self, old: str, new: str, *, deleted: bool) -> tuple[Path, ...]:
        """The table first, so that it writes the old name no more; then the disk."""
        self._table.ask(Rename(old, new, self._now(), deleted))
        return self.games.rename(old, new)
