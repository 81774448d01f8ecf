"""Where something has moved just now: nothing is read there."""

from collections import deque

import cv2
import numpy as np

from companion.clock import NS_PER_SECOND, Instant
from vision.motion.changes import Mask

MOVEMENTS = 20
"""Movements remembered at most."""

STIRRED = NS_PER_SECOND // 5
"""Where something has moved within this time nothing is read."""


class Stir:
    """The places of the last movements, each with its time."""

    def __init__(self) -> None:
        self._moved: deque[tuple[Instant, Mask]] = deque(maxlen=MOVEMENTS)

    def add(self, at: Instant, movement: Mask) -> None:
        """Remember where something has moved."""
        self._moved.append((at, movement))

    def clear(self) -> None:
        """Forget all movements."""
        self._moved.clear()

    def around(self, at: Instant, hidden: Mask) -> Mask:
        """Give what is hidden together with all places where something has moved just before a moment."""
        while self._moved and at - self._moved[0][0] > STIRRED:
            self._moved.popleft()
        for _, movement in self._moved:
            hidden = np.asarray(cv2.bitwise_or(hidden, movement), np.uint8)
        return np.asarray(cv2.dilate(hidden, np.ones((5, 5), np.uint8)), np.uint8)
