"""Asks Linux about its cameras: which there are, what they can do. Needs no library and takes no picture.

Numbers and structures are those of the kernel's ``linux/videodev2.h``.
"""

import fcntl
import os
import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

QUERYCAP, ENUM_FMT, ENUM_SIZES, ENUM_RATES, GET_CONTROL = (
    0x80685600,
    0xC0405602,
    0xC02C564A,
    0xC034564B,
    0xC008561B,
)
VIDEO_CAPTURE = 0x1
FOCUS_AUTO = 0x009A090C
"""The control by which a camera hunts for its focus."""

DISCRETE = 1
MOST = 64
"""Formats, sizes and rates asked for at most: a driver that never ends must not hold us."""

STABLE = "tabletop-camera"
"""The name that our udev rule gives to the first camera."""

NO_CAMERAS = frozenset(
    {"bcm2835-isp", "bcm2835-codec", "bcm2835_isp", "unicam", "rp1-cfe", "pispbe", "rpivid", "rpi-hevc-dec"}
)
"""Drivers of a Raspberry Pi whose nodes give no pictures by themselves: its own camera is for picamera2."""


@dataclass(frozen=True, slots=True)
class Device:
    """A camera as the kernel knows it: its node, the name it gives itself, driver and socket."""

    path: Path
    card: str
    driver: str
    bus: str


@dataclass(frozen=True, slots=True)
class Mode:
    """A way in which a camera gives pictures: coding (``MJPG``), pixels, and its highest rate a second."""

    coding: str
    width: int
    height: int
    rate: float


def cameras(devices: Path = Path("/dev")) -> list[Device]:
    """Give the cameras that this user may ask, in the order in which they are tried."""
    nodes = sorted(devices.glob("video[0-9]*"), key=lambda node: int(re.sub(r"\D", "", node.name)))
    stable = devices / STABLE
    first = [node for node in nodes if stable.exists() and node.resolve() == stable.resolve()]
    found = map(device, dict.fromkeys([*first, *nodes]))
    return [each for each in found if each is not None]


def device(path: Path) -> Device | None:
    """Ask a node what it is; None where it is no camera or may not be asked."""
    with _opened(path) as node:
        reply = _ask(node, QUERYCAP, bytearray(104))
    if reply is None:
        return None
    driver, card, bus, _, whole, own = struct.unpack_from("16s32s32sIII", reply)
    # The node's own abilities where the driver tells them (bit 31), else the whole device's.
    abilities = own if whole & 0x80000000 else whole
    name = _text(driver)
    if not abilities & VIDEO_CAPTURE or name in NO_CAMERAS:
        return None
    return Device(path, _text(card), name, _text(bus))


def modes(path: Path) -> list[Mode]:
    """Give the ways in which a camera gives pictures; none where it may not be asked or does not tell."""
    with _opened(path) as node:
        return [
            Mode(_fourcc(coding), width, height, _best_rate(node, coding, width, height))
            for coding in _codings(node)
            for width, height in _sizes(node, coding)
        ]


def hunts_focus(path: Path) -> bool | None:
    """Say whether the camera looks for its focus by itself; None where it cannot or does not tell."""
    with _opened(path) as node:
        reply = _ask(node, GET_CONTROL, bytearray(struct.pack("II", FOCUS_AUTO, 0)))
    return None if reply is None else bool(struct.unpack("Ii", reply)[1])


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """Open a node; -1 where that is not allowed, and then it answers nothing."""
    try:
        node = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        node = -1
    try:
        yield node
    finally:
        if node >= 0:
            os.close(node)


def _ask(node: int, request: int, question: bytearray) -> bytes | None:
    """Put a question; gives the answer, or None where the driver has none."""
    if node < 0:
        return None
    try:
        fcntl.ioctl(node, request, question, True)
    except OSError:
        return None
    return bytes(question)


def _codings(node: int) -> Iterator[int]:
    for index in range(MOST):
        reply = _ask(node, ENUM_FMT, bytearray(struct.pack("II56x", index, 1)))
        if reply is None:
            return
        yield struct.unpack_from("I", reply, 44)[0]


def _sizes(node: int, coding: int) -> Iterator[tuple[int, int]]:
    for index in range(MOST):
        reply = _ask(node, ENUM_SIZES, bytearray(struct.pack("II36x", index, coding)))
        if reply is None:
            return
        kind, width, height = struct.unpack_from("III", reply, 8)
        if kind != DISCRETE:
            # From a least to a most: the most is width, least, most, step, then the same of the height.
            yield struct.unpack_from("I", reply, 16)[0], struct.unpack_from("I", reply, 28)[0]
            return
        yield width, height


def _best_rate(node: int, coding: int, width: int, height: int) -> float:
    """Give the highest rate in pictures a second; 0 where the driver does not tell."""
    best = 0.0
    for index in range(MOST):
        reply = _ask(node, ENUM_RATES, bytearray(struct.pack("IIII36x", index, coding, width, height)))
        if reply is None:
            break
        kind, over, under = struct.unpack_from("III", reply, 16)
        best = max(best, under / over if over else 0.0)
        if kind != DISCRETE:
            break
    return best


def _fourcc(coding: int) -> str:
    return coding.to_bytes(4, "little").decode("latin-1").strip()


def _text(field: bytes) -> str:
    return field.split(b"\0")[0].decode("utf-8", "replace")
