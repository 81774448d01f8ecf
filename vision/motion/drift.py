"""How far the camera has trembled: the table itself is found again in each look, by a few landmarks on it.

A camera on a shelf shakes when somebody leans on the table. What a card seems to have moved by then is partly
the camera's own movement, and that is the same for the table.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

PATCH = 14
"""Side of a patch in grey pixels."""

ALIKE = 0.85
"""Correlation from which a patch counts as found."""

LANDMARKS = 12
"""Patches of the table looked up in each look."""

APART = 40
"""Grey pixels from one landmark to the next at least."""

CORNER = 0.01
"""A landmark's structure is at least so large a share of the best one's."""

SEARCH = 4
"""Grey pixels around a landmark in which it is looked for."""

AGREE = 3
"""Landmarks that must be found."""

TREMBLES = 3.0
"""A table has clearly moved where it looks more alike elsewhere by so much, grey levels squared a pixel."""

SOME = 6
"""Where the table has clearly moved in none of about so many looks, the others are not asked."""

OFTEN = 0.25
"""A camera trembles when the table has clearly moved in this share of the looks; else it has stood still."""


def landmarks(present: Grey, absent: Grey, different: float) -> NDArray[np.intp]:
    """Choose landmarks: top left corners (N, 2) of patches that look the same in both pictures.

    ``different``: mean difference of grey levels from which a patch does not.
    """
    apart = cv2.boxFilter(cv2.absdiff(present, absent), cv2.CV_32F, (PATCH, PATCH))
    same = np.where(apart < different, np.uint8(255), np.uint8(0))
    same[:PATCH], same[-PATCH:], same[:, :PATCH], same[:, -PATCH:] = 0, 0, 0, 0
    found = cv2.goodFeaturesToTrack(present, LANDMARKS, CORNER, APART, mask=same, blockSize=PATCH // 2)
    if found is None:
        return np.zeros((0, 2), np.intp)
    return np.asarray(np.round(found.reshape(-1, 2)) - PATCH // 2, np.intp)


def drifts(looks: Sequence[Grey], present: Grey, at: NDArray[np.intp]) -> Floats:
    """Give by how many grey pixels (x, y) the table lies elsewhere in each look (N, 2); 0 where it is still.

    The landmarks are looked for together: one that is a stripe tells nothing of what lies along it.
    """
    some = looks[:: max(1, len(looks) // SOME)]
    if not any(moved for _, moved in (_drift(grey, present, at) for grey in some)):
        return np.zeros((len(looks), 2))
    found = [_drift(grey, present, at) for grey in looks]
    clear = [moved for _, moved in found if moved is not None]
    if sum(clear) < max(1.0, OFTEN * len(clear)):
        return np.zeros((len(looks), 2))
    return np.array([off for off, _ in found]).reshape(-1, 2)


def _drift(grey: Grey, present: Grey, at: NDArray[np.intp]) -> tuple[tuple[float, float], bool | None]:
    """Give where the table lies in one look, and whether it has clearly moved; None where nothing tells."""
    found = [(x, y) for x, y in at if shift(grey, int(x), int(y), present, SEARCH) is not None]
    if len(found) < AGREE:
        return (0.0, 0.0), None
    amiss = np.sum([_amiss(grey, int(x), int(y), present) for x, y in found], axis=0)
    amiss /= len(found) * PATCH**2
    least, _, (column, row), _ = cv2.minMaxLoc(amiss)
    off = column - SEARCH + peak(-amiss[row], column), row - SEARCH + peak(-amiss[:, column], row)
    return off, bool(amiss[SEARCH, SEARCH] - least >= TREMBLES)


def _amiss(grey: Grey, x: int, y: int, present: Grey) -> NDArray[np.float32]:
    """Give how unlike a landmark is what lies at each place around it: squared differences, summed.

    Each patch is taken from its mean level: where the light changes, a stripe seems to have moved to where
    it was as bright before.
    """
    window = grey[y - SEARCH : y + PATCH + SEARCH, x - SEARCH : x + PATCH + SEARCH]
    landmark = present[y : y + PATCH, x : x + PATCH]
    alike = cv2.matchTemplate(window, landmark, cv2.TM_CCOEFF)
    own = sliding_window_view(window, landmark.shape).var(axis=(2, 3)) + landmark.var()
    return np.asarray(own * PATCH**2 - 2 * alike, np.float32)


def shift(grey: Grey, x: int, y: int, present: Grey, search: int) -> tuple[float, float] | None:
    """Find a patch again near its place; gives how far it is off (x, y) in grey pixels, or None."""
    left, top = max(0, x - search), max(0, y - search)
    window = grey[top : y + PATCH + search, left : x + PATCH + search]
    scores = cv2.matchTemplate(window, present[y : y + PATCH, x : x + PATCH], cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(scores)
    if best < ALIKE:
        return None
    return left + column - x + peak(scores[row], column), top + row - y + peak(scores[:, column], row)


def peak(scores: NDArray[np.generic], at: int) -> float:
    """Refine a peak within its pixel by a parabola through it and its neighbours (-0.5 to 0.5)."""
    if not 0 < at < len(scores) - 1:
        return 0.0
    before, here, after = (float(s) for s in scores[at - 1 : at + 2])
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0
