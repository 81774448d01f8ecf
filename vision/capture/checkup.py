"""Looks the cameras over: which there are, what they can do, and what they show at the moment."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import cv2
import numpy as np

from companion.errors import SourceError
from companion.finding import Finding, Level
from companion.language import say_n
from vision.capture.anycamera import NOTHING, has_ribbon_camera
from vision.capture.live import Format, Live
from vision.capture.sources import Source, open_source
from vision.capture.v4l2 import Device, Mode, cameras, hunts_focus, modes
from vision.frame import Image

DARK, DIM, BRIGHT = 12.0, 50.0, 225.0
"""Mean grey (0-255) of a picture: nothing to see; numbers get noisy; white cards glare."""

SHARP = 40.0
"""Variance of the Laplacian of a picture 640 wide, below which no edge in it is crisp."""

SLOW = 0.7
"""Of the wanted rate, below which the light is too weak or the cable too slow."""

FRAMES = 45
WARM_UP = 10
PATIENCE = 15.0
"""Seconds within which the pictures must come."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a camera shows: rate a second, pixels, mean grey (0-255), sharpness (Laplacian variance)."""

    rate: float
    width: int
    height: int
    light: float
    sharpness: float


def check_cameras(source: str, wanted: Format) -> list[Finding]:
    """Look at the cameras of this machine, and through the one that the settings name."""
    found = [_described(each, wanted) for each in cameras()]
    if has_ribbon_camera():
        found.append(Finding("camera", Level.GOOD, "A camera hangs on the ribbon cable."))
    found += _hidden()
    return [*found, *_looked(source, wanted)]


def _described(each: Device, wanted: Format) -> Finding:
    ways = modes(each.path)
    best = _fitting(ways, wanted)
    facts = {"path": str(each.path), "driver": each.driver, "modes": [_mode_words(way) for way in ways]}
    name = f"{each.card} on {each.path}"
    if hunts_focus(each.path):
        mend = f"Fix it: v4l2-ctl -d {each.path} --set-ctrl=focus_automatic_continuous=0 (package v4l-utils)."
        return Finding("camera", Level.POOR, f"{name} hunts for its focus when hands pass.", mend, facts)
    if ways and best is None:
        words = f"{name} does not give {wanted.width}×{wanted.height} at {wanted.rate:g} a second."
        return Finding(
            "camera", Level.POOR, words, "Set another size: companion settings camera.width", facts
        )
    told = f", {_mode_words(best)}" if best else ""
    return Finding("camera", Level.GOOD, f"{name}{told}.", facts=facts)


def _fitting(ways: list[Mode], wanted: Format) -> Mode | None:
    fits = [way for way in ways if (way.width, way.height) == (wanted.width, wanted.height)]
    fast = [way for way in fits if not way.rate or way.rate >= wanted.rate * SLOW]
    return max(fast, key=lambda way: way.rate, default=None)


def _mode_words(way: Mode) -> str:
    return f"{way.coding} {way.width}×{way.height} at {way.rate:g} a second"


def _hidden() -> list[Finding]:
    """Name the nodes that this user may not use."""
    shut = [
        node for node in sorted(Path("/dev").glob("video[0-9]*")) if not os.access(node, os.R_OK | os.W_OK)
    ]
    if not shut:
        return []
    mend = "Let this user in: sudo adduser NAME video, and log in anew; the service is in that group."
    return [Finding("camera", Level.POOR, f"This user may not use {shut[0]}.", mend)]


def _looked(source: str, wanted: Format) -> list[Finding]:
    """Look through the camera for some pictures."""
    try:
        shown = watch(source, wanted)
    except SourceError as error:
        if str(error) == NOTHING:
            words = "No camera is there; each act can be entered on the tablet."
            return [Finding("picture", Level.POOR, words, "Plug one in; it is found by itself.")]
        mend = "If the companion is running, it has the camera: its dashboard shows what it sees."
        return [Finding("picture", Level.BAD, str(error), mend if _is_there(source) else "")]
    return judge(shown, wanted)


def _is_there(source: str) -> bool:
    """Say whether a camera is there that another program may have; an error tells what else may be wrong."""
    if source == "auto":
        return bool(cameras()) or has_ribbon_camera()
    if source == "picamera":
        return has_ribbon_camera()
    return Path(f"/dev/video{source}" if source.isdecimal() else source).is_char_device()


def watch(source: str, wanted: Format, frames: int = FRAMES, patience: float = PATIENCE) -> Shown:
    """Look at some pictures of a source, for ``patience`` seconds; raises SourceError where it gives none."""
    with open_source(source, wanted=wanted) as pictures, _ended_after(patience, pictures):
        numbers: list[int] = []
        begun, last = 0.0, None
        for frame in pictures:
            last = frame.image
            numbers.append(frame.number)
            if len(numbers) == WARM_UP:
                begun = time.monotonic()
            if len(numbers) >= frames:
                break
        spent = time.monotonic() - begun if begun else 0.0
        live = isinstance(pictures, Live)
    if last is None:
        raise SourceError(
            f"{pictures.name} gives no pictures. Check its cable, and that no other program has it."
        )
    rate = (numbers[-1] - numbers[WARM_UP - 1]) / spent if spent > 0 and live else 0.0
    return Shown(rate, last.shape[1], last.shape[0], *_measured(last))


@contextmanager
def _ended_after(seconds: float, source: Source) -> Iterator[None]:
    """End a source's iteration then: a camera that gives nothing is waited for without end."""
    timer = Timer(seconds, source.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _measured(image: Image) -> tuple[float, float]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (640, round(640 * grey.shape[0] / grey.shape[1])), interpolation=cv2.INTER_AREA)
    return float(np.mean(small)), float(cv2.Laplacian(small, cv2.CV_64F).var())


def judge(shown: Shown, wanted: Format) -> list[Finding]:
    """Say what is wrong with a picture."""
    facts = {"rate": round(shown.rate, 1), "light": round(shown.light), "sharpness": round(shown.sharpness)}
    wrong: list[tuple[str, str]] = []
    if shown.light < DARK:
        wrong.append(("The picture is dark.", "Take the cap off the lens, switch a lamp on."))
    elif shown.light < DIM:
        wrong.append(
            ("There is little light.", "A desk lamp from the side, 300 lux or more (docs/hardware.md).")
        )
    elif shown.light > BRIGHT:
        wrong.append(("The picture is too bright.", "Turn the lamp away, or fix the exposure lower."))
    if shown.light >= DARK and shown.sharpness < SHARP:
        wrong.append(
            ("The picture is blurred, or shows nothing.", "Lay cards out, focus on them, clean the lens.")
        )
    if 0 < shown.rate < wanted.rate * SLOW:
        words = say_n(
            "Only {n} picture a second comes, not {wanted}.",
            "Only {n} pictures a second come, not {wanted}.",
            round(shown.rate),
            wanted=f"{wanted.rate:g}",
        )
        wrong.append((words, "More light; fix the exposure; another USB socket; camera.frames_per_second."))
    size = f"{shown.width}×{shown.height}"
    if not wrong:
        rate = f" at {shown.rate:.0f} a second" if shown.rate else ""
        return [
            Finding("picture", Level.GOOD, f"The camera shows {size}{rate}, bright and sharp.", facts=facts)
        ]
    return [Finding("picture", Level.POOR, words, mend, facts) for words, mend in wrong]
