"""Live sources: cameras that get lost, stall, or send broken pictures."""

from collections.abc import Callable
from threading import Event

import cv2
import numpy as np
import pytest

from companion.clock import NS_PER_SECOND, Instant, instant
from companion.errors import SourceError
from companion.language import Text
from tests.vision.capture.test_sources import picture
from vision.capture.anycamera import AnyCamera
from vision.capture.live import (
    BUFFERED,
    Camera,
    CaptureGrabber,
    Grabber,
    Live,
    SourceNews,
    SourceState,
    stamped,
)
from vision.capture.picamera import PiCamera
from vision.capture.sources import open_source
from vision.frame import Coded, Frame, Image, Stamp


def test_an_absent_camera_says_what_to_do() -> None:
    with pytest.raises(SourceError, match="Plug it in"), open_source("/dev/video-that-is-not-there"):
        pass


class Script:
    """A grabber double that plays a list: a frame, or None for a device that is gone."""

    def __init__(self, greys: list[int], after: Callable[[], object]) -> None:
        self.greys, self.after, self.closed = greys, after, False

    def grab(self, number: int) -> Frame | None:
        if not self.greys:
            self.after()
            return None
        return Frame(picture(self.greys.pop(0)), stamped(0, Instant(number), 1)[0], number)

    def close(self) -> None:
        self.closed = True


def test_a_lost_camera_is_reported_and_comes_back() -> None:
    news: list[SourceNews] = []
    gone = Event()
    first = Script([1], lambda: None)
    tries: list[Grabber | None] = [first, None, Script([7], lambda: gone.wait(5))]

    def opener() -> Grabber:
        grabber = tries.pop(0)
        if grabber is None:
            raise SourceError("not yet")
        return grabber

    with Live("camera 0", opener, news.append, waits=(0.0,)) as source:
        frame = next(frame for frame in source if frame.image[0, 0, 0] == 7)
        gone.set()
        source.stop()
    assert first.closed
    assert frame.number == 1
    assert [n.state for n in news[:2]] == [SourceState.LOST, SourceState.BACK]
    assert "cable" in news[0].message
    assert [n.at for n in news[:2]] == [None, frame.span.latest]


@pytest.mark.parametrize(
    ("source", "english", "german"),
    [
        (Camera(0), "Camera 0", "Kamera 0"),
        (AnyCamera(), "The camera", "Die Kamera"),
        (PiCamera(), "The Pi camera", "Die Pi-Kamera"),
    ],
)
def test_a_camera_begins_the_sentence_in_each_language(source: Live, english: str, german: str) -> None:
    assert isinstance(source.name, Text)
    assert (source.name.to("en"), source.name.to("de")) == (english, german)


def test_only_the_newest_frame_is_kept() -> None:
    laid, go = Event(), Event()

    def after() -> None:
        laid.set()
        go.wait(5)

    with Live("camera 0", lambda: Script([1, 2, 3], after), waits=(60.0,)) as source:
        assert laid.wait(5)
        assert next(iter(source)).image[0, 0, 0] == 3
        source.stop()
        go.set()


def test_a_camera_that_stalls_and_goes_on_says_so_once_each() -> None:
    news: list[SourceNews] = []
    stalled, more, last = Event(), Event(), Event()

    def hear(item: SourceNews) -> None:
        news.append(item)
        (stalled if item.state is SourceState.STALLED else more).set()

    class Halting(Script):
        def grab(self, number: int) -> Frame | None:
            if number == 1:
                stalled.wait(5)
            if number == 2:
                last.wait(5)
            return super().grab(number)

    with Live("camera 0", lambda: Halting([1, 2], lambda: None), hear, waits=(60.0,), stall=0.05) as source:
        frames = iter(source)
        assert [next(frames).number, next(frames).number] == [0, 1]
        assert more.wait(5)
        source.stop()
        last.set()
    assert [n.state for n in news[:2]] == [SourceState.STALLED, SourceState.BACK]


def test_a_silent_camera_is_called_stalled() -> None:
    said, go = Event(), Event()

    def hear(news: SourceNews) -> None:
        if news.state is SourceState.STALLED:
            said.set()
            source.stop()

    source = Live("camera 0", lambda: Script([], lambda: go.wait(5)), hear, waits=(60.0,), stall=0.01)
    with source:
        assert list(source) == []
        go.set()
    assert said.is_set()


