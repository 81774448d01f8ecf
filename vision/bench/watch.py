"""Measures the eye at work on a recording that is played as a camera would give it, on one core of its own.

Time goes by as the program works and as it waits, but not while other programs have the machine: so the same
figures come out on a busy machine as on an idle one.

How old frames are when they are looked at, how soon after the last movement the table is told, what a frame
costs in which nothing moves, and whether memory grows when the recording is played over and over.
"""

import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import process_time_ns, thread_time

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.evidence import Sighting
from companion.language import say_n
from vision.capture.sources import Pace, Recording
from vision.capture.video import VideoReader
from vision.frame import Coded, Frame, Image, Reads, decoded
from vision.pipeline import Reader
from vision.watching.steady import Watcher

RATE = 30
"""Frames a second of the camera that the share of a core is told for."""

BARS = {"oldest_ms": 100.0, "told_after_s": 0.7, "still_share": 0.15, "still_ratio": 0.5, "grown_mb": 20.0}
"""What each figure should stay below."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LiveSpeed:
    """What was measured.

    ``oldest_ms`` and ``usual_ms``: the age of frames when looked at; ``told_after_s``: from the last movement
    to the latest telling, ``usually_told_s`` its median; ``still_ms`` and ``decode_ms``: CPU time for looking
    at a frame without movement and for decoding it as JPEG; ``still_share``: the share (0-1) of a core that
    both take when such frames come as JPEG, 30 a second, on average; ``grown_mb``: by how much memory grew
    from the first round to the last of ``hours`` of table time.
    """

    frames: int
    left_out: int
    oldest_ms: float
    usual_ms: float
    told_after_s: float
    usually_told_s: float
    still_ms: float
    decode_ms: float
    still_share: float
    hours: float
    grown_mb: float

    @property
    def still_ratio(self) -> float:
        """What a still frame costs, in decodings of it."""
        return self.still_ms / self.decode_ms


class OwnCore:
    """A clock that goes on while this program works, and jumps when it waits."""

    def __init__(self) -> None:
        self._waited = 0

    def now(self) -> Instant:
        """Give the CPU time spent so far, and what was waited."""
        return Instant(process_time_ns() + self._waited)

    def wait(self, nanoseconds: int) -> None:
        """Jump ahead."""
        self._waited += max(0, nanoseconds)


@dataclass(slots=True)
class _Notes:
    """What is written down while the recording plays."""

    numbers: list[int] = field(default_factory=list)
    ages: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)


def measure(path: Path, loops: int, say: Say, reader: Reads | None = None) -> LiveSpeed:
    """Play a recording once at its own pace, then ``loops`` times as fast as can be.

    Raises SourceError for a file that cannot be played.
    """
    eye = reader or Reader("fifty-fifty")
    notes = _Notes()
    say(f"playing {path} at its own pace")
    _live(path, eye, notes)
    jpegs = _still(path)
    decode = _decoding(jpegs[0])
    # At half the rate every frame is looked at.
    still = median(_looks(eye, [load for each in jpegs if (load := decoded(each)) is not None], RATE // 2))
    share = mean(_looks(eye, jpegs, RATE)) * RATE / 1000
    times = say_n("{n} time", "{n} times", loops)
    say(f"playing it {times} more, as fast as can be")
    hours, grown = _over_and_over(path, eye, loops)
    seen = len(notes.numbers)
    return LiveSpeed(
        frames=seen,
        left_out=notes.numbers[-1] - notes.numbers[0] + 1 - seen if seen else 0,
        oldest_ms=max(notes.ages, default=0.0),
        usual_ms=median(notes.ages or [0.0]),
        told_after_s=max(notes.delays, default=0.0),
        usually_told_s=median(notes.delays or [0.0]),
        still_ms=still,
        decode_ms=decode,
        still_share=share,
        hours=hours,
        grown_mb=grown,
    )


def _live(path: Path, eye: Reads, notes: _Notes) -> None:
    """Play at its own pace, leaving out what comes too late, and note ages and delays."""
    watcher, wall = Watcher(eye), OwnCore()
    with Recording(str(path), lambda: VideoReader(path), Pace.OWN, wall=wall) as source:
        for frame in source:
            notes.numbers.append(frame.number)
            notes.ages.append(_since(source, wall, frame.span.latest) / 1e6)
            sighting = watcher.feed(frame)
            if sighting and watcher.moved_at is not None and not sighting.partly:
                notes.delays.append(_since(source, wall, watcher.moved_at) / NS_PER_SECOND)


def _since(source: Recording, wall: OwnCore, at: Instant) -> int:
    return source.media_time(wall.now()) - at


def _still(path: Path) -> list[NDArray[np.uint8]]:
    """Give a table on which nothing moves as some JPEG files, each with noise of its own."""
    image = next(_frames(path)).image
    rng = np.random.default_rng(1)
    noisy = [np.clip(image + rng.normal(0, 1.5, image.shape), 0, 255).astype(np.uint8) for _ in range(6)]
    return [np.asarray(cv2.imencode(".jpg", picture)[1], np.uint8) for picture in noisy]


def _decoding(jpeg: NDArray[np.uint8]) -> float:
    """Give the CPU milliseconds of decoding a picture."""
    return 1e3 * median(_cost(partial(decoded, jpeg)) for _ in range(4 * RATE))


def _looks(eye: Reads, pictures: Sequence[Image | NDArray[np.uint8]], rate: int) -> list[float]:
    """Give the CPU milliseconds of each frame of a table that has lain still for some seconds.

    ``pictures``, shown by turns, ``rate`` a second: BGR, or JPEG files, which are decoded where it is needed.
    """
    watcher, costs = Watcher(eye), list[float]()
    for k in range(8 * rate):
        picture = pictures[k % len(pictures)]
        shown = picture if picture.ndim == 3 else Coded(picture)
        frame = Frame(shown, Span.at(Instant(k * NS_PER_SECOND // rate)), k)
        costs.append(1e3 * _cost(partial(watcher.feed, frame)))
    return costs[4 * rate :]


def _cost(work: Callable[[], object]) -> float:
    """Give the CPU seconds of some work on this thread."""
    begun = thread_time()
    work()
    return thread_time() - begun


def _over_and_over(path: Path, eye: Reads, loops: int) -> tuple[float, float]:
    """Play a recording again and again on one going clock; gives hours played and megabytes grown.

    The first round fills what is kept anyway, so growth counts from its end.
    """
    watcher, offset, first = Watcher(eye), 0, 0.0
    told: Sighting | None = None
    for k in range(loops):
        last = 0
        for frame in _frames(path):
            last = frame.span.latest
            told = watcher.feed(_later(frame, offset)) or told
        offset += last + NS_PER_SECOND
        first = first if k else _megabytes()
    return offset / NS_PER_SECOND / 3600, max(0.0, _megabytes() - first) if loops else 0.0


def _frames(path: Path) -> Iterator[Frame]:
    with Recording(str(path), lambda: VideoReader(path)) as source:
        yield from source


def _later(frame: Frame, offset: int) -> Frame:
    span = Span(Instant(frame.span.earliest + offset), Instant(frame.span.latest + offset))
    return replace(frame, span=span)


def _megabytes() -> float:
    """Give the most memory that this process ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def as_lines(speed: LiveSpeed) -> list[str]:
    """Say the figures, each with its bar."""
    return [
        f"frames: {speed.frames} looked at, {speed.left_out} left out",
        f"age when looked at: {speed.usual_ms:.0f} ms, at most {speed.oldest_ms:.0f} ms "
        f"(bar {BARS['oldest_ms']:.0f})",
        f"told after the last movement: {speed.usually_told_s:.2f} s, at most {speed.told_after_s:.2f} s "
        f"(bar {BARS['told_after_s']})",
        f"a look at a still frame: {speed.still_ratio:.2f} of its JPEG decoding (bar {BARS['still_ratio']}); "
        f"a still table {100 * speed.still_share:.0f} % of a core, decoding included, at {RATE} a second "
        f"(bar {100 * BARS['still_share']:.0f})",
        f"memory after {speed.hours:.2f} hours of table time: {speed.grown_mb:.1f} MB more "
        f"(bar {BARS['grown_mb']:.0f})",
    ]
