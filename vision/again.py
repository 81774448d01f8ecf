"""Reads picture after picture of one table: as long as all around is as it was, it looks at the cards alone.

A table that nobody touches is read more than once, so that two pictures must agree and what is unsure gets
another chance. Where the cards lie and how large they are is known by then; the rest of the picture need only
be as it was.
"""

import cv2
import numpy as np

from companion.evidence import SeenCard
from vision.cards import Picture
from vision.frame import Image
from vision.looking import View, view_of
from vision.motion import DIMMEST, difference
from vision.pipeline import Context, Look, Reader

SMALL = 8
"""Each square of so many pixels a side is compared as one: a finger tip is no smaller."""


class Again:
    """Reads pictures of one table in the order in which they were taken. Not for several threads."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._small: Image | None = None
        self._view: View | None = None
        self._sure = 0

    def read(self, image: Picture) -> tuple[SeenCard, ...]:
        """Give the cards in a BGR picture (H, W, 3), the row in row order; raises `ValueError` on others."""
        small = _small(image)
        look = self._looked(image, self._view if self._same_around(small) else None)
        self._small, self._sure = small, _sure(look)
        self._view = view_of([card.quad for card in look.cards], look.distance, image.shape[:2])
        return look.cards

    def _looked(self, image: Picture, view: View | None) -> Look:
        """Look at the known cards, at the whole picture where they are not known or show less well now."""
        if view is not None:
            look = self._reader.observe(image, Context(view=view))
            if _sure(look) >= self._sure:
                return look
        return self._reader.observe(image)

    def _same_around(self, small: Image) -> bool:
        """Say whether a picture shows what the one before did around the cards of that one."""
        if self._view is None or self._small is None or self._small.shape != small.shape:
            return False
        differs = difference(small, self._small, DIMMEST)
        left, top, right, bottom = (edge // SMALL for edge in self._view.part)
        differs[top:bottom, left:right] = 0
        return cv2.countNonZero(differs) == 0


def _small(image: Picture) -> Image:
    """Shrink a BGR picture (H, W, 3) to what is compared."""
    size = max(2, image.shape[1] // SMALL), max(2, image.shape[0] // SMALL)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _sure(look: Look) -> int:
    """Count the cards of which a look is sure."""
    return sum(card.sure for card in look.cards)
