"""Reads rows in still pictures as if they had been squeezed: to a square, or by how tiles lean.

Hardly a camera gives squares, and figures squeezed to half their width are others: an 11 is one stroke, a 7
looks like a 1. So a square picture is read in the shapes that cameras give as well, and the reading counts
that is sure of most. Tiles that lean on a rack are seen squeezed in height, however the table lies before the
camera: where such a picture leaves something open, it is read stretched, too.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, sin
from typing import cast

import cv2
import numpy as np

from companion.cards import Card, plain
from companion.evidence import Quad, SeenCard, distance
from vision.cards.geometry import up_of
from vision.frame import Reads
from vision.prints.finder import Picture

SHAPES = (4 / 3, 16 / 9)
"""How wide pictures of tables are for their height."""

LEANING = 1.5
"""So many times as high a picture of leaning tiles is read: of 1, 1.25, 1.5, 1.8 and 2.2 the best for three
ray-traced rows of tiles on racks that were not read as they are."""

ROW = 3
"""From so many sure cards on, a shape is believed: fewer read surely in a wrong one, too. Of 106 pictures cut
close around one card and squeezed, two were surely misread as they are, five in the best of shapes."""

MOSTLY = 2 / 3
"""It must be sure of such a share of the cards that a stretched picture shows: of a row of eight it was sure
of four, and one of these was misread."""

RIVAL = 0.125
"""What a card may be so probably (0-1) in the picture as it is, it may be."""

SAME = 0.5
"""Cards told in two shapes are one where they lie no farther apart than so many of their heights."""


def read_still(reader: Reads, image: Picture, leaning: bool = False) -> tuple[SeenCard, ...]:
    """Give the cards in a BGR picture (H, W, 3), a square one read in each shape that it may have had.

    ``leaning``: it may show tiles that lean; then it is read stretched where few are told of, or one is
    unsure. That counts where it tells of the same cards, and is sure of more.
    """
    cards = reader.read(image)
    if image.shape[0] == image.shape[1]:
        others = (_stretched(reader, image, (shape, 1.0)) for shape in SHAPES)
        rows = [other for other in others if sum(card.sure for card in other) >= ROW]
        cards = max([cards, *rows], key=_worth)
    if not leaning or (len(cards) >= ROW and all(card.sure for card in cards)):
        return cards
    for by in _ways(cards):
        upright = [_asked_as(card, cards) for card in _stretched(reader, image, by)]
        sure = sum(card.sure for card in upright)
        more = sure >= max(ROW, MOSTLY * len(upright)) and sure > sum(card.sure for card in cards)
        if more and all(_is_among(card, upright) for card in cards):
            return tuple(upright)
    return cards


def _ways(cards: Sequence[SeenCard]) -> list[tuple[float, float]]:
    """Give how much wider and higher to make a picture so that leaning tiles are as high as they are."""
    upwards, sideways = (1.0, LEANING), (LEANING, 1.0)
    if not cards:
        return [upwards, sideways]
    ups = [up_of(card) for card in cards]
    return [sideways if sum(abs(sin(up)) - abs(cos(up)) for up in ups) > 0 else upwards]


def _asked_as(card: SeenCard, others: Sequence[SeenCard]) -> SeenCard:
    """Give a card unsure that may be another number by what is told of it among others."""
    there = [a for o in others if distance(card.quad, o.quad) < SAME for a in o.alternatives]
    rivals = [a for a in there if plain(a.card) != _face(card.best) and a.probability >= RIVAL]
    return replace(card, sure=False) if rivals else card


def _is_among(card: SeenCard, others: Sequence[SeenCard]) -> bool:
    """Say whether a card is one of others, which say nothing else of it where it is sure."""
    return any(
        distance(card.quad, other.quad) < SAME
        and (not card.sure or (_face(card.believed) == _face(other.believed) and card.zone is other.zone))
        for other in others
    )


def _face(card: Card | None) -> Card | None:
    """Give a card without its colour, which no number of any cards tells."""
    return plain(card) if card else None


def _stretched(reader: Reads, image: Picture, by: tuple[float, float]) -> tuple[SeenCard, ...]:
    """Read a picture so many times as wide and as high; the cards lie where they do in the picture itself."""
    size = round(image.shape[1] * by[0]), round(image.shape[0] * by[1])
    large = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    return tuple(_squeezed(card, by) for card in reader.read(large))


def _squeezed(card: SeenCard, by: tuple[float, float]) -> SeenCard:
    """Put a card of a stretched picture where it lies in the picture itself."""
    return replace(card, quad=cast(Quad, tuple((x / by[0], y / by[1]) for x, y in card.quad)))


def _worth(cards: Sequence[SeenCard]) -> tuple[int, int, float]:
    """Rank a reading: by the cards that are sure, then by how few are not, then by how sure all are."""
    sure = sum(card.sure for card in cards)
    return sure, sure - len(cards), sum(card.confidence for card in cards)
