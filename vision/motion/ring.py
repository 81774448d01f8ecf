"""The last seconds as reduced frames, so that one can look back; bounded in time and in number."""

from collections import deque
from collections.abc import Iterator

from companion.clock import NS_PER_SECOND
from vision.motion.changes import Look

SECONDS = 6
MOST = 180
"""Looks kept at most: 6 s at 30 frames a second, some 70 MB."""


class Ring:
    """Looks in the order in which they came; the oldest go when the ring is full."""

    def __init__(self, seconds: float = SECONDS, most: int = MOST) -> None:
        self._looks: deque[Look] = deque(maxlen=most)
        self._length = round(seconds * NS_PER_SECOND)

    def add(self, look: Look) -> None:
        """Put in the newest look and let go of what is too old."""
        self._looks.append(look)
        while look.span.latest - self._looks[0].span.latest > self._length:
            self._looks.popleft()

    def keep(self, count: int) -> None:
        """Let go of all but the newest ``count`` looks."""
        while len(self._looks) > count:
            self._looks.popleft()

    def __iter__(self) -> Iterator[Look]:
        return iter(self._looks)

    def __len__(self) -> int:
        return len(self._looks)
