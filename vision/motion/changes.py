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
from companion.evidence import Quad
from vision.frame import Frame, Image
from vision.motion.light import even_curves, relit

Points = NDArray[np.intp]
"""Pixels (x, y) of the small picture, shape (N, 2)."""

Mask = NDArray[np.uint8]
"""0 or 255, shape (h, w) of the small picture."""

GREY_SIDE = 640
"""Pixels of the grey picture's longer side."""

SMALL_PER_GREY = 2
"""Grey pixels a small pixel, each way."""

DIFFERENT = 16
"""Levels by which some colour must differ in a bright picture: above a camera's noise, below skin on wood."""

BRIGHT = 200
"""The level of a bright picture's lightest tenth; in a darker one smaller differences count."""

DIMMEST = 0.4
"""No less than this share of the difference is asked for, however dark it is: the rest is noise."""

DARK = 6
"""Mean level below which the picture shows nothing."""

FLICKER = 24
"""Small pixels that may differ between two frames of a table at rest."""

CHANGE = 60
"""Small pixels that must differ from the settled picture to be worth a look: a fiftieth of a card or so."""

CLOSED = 2
"""Gaps of twice so many small pixels are closed in what has changed."""

ARM = 90
"""Small pixels of the least arm: a fingertip. Where less crosses the border, the light has changed there."""

REACH = 4
"""Small pixels along the border that an arm covers at least."""

GAP = 4
"""Small pixels that may be missing within a run along the border, on either side."""

FAINT = 0.5
"""Of an arm on a table of nearly its colour, so small a share of the difference counts."""

EVERYTHING = 0.6
"""When more than this share of the picture has changed, it was the light or the camera, not a hand."""


@dataclass(frozen=True)
class Look:
    """One frame, reduced: ``grey`` (H, W), at most 640 wide, ``small`` (H/2, W/2, 3), BGR, and its time.

    ``light``: how large a difference counts, as a share of that in a well lit picture: a smaller one where it
    is dark (0.4 at least), a larger one than is usual where the camera's noise asks for it (`motion.noise`).
    """

    grey: NDArray[np.uint8]
    small: Image
    span: Span
    number: int
    scale: float  # grey pixels a picture pixel
    light: float = 1.0

    @property
    def small_scale(self) -> float:
        """Small pixels a picture pixel."""
        return self.scale / SMALL_PER_GREY

    @property
    def level(self) -> float:
        """How light it is on the whole: its mean grey level (0-255)."""
        return float(self.grey[::8, ::8].mean())

    @property
    def dark(self) -> bool:
        """Whether it shows nothing: a covered lens, the light out."""
        return self.level < DARK

    def follows(self, last: "Look") -> bool:
        """Say whether it can come after another one: of the same size, and not before it."""
        return self.small.shape == last.small.shape and self.span.latest >= last.span.latest


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
    grey = np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), np.uint8)
    return Look(grey, np.asarray(small, np.uint8), frame.span, frame.number, scale, brightness(grey))


def brightness(grey: NDArray[np.uint8]) -> float:
    """Give how bright a picture is, as a share (0.4-1) of a well lit one."""
    levels = np.bincount(grey[::8, ::8].ravel(), minlength=256).cumsum()
    tenth = int(np.searchsorted(levels, 0.9 * levels[-1]))
    return min(1.0, max(DIMMEST, tenth / BRIGHT))


def difference(one: Image, other: Image, light: float) -> Mask:
    """Mark where two small pictures differ in some colour by more than a shift of a pixel could cause.

    A camera that trembles, or a card nudged by a millimetre or two, changes nothing.
    """
    above = cv2.subtract(one, cv2.dilate(other, _NEIGHBOURS))
    below = cv2.subtract(cv2.erode(other, _NEIGHBOURS), one)
    blue, green, red = cv2.split(cv2.max(above, below))
    most = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.threshold(most, DIFFERENT * light, 255, cv2.THRESH_BINARY)[1], np.uint8)


def unlike(look: Look, other: Look, box: tuple[slice, slice] = (slice(None), slice(None))) -> Mask:
    """Mark where two looks of one size differ, beyond an even change of the light; in a part, if given."""
    before = other.small[box]
    if (curves := even_curves(other.small, look.small)) is not None:
        before = np.asarray(cv2.LUT(before, curves), np.uint8)
    return difference(look.small[box], before, look.light)


_NEIGHBOURS = np.ones((3, 3), np.uint8)


def moved(one: Look, other: Look) -> Mask | None:
    """Mark what moved between two frames of the same size; None when nothing did.

    A lamp that flickers changes the whole picture and moves nothing: what moved differs in its light, too.
    """
    mask = difference(one.small, other.small, one.light)
    if cv2.countNonZero(mask) <= FLICKER:
        return None
    if (lit := relit(other.small, one.small)) is not other.small:
        mask = np.asarray(cv2.bitwise_and(mask, difference(one.small, lit, one.light)), np.uint8)
    return mask if cv2.countNonZero(mask) > FLICKER else None


def changed(look: Look, settled: Look, share: float = 1.0) -> Mask:
    """Mark what differs from the settled picture, beyond a general change of the light; specks left out.

    ``share``: how large a difference counts, of that which otherwise does (above 0).
    """
    mask = difference(look.small, relit(settled.small, look.small), share * look.light)
    return np.asarray(cv2.morphologyEx(_closed(mask), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _closed(mask: Mask) -> Mask:
    """Close small gaps; not those between a card and the border, which it would then seem to cross."""
    wide = cv2.copyMakeBorder(mask, CLOSED, CLOSED, CLOSED, CLOSED, cv2.BORDER_REPLICATE)
    closed = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, np.ones((2 * CLOSED + 1,) * 2, np.uint8))
    return np.asarray(closed[CLOSED:-CLOSED, CLOSED:-CLOSED], np.uint8)


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


def faint_arms(look: Look, settled: Look, mask: Mask) -> tuple[Arm, ...]:
    """Find arms of nearly the table's colour: what of them the mask shows ends short of the border."""
    whole = arms(changed(look, settled, FAINT))
    return tuple(arm for arm in whole if cv2.countNonZero(arm.mask & mask) >= ARM)


def crossings(mask: Mask) -> tuple[Points, ...]:
    """Give each run of pixels along the border that a region covers; small gaps do not part a run."""
    rim = _rim(mask.shape[0], mask.shape[1])
    on = mask[rim[:, 1], rim[:, 0]] > 0
    around = np.concatenate((on[-GAP:], on, on[:GAP])).astype(np.uint8).reshape(1, -1)
    bridged = cv2.dilate(around, np.ones((1, 2 * GAP + 1), np.uint8)).ravel()[GAP:-GAP] > 0
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


def filled(quad: Quad, scale: float, like: Mask) -> Mask:
    """Draw a quad, in picture pixels, filled into a mask of the same size as ``like``."""
    mask = np.zeros_like(like)
    cv2.fillConvexPoly(mask, np.round(np.array(quad, float) * scale).astype(np.int32), 255)
    return mask
