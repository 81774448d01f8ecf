"""Live sources: always the newest frame, never a queue; a lost camera is reported and comes back by itself.

One thread a source grabs frames as they come and lays each into a slot of one. Whoever iterates takes the
newest frame; frames that nobody took in time are gone.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from types import TracebackType
from typing import Any, Protocol, Self

import cv2

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.errors import SourceError
from companion.language import Text, say
from vision.frame import Frame, Stamp, picture_of

BUFFERED = 4
"""Frames that a driver may hold before we see them."""

BACK_OFF = (0.5, 1.0, 2.0, 5.0)
"""Seconds before each new try to open a lost source; the last one repeats."""

STALL = 3.0
"""Seconds without a frame after which a source is called stalled."""

BROKEN = 10
"""So many frames in a row may be broken before the device is given up."""

MJPEG = cv2.VideoWriter.fourcc(*"MJPG")
LIVE_SIZE = (1280, 720)
LIVE_RATE = 30.0


@dataclass(frozen=True, slots=True)
class Format:
    """The pictures that a camera is asked for: pixels and pictures a second; it may give others."""

    width: int = LIVE_SIZE[0]
    height: int = LIVE_SIZE[1]
    rate: float = LIVE_RATE


class SourceState(StrEnum):
    """What became of a live source."""

    LOST = "lost"
    STALLED = "stalled"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class SourceNews:
    """Word of a live source for the people at the table: what happened and what to do.

    ``at``, on the source's clock: when the first frame came that was there again; None for what has no frame.
    """

    state: SourceState
    message: str
    at: Instant | None = None


Report = Callable[[SourceNews], None]


def ignore(news: SourceNews) -> None:
    """Hear news and do nothing."""


class Grabber(Protocol):
    """An open device: gives frames until it breaks."""

    def grab(self, number: int) -> Frame | None:
        """Wait for the next frame; None when the device gives none any more."""
        ...

    def close(self) -> None:
        """Give the device back."""
        ...


class Live:
    """A live source around anything that can be opened and grabbed from.

    Entering raises SourceError when the device cannot be opened. ``waits`` are the seconds of back-off;
    ``stall`` the seconds of silence that are reported. ``undecoded``: give frames that nobody has decoded
    yet, among which broken ones may be; else those are left out.
    """

    realtime = True

    def __init__(
        self,
        name: str,
        opener: Callable[[], Grabber],
        report: Report = ignore,
        waits: tuple[float, ...] = BACK_OFF,
        stall: float = STALL,
        undecoded: bool = False,
    ) -> None:
        self.name, self._undecoded = name, undecoded
        self._opener, self._report, self._waits, self._stall = opener, report, waits, stall
        self._fresh = Condition()
        self._slot: Frame | None = None
        self._over, self._spoilt = Event(), Event()
        self._broken = 0
        self._told = SourceState.BACK
        self._telling = Lock()
        self._thread: Thread | None = None
        self.on_sign: Callable[[], None] = lambda: None
        """Called on the grabbing thread whenever it shows that it is alive: a frame, or a try to open."""

    def __enter__(self) -> Self:
        grabber = self._opener()
        self._thread = Thread(target=self._run, args=(grabber,), name=f"grab {self.name}", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def stop(self) -> None:
        """End the iteration; may be called from any thread."""
        self._over.set()
        with self._fresh:
            self._fresh.notify_all()

    def __iter__(self) -> Iterator[Frame]:
        while not self._over.is_set():
            frame = self._newest()
            if frame is None:
                continue
            if self._undecoded or not frame.broken:
                yield frame
            self._count(frame)

    def _silent(self) -> Text:
        """Say that no pictures come, and what to do."""
        return say("{camera} gives no pictures. Check its cable.", camera=self.name)

    def _gone(self) -> Text:
        """Say that the device is lost, and what to do."""
        return say("{camera} is lost. Check its cable; it is tried again by itself.", camera=self.name)

    def _count(self, frame: Frame) -> None:
        """Count the broken frames in a row, and give the device up when there are too many."""
        self._broken = self._broken + 1 if frame.spoilt else 0
        if self._broken >= BROKEN:
            self._broken = 0
            self._spoilt.set()

    def _newest(self) -> Frame | None:
        """Take the newest frame, waiting for one; None after a long silence or at the end."""
        with self._fresh:
            if not self._fresh.wait_for(lambda: self._slot is not None or self._over.is_set(), self._stall):
                self._say(SourceState.STALLED, self._silent())
            frame, self._slot = self._slot, None
            return None if self._over.is_set() else frame

    def _run(self, grabber: Grabber) -> None:
        """Grab until told to stop, opening the device anew whenever it is lost."""
        number, current = 0, grabber
        while not self._over.is_set():
            frame = current.grab(number)
            self.on_sign()
            if frame is not None and not self._spoilt.is_set():
                number += 1
                self._lay(frame)
                continue
            self._spoilt.clear()
            current.close()
            again = self._reopen()
            if again is None:
                return
            current = again
        current.close()

    def _say(self, state: SourceState, message: str, at: Instant | None = None) -> None:
        """Report a change of state, once; a source that is lost has no need to be called stalled."""
        with self._telling:
            known = self._told is state or (self._told is SourceState.LOST and state is SourceState.STALLED)
            if not known:
                self._told = state
        if not known:
            self._report(SourceNews(state, message, at))

    def _lay(self, frame: Frame) -> None:
        """Lay the frame into the slot; the one before it is forgotten, taken or not."""
        self._say(SourceState.BACK, say("{camera} is back.", camera=self.name), frame.span.latest)
        with self._fresh:
            self._slot = frame
            self._fresh.notify_all()

    def _reopen(self) -> Grabber | None:
        """Try to open the device until it works; None when told to stop."""
        self._say(SourceState.LOST, self._gone())
        tries = 0
        while not self._over.wait(self._waits[min(tries, len(self._waits) - 1)]):
            tries += 1
            self.on_sign()
            try:
                return self._opener()
            except SourceError:
                continue
        return None


def stamped(reported: float, now: Instant, interval: int) -> tuple[Span, Stamp]:
    """Give a grabbed frame's span: by the driver's stamp (ms) when it lies within a second before now.

    The light fell on the sensor up to an interval before the driver's stamp. Without one, the frame may have
    waited in the driver for some intervals before it came.
    """
    stamp = round(reported * 1e6)
    if 0 <= now - stamp <= NS_PER_SECOND:
        return Span(Instant(stamp - interval), Instant(stamp)), Stamp.DRIVER
    return Span(Instant(now - BUFFERED * interval), now), Stamp.ARRIVAL


class Capture(Protocol):
    """The part of OpenCV's capture that is used here."""

    def grab(self) -> bool:
        """Wait for the next frame."""
        ...

    def retrieve(self) -> tuple[bool, Any]:
        """Decode the frame grabbed."""
        ...

    def get(self, propId: int, /) -> float:  # noqa: N803
        """Give a property."""
        ...

    def release(self) -> None:
        """Close the device."""
        ...


