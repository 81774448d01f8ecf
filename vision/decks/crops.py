"""Wide, upright cuts of numbers, from which crops for the digit net are cut, each a little otherwise."""

from dataclasses import dataclass
from math import cos, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.evidence import Point
from vision.prints.crops import Window, upright
from vision.prints.digits import CROP, CROP_DIGITS

Bytes = NDArray[np.uint8]

DIGITS = 36
"""Height of the digits in a wide cut, in pixels."""

WIDE = (180, 120)
"""Width and height of a wide cut: room around what the net sees, to shift and turn it."""

SHIFT, TURN, SIZE = 0.07, 0.075, 0.1
"""How much the finder errs: spread of place (digit heights), direction (radians) and size (logarithm)."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One number as it was seen: a BGR cut (120, 180, 3) and what it says, 0-109 or `digits.JUNK`.

    ``height`` is that of its digits in the picture, in pixels; ``picture`` counts the pictures from 0;
    ``large``: it is the large number in a card's middle, which may have a font of its own.
    """

    cut: Bytes
    value: int
    height: float
    picture: int
    large: bool = False


def wide_cut(image: Bytes, centre: Point, height: float, up: float) -> Bytes:
    """Cut upright around a print, its digits 36 pixels high, from the picture (H, W, 3) that shows it."""
    return upright(image, centre, height, up, Window(*WIDE, DIGITS))


def crop(cut: Bytes, shift: Point = (0.0, 0.0), turn: float = 0.0, size: float = 1.0) -> Bytes:
    """Cut what the net sees (48, 72, 3) out of a wide cut, misplaced (digit heights), turned and missized."""
    scale = DIGITS / CROP_DIGITS * size
    s, c = sin(turn) * scale, cos(turn) * scale
    x, y = (WIDE[0] - 1) / 2 + shift[0] * DIGITS, (WIDE[1] - 1) / 2 + shift[1] * DIGITS
    left, top = (CROP[0] - 1) / 2, (CROP[1] - 1) / 2
    back = np.array([[c, -s, x - c * left + s * top], [s, c, y - s * left - c * top]])
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(cut, back, CROP, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def jittered(rng: Generator, cut: Bytes) -> Bytes:
    """Cut a crop as the finder might have placed it."""
    x, y = (float(v) for v in np.clip(rng.normal(0, SHIFT, 2), -0.18, 0.18))
    return crop(
        cut, (x, y), float(rng.normal(0, TURN)), float(np.exp(np.clip(rng.normal(0, SIZE), -0.25, 0.25)))
    )


def developed(rng: Generator, one: Bytes) -> Bytes:
    """Take a crop (48, 72, 3) as a worse camera in another light would have: blurred, tinted, noisy."""
    seen = one
    if rng.random() < 0.5:
        coarse = float(rng.uniform(0.4, 0.95))
        small = cv2.resize(seen, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
        seen = np.asarray(cv2.resize(small, CROP, interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < 0.4:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.1))), np.uint8)
    light = seen.astype(np.float32)
    tone = rng.normal(1, 0.08, 3) * np.exp(rng.normal(-0.05, 0.25))
    slope = np.linspace(-1, 1, CROP[0], dtype=np.float32)[None, :, None] * np.float32(rng.normal(0, 0.12))
    contrast, haze = float(np.exp(rng.normal(0, 0.2))), float(rng.normal(0, 18))
    light = (light - 128) * contrast + 128
    light = light * tone.astype(np.float32) * (1 + slope) + haze
    light += rng.normal(0, rng.uniform(0.5, 9), light.shape).astype(np.float32)
    return np.asarray(np.clip(light, 0, 255), np.uint8)
