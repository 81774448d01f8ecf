"""The machine's monotonic clock, on which kernel edges, camera stamps and claims are compared."""

import time

from companion.clock import Instant


class MonotonicClock:
    """Tells nanoseconds since the machine started; never set back, and not a date."""

    def now(self) -> Instant:
        """Give the present instant."""
        return Instant(time.monotonic_ns())
