"""Takes the pictures from which a deck is learnt: whenever somebody presses Enter, or every few seconds."""

import sys
from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import SourceError
from vision.capture.sources import open_source

MOST = 12
USUAL = 6
"""How many pictures are taken where nobody can press a key."""

APART = 4_000_000_000
"""Nanoseconds between two of them."""

STILL = 2.0
"""Grey levels by which two frames of a table at rest differ at most, on average."""

Grey = NDArray[np.uint8]


def take(camera: str, say: Callable[[str], None]) -> list[tuple[str, NDArray[np.uint8]]]:
    """Take pictures with a camera; raises `SourceError` when none can be taken."""
    asked = sys.stdin.isatty()
    say(
        "lay some cards side by side, press Enter for a picture; change the cards; q and Enter when done"
        if asked
        else f"taking {USUAL} pictures, one each {APART // 10**9} seconds: change the cards in between"
    )
    with open_source(camera) as source:
        frames = ((frame.image, int(frame.span.latest)) for frame in source)
        images = list(_on_demand(frames, say)) if asked else list(by_the_clock(frames, say))
    if not images:
        raise SourceError(f"{camera}: the camera gave no picture")
    return [(f"picture-{k}", image) for k, image in enumerate(images, 1)]


def _on_demand(
    frames: Iterator[tuple[NDArray[np.uint8], int]], say: Callable[[str], None]
) -> Iterator[NDArray[np.uint8]]:
    """Take a picture at each Enter: the first still one that the camera takes after it."""
    for count in range(1, MOST + 1):
        if not (line := sys.stdin.readline()) or line.strip().lower() == "q":  # Ctrl-D ends it, too
            return
        image = _still(frames)
        if image is None:
            return
        say(f"picture {count} taken")
        yield image


def by_the_clock(
    frames: Iterator[tuple[NDArray[np.uint8], int]], say: Callable[[str], None]
) -> Iterator[NDArray[np.uint8]]:
    """Take a picture each few seconds, at moments when nothing moves."""
    due, taken, before = 0, 0, None
    for image, at in frames:
        small = _small(image)
        if at >= due and before is not None and _alike(before, small):
            taken, due = taken + 1, at + APART
            say(f"picture {taken} taken")
            yield image
            if taken == USUAL:
                return
        before = small


def _still(frames: Iterator[tuple[NDArray[np.uint8], int]]) -> NDArray[np.uint8] | None:
    """Give the next frame that looks like the one before; None when the camera has ended."""
    before = None
    for image, _ in frames:
        small = _small(image)
        if before is not None and _alike(before, small):
            return image
        before = small
    return None


def _small(image: NDArray[np.uint8]) -> Grey:
    return np.asarray(
        cv2.cvtColor(cv2.resize(image, (160, 90), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY), np.uint8
    )


def _alike(a: Grey, b: Grey) -> bool:
    return float(cv2.absdiff(a, b).mean()) < STILL
