"""What has changed in the picture: cheap comparisons of reduced frames, and the arms that reach in.

Every frame is reduced twice, once and for all: a grey picture to follow cards in, and a small coloured one in
which a hand stands out from wood as well as from cards. Masks have the small picture's size.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.clock import Span
from vision.frame import Frame, Image

Points = NDArray[np.intp]
"""Pixels (x, y) of the small picture, shape (N, 2)."""

Mask = NDArray[np.uint8]
"""0 or 255, shape (h, w) of the small picture."""

GREY_SIDE = 640
"""Pixels of the grey picture's longer side."""

SMALL_PER_GREY = 2
"""Grey pixels a small pixel, each way."""

DIFFERENT = 16
"""Levels by which some colour must differ: above the noise of a dim camera, below skin on wood."""

FLICKER = 24
"""Small pixels that may differ between two frames of a table at rest."""

CHANGE = 60
"""Small pixels that must differ from the settled picture to be worth a look: a fiftieth of a card or so."""

ARM = 40
"""Small pixels of the least arm."""

REACH = 4
"""Small pixels along the border that an arm covers at least."""

EVERYTHING = 0.6
"""When more than this share of the picture has changed, it was the light or the camera, not a hand."""


@dataclass(frozen=True)
class Look:
    """One frame, reduced: ``grey`` (H, W), at most 640 wide, ``small`` (H/2, W/2, 3), BGR, and its time."""

    grey: NDArray[np.uint8]
    small: Image
    span: Span
    number: int
    scale: float  # grey pixels a picture pixel


@dataclass(frozen=True)
class Arm:
    """A connected changed region that crosses the picture's border."""

    mask: Mask
    crossings: tuple[Points, ...]  # each run of its pixels along the border

    @cached_property
    def near(self) -> Mask:
        """The mask widened by a few pixels, to tell whether it touches something."""
        return np.asarray(cv2.dilate(self.mask, np.ones((9, 9), np.uint8)), np.uint8)


def reduce(frame: Frame) -> Look:
    """Reduce a frame for following."""
    high, wide = frame.image.shape[:2]
    scale = min(1.0, GREY_SIDE / max(high, wide))
    size = max(2, round(wide * scale)), max(2, round(high * scale))
    half = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
    small = cv2.resize(
        half, (size[0] // SMALL_PER_GREY, size[1] // SMALL_PER_GREY), interpolation=cv2.INTER_AREA
    )
    grey = cv2.cvtColor(half, cv2.COLOR_BGR2GRAY)
    return Look(np.asarray(grey, np.uint8), np.asarray(small, np.uint8), frame.span, frame.number, scale)


def difference(one: Image, other: Image) -> Mask:
    """Mark where two small pictures differ in some colour."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    most = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.threshold(most, DIFFERENT, 255, cv2.THRESH_BINARY)[1], np.uint8)


def moved(one: Look, other: Look) -> bool:
    """Say whether anything moved between two frames of the same size."""
    return cv2.countNonZero(difference(one.small, other.small)) > FLICKER


def changed(look: Image, settled: Image) -> Mask:
    """Mark what differs from the settled picture, beyond a general drift of brightness; specks left out."""
    mask = difference(look, _relit(settled, look))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _relit(settled: Image, look: Image) -> Image:
    """Shift the settled picture by the drift of each colour since, as automatic exposure causes it."""
    drift = np.median(look[::4, ::4].astype(np.int16) - settled[::4, ::4], axis=(0, 1))
    if np.abs(drift).max() < 1:
        return settled
    return np.asarray(np.clip(settled.astype(np.int16) + drift.astype(np.int16), 0, 255), np.uint8)


def arms(mask: Mask) -> tuple[Arm, ...]:
    """Find the arms in a mask of changes; none when nearly everything has changed."""
    if cv2.countNonZero(mask) > EVERYTHING * mask.size:
        return ()
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < ARM:
            continue
        part = np.where(labels == label, np.uint8(255), np.uint8(0))
        if runs := crossings(part):
            found.append(Arm(part, runs))
    return tuple(found)


def crossings(mask: Mask) -> tuple[Points, ...]:
    """Give each run of pixels along the border that a region covers; small gaps do not part a run."""
    rim = _rim(mask.shape[0], mask.shape[1])
    on = mask[rim[:, 1], rim[:, 0]] > 0
    bridged = cv2.dilate(on.astype(np.uint8), np.ones((9, 1), np.uint8)).ravel() > 0
    edges = np.flatnonzero(np.diff(bridged.astype(np.int8)))
    starts = np.concatenate(([0], edges + 1))
    runs = [run for run in np.split(np.arange(len(on)), starts[1:]) if bridged[run[0]]]
    if len(runs) > 1 and bridged[0] and bridged[-1]:
        runs[0] = np.concatenate((runs.pop(), runs[0]))
    return tuple(rim[run[on[run]]] for run in runs if on[run].sum() >= REACH)


def _rim(high: int, wide: int) -> Points:
    """List the (x, y) once around the border, a pixel inside: morphology nibbles at the very edge."""
    x, y = np.arange(1, wide - 1), np.arange(1, high - 1)
    top = np.stack([x, np.full_like(x, 1)], 1)
    right = np.stack([np.full_like(y, wide - 2), y], 1)
    bottom = np.stack([x[::-1], np.full_like(x, high - 2)], 1)
    left = np.stack([np.full_like(y, 1), y[::-1]], 1)
    return np.concatenate([top, right, bottom, left])


def union(parts: tuple[Arm, ...], like: Mask) -> Mask:
    """Join the arms' masks into one of the same size as ``like``."""
    whole = np.zeros_like(like)
    for part in parts:
        whole |= part.mask
    return whole
