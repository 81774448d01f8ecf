"""The machine's date, which may be set at any moment, against a clock that nobody sets.

A Raspberry Pi has no clock of its own: it starts at some past date, and its date leaps by days once the
network tells the time, perhaps in the middle of a game.
"""

import time
from collections.abc import Callable

Seconds = Callable[[], float]

LEAP_SECONDS = 5.0
"""A date that moves so far against the steady clock was set by somebody."""


def date() -> float:
    """Give the machine's date, in seconds since 1970."""
    return time.time()


def steady() -> float:
    """Give seconds on a clock that is never set, and goes on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Leaps:
    """Notices when the date is set. Not for several threads; the clocks are for tests."""

    def __init__(self, wall: Seconds = date, clock: Seconds = steady) -> None:
        self._wall, self._clock = wall, clock
        self._offset = wall() - clock()

    def newest(self) -> float:
        """Give by how many seconds the date was set since this was last asked; 0 where it was not."""
        offset = self._wall() - self._clock()
        leap, self._offset = offset - self._offset, offset
        return leap if abs(leap) >= LEAP_SECONDS else 0.0