class _Ended(Exception):
    """The device gives no frames any more."""


class CaptureGrabber:
    """An OpenCV capture as a grabber; ``delay`` (nanoseconds) widens the spans of frames that came far."""

    def __init__(
        self, capture: Capture, now: Callable[[], int] = time.monotonic_ns, delay: int | None = None
    ) -> None:
        self._capture, self._now, self._delay = capture, now, delay
        self._proven = False
        rate = capture.get(cv2.CAP_PROP_FPS)
        self._interval = round(NS_PER_SECOND / (rate if 1 <= rate <= 1000 else LIVE_RATE))

    def grab(self, number: int) -> Frame | None:
        """Wait for the next frame that can be decoded; None when the device gives none any more."""
        try:
            return next(filter(None, (self._grab(number) for _ in range(BROKEN))), None)
        # A driver that gives nonsense, or none any more.
        except (cv2.error, _Ended):
            return None

    def _grab(self, number: int) -> Frame | None:
        """Wait for the next frame; None when it cannot be decoded. Raises _Ended when there is none."""
        if not self._capture.grab():
            raise _Ended
        span, stamp = self._stamp(Instant(self._now()))
        good, data = self._capture.retrieve()
        picture = picture_of(data) if good and data is not None else None
        if picture is None:
            return None
        frame = Frame(picture, span, number, stamp)
        if not self._proven and frame.broken:
            return None
        self._proven = True  # Of the others only whoever looks at them finds out.
        return frame

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()

    def _stamp(self, now: Instant) -> tuple[Span, Stamp]:
        if self._delay is not None:
            return Span(Instant(now - self._delay), now), Stamp.ARRIVAL
        return stamped(self._capture.get(cv2.CAP_PROP_POS_MSEC), now, self._interval)


class Camera(Live):
    """A camera by number or device path (V4L2, USB); raises SourceError on entering when there is none."""

    def __init__(
        self,
        which: int | str,
        report: Report = ignore,
        wanted: Format | None = None,
        undecoded: bool = False,
    ) -> None:
        form = wanted or Format()

        def opener() -> Grabber:
            return CaptureGrabber(open_camera(which, form))

        super().__init__(say("Camera {which}", which=str(which)), opener, report, undecoded=undecoded)


def open_camera(which: int | str, wanted: Format) -> Capture:
    """Open a camera and ask it for such pictures; raises SourceError when it cannot be opened."""
    capture = _asked_for(which, wanted)
    if capture is None or not capture.isOpened():
        if _node(which).exists():
            raise SourceError(
                say(
                    "Camera {camera} is there but cannot be opened. Another program has it, this user may "
                    "not use it, or nothing is behind it; `companion doctor` says more.",
                    camera=which,
                )
            )
        present = ", ".join(sorted(str(path) for path in Path("/dev").glob("video*"))) or say("none at all")
        raise SourceError(
            say(
                "Camera {camera} cannot be opened. Plug it in or name another; there are: {present}.",
                camera=which,
                present=present,
            )
        )
    return capture


def _node(which: int | str) -> Path:
    """Give the device file of a camera."""
    return Path(f"/dev/video{which}" if isinstance(which, int) else which)


def _asked_for(which: int | str, wanted: Format) -> cv2.VideoCapture | None:
    """Open a camera and ask it for such pictures; None where its driver answers nonsense."""
    api = cv2.CAP_V4L2 if sys.platform.startswith("linux") else cv2.CAP_ANY
    try:
        capture = cv2.VideoCapture(which, api)
        # As many buffers as OpenCV takes by itself: with a single one a driver misses every other frame, and
        # a loopback device gives frames that were never asked for.
        for what, value in (
            (cv2.CAP_PROP_FOURCC, MJPEG),
            (cv2.CAP_PROP_FRAME_WIDTH, wanted.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, wanted.height),
            (cv2.CAP_PROP_FPS, wanted.rate),
        ):
            if capture.isOpened():
                capture.set(what, value)
        if is_mjpeg(capture):
            capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)  # The bytes as they come: not all need decoding.
    except cv2.error:
        return None
    return capture


def is_mjpeg(capture: cv2.VideoCapture) -> bool:
    """Say whether each picture comes as a JPEG of its own."""
    return capture.isOpened() and int(capture.get(cv2.CAP_PROP_FOURCC)) == MJPEG
