"""Finds whole number prints and face-up cards in a picture: where they lie, how large, which way is up.

`find` looks at the frame once, at reduced size, with a small net that has learnt what a printed number is and
what is not one; it reads nothing. What the numbers say is for `prints.digits`, on crops of the full picture.

Positions and sizes are pixels of the picture given (x right, y down). Angles (`up`) are radians: 0 = towards
the top of the picture, growing clockwise, in (-pi, pi]; the unit vector is `(sin up, -cos up)`.
"""

from dataclasses import dataclass
from enum import Enum
from math import atan2, cos, exp, sin, sqrt
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evidence import Point, Quad
from vision.prints.nets import FloatArray, shipped

Picture = NDArray[np.uint8]
"""A picture as the camera gives it: BGR (H, W, 3)."""


Box = tuple[int, int, int, int]
"""A part of a picture: left, top, right, bottom, in pixels; the last two are just outside."""

NET_AREA = 960 * 540
"""About how many pixels the net looks at, whatever the picture's size and shape: its training's scale."""

STRIDE = 4
"""Net pixels a step of the output maps."""

REACH = 64.0
"""Net pixels that one unit of the predicted way to the card's centre stands for."""

FLOOR = 0.2
"""Peaks below this score are not reported at all; callers choose their own, higher thresholds."""

FAINT = 0.08
"""Peaks of numbers are reported from this lower score on: a weak one may stand on a card of which nothing
else is read."""

PASS_RARITY = 8.0
"""The net learnt as if passes were as common as numbers; on a table they are about so many times rarer."""

BLOCK = 32
"""The net halves its picture five times, so both sides must be multiples of this."""


class CardKind(Enum):
    """What a face-up card seems to be, before anything is read."""

    NUMBER = "number"
    PASS = "pass"
    CARD = "card"  # a face-up card, number or pass


@dataclass(frozen=True, slots=True)
class CardHint:
    """One opinion about a whole card, seen from one spot on it, even when most of it lies under others."""

    centre: Point  # of the whole card, also where that is covered
    up: float  # radians; on a card that looks the same upside down, one of the two
    height: float  # pixels, the long side
    width: float  # pixels
    kind: CardKind
    score: float  # 0..1
    seen: Point  # where the opinion was formed: the print's centre, or the middle of the visible part

    @property
    def quad(self) -> Quad:
        """Corners tl, tr, br, bl in the card's own upright frame."""
        return corners(self.centre, self.up, self.height, self.width)


@dataclass(frozen=True, slots=True)
class Print:
    """One whole, unobstructed number as printed on a card: a corner index or the large number."""

    centre: Point  # of the digits
    height: float  # pixels, of the digits
    up: float  # radians; its own, so the index in the lower corner is turned round
    score: float  # 0..1
    card: CardHint  # the card it votes for, kind NUMBER


@dataclass(frozen=True, slots=True)
class Detections:
    """All prints and cards of one picture, each list with the best score first."""

    prints: tuple[Print, ...]
    passes: tuple[CardHint, ...]  # kind PASS
    cards: tuple[CardHint, ...]  # kind CARD: one opinion a face-up card, at the middle of its visible part


def find(image: Picture, distance: float = 1.0, within: Box | None = None) -> Detections:
    """Find prints and cards in a BGR picture (H, W, 3); raises `ValueError` on any other shape or type.

    ``distance``: 1 fills the net's area with the picture, 2 shows it half as wide and half as high.
    ``within``: only this part of the picture is looked at, at the same size; it must not be empty.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"want a BGR picture of bytes (H, W, 3), not {image.dtype} {image.shape}")
    high, wide = image.shape[:2]
    left, top, right, bottom = within or (0, 0, wide, high)
    scale = sqrt(NET_AREA / (high * wide)) / distance
    maps = shipped("finder")(_blob(image[top:bottom, left:right], scale))[0]
    view = _View(maps, scale, (left, top))
    spots = _peaks(maps[2])
    passes = [view.hint(at, CardKind.PASS, _area(maps[1], at)) for at in spots]
    return Detections(
        tuple(view.print(at) for at in _peaks(maps[0], FAINT)),
        tuple(sorted((h for h in passes if h.score > FLOOR), key=lambda h: -h.score)),
        tuple(view.hint(at, CardKind.CARD, float(maps[2][at])) for at in spots),
    )


def corners(centre: Point, up: float, height: float, width: float) -> Quad:
    """Give the corners tl, tr, br, bl of an upright rectangle that is turned by `up`."""
    (x, y), (s, c) = centre, (sin(up), cos(up))
    ax, ay = s * height / 2, -c * height / 2  # half the way up
    bx, by = c * width / 2, s * width / 2  # half the way to the right
    return (
        (x + ax - bx, y + ay - by),
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
        (x - ax - bx, y - ay - by),
    )


def _blob(image: Picture, scale: float) -> FloatArray:
    """Shrink and pad a picture to the net's input (1, 3, H, W), 0..1."""
    high, wide = image.shape[:2]
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    small = _shrunk(image, size) if scale < 1 else cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
    right, below = -size[0] % BLOCK, -size[1] % BLOCK
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32)


