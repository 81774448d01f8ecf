"""How noisy a camera's pictures are: in the evening, by one lamp, each pixel differs from frame to frame.

What differs by no more than that has not moved. Most of a table lies still most of the time, so the smaller
differences between one frame and the next are noise, and of several frames the calmest tells it.
"""

from collections import deque
from dataclasses import replace

import cv2
import numpy as np

from vision.frame import Image
from vision.motion.changes import DIFFERENT, Look

FRAMES = 8
"""So many of the last comparisons are kept: a lamp switched on, or an arm over half the table, soon ends."""

SPARSE = 3
"""Every so many small pixels are enough to tell the noise by, each way."""

STILL, SPREAD = 0.6, 0.56
"""The mean of this share of the differences, the smaller ones, is the second times a normal noise: it tells
what the median would, but between whole levels."""

ONE_SIDED = 3.0
"""Where so many times as many colours are lighter as are darker, or the other way round, the light has
changed: noise goes both ways."""

SURELY, ROUNDING = 4.2, 3.0
"""So many times the noise and so many levels more are no noise, which bytes and coding round: some ten small
pixels of 57600 differ by more between two frames, at a noise of 1.4 as of 7 levels."""


class Noise:
    """What the last frames say of the camera's noise. Not for several threads."""

    def __init__(self) -> None:
        self._seen: deque[float] = deque(maxlen=FRAMES)

    def heeded(self, look: Look, last: Look | None = None) -> Look:
        """Give a look in which nothing differs that noise explains, told the ``last`` one before it, if any.

        Two that are the same tell nothing, nor does a dark one, nor a change of the light; with pictures of
        another size all that was known is forgotten.
        """
        if last is not None and not look.follows(last):
            self._seen.clear()
        elif last is not None and not look.dark and (level := noise(look.small, last.small)) > 0:
            self._seen.append(level)
        least = (SURELY * min(self._seen) + ROUNDING) / DIFFERENT if self._seen else 0.0
        return look if least <= look.light else replace(look, light=least)


def noise(one: Image, other: Image) -> float:
    """Give the noise (standard deviation in levels) of two small pictures of the same size and table.

    0 where they say nothing of it: they are the same, or the light has changed between them.
    """
    pair = (np.ascontiguousarray(image[::SPARSE, ::SPARSE]).reshape(-1) for image in (one, other))
    now, then = pair
    lighter, darker = cv2.countNonZero(cv2.subtract(now, then)), cv2.countNonZero(cv2.subtract(then, now))
    if max(lighter, darker) > ONE_SIDED * min(lighter, darker):
        return 0.0
    counts = np.bincount(cv2.absdiff(now, then).ravel(), minlength=256)
    most = STILL * float(counts.sum())
    kept = np.diff(np.minimum(counts.cumsum(), most), prepend=0.0)
    return float(kept @ np.arange(256)) / most / SPREAD
