"""Where frames come from: recordings, folders, stills, and by name every live source too.

A source is a context manager that gives frames when iterated. A recording gives all of its frames as fast
as they are asked for, on its media time; played in real time it keeps its own pace and drops what comes too
late.
"""

import re
import stat
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Protocol, Self

from companion.clock import NS_PER_SECOND, Instant, Span, instant
from companion.errors import SourceError
from companion.language import say
from vision.capture.anycamera import AnyCamera
from vision.capture.live import Camera, Format, Grabber, Live, Report, ignore
from vision.capture.picamera import PiCamera
from vision.capture.stream import Stream
from vision.capture.video import FrameReader, PictureReader, VideoReader
from vision.frame import Frame

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
"""How the names of pictures end."""

FOLDER_RATE = 15.0
"""Frames a second of a folder of pictures, which bears no times of its own."""

TOO_OLD = NS_PER_SECOND // 12
"""Nanoseconds; a frame that comes later than this, or later than its successor is due, is dropped: whoever
looks on wants to see the present."""

STILL_FRAMES = 15
"""A still is shown this often: long enough for the table to be called at rest."""


PATIENCE = NS_PER_SECOND // 5
"""Who waits for a frame looks this often whether it still is wanted."""


class Source(Protocol):
    """Whatever gives frames: entered once, iterated once, then left."""

    @property
    def name(self) -> str:
        """What to call it in messages."""
        ...

    @property
    def realtime(self) -> bool:
        """Whether its frames come at their own pace, so that a slow reader misses some."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def __iter__(self) -> Iterator[Frame]: ...

    def stop(self) -> None:
        """End the iteration soon; may be called from any thread."""
        ...


class Pace(StrEnum):
    """How fast a recording is played."""

    AS_FAST_AS_CAN_BE = "fast"
    OWN = "own"
    """Its own; what comes too late is dropped, as with a camera."""
    OWN_WHOLE = "whole"
    """Its own, every frame of it: behind on a slow machine, it hurries until it has caught up."""


class Wall(Protocol):
    """A clock that one can also wait on; tests bring their own."""

    def now(self) -> Instant:
        """Give the present instant."""
        ...

    def wait(self, nanoseconds: int) -> None:
        """Return after that long."""
        ...


class SystemWall:
    """The machine's monotonic clock."""

    def now(self) -> Instant:
        """Give the present instant."""
        return Instant(time.monotonic_ns())

    def wait(self, nanoseconds: int) -> None:
        """Sleep that long; not at all when it lies in the past."""
        time.sleep(max(0, nanoseconds) / NS_PER_SECOND)


class Recording:
    """A recording: a video file, a folder of pictures or a still, on its own media time.

    ``start`` (seconds) leaves out everything before it. In real time, ``speed`` hurries (2 = twice as fast)
    and frames that would come later than their successors are dropped. Raises SourceError on entering
    when there is nothing that can be played.
    """

    def __init__(
        self,
        name: str,
        opener: Callable[[], FrameReader],
        pace: Pace = Pace.AS_FAST_AS_CAN_BE,
        speed: float = 1.0,
        start: float = 0.0,
        wall: Wall | None = None,
    ) -> None:
        if speed <= 0 or start < 0:
            raise ValueError("a recording needs a speed above 0 and a start at or after 0")
        self.name = name
        self.realtime = pace is not Pace.AS_FAST_AS_CAN_BE
        self._drops = pace is Pace.OWN
        self._opener, self._speed, self._start = opener, speed, instant(start)
        self._wall = wall or SystemWall()
        self._reader: FrameReader | None = None
        self._zero: Instant | None = None
        self._over = Event()

    def __enter__(self) -> Self:
        self._reader = self._opener()
        self._reader.seek(self._start)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def media_time(self, at: Instant) -> Instant:
        """Give the media time shown at an instant of the wall clock, to put a press beside the frames.

        Before the first frame is due, and when not played in real time, it is the start.
        """
        if self._zero is None:
            return self._start
        return Instant(self._start + max(0, round((at - self._zero) * self._speed)))

    def stop(self) -> None:
        """End the iteration soon; may be called from any thread."""
        self._over.set()

    def __iter__(self) -> Iterator[Frame]:
        if self._reader is None:
            raise SourceError(f"{self.name}: not open")
        reader = self._reader
        while (at := reader.advance()) is not None:
            late = self.realtime and self._too_late(at, reader.interval)
            if self._over.is_set():
                return
            if late:
                continue
            image = reader.picture()
            if image is not None:
                yield Frame(image, Span.at(at), reader.number)
        if (trouble := reader.trouble()) is not None:
            raise SourceError(trouble)

    def _too_late(self, at: Instant, interval: int) -> bool:
        """Wait until the frame is due; say whether it is so late that it is better dropped."""
        now = self._wall.now()
        if self._zero is None:
            self._zero = now
        due = self._zero + round((at - self._start) / self._speed)
        if self._drops and now - due > min(interval / self._speed, TOO_OLD):
            return True
        while now < due and not self._over.is_set():
            self._wall.wait(min(due - now, PATIENCE))
            now = self._wall.now()
        return False


