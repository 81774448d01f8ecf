"""Reads rows in square still pictures as if they had been squeezed to a square, as those of collections are.

Hardly a camera gives squares, and figures squeezed to half their width are others: an 11 is one stroke, a 7
looks like a 1. So a square picture is read in the shapes that cameras give as well, and the reading counts
that is sure of most.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np

from companion.evidence import Quad, SeenCard
from vision.frame import Reads
from vision.prints.finder import Picture

SHAPES = (4 / 3, 16 / 9)
"""How wide pictures of tables are for their height."""

ROW = 3
"""From so many sure cards on, a shape is believed: fewer read surely in a wrong one, too. Of 106 pictures cut
close around one card and squeezed, two were surely misread as they are, five in the best of shapes."""


def read_still(reader: Reads, image: Picture) -> tuple[SeenCard, ...]:
    """Give the cards in a BGR picture (H, W, 3), a square one read in each shape that it may have had."""
    cards = reader.read(image)
    if image.shape[0] != image.shape[1]:
        return cards
    others = (_stretched(reader, image, shape) for shape in SHAPES)
    rows = [other for other in others if sum(card.sure for card in other) >= ROW]
    return max([cards, *rows], key=_worth)


def _stretched(reader: Reads, image: Picture, shape: float) -> tuple[SeenCard, ...]:
    """Read a square picture so many times as wide; the cards lie where they do in the square one."""
    size = round(image.shape[1] * shape), image.shape[0]
    wide = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    return tuple(_squeezed(card, shape) for card in reader.read(wide))


def _squeezed(card: SeenCard, shape: float) -> SeenCard:
    """Put a card of a stretched picture where it lies in the square one."""
    return replace(card, quad=cast(Quad, tuple((x / shape, y) for x, y in card.quad)))


def _worth(cards: Sequence[SeenCard]) -> tuple[int, int, float]:
    """Rank a reading: by the cards that are sure, then by how few are not, then by how sure all are."""
    sure = sum(card.sure for card in cards)
    return sure, sure - len(cards), sum(card.confidence for card in cards)
