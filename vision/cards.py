"""Finds whole number prints and face-up cards in a picture: where they lie, how large, which way is up.

`find` looks at the frame once, at reduced size, with a small net that has learnt what a printed number is and
what is not one; it reads nothing. What the numbers say is for `vision.digits`, on crops of the full picture.

Positions and sizes are pixels of the picture given (x right, y down). Angles (`up`) are radians: 0 = towards
the top of the picture, growing clockwise, in (-pi, pi]; the unit vector is `(sin up, -cos up)`.
"""

from dataclasses import dataclass
from enum import Enum
from math import cos, exp, sin, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import FloatArray, shipped

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

NET_AREA = 960 * 540
"""About how many pixels the net looks at, whatever the picture's size and shape: its training's scale."""

STRIDE = 4
"""Net pixels a step of the output maps."""

REACH = 64.0
"""Net pixels that one unit of the predicted way to the card's centre stands for."""

FLOOR = 0.2
"""Peaks below this score are not reported at all; callers choose their own, higher thresholds."""

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
class Finding:
    """All prints and cards of one picture, each list with the best score first."""

    prints: tuple[Print, ...]
    passes: tuple[CardHint, ...]  # kind PASS
    cards: tuple[CardHint, ...]  # kind CARD: one opinion a face-up card, at the middle of its visible part


def find(image: NDArray[np.uint8]) -> Finding:
    """Find prints and cards in a BGR picture (H, W, 3); raises `ValueError` on any other shape or type."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"want a BGR picture of bytes (H, W, 3), not {image.dtype} {image.shape}")
    blob, scale = _blob(image)
    maps = shipped("finder")(blob)[0]
    prints = tuple(_print(maps, at, scale) for at in _peaks(maps[0]))
    spots = _peaks(maps[2])
    cards = tuple(_hint(maps, at, scale, CardKind.CARD, float(maps[2][at])) for at in spots)
    passes = [_hint(maps, at, scale, CardKind.PASS, _area(maps[1], at)) for at in spots]
    best = sorted((h for h in passes if h.score > FLOOR), key=lambda h: -h.score)
    return Finding(prints, tuple(best), cards)


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


def _blob(image: NDArray[np.uint8]) -> tuple[FloatArray, float]:
    """Shrink and pad the picture to the net's input (1, 3, H, W), 0..1; also give net pixels per pixel."""
    high, wide = image.shape[:2]
    scale = sqrt(NET_AREA / (high * wide))
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    right, below = -size[0] % BLOCK, -size[1] % BLOCK
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32), scale


def _peaks(heat: FloatArray) -> list[tuple[int, int]]:
    """Give (row, column) of the local maxima above the floor, best first."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > FLOOR))
    best = np.argsort(-heat[rows, columns], kind="stable")
    return [(int(rows[i]), int(columns[i])) for i in best]


def _area(area: FloatArray, at: tuple[int, int]) -> float:
    """Give how likely the surroundings of a spot (5x5 steps) show a pass card, 0..1."""
    row, column = at
    share = float(np.median(area[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]))
    return share / (share + PASS_RARITY * (1 - share))


def _spot(maps: FloatArray, at: tuple[int, int]) -> tuple[float, float]:
    """Give the peak's place (x, y) in net pixels, refined within its step."""
    row, column = at
    x, y = column + 0.5 + float(maps[3, row, column]), row + 0.5 + float(maps[4, row, column])
    return x * STRIDE, y * STRIDE


def _print(maps: FloatArray, at: tuple[int, int], scale: float) -> Print:
    """Read one print, and the card that it votes for, off the maps."""
    x, y = _spot(maps, at)
    high, east, north = (float(v) for v in maps[5:8, at[0], at[1]])
    card = _hint(maps, at, scale, CardKind.NUMBER, float(maps[0][at]))
    return Print((x / scale, y / scale), exp(high) / scale, float(np.arctan2(east, north)), card.score, card)


def _hint(maps: FloatArray, at: tuple[int, int], scale: float, kind: CardKind, score: float) -> CardHint:
    """Read one opinion about a card off the maps."""
    x, y = _spot(maps, at)
    dx, dy, high, wide, twice_s, twice_c, east, north = (float(v) for v in maps[8:16, at[0], at[1]])
    centre = (x + dx * REACH) / scale, (y + dy * REACH) / scale
    up = _up(twice_s, twice_c, east, north)
    return CardHint(centre, up, exp(high) / scale, exp(wide) / scale, kind, score, (x / scale, y / scale))


def _up(twice_s: float, twice_c: float, east: float, north: float) -> float:
    """Join the card's axis (a doubled angle, exact on any card) with its sense (unsure on symmetric ones)."""
    axis = float(np.arctan2(twice_s, twice_c)) / 2
    flip = sin(axis) * east + cos(axis) * north < 0
    return (axis + np.pi if axis <= 0 else axis - np.pi) if flip else axis
