"""Sources: recordings on media time, in real time with late frames dropped, cameras that get lost."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import cv2
import numpy as np
import pytest

from companion.clock import NS_PER_SECOND, Instant, instant
from companion.errors import SourceError
from vision.capture.anycamera import AnyCamera
from vision.capture.live import (
    BUFFERED,
    Camera,
    CaptureGrabber,
    Grabber,
    Live,
    SourceNews,
    SourceState,
    Stream,
    stamped,
)
from vision.capture.picamera import PiCamera, PiGrabber, sensor_span
from vision.capture.sources import Pace, Recording, open_source, pictures_in
from vision.capture.video import PictureReader, VideoReader
from vision.frame import Coded, Frame, Image, Stamp, load_picture

RECORDING = Path(__file__).parents[3] / "vision" / "recordings" / "first-evening.mp4"


class PatientWall:
    """A clock that moves when one waits on it, and by a given toll whenever it is asked."""

    def __init__(self, toll: int = 0) -> None:
        self.at, self.toll = 0, toll

    def now(self) -> Instant:
        self.at += self.toll
        return Instant(self.at)

    def wait(self, nanoseconds: int) -> None:
        self.at += max(0, nanoseconds)


def picture(grey: int = 0) -> Image:
    return np.full((6, 8, 3), grey, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (1, 2, 10, 11):
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture(name))
    return tmp_path


def numbers(frames: Iterator[Frame]) -> list[int]:
    return [frame.number for frame in frames]


def test_a_folder_gives_its_pictures_in_human_order_on_media_time(folder: Path) -> None:
    with open_source(str(folder)) as source:
        frames = list(source)
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [1, 2, 10, 11]
    assert [round(frame.span.latest / 1e6) for frame in frames] == [0, 67, 133, 200]
    assert not source.realtime
    assert {frame.stamp for frame in frames} == {Stamp.MEDIA}


def test_a_broken_picture_is_left_out(folder: Path) -> None:
    (folder / "2.png").write_bytes(b"no picture")
    with open_source(str(folder)) as source:
        assert numbers(iter(source)) == [0, 2, 3]


def test_a_still_is_shown_for_a_while(folder: Path) -> None:
    with open_source(str(folder / "10.png")) as source:
        assert [int(frame.image[0, 0, 0]) for frame in source] == [10] * 15


def test_the_bundled_recording_opens_seeks_and_keeps_its_numbers() -> None:
    with open_source(str(RECORDING), start=36.0) as source:
        frames = list(source)
    assert frames[0].number == 540
    assert frames[0].span.latest == pytest.approx(instant(36.0), abs=1_000_000)
    assert frames[0].image.shape == (720, 1280, 3)
    assert numbers(iter(frames)) == list(range(540, 561))


def test_seeking_lands_on_the_same_picture_as_reading_through() -> None:
    with open_source(str(RECORDING), start=3.0) as source:
        sought = next(iter(source))
    with open_source(str(RECORDING)) as source:
        through = next(frame for frame in source if frame.number == sought.number)
    assert sought.span == through.span
    assert np.abs(sought.image.astype(int) - through.image).max() <= 2


def test_real_time_waits_for_each_frame(folder: Path) -> None:
    wall = PatientWall()
    source = Recording("x", lambda: PictureReader(pictures_in(folder), 10), Pace.OWN, speed=2, wall=wall)
    with source:
        assert numbers(iter(source)) == [0, 1, 2, 3]
    assert wall.at == 150_000_000
    assert source.media_time(Instant(100_000_000)) == instant(0.2)


def test_late_frames_are_dropped_and_never_queued(folder: Path) -> None:
    wall = PatientWall()
    paths = pictures_in(folder) * 5
    with Recording("x", lambda: PictureReader(paths, 10), Pace.OWN, wall=wall) as source:
        seen = []
        for frame in source:
            seen.append(frame.number)
            age = wall.at - frame.span.latest
            assert age <= 50_000_000
            wall.wait(250_000_000)
    assert seen[:4] == [0, 2, 5, 7]


def test_a_whole_recording_hurries_on_a_slow_machine_and_leaves_nothing_out(folder: Path) -> None:
    wall = PatientWall()
    with Recording("x", lambda: PictureReader(pictures_in(folder), 10), Pace.OWN_WHOLE, wall=wall) as source:
        seen = []
        for frame in source:
            seen.append(frame.number)
            wall.wait(250_000_000)
    assert seen == [0, 1, 2, 3]


def test_a_recording_that_is_stopped_amid_a_long_wait_gives_nothing_more(folder: Path) -> None:
    class Stopping(PatientWall):
        """Somebody stops the recording while its second picture is waited for."""

        def wait(self, nanoseconds: int) -> None:
            super().wait(nanoseconds)
            source.stop()

    wall = Stopping()
    source = Recording("x", lambda: PictureReader(pictures_in(folder), 0.1), Pace.OWN, wall=wall)
    with source:
        assert numbers(iter(source)) == [0]
    assert wall.at < instant(1.0), "ten seconds lie between two pictures"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: open_source(str(path / "absent.mp4")), "no such file"),
        (lambda path: open_source(str(path)), "no pictures"),
        (lambda path: VideoReader(path / "x.mp4"), "not a video"),
        (lambda path: load_picture(path / "x.mp4"), "not a picture"),
        (lambda path: load_picture(path / "absent.png"), "absent.png"),
        (lambda path: open_source(str(path / "broken.jpg")), "broken.jpg: not a picture"),
        (lambda path: open_source(str(path)), "broken.jpg: not a picture"),
    ],
)
def test_what_cannot_be_opened_says_so(tmp_path: Path, make: Callable[[Path], Any], says: str) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "x.mp4").write_bytes(b"")
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    path = empty if says == "no pictures" else tmp_path
    with pytest.raises(SourceError, match=says):
        make(path).__enter__()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("auto", AnyCamera),
        ("0", Camera),
        ("/dev/video7", Camera),
        ("picamera", PiCamera),
        ("rtsp://ann:secret@table/1", Stream),
        ("http://table/x.mjpg", Stream),
    ],
)
def test_live_sources_are_chosen_by_their_name(text: str, kind: type[Live]) -> None:
    source = open_source(text)
    assert isinstance(source, kind)
    assert source.realtime
    assert "secret" not in source.name


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


class Request:
    def make_array(self, name: str) -> Image:
        return np.full((6, 8, 4), 5, np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": 5_000_000, "ExposureTime": 1000}

    def release(self) -> None:
        self.released = True


class PiDouble:
    def __init__(self) -> None:
        self.request, self.closed = Request(), False

    def capture_request(self) -> Request:
        if self.closed:
            raise RuntimeError("closed")
        return self.request

    def close(self) -> None:
        self.closed = True


def test_the_pi_camera_bears_the_sensors_time() -> None:
    camera = PiDouble()
    grabber = PiGrabber(camera)
    frame = grabber.grab(0)
    assert frame is not None
    assert frame.span == sensor_span(camera.request.get_metadata())
    assert (frame.span.earliest, frame.span.latest) == (4_000_000, 5_000_000)
    assert camera.request.released
    grabber.close()
    assert grabber.grab(1) is None


def test_a_frame_refuses_what_is_no_picture() -> None:
    with pytest.raises(ValueError, match="BGR"):
        Frame(np.zeros((6, 8), np.uint8), stamped(0, Instant(0), 0)[0], 0)


def test_a_video_that_was_cut_off_says_so_after_its_last_frame(tmp_path: Path) -> None:
    cut = faststart(tmp_path / "whole.avi")
    data = cut.read_bytes()
    (tmp_path / "cut.avi").write_bytes(data[: len(data) // 2])
    seen: list[int] = []
    with (
        open_source(str(tmp_path / "cut.avi")) as source,
        pytest.raises(SourceError, match="breaks off after"),
    ):
        seen.extend(frame.number for frame in source)
    assert 5 < len(seen) < 60


def faststart(path: Path) -> Path:
    """Write two seconds of noise whose head comes first, so that a cut file can still be opened."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    rng = np.random.default_rng(4)
    for _ in range(60):
        writer.write(rng.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()
    return path


def test_a_stream_of_jpegs_comes_undecoded() -> None:
    body = b"".join(
        b"--f\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(data), data)
        for data in (cv2.imencode(".jpg", np.full((48, 64, 3), 70, np.uint8))[1].tobytes() for _ in range(60))
    )

    class Streaming(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=f")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Streaming) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/table.mjpg"
        with open_source(address, undecoded=True) as source:
            frame = next(iter(source))
        server.shutdown()
    assert isinstance(frame.picture, Coded)
    assert frame.image.shape == (48, 64, 3)
    assert abs(int(frame.image[20, 30, 0]) - 70) <= 2


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("rtsp://cam.home/1", "rtsp://cam.home/1"),
        ("rtsp://ann:sesame@cam.home:554/1", "rtsp://cam.home:554/1"),
        ("rtsp://ann:ses/ame@cam.home/1", "rtsp://cam.home/1"),
        ("http://cam.home/video.cgi?user=ann&pwd=sesame", "http://cam.home/video.cgi?…"),
    ],
)
def test_a_stream_is_told_without_its_password(address: str, told: str) -> None:
    assert Stream(address).name == told
