"""Corrects how a found number stands: its place, its size and which way is up, from a crop of the picture.

The finder sees the picture reduced, where a large number is larger than what it looks at in one go and a
small one a few pixels high; this net sees every number at the same height, and so tells its up reliably.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import atan2, cos, exp, hypot, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evidence import Point
from vision.prints.angles import wrapped
from vision.prints.crops import Window, upright
from vision.prints.finder import CardHint, Picture, Print
from vision.prints.nets import FloatArray, shipped

Closeup = Callable[[Picture, Sequence[Print]], tuple[Print, ...]]
"""Corrects how the prints found in a picture stand, as `straightened` does."""

CROP = 48
"""Width and height of a crop in pixels."""

CROP_DIGITS = 16
"""Height of the digits in a crop: as much again lies around them on either side."""

WINDOW = Window(CROP, CROP, CROP_DIGITS)

MIDDLE = 0.2
"""A number within this share of its card's height of the card's middle stands as the card does."""

BATCH = 32
"""Crops that go through the net together."""


def straightened(image: NDArray[np.uint8], prints: Sequence[Print]) -> tuple[Print, ...]:
    """Give the prints of a BGR picture (H, W, 3) with place, height and up as they look from near by."""
    crops = [cut(image, p.centre, p.height, p.up) for p in prints]
    parts = [_figures(crops[i : i + BATCH]) for i in range(0, len(crops), BATCH)]
    return tuple(_moved(p, row) for p, row in zip(prints, (r for part in parts for r in part), strict=True))


def cut(image: NDArray[np.uint8], centre: tuple[float, float], height: float, up: float) -> NDArray[np.uint8]:
    """Cut a square crop (48, 48, 3) around a print, turned as the print is thought to stand."""
    return upright(image, centre, height, up, WINDOW)


def _figures(crops: Sequence[NDArray[np.uint8]]) -> FloatArray:
    """Run the net on crops: (N, 5) offsets in digit heights, log of the height's ratio, sine and cosine."""
    told = shipped("aligner")(np.asarray(cv2.dnn.blobFromImages(list(crops), 1 / 255), np.float32))
    return told.reshape(len(crops), 5)


def _moved(print_: Print, row: FloatArray) -> Print:
    """Apply the figures to a print."""
    right, down, larger, east, north = (float(v) for v in row)
    s, c = sin(print_.up) * print_.height, cos(print_.up) * print_.height
    centre = print_.centre[0] + c * right - s * down, print_.centre[1] + s * right + c * down
    up = wrapped(print_.up + atan2(east, north))
    card = _with_sense(print_.card, centre, up)
    return replace(print_, centre=centre, height=print_.height * exp(larger), up=up, card=card)


def _with_sense(card: CardHint, centre: Point, up: float) -> CardHint:
    """Turn a card's up to the side of the large number in its middle; a corner index does not tell it."""
    off = hypot(centre[0] - card.centre[0], centre[1] - card.centre[1])
    if off > MIDDLE * card.height or cos(card.up - up) >= 0:
        return card
    return replace(card, up=wrapped(card.up + pi))
