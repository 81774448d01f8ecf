"""What a table that runs for months needs: a daily copy, a look at disk and memory, an eye on the date."""

import ctypes
import logging
import shutil
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.errors import JournalError
from companion.wall_clock import Leaps, Seconds
from companion.wall_clock import date as wall_date
from companion.wall_clock import steady as steady_clock

LITTLE_ROOM = 50 * 1024 * 1024
"""Bytes free, below which the log warns: some thousand evenings of acts, but few copies or pictures."""

PAUSE_SECONDS = 60.0

_log = logging.getLogger(__name__)


def give_back() -> bool:
    """Give the memory that is free but still held back to the system; False where the C library cannot.

    Reading a picture needs much for a moment, and a Pi has little: a third of it would be kept for nothing.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return bool(trim and trim(0))


class Housekeeping:
    """Looks at the start and then every minute, in a thread of its own; a context manager.

    ``copy`` makes the copy of a day (nobody waits for it: a year of games takes a Pi some seconds);
    ``folder`` is where the games are kept. ``on_leap`` is called when the date was set; ``relieve`` gives
    memory back. The clocks and ``free`` (bytes) are for tests.
    """

    def __init__(
        self,
        copy: Callable[[], object],
        folder: Path,
        *,
        on_leap: Callable[[], object] = lambda: None,
        wall: Seconds = wall_date,
        steady: Seconds = steady_clock,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
        relieve: Callable[[], object] = lambda: give_back(),
    ) -> None:
        self._copy, self._folder = copy, folder
        self._wall, self._free = wall, free
        self._relieve, self._on_leap = relieve, on_leap
        self._leaps = Leaps(wall, steady)
        self._day: date | None = None
        self._short = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeping", daemon=True)

    def look(self) -> None:
        """Look once at date, disk and copies; what is odd is a line in the log."""
        self._watch_date()
        self._watch_disk()
        self._renew_copy()
        self._relieve()

    def _watch_date(self) -> None:
        if leap := self._leaps.newest():
            _log.warning(
                "The machine's date was set %s by %.0f s. Rulings are not touched (they go by a clock that is"
                " never set); dates of games played before may be wrong.",
                "forward" if leap > 0 else "back",
                abs(leap),
            )
            self._on_leap()

    def _watch_disk(self) -> None:
        short = self._free(self._folder) < LITTLE_ROOM
        if short and not self._short:
            _log.warning("%s has less than 50 MB free; make room before games cannot be kept.", self._folder)
        self._short = short

    def _renew_copy(self) -> None:
        if self._today() == self._day:
            return
        try:
            self._copy()
            self._day = self._today()
        # A full disk must not keep people from their game; the journal itself still has its say.
        except JournalError as error:
            _log.warning("today's copy could not be made: %s", error)

    def _today(self) -> date:
        return datetime.fromtimestamp(self._wall(), UTC).date()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self.look()
            except Exception:
                _log.exception("housekeeping stumbled")
            self._over.wait(PAUSE_SECONDS)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join(timeout=30)
