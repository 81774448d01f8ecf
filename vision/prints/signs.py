"""What is printed on a card's face: all its ink, and the signs of it that are as large as pips.

A card is looked at upright and always equally large; what is darker than its own colour is ink.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.crops import Window, upright
from vision.prints.finder import CardHint, Picture

CARD = 240
"""How high a card is where its pips are counted, in pixels; all lengths below are shares of this."""

WINDOW = Window(264, 296, CARD)
"""What is looked at: the card with some table around it, as it may lie a little off."""

SMALLEST, LARGEST = 0.02, 0.25
"""A pip is no smaller and no larger than squares with these sides."""

SLENDER, FULL = 2.2, 0.35
"""It is no slenderer than this ratio, and fills at least this share of the box around it."""

FACE = 0.3
"""The card's own colour is the lightest in a circle so wide about each place: it is larger than any pip."""

LEAST = 12
"""Grey levels: what differs less from the card is no ink."""

WITHIN, WITHIN_ACROSS = 40, 62
"""What lies so many pixels within the view, from its ends and sides, tells ink apart from the card."""

AS_LARGE, ALIKE, TINT = 1.6, 0.6, 60.0
"""Pips of one card are as large, to this ratio; so much of the shape of one is that of another, one of them
turned round perhaps (0-1); and their colours differ by no more grey levels."""

HEART = 0.28
"""A pip that touches another thing is ink in a circle about its middle, its radius this share of its size."""


@dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """Something printed on a card: its middle and its size in pixels, its shape (16x16, 0-1), its colour."""

    x: float
    y: float
    area: float
    shape: NDArray[np.float32]
    tint: NDArray[np.float64]


def view(image: Picture, card: CardHint) -> Picture:
    """Cut a card with some table around it upright out of a BGR picture (H, W, 3), as large as `WINDOW`."""
    return upright(image, card.centre, card.height, card.up, WINDOW)


def inked(view: Picture) -> tuple[Picture, Picture]:
    """Give where ink is in a card's view (0 or 1), and the view without its noise."""
    smooth = np.asarray(cv2.GaussianBlur(view, (0, 0), 1.2), np.uint8)
    half = cv2.resize(smooth, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    face = cv2.morphologyEx(half, cv2.MORPH_CLOSE, _disc(FACE * CARD / 4))
    face = cv2.resize(face, (view.shape[1], view.shape[0]))
    off = cv2.subtract(face, smooth).max(axis=2)
    inner = np.ascontiguousarray(off[WITHIN:-WITHIN, WITHIN_ACROSS:-WITHIN_ACROSS])
    bound = max(float(cv2.threshold(inner, 0, 255, cv2.THRESH_OTSU)[0]), LEAST)
    return np.asarray(off > bound, np.uint8), smooth


def signs(ink: Picture, smooth: Picture) -> list[Sign]:
    """Give what is printed on a card, of the size of pips, apart from all else."""
    found, labels, boxes, middles = cv2.connectedComponentsWithStats(ink, connectivity=4)
    things = []
    for i in range(1, found):
        x, y, wide, high, area = (int(n) for n in boxes[i])
        sized = (SMALLEST * CARD) ** 2 < area < (LARGEST * CARD) ** 2 and area > FULL * wide * high
        inside = 0 < x < ink.shape[1] - wide and 0 < y < ink.shape[0] - high
        if sized and inside and 1 / SLENDER < wide / high < SLENDER:
            own = labels[y : y + high, x : x + wide] == i
            shape = cv2.resize(own.astype(np.float32), (16, 16), interpolation=cv2.INTER_AREA)
            tint = smooth[y : y + high, x : x + wide][own].mean(axis=0)
            things.append(Sign(float(middles[i][0]), float(middles[i][1]), area, shape, tint))
    return things


def congruent(one: Sign, other: Sign) -> bool:
    """Say whether two things may be pips of one card: as large, of one colour and one shape."""
    if not 1 / AS_LARGE < one.area / other.area < AS_LARGE or np.abs(one.tint - other.tint).max() > TINT:
        return False
    return max(_common(one.shape, other.shape), _common(one.shape, other.shape[::-1, ::-1])) > ALIKE


def _common(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Give how much of two shapes is common to both (0-1)."""
    return float(np.minimum(one, other).sum() / max(float(np.maximum(one, other).sum()), 1e-6))


def touching(ink: Picture, size: float, slack: float) -> Picture:
    """Give where (0 or 1) a pip may stand that touches something else.

    ``size``: the root of its area; ``slack``: how far off it may stand, both in pixels.
    """
    return np.asarray(cv2.dilate(cv2.erode(ink, _disc(HEART * size)), _disc(slack)), np.uint8)


def _disc(radius: float) -> NDArray[np.uint8]:
    side = 2 * round(radius) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