def open_source(
    text: str,
    realtime: bool = False,
    whole: bool = False,
    speed: float = 1.0,
    start: float = 0.0,
    report: Report = ignore,
    wanted: Format | None = None,
    undecoded: bool = False,
) -> Source:
    """Choose the source that a person named; it is opened on entering.

    ``text``: ``auto``, a camera's number or path, ``picamera``, an address (``rtsp://``, ``http://``), a
    folder of pictures, a picture or a video file. ``whole``: in real time too, leave out no frame of a
    recording. ``report`` hears when a live source is lost or back; ``wanted``: what a camera is asked for;
    ``undecoded``: its frames come as they are, for whoever does not look at each. Raises SourceError when a
    file does not exist.
    """
    if text == "auto":
        return AnyCamera(report=report, wanted=wanted, undecoded=undecoded)
    if text == "picamera":
        return PiCamera(report=report, wanted=wanted)
    if text.isdecimal() or text.startswith("/dev/"):
        which = int(text) if text.isdecimal() else text
        return Camera(which, report=report, wanted=wanted, undecoded=undecoded)
    if re.match(r"[a-z][a-z0-9+.-]*://", text, re.IGNORECASE):
        return Stream(text, report=report, undecoded=undecoded)
    own = Pace.OWN_WHOLE if whole else Pace.OWN
    pace = own if realtime else Pace.AS_FAST_AS_CAN_BE
    return Recording(text, _opener(Path(text)), pace, speed, start)


def awaited(text: str) -> Live:
    """Give what stands in for a recording that cannot be played: entered, it says each time why."""

    def opener() -> Grabber:
        with open_source(text):
            raise SourceError(say("{source} can be played now: start the companion anew.", source=text))

    return Live(text, opener)


def _opener(path: Path) -> Callable[[], FrameReader]:
    """Choose how to read a path; raises SourceError when nothing is there."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise SourceError(
            say(
                "{path}: no such file or folder. Check the path; a camera is named by its number, as 0.",
                path=path,
            )
        ) from error
    if stat.S_ISDIR(mode):
        return lambda: PictureReader(pictures_in(path), FOLDER_RATE)
    if not stat.S_ISREG(mode):
        raise SourceError(
            say(
                "{path}: neither a file nor a folder. Name a video, or a camera by its number, as 0.",
                path=path,
            )
        )
    if path.suffix.lower() in PICTURES:
        return lambda: PictureReader((path,) * STILL_FRAMES, FOLDER_RATE)
    return lambda: VideoReader(path)


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """List a folder's pictures, `2.jpg` before `10.jpg`; raises SourceError when it holds none."""
    found = [path for path in folder.iterdir() if is_picture(path)]
    if not found:
        raise SourceError(
            say(
                "{folder}: no pictures in this folder. It should hold JPEG, PNG, BMP or WebP files.",
                folder=folder,
            )
        )
    return tuple(sorted(found, key=_natural))


def is_picture(path: Path) -> bool:
    """Say whether a file of a folder is one of its pictures, by its name.

    One that begins with a dot is none, as the `._1.jpg` that a Mac lays beside each on a foreign disk.
    """
    return path.suffix.lower() in PICTURES and not path.name.startswith(".")


def _natural(path: Path) -> list[tuple[int, str]]:
    """Order digits as numbers and everything else as text."""
    parts = re.split(r"(\d+)", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
