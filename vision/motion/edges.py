"""Where a card lies of which little more than its edges tells: none says how far it moved along that edge.

Patches on edges of different directions are looked for together; their common place is the card's.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion.drift import ALIKE, PATCH, Floats, Grey, peak

VOTES = 6
"""Patches that must be found at the common place."""

SHARE = 0.4
"""At least this share (0-1) of all patches that are looked for must be found at the common place."""

ROUND = 2
"""Grey pixels around the common place that belong to it."""

ALONE = 0.04
"""By so much less alike, on average, must the patches be at any other place."""


def together(grey: Grey, at: NDArray[np.intp], present: Grey, search: int) -> tuple[float, float] | None:
    """Give by how many grey pixels (x, y) patches at (N, 2) are off together; None where it is not clear."""
    maps = [found for x, y in at if (found := _map(grey, int(x), int(y), present, search)) is not None]
    if len(maps) < VOTES:
        return None
    scores = np.array(maps)
    place = _best(scores)
    fit = scores[:, place[0], place[1]] >= ALIKE
    if fit.sum() < max(VOTES, SHARE * len(scores)):
        return None
    mean = scores[fit].mean(axis=0)
    row, column = _highest(mean)
    if not _alone(mean, row, column):
        return None
    return column - search + peak(mean[row], column), row - search + peak(mean[:, column], row)


def _map(grey: Grey, x: int, y: int, present: Grey, search: int) -> Floats | None:
    """Give how alike (-1 to 1) a patch is at each place around its own; None where the picture ends there."""
    left, top = x - search, y - search
    if left < 0 or top < 0:
        return None
    window = grey[top : y + PATCH + search, left : x + PATCH + search]
    if window.shape != (PATCH + 2 * search, PATCH + 2 * search):
        return None
    patch = present[y : y + PATCH, x : x + PATCH]
    return np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), np.float64)


def _best(scores: Floats) -> tuple[int, int]:
    """Give the place (row, column) at which the most patches are found, the most alike first."""
    return _highest((scores >= ALIKE).sum(axis=0) + scores.clip(0.0).mean(axis=0))


def _highest(scores: Floats) -> tuple[int, int]:
    row, column = np.unravel_index(int(np.argmax(scores)), scores.shape)
    return int(row), int(column)


def _alone(mean: Floats, row: int, column: int) -> bool:
    """Say whether no other place is nearly as good: along a single edge all are."""
    others = mean.copy()
    others[max(0, row - ROUND) : row + ROUND + 1, max(0, column - ROUND) : column + ROUND + 1] = -1.0
    return bool(others.max() <= mean[row, column] - ALONE)