def _shrunk(image: Picture, size: tuple[int, int]) -> Picture:
    """Shrink a picture to a size (width, height), nearly by areas: OpenCV is fast at that for halves only."""
    while image.shape[1] >= 4 * size[0] and image.shape[0] >= 4 * size[1]:
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    twice = cv2.resize(image, (2 * size[0], 2 * size[1]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(twice, size, interpolation=cv2.INTER_AREA), np.uint8)


def _peaks(heat: FloatArray, floor: float = FLOOR) -> list[tuple[int, int]]:
    """Give (row, column) of the local maxima above a floor (0-1), best first."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > floor))
    best = np.argsort(-heat[rows, columns], kind="stable")
    return [(int(rows[i]), int(columns[i])) for i in best]


def _area(area: FloatArray, at: tuple[int, int]) -> float:
    """Give how likely the surroundings of a spot (5x5 steps) show a pass card, 0..1."""
    row, column = at
    around = np.sort(area[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3], axis=None)
    share = float(around[len(around) // 2] + around[(len(around) - 1) // 2]) / 2  # np.median takes long
    return share / (share + PASS_RARITY * (1 - share))


@dataclass(frozen=True, slots=True)
class _View:
    """The net's maps, net pixels per pixel, and where in the picture the part looked at begins."""

    maps: FloatArray
    scale: float
    origin: tuple[int, int]

    def print(self, at: tuple[int, int]) -> Print:
        """Read one print, and the card that it votes for, off the maps."""
        score, *_, high, east, north = self._said(at)[:8]
        card = self.hint(at, CardKind.NUMBER, score)
        return Print(card.seen, exp(high) / self.scale, atan2(east, north), score, card)

    def hint(self, at: tuple[int, int], kind: CardKind, score: float) -> CardHint:
        """Read one opinion about a card off the maps."""
        said = self._said(at)
        x, y = _spot(at, *said[3:5])
        dx, dy, high, wide, twice_s, twice_c, east, north = said[8:16]
        centre = self._place(x + dx * REACH, y + dy * REACH)
        up = _up(twice_s, twice_c, east, north)
        size = exp(high) / self.scale, exp(wide) / self.scale
        return CardHint(centre, up, *size, kind, score, self._place(x, y))

    def _said(self, at: tuple[int, int]) -> list[float]:
        """Give what all the maps say of one spot."""
        return cast(list[float], self.maps[:, at[0], at[1]].tolist())

    def _place(self, x: float, y: float) -> Point:
        """Give where in the picture a place of the net's lies."""
        return x / self.scale + self.origin[0], y / self.scale + self.origin[1]


def _spot(at: tuple[int, int], dx: float, dy: float) -> Point:
    """Give a peak's place (x, y) in net pixels, refined within its step."""
    row, column = at
    return (column + 0.5 + dx) * STRIDE, (row + 0.5 + dy) * STRIDE


def _up(twice_s: float, twice_c: float, east: float, north: float) -> float:
    """Join the card's axis (a doubled angle, exact on any card) with its sense (unsure on symmetric ones)."""
    axis = atan2(twice_s, twice_c) / 2
    flip = sin(axis) * east + cos(axis) * north < 0
    return (axis + np.pi if axis <= 0 else axis - np.pi) if flip else axis
