"""Looks at half the frames of a table on which nothing moves; the others are kept until something does."""

from collections.abc import Iterator

from companion.clock import NS_PER_SECOND
from vision.frame import Frame
from vision.motion.changes import Look, moved, reduce

CALM = NS_PER_SECOND
"""After this long without movement not every frame is looked at."""

GLANCES = NS_PER_SECOND // 16
"""Then the next look is taken so many nanoseconds after the last one: at every frame of 15 a second, at every
other one of 30."""


class Sparing:
    """The frames passed over since the last look, two at most at 30 a second. Not for several threads."""

    def __init__(self) -> None:
        self._passed: list[Frame] = []

    def passes(self, frame: Frame, last: Look, rested: int) -> bool:
        """Say whether a frame need not be looked at, and keep it then, undecoded where it came so.

        ``last``: the last look, ``rested``: for how many nanoseconds nothing had moved by then.
        """
        spared = rested >= CALM and 0 <= frame.span.latest - last.span.latest < GLANCES
        if spared:
            self._passed.append(frame)
        return spared

    def missed(self, look: Look, last: Look | None) -> Iterator[tuple[Frame, Look]]:
        """Give what was passed over between two looks if something has moved: no moment is lost."""
        passed, self._passed = self._passed, []
        if not passed or last is None or not look.follows(last) or moved(look, last) is None:
            return
        for frame in passed:
            if not frame.broken and not (seen := reduce(frame)).dark:
                yield frame, seen
