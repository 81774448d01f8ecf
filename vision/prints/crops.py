"""Cuts a number upright out of a picture, its digits always equally high, for the nets that read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

import cv2
import numpy as np

from companion.evidence import Point
from vision.prints.finder import Picture


@dataclass(frozen=True, slots=True)
class Window:
    """What a crop shows: its width and height, and the height of the digits in it, in pixels.

    ``step``: about how many of the picture's pixels lie between two that are looked at; 1 skips none.
    """

    wide: int
    high: int
    digits: int
    step: float = 1.0


def turnable(image: Picture) -> Picture:
    """Give a BGR picture (H, W, 3) a fourth, idle channel: OpenCV turns four twice as fast as three.

    It is worth it where more than a few crops are cut.
    """
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2BGRA), np.uint8)


def upright(image: Picture, centre: Point, height: float, up: float, window: Window) -> Picture:
    """Cut a BGR crop (high, wide, 3) around digits of a height (pixels) and direction in a picture.

    The picture may be one of BGR (H, W, 3) or what `turnable` made of it: what is cut is the same.
    """
    s, c = sin(up), cos(up)
    return seen(image, centre, height, ((c, -s), (s, c)), window)


def seen(
    image: Picture, centre: Point, height: float, back: Sequence[Sequence[float]], window: Window
) -> Picture:
    """Cut a crop as `upright` does, through any 2x2 matrix from the crop's directions to the picture's."""
    finer = max(1, round(height / (window.digits * window.step)))  # large: cut larger, then averaged
    size = window.wide * finer, window.high * finer
    step = max(height, 1.0) / (window.digits * finer)
    (a, b), (c, d) = ((step * x, step * y) for x, y in back)
    across, down = (size[0] - 1) / 2, (size[1] - 1) / 2  # the crop's middle, which shows the centre
    left, top = centre[0] - a * across - b * down, centre[1] - c * across - d * down
    full = np.array(((a, b, left), (c, d, top)))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(image, full, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if image.shape[2] == 4:
        crop = cv2.cvtColor(crop, cv2.COLOR_BGRA2BGR)
    if finer > 1:
        crop = cv2.resize(crop, (window.wide, window.high), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)
