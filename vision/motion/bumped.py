"""Whether somebody has bumped into the camera: the whole table then lies a little elsewhere in the picture.

Without this every edge in the picture would look as if something had come there, and what lies across the
border like arms that never leave.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion.drift import PATCH, Floats, Grey, landmarks, shift

FARTHEST = 16
"""Grey pixels that a landmark may have moved at most; more is another view of the table."""

LEAST = 6
"""Landmarks that must be found again."""

AGREED = 0.6
"""Share of those found that must have moved together: cards that come and go move by themselves."""

WITHIN = 1.0
"""Grey pixels by which a landmark may lie off where the others say."""

WORTH = 1.5
"""Grey pixels that some corner of the picture must have moved: less is trembling."""


def bump(now: Grey, before: Grey) -> Floats | None:
    """Give how the table has moved in the picture, (2, 3) from before to now in grey pixels.

    None where it has not moved, or where it is not clear how.
    """
    at = landmarks(before, before, 1.0)
    found = [(x, y, s) for x, y in at if (s := shift(now, int(x), int(y), before, FARTHEST))]
    if len(found) < LEAST:
        return None
    here = np.array([(x + PATCH / 2, y + PATCH / 2) for x, y, _ in found], np.float64)
    there = here + np.array([s for _, _, s in found])
    way, together = cv2.estimateAffinePartial2D(here, there, ransacReprojThreshold=WITHIN)
    if way is None or together.sum() < max(LEAST, AGREED * len(found)):
        return None
    moved = np.asarray(way, np.float64)
    return moved if _farthest(moved, now.shape) >= WORTH else None


def _farthest(way: NDArray[np.float64], shape: tuple[int, ...]) -> float:
    """Give how far (grey pixels) the corner moves that moves farthest."""
    high, wide = shape[:2]
    corners = np.array([(x, y, 1.0) for x in (0, wide) for y in (0, high)])
    return float(np.hypot(*(corners @ way.T - corners[:, :2]).T).max())
