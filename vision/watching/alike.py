"""Whether a place shows the same picture in two looks: the same print, wherever the light has gone."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evidence import Quad
from vision.memory.known import Likeness
from vision.motion.changes import Look

Grey = NDArray[np.float32]

SHIFT = 3
"""Grey pixels by which what lies there may have been nudged, or the camera have trembled."""

PLAIN = 6.0
"""A place whose grey levels vary less than this (standard deviation) tells nothing."""

FLAT = 0.01
"""Where grey levels vary less than this (variance) they do not vary at all."""

FEW = 60
"""A place of which fewer grey pixels than this show tells nothing."""


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
        high, wide = (np.flatnonzero(place.any(axis=axis)) for axis in (1, 0))
        if not high.size:
            return 1.0
        top, left, bottom, right = high[0], wide[0], high[-1] + 1, wide[-1] + 1
        shown = place[top:bottom, left:right].astype(np.float32)
        now = look.grey[top:bottom, left:right].astype(np.float32)
        before = other.grey[top - SHIFT : bottom + SHIFT, left - SHIFT : right + SHIFT]
        if shown.sum() < FEW or now[shown > 0].std() < PLAIN:
            return 1.0
        return _correlation(now, before.astype(np.float32), shown)

    return measure


def _corners(quad: Quad, scale: float) -> NDArray[np.int32]:
    return np.asarray(np.round(np.array(quad, float) * scale), np.int32)


def _correlation(now: Grey, before: Grey, shown: Grey) -> float:
    """Give the best correlation of a picture (h, w), where it is ``shown`` (0 or 1), at any shift.

    ``before`` reaches further by SHIFT all around. All shifts are reckoned at once.
    """
    count = shown.sum()
    template = (now - (now * shown).sum() / count) * shown
    # Around its mean, for the squares would swallow what is to be told apart.
    other = before - before.mean()
    spread = _summed(other * other, shown) - _summed(other, shown) ** 2 / count
    size = np.linalg.norm(template) * np.sqrt(np.maximum(spread, FLAT * count))
    # Where all was flat before, only the rounding would be compared.
    return float(np.where(spread > FLAT * count, _summed(other, template) / size, 0).max())


def _summed(values: Grey, weights: Grey) -> Grey:
    """Give the weighted sum at each shift, (2 SHIFT + 1, 2 SHIFT + 1)."""
    return np.asarray(cv2.matchTemplate(values, weights, cv2.TM_CCORR), np.float32)
