"""From the edges of a bouncing contact to clean ones, each with the stamp of its first."""


class Settling:
    """Collects the edges of a burst; once the line has come to rest, says what has become of it.

    A spark that leaves the line as it was is nothing. Of a bounce there remains one edge, stamped when the
    contact first moved. Stamps are nanoseconds; levels are 0 and 1.
    """

    def __init__(self, level: int) -> None:
        self._settled = level
        self._level = level
        self._first: int | None = None

    @property
    def moving(self) -> bool:
        """Whether edges have come that are not settled yet."""
        return self._first is not None

    def add(self, stamp: int, level: int) -> None:
        """Take an edge: when, and the level after it."""
        if self._first is None:
            self._first = stamp
        self._level = level

    def settle(self) -> tuple[int, int] | None:
        """The line has come to rest: give stamp and level of its change, None when it is as it was before."""
        first, self._first = self._first, None
        if first is None or self._level == self._settled:
            return None
        self._settled = self._level
        return first, self._level
