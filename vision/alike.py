"""Whether a place shows the same picture in two looks: the same print, wherever the light has gone."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evidence import Quad
from vision.known import Likeness
from vision.motion import Look

SHIFT = 3
"""Grey pixels by which what lies there may have been nudged, or the camera have trembled."""

PLAIN = 6.0
"""A place whose grey levels vary less than this (standard deviation) tells nothing."""

FEW = 60
"""Nor does one of which fewer grey pixels show."""


def alike(look: Look, other: Look) -> Likeness:
    """Measure how alike (-1 to 1) two looks are at a place outside others; 1 where nothing tells."""

    def measure(quad: Quad, over: Sequence[Quad]) -> float:
        place = np.zeros(look.grey.shape, np.uint8)
        cv2.fillConvexPoly(place, _corners(quad, look.scale), 1)
        for upper in over:
            cv2.fillConvexPoly(place, _corners(upper, look.scale), 0)
        place = np.asarray(cv2.erode(place, np.ones((2 * SHIFT + 1,) * 2, np.uint8)), np.uint8)
        place[:SHIFT] = place[-SHIFT:] = 0
        place[:, :SHIFT] = place[:, -SHIFT:] = 0
        rows, columns = np.nonzero(place)
        now, before = look.grey[rows, columns], other.grey
        if len(now) < FEW or now.std() < PLAIN:
            return 1.0
        shifts = range(-SHIFT, SHIFT + 1)
        return max(_correlation(now, before[rows + y, columns + x]) for y in shifts for x in shifts)

    return measure


def _corners(quad: Quad, scale: float) -> NDArray[np.int32]:
    return np.asarray(np.round(np.array(quad, float) * scale), np.int32)


def _correlation(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    first, second = one - one.mean(), other - other.mean()
    return float(first @ second / max(1e-9, np.linalg.norm(first) * np.linalg.norm(second)))
