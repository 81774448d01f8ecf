"""The last seconds in colour, to look back at: compressed pictures with their times, bounded in every way.

While something moves every picture is kept; while nothing does, two a second. The compressing is done on a
thread of its own; whoever watches the table never waits for it.
"""

import queue
import threading
from collections import deque
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.evidence import Still
from vision.frame import Frame, Image

WAITING = 6
"""Pictures that may wait to be compressed: 17 MB at 1280×720."""


@dataclass(frozen=True, slots=True)
class ReplayPlan:
    """What to keep for looking back.

    ``before_s`` and ``after_s``: seconds kept around a claim. The ring holds ``seconds`` and ``megabytes`` at
    most; ``disk_megabytes`` bounds all that is kept beside one journal. Pictures are ``width`` pixels wide at
    most, of JPEG ``quality`` (1-100); ``rate`` a second while something moves, ``calm_rate`` while nothing
    does. ``keep_everything``: of undisputed play too. Raises ValueError for what cannot be.
    """

    before_s: float = 4.0
    after_s: float = 2.0
    seconds: float = 30.0
    megabytes: int = 48
    disk_megabytes: int = 2000
    width: int = 960
    quality: int = 70
    rate: float = 30.0
    calm_rate: float = 2.0
    keep_everything: bool = False

    def __post_init__(self) -> None:
        sizes = (self.seconds, self.megabytes, self.disk_megabytes, self.width, self.rate, self.calm_rate)
        if min(sizes) <= 0 or min(self.before_s, self.after_s) < 0 or not 1 <= self.quality <= 100:
            raise ValueError(f"a plan of replay with a size of nothing: {self}")


class ReplayRing:
    """Compressed pictures in the order of their times; the oldest go when there are too many. Thread-safe."""

    def __init__(self, plan: ReplayPlan) -> None:
        self._stills: deque[Still] = deque()
        self._length = round(plan.seconds * NS_PER_SECOND)
        self._most = plan.megabytes * 1_000_000
        self._size = 0
        self._lock = threading.Lock()

    def add(self, still: Still) -> None:
        """Put in the newest picture; a step back in time begins anew."""
        with self._lock:
            if self._stills and still.span.latest < self._stills[-1].span.latest:
                self._stills.clear()
                self._size = 0
            self._stills.append(still)
            self._size += len(still.jpeg)
            while self._too_much(still.span.latest):
                self._size -= len(self._stills.popleft().jpeg)

    def within(self, span: Span) -> tuple[Still, ...]:
        """Give the pictures of a time, the one before it that shows how it began included."""
        with self._lock:
            stills = tuple(self._stills)
        inside = [place for place, still in enumerate(stills) if _lies_in(still, span)]
        if not inside:
            return ()
        return stills[max(0, inside[0] - 1) : inside[-1] + 1]

    @property
    def newest(self) -> Instant | None:
        """When the newest picture was taken."""
        with self._lock:
            return self._stills[-1].span.latest if self._stills else None

    @property
    def size(self) -> int:
        """Bytes held."""
        return self._size

    def __len__(self) -> int:
        return len(self._stills)

    def _too_much(self, now: Instant) -> bool:
        if len(self._stills) < 2:
            return False
        return self._size > self._most or now - self._stills[0].span.latest > self._length


def _lies_in(still: Still, span: Span) -> bool:
    return still.span.latest >= span.earliest and still.span.earliest <= span.latest


class ReplayTap:
    """Takes frames off the watcher's hands and fills the ring; a context manager.

    ``patient``: wait rather than lose a picture, for recordings that are read as fast as can be. A live
    source must not wait: a picture that finds the queue full is let go, and counted in ``missed``.
    """

    def __init__(self, plan: ReplayPlan, patient: bool = False) -> None:
        self.ring = ReplayRing(plan)
        self.missed = 0
        self._plan, self._patient = plan, patient
        self._calm = round(NS_PER_SECOND / plan.calm_rate)
        self._quick = round(NS_PER_SECOND / plan.rate * 0.9)
        self._last: Instant | None = None
        self._passed_over: Frame | None = None
        self._frames: queue.Queue[Frame | None] = queue.Queue(WAITING)
        self._worker = threading.Thread(target=self._work, name="replay", daemon=True)

    def offer(self, frame: Frame, moving: bool) -> None:
        """Take a frame after it was looked at; ``moving`` says whether anything moves in it."""
        now = frame.span.latest
        if self._last is not None and 0 <= now - self._last < (self._quick if moving else self._calm):
            self._passed_over = frame
            return
        before, self._passed_over = self._passed_over, None
        if moving and before is not None and self._last is not None and now - self._last > 2 * self._quick:
            self._put(before)  # how the table lay just before
        self._last = now
        self._put(frame)

    def _put(self, frame: Frame) -> None:
        if self._patient:
            self._frames.put(frame)
            return
        try:
            self._frames.put_nowait(frame)
        except queue.Full:
            self.missed += 1

    def settle(self) -> None:
        """Wait until all that was offered is in the ring."""
        self._frames.join()

    def _work(self) -> None:
        while (frame := self._frames.get()) is not None:
            try:
                if not frame.broken:
                    jpeg = compressed(frame.image, self._plan.width, self._plan.quality)
                    self.ring.add(Still(frame.span, jpeg, str(frame.stamp)))
            finally:
                self._frames.task_done()
        self._frames.task_done()

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._frames.put(None)
        self._worker.join()


def compressed(image: Image, width: int, quality: int) -> bytes:
    """Give a picture as JPEG, made smaller where it is wider than ``width`` pixels."""
    if image.shape[1] > width:
        height = max(1, round(image.shape[0] * width / image.shape[1]))
        # Averaging costs five times as much, and shows only where much is left out.
        way = cv2.INTER_AREA if image.shape[1] >= 2 * width else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(image, (width, height), interpolation=way), np.uint8)
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert good, "a BGR picture can always be written as JPEG"
    return data.tobytes()
