"""What the kernel says of its cameras, answered here by a driver of our own."""

import errno
import fcntl
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import SourceError
from vision.capture import anycamera, v4l2
from vision.capture.live import CaptureGrabber, Format, open_camera
from vision.capture.v4l2 import Mode

MJPG = int.from_bytes(b"MJPG", "little")
SIZES = [(640, 480), (1280, 720)]


class Driver:
    """Answers as a webcam's driver does; ``capable`` are the node's abilities by its path."""

    def __init__(self, capable: dict[str, int], name: bytes = b"uvcvideo") -> None:
        self.capable, self.name = capable, name
        self.focus: int | None = 1

    @contextmanager
    def opened(self, path: Path) -> Iterator[int]:
        yield 1000 + int(path.name[5:]) if path.name in self.capable else -1

    def ioctl(self, node: int, request: int, question: bytearray, _mutate: bool) -> int:
        answer = self.answer(f"video{node - 1000}", request, question)
        if answer is None:
            raise OSError(errno.EINVAL, "no more")
        at, data = answer
        question[at : at + len(data)] = data
        return 0

    def answer(self, node: str, request: int, question: bytearray) -> tuple[int, bytes] | None:
        index = struct.unpack_from("I", question)[0]
        if request == v4l2.QUERYCAP:
            own = self.capable[node]
            return 0, struct.pack("16s32s32sIII", self.name, b"HD Cam", b"usb-1.2", 6, own | 1 | 1 << 31, own)
        if request == v4l2.ENUM_FMT and index == 0:
            return 44, struct.pack("I", MJPG)
        if request == v4l2.ENUM_SIZES and index < len(SIZES):
            return 8, struct.pack("III", 1, *SIZES[index])
        if request == v4l2.ENUM_RATES and index < 2:
            return 16, struct.pack("III", 1, 1, (15, 30)[index])
        if request == v4l2.GET_CONTROL and self.focus is not None:
            return 4, struct.pack("i", self.focus)
        return None


def plug(monkeypatch: pytest.MonkeyPatch, devices: Path, driver: Driver) -> None:
    for name in driver.capable:
        (devices / name).touch()
    monkeypatch.setattr(v4l2, "_opened", driver.opened)
    monkeypatch.setattr(fcntl, "ioctl", driver.ioctl)


def test_cameras_are_those_that_give_pictures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plug(monkeypatch, tmp_path, Driver({"video10": 1, "video2": 1, "video3": 0x00800000}))
    (tmp_path / "video4").touch()
    found = v4l2.cameras(tmp_path)
    assert [each.path.name for each in found] == ["video2", "video10"]
    assert (found[0].card, found[0].driver, found[0].bus) == ("HD Cam", "uvcvideo", "usb-1.2")


def test_the_stable_name_goes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plug(monkeypatch, tmp_path, Driver({"video0": 1, "video2": 1}))
    (tmp_path / v4l2.STABLE).symlink_to("video2")
    assert [each.path.name for each in v4l2.cameras(tmp_path)] == ["video2", "video0"]


def test_a_node_of_the_pi_that_gives_no_pictures_is_no_camera(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plug(monkeypatch, tmp_path, Driver({"video0": 1}, name=b"unicam"))
    assert v4l2.cameras(tmp_path) == []


def test_modes_and_focus_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    driver = Driver({"video0": 1})
    plug(monkeypatch, tmp_path, driver)
    assert v4l2.modes(tmp_path / "video0") == [Mode("MJPG", 640, 480, 30.0), Mode("MJPG", 1280, 720, 30.0)]
    assert v4l2.hunts_focus(tmp_path / "video0") is True
    driver.focus = None
    assert v4l2.hunts_focus(tmp_path / "video0") is None
    assert v4l2.modes(tmp_path / "video9") == []


def test_without_a_camera_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anycamera, "cameras", lambda: [])
    with pytest.raises(SourceError, match="Plug one in"):
        anycamera.open_any(Format())


class Node:
    """A device as OpenCV opens it: whether that goes, and how many pictures come."""

    def __init__(self, opens: bool, pictures: int) -> None:
        self.opens, self.pictures, self.asked = opens, pictures, dict[int, float]()

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return False

    def get(self, what: int) -> float:
        return 0.0

    def grab(self) -> bool:
        self.pictures -= 1
        return self.pictures >= 0

    def retrieve(self) -> tuple[bool, object]:
        return True, np.zeros((6, 8, 3), np.uint8)

    def release(self) -> None:
        self.opens = False


def plug_nodes(monkeypatch: pytest.MonkeyPatch, **nodes: Node | cv2.error) -> None:
    """Let these nodes be the machine's cameras, in this order."""

    def opened(path: str, _api: int) -> Node:
        node = nodes[Path(path).name]
        if isinstance(node, cv2.error):
            raise node
        return node

    there = [v4l2.Device(Path("/dev") / name, "Cam", "uvcvideo", "usb-1") for name in nodes]
    monkeypatch.setattr(anycamera, "cameras", lambda: there)
    monkeypatch.setattr(cv2, "VideoCapture", opened)


def test_a_node_with_nothing_behind_it_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    silent, good = Node(True, 0), Node(True, 9)
    plug_nodes(monkeypatch, video0=cv2.error("odd driver"), video1=Node(False, 0), video2=silent, video3=good)
    grabber = anycamera.open_any(Format())
    assert grabber.grab(0) is not None
    assert not silent.opens
    assert good.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert cv2.CAP_PROP_BUFFERSIZE not in good.asked


def test_cameras_that_all_give_nothing_are_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_nodes(monkeypatch, video0=Node(True, 0), video1=Node(False, 0))
    with pytest.raises(SourceError, match=r"/dev/video0 gives no pictures"):
        anycamera.open_any(Format())
    plug_nodes(monkeypatch, video0=cv2.error("odd driver"))
    with pytest.raises(SourceError, match=r"Camera /dev/video0 cannot be opened"):
        anycamera.open_any(Format())


def test_a_camera_that_another_program_has_is_said_to_be_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    node = tmp_path / "video0"
    node.touch()
    plug_nodes(monkeypatch, video0=Node(False, 0))
    with pytest.raises(SourceError, match=r"video0 is there but cannot be opened. Another program"):
        open_camera(str(node), Format())


def test_a_driver_that_gives_nonsense_is_lost_not_deadly() -> None:
    class Odd(Node):
        def retrieve(self) -> tuple[bool, object]:
            raise cv2.error("buf.index < req.count")

    assert CaptureGrabber(Odd(True, 5)).grab(0) is None
