"""Finds a blinking lamp in the pictures and tells how bright it is in each, for the measuring of clocks."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.clock import Instant, Span
from vision.frame import Frame

CELLS = (64, 36)
"""The picture is looked at in so many cells, across and down."""

LAGS_NS = range(-200_000_000, 1_000_000_001, 20_000_000)
"""Delays at which the lamp is looked for."""

Levels = list[tuple[Span, float]]


class Blinks:
    """Collects frames, reduced to cells; some kB a frame."""

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._cells: list[NDArray[np.float32]] = []

    def look(self, frame: Frame) -> None:
        """Take a frame."""
        grey = cv2.cvtColor(cv2.resize(frame.image, CELLS, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        self._spans.append(frame.span)
        self._cells.append(np.asarray(grey, np.float32).ravel())

    def levels(self, switched: Sequence[tuple[Instant, bool]]) -> Levels:
        """Give each frame's time and the level of the cell that follows the lamp best; none without frames.

        ``switched``: when the lamp was switched and to what, in order of time.
        """
        if len(self._cells) < 2 or not switched:
            return []
        cells = np.stack(self._cells)
        around = cells - cells.mean(axis=0)
        best = max((self._followed(around, switched, lag) for lag in LAGS_NS), key=lambda found: found[0])
        return list(zip(self._spans, map(float, cells[:, best[1]]), strict=True))

    def _followed(
        self, around: NDArray[np.float32], switched: Sequence[tuple[Instant, bool]], lag: int
    ) -> tuple[float, int]:
        """Give how well the best cell follows the lamp at this delay, and which it is."""
        moments = np.array([at + lag for at, _ in switched])
        places = np.searchsorted(moments, [span.latest for span in self._spans], side="right") - 1
        lit = np.array([False, *(state for _, state in switched)])[places + 1].astype(np.float32)
        wanted = lit - lit.mean()
        # The covariance, not the correlation: a strong flicker beats a weak one that is as faithful.
        share = np.abs(wanted @ around) / max(1, len(wanted))
        place = int(share.argmax())
        return float(share[place]), place
