"""Whether the camera trembles: on an arm that somebody leans on, every frame is shifted by a pixel or less.

Thin lines then look fainter in one frame and stronger in the next, as though something moved there, and the
table is never at rest. Hardly anything of that is left once both pictures are smoothed; nor is of a card that
slides its last tenth of a millimetre. That ends after a few frames; a camera goes on trembling.
"""

from collections import deque

import cv2
import numpy as np

from vision.motion.changes import Look, Mask, difference, moved

FRAMES, MOSTLY = 8, 5
"""A camera trembles when of so many frames in which nothing else moved so many differ as in trembling."""

LEFT, AT_MOST = 0.4, 60
"""Of what differs in trembling no larger share is left once smoothed, and no more small pixels: of 17 to 175
none to 7 where a picture 960 pixels wide shook by one, of 159 up to 58 by two; of a moving hand all."""


class Trembling:
    """What the last frames say of the camera's trembling. Not for several threads."""

    def __init__(self) -> None:
        self._shaken: deque[bool] = deque(maxlen=FRAMES)

    def moved(self, look: Look, last: Look) -> Mask | None:
        """Mark what moved between two frames of one size; None when nothing did, or the camera trembled."""
        mask = moved(look, last)
        shaken = mask is not None and _left(look, last) <= min(AT_MOST, LEFT * cv2.countNonZero(mask))
        if mask is None or shaken:
            self._shaken.append(shaken)
        return None if shaken and sum(self._shaken) >= MOSTLY else mask


def _left(look: Look, last: Look) -> int:
    """Count what differs of two frames once their finest detail is gone."""
    now, then = (np.asarray(cv2.GaussianBlur(each.small, (3, 3), 0), np.uint8) for each in (look, last))
    return cv2.countNonZero(difference(now, then, look.light))