@pytest.mark.parametrize(
    ("reported_ms", "earliest", "latest", "stamp"),
    [
        (9_990.0, 9_957, 9_990, Stamp.DRIVER),
        (0.0, 10_000 - 33 * BUFFERED, 10_000, Stamp.ARRIVAL),
        (8_000.0, 10_000 - 33 * BUFFERED, 10_000, Stamp.ARRIVAL),
        (10_500.0, 10_000 - 33 * BUFFERED, 10_000, Stamp.ARRIVAL),
    ],
)
def test_the_drivers_stamp_is_believed_within_a_second(
    reported_ms: float, earliest: int, latest: int, stamp: Stamp
) -> None:
    span, held = stamped(reported_ms, instant(10.0), 33_000_000)
    assert (span.earliest / 1e6, span.latest / 1e6) == (earliest, latest)
    assert held is stamp


class ScriptedCapture:
    """A double of OpenCV's capture: some frames broken, then none."""

    def __init__(self, images: list[Image | None]) -> None:
        self.images, self.released = images, False

    def grab(self) -> bool:
        return bool(self.images)

    def retrieve(self) -> tuple[bool, Image | None]:
        image = self.images.pop(0)
        return image is not None, image

    def get(self, prop: int, /) -> float:
        return 25.0 if prop == cv2.CAP_PROP_FPS else 0.0

    def release(self) -> None:
        self.released = True


def test_a_grabber_skips_broken_frames_and_colours_grey_ones() -> None:
    capture = ScriptedCapture([None, np.full((6, 8), 9, np.uint8)])
    grabber = CaptureGrabber(capture, now=lambda: NS_PER_SECOND, delay=5)
    frame = grabber.grab(3)
    assert frame is not None
    assert frame.image.shape == (6, 8, 3)
    assert (frame.number, frame.span.earliest, frame.span.latest) == (3, NS_PER_SECOND - 5, NS_PER_SECOND)
    assert grabber.grab(4) is None
    grabber.close()
    assert capture.released


def jpeg(grey: int) -> Image:
    """A picture as a camera gives it that nobody decodes: a row of bytes."""
    data = cv2.imencode(".jpg", picture(grey))[1]
    return np.asarray(data, np.uint8).reshape(1, -1)


def spoilt() -> Image:
    """A row of bytes that begins as a JPEG and is none."""
    return np.array([[0xFF, 0xD8, 1, 2, 3, 4]], np.uint8)


def test_what_comes_as_a_jpeg_is_decoded_by_whoever_looks_at_it() -> None:
    garbage = np.arange(9, dtype=np.uint8).reshape(1, -1)
    grabber = CaptureGrabber(ScriptedCapture([spoilt(), garbage, jpeg(40), jpeg(80), spoilt()]), delay=5)
    first, second, third = (grabber.grab(number) for number in range(3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert [first.image[0, 0].tolist(), second.image[0, 0].tolist()] == [[40] * 3, [80] * 3]
    assert not third.spoilt, "nobody has looked at it yet"
    assert third.broken
    assert third.spoilt
    with pytest.raises(SourceError, match="decoded"):
        assert third.image is None


class Spoilt(Script):
    """A grabber double whose pictures are all broken, which shows only when they are looked at."""

    def grab(self, number: int) -> Frame | None:
        return Frame(Coded(spoilt()), stamped(0, Instant(number), 1)[0], number)


@pytest.mark.parametrize("undecoded", [False, True])
def test_a_camera_whose_pictures_stay_broken_is_opened_anew(undecoded: bool) -> None:
    news: list[SourceNews] = []
    go = Event()
    bad = Spoilt([], lambda: None)
    opened = iter((bad, Script([90], lambda: go.wait(5))))
    with Live("camera 0", lambda: next(opened), news.append, waits=(0.0,), undecoded=undecoded) as source:
        frame = next(frame for frame in source if not frame.broken)
        source.stop()
        go.set()
    assert frame.image[0, 0, 0] == 90
    assert bad.closed
    assert [each.state for each in news[:2]] == [SourceState.LOST, SourceState.BACK]
