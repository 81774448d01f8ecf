"""Sources: recordings on media time and in real time, with late frames dropped, and how each is chosen."""

import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.clock import Instant, instant
from companion.errors import SourceError
from vision.capture.anycamera import AnyCamera
from vision.capture.live import (
    Camera,
    Live,
    stamped,
)
from vision.capture.picamera import PiCamera
from vision.capture.sources import Pace, Recording, open_source, pictures_in
from vision.capture.stream import Stream
from vision.capture.video import PictureReader, VideoReader
from vision.frame import Frame, Image, Stamp, load_picture

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


def test_what_a_mac_lays_beside_the_pictures_of_a_folder_is_none_of_them(folder: Path) -> None:
    (folder / "._1.PNG").write_bytes(b"\0\5\x16\7")
    with open_source(str(folder)) as source:
        assert [int(frame.image[0, 0, 0]) for frame in source] == [1, 2, 10, 11]


def test_broken_pictures_are_left_out_and_counted_at_the_end(folder: Path) -> None:
    (folder / "2.png").write_bytes(b"no picture")
    seen: list[int] = []
    with (
        open_source(str(folder)) as source,
        pytest.raises(SourceError, match=r"1 of 4 pictures .* was left out: .*/2\.png"),
    ):
        seen.extend(frame.number for frame in source)
    assert seen == [0, 2, 3]


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
        (lambda path: open_source(str(path / ("a" * 300))), "no such file"),
        (lambda path: open_source("\0"), "no such file"),
        (lambda path: open_source(str(path / "pipe")), "neither a file nor a folder"),
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
    os.mkfifo(tmp_path / "pipe")
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


def matroska(path: Path, interval: int = 33_333_333, seconds: float = 2.0) -> Path:
    """Write two seconds of noise whose head names another time between frames, and another length."""
    data = bytearray(faststart(path).read_bytes())
    for head, value in ((b"\x44\x89\x88", struct.pack(">d", 1000 * seconds)), (b"\x23\xe3\x83\x84", b"")):
        at = data.index(head) + len(head)
        value = value or interval.to_bytes(4)
        data[at : at + len(value)] = value
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "head",
    [{"interval": 16_666_667}, {"seconds": 3.0}],
    ids=["frames at a varying rate", "sound that goes on"],
)
def test_a_whole_video_with_fewer_frames_than_its_head_seems_to_promise_is_not_called_broken(
    head: dict[str, Any], tmp_path: Path
) -> None:
    with open_source(str(matroska(tmp_path / "whole.mkv", **head))) as source:
        assert len(list(source)) == 60


def test_a_cut_video_with_a_varying_rate_tells_the_time_at_which_it_breaks_off(tmp_path: Path) -> None:
    data = matroska(tmp_path / "whole.mkv", interval=16_666_667).read_bytes()
    (tmp_path / "cut.mkv").write_bytes(data[: len(data) // 2])
    with (
        open_source(str(tmp_path / "cut.mkv")) as source,
        pytest.raises(SourceError, match=r"breaks off after 1\.0 s; it should last 2\.0 s"),
    ):
        list(source)


def faststart(path: Path) -> Path:
    """Write two seconds of noise whose head comes first, so that a cut file can still be opened."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    rng = np.random.default_rng(4)
    for _ in range(60):
        writer.write(rng.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()
    return path
