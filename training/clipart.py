"""Pictures for cards that other people drew: the Open Clip Art Library, in the public domain.

Debian's package openclipart-png holds it. What `training.art` draws is all of one hand; a net that has seen
nothing else knows fewer of the pictures that real cards bear. Without the package nothing is drawn here, and
nothing else changes.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
FOLDER = Path("/usr/share/openclipart/png")

KEPT_ASIDE = 5
"""One in so many pictures is learnt by no net, so that there are some to measure with."""

LEAST = 20
"""A picture with a side of fewer pixels shows nothing."""

TRIES = 20
"""So many pictures are looked at, at the most, for one that shows something."""


@lru_cache(maxsize=1)
def files() -> Sequence[Path]:
    """Give the pictures to learn from; none where the package is not there."""
    some = sorted(FOLDER.rglob("*.png"), key=lambda path: (path.name, str(path)))
    return [path for path in some if crc32(path.name.encode()) % KEPT_ASIDE]


def any_picture(rng: Generator) -> Picture | None:
    """Give one of the pictures with its opacity (H, W, 4), BGR; None where there is none."""
    some = files()
    tried = (_opened(some[int(rng.integers(len(some)))]) for _ in range(TRIES if some else 0))
    return next((one for one in tried if one is not None), None)


def scaled(picture: Picture, size: float) -> Picture:
    """Give a picture (H, W, 4) whose longer side has so many pixels."""
    scale = size / max(picture.shape[:2])
    wide, high = (max(2, round(side * scale)) for side in (picture.shape[1], picture.shape[0]))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=how), np.uint8)


def _opened(path: Path) -> Picture | None:
    """Give a picture with its opacity (H, W, 4), its empty rim cut off; None where it shows nothing."""
    read = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if read is None or read.dtype != np.uint8 or read.ndim != 3:
        return None
    picture = read if read.shape[2] == 4 else np.dstack([read, np.full(read.shape[:2], 255, np.uint8)])
    rows, columns = np.nonzero(picture[..., 3] > 30)
    if not len(rows) or min(np.ptp(rows), np.ptp(columns)) < LEAST:
        return None
    return np.asarray(picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1], np.uint8)
