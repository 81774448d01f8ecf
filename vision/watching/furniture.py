"""What lies still across the picture's border: an arm soon moves; a mug, a box or a taken card does not."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.clock import NS_PER_SECOND
from vision.frame import Image
from vision.motion.changes import Arm, Look, difference

FURNITURE = 10 * NS_PER_SECOND
"""What lies still across the border for this long is no arm but a mug or a box."""

PASSING = 3 * NS_PER_SECOND
"""What lies there may be hidden for this long at a time: arms reach across it."""

STILL = 0.95
"""Of what lies still, so much has looked the same for that long; at its rim a shadow may play."""

Times = NDArray[np.int64]


class Furniture:
    """How long each place has looked as it does, while there are arms. Not for several threads."""

    def __init__(self) -> None:
        self._seen: tuple[Image, Times, Times] | None = None

    def forget(self) -> None:
        """Begin anew: nothing lies across the border."""
        self._seen = None

    def among(self, look: Look, arms: tuple[Arm, ...]) -> tuple[Arm, ...]:
        """Give those of the arms in a look, one after the other in time, that have lain there for long."""
        if not arms:
            self.forget()
            return ()
        now = look.span.latest
        if self._seen is None or self._seen[0].shape != look.small.shape:
            since = np.full(look.small.shape[:2], now, np.int64)
            self._seen = look.small.copy(), since, np.zeros_like(since)
        small, since, hidden = self._seen
        differs = difference(look.small, small, max(1.0, look.light)) > 0
        hidden[~differs] = 0
        hidden[differs & (hidden == 0)] = now
        other = differs & (now - hidden >= PASSING)
        small[other], since[other], hidden[other] = look.small[other], hidden[other], 0
        lain = np.where(~differs & (now - since >= FURNITURE), np.uint8(255), np.uint8(0))
        return tuple(
            arm
            for arm in arms
            if cv2.countNonZero(cv2.bitwise_and(lain, arm.mask)) >= STILL * cv2.countNonZero(arm.mask)
        )
