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
"""One in so many pictures is for measuring alone (`measuring`)."""

LEAST = 20
"""A picture with a side of fewer pixels shows nothing."""

TRIES = 20
"""So many pictures are looked at, at the most, for one that shows something."""


@lru_cache(maxsize=2)
def files(*, measuring: bool = False) -> Sequence[Path]:
    """Give the pictures to learn from, or those kept aside for ``measuring``; none where there are none."""
    some = sorted(FOLDER.rglob("*.png"), key=lambda path: (path.name, str(path)))
    return [path for path in some if (crc32(path.name.encode()) % KEPT_ASIDE == 0) == measuring]


def draw(
    image: Picture, centre: tuple[float, float], size: float, rng: Generator, *,
    turned: bool = False, measuring: bool = False,
) -> bool:  # fmt: skip
    """Lay one of the pictures on a BGR image (H, W, 3), so many pixels large; say whether there was one."""
    some = files(measuring=measuring)
    tried = (_opened(some[int(rng.integers(len(some)))]) for _ in range(TRIES if some else 0))
    picture = next((one for one in tried if one is not None), None)
    if picture is None:
        return False
    scale = size / max(picture.shape[:2])
    wide, high = (max(2, round(side * scale)) for side in (picture.shape[1], picture.shape[0]))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(picture, (wide, high), interpolation=how), np.uint8)
    _lay(image, picture[::-1, ::-1] if turned else picture, centre)
    return True


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


def _lay(image: Picture, picture: Picture, centre: tuple[float, float]) -> None:
    """Blend a picture (H, W, 4) into an image around a place; what is outside is cut off."""
    high, wide = picture.shape[:2]
    left, top = round(centre[0] - wide / 2), round(centre[1] - high / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(image.shape[1], left + wide), min(image.shape[0], top + high)
    if x0 >= x1 or y0 >= y1:
        return
    part = picture[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.float32)
    there, opaque = image[y0:y1, x0:x1], part[..., 3:] / 255
    there[:] = (there * (1 - opaque) + part[..., :3] * opaque).astype(np.uint8)
