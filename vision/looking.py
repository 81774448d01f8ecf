"""Looks at a picture from the right distance: the finder is best where cards are about as high as it learnt.

A first look from further off costs a quarter and tells how large the cards are; a second one, where it is
needed, shows them at the height that suits the net. Whoever reads picture after picture hands the distance
on.
"""

from dataclasses import dataclass
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import cards
from vision.cards import BLOCK, FLOOR, NET_AREA, CardKind, Finding
from vision.nets import FloatArray, shipped

BEST_HEIGHT = 120.0
"""Net pixels: the height of a card that the finder sees best."""

NEAREST, FURTHEST = 1.0, 4.0
"""The range of distances: 1 fills the net's area with the picture, 2 half as wide and half as high."""

FIRST = 2.0
"""The distance of the first look when nothing is known."""

CLOSE_ENOUGH = 1.35
"""A look from at most this ratio beside the best distance is good enough."""

CLEAR = 0.4
"""Prints from this score on tell the cards' height."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What was found, and from what distance (1-4) it was seen best."""

    finding: Finding
    distance: float


def glance(image: NDArray[np.uint8], distance: float | None = None) -> Glance:
    """Find prints and cards in a BGR picture (H, W, 3), from the best distance.

    ``distance``: where the picture before was seen best. Raises `ValueError` for what is no such picture.
    """
    near = distance or FIRST
    finding = find_from(image, near)
    best = _best_distance(finding, image.shape[:2])
    if best is None or max(best / near, near / best) <= CLOSE_ENOUGH:
        return Glance(finding, near) if best is not None or near == NEAREST else _nearest(image)
    return Glance(find_from(image, best), best)


def find_from(image: NDArray[np.uint8], distance: float) -> Finding:
    """Find prints and cards from a distance: 1 as `cards.find` does, 2 from twice as far."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"want a BGR picture of bytes (H, W, 3), not {image.dtype} {image.shape}")
    blob, scale = _blob(image, NET_AREA / distance**2)
    maps = shipped("finder")(blob)[0]
    spots = cards._peaks(maps[2])
    passes = [cards._hint(maps, at, scale, CardKind.PASS, cards._area(maps[1], at)) for at in spots]
    return Finding(
        tuple(cards._print(maps, at, scale) for at in cards._peaks(maps[0])),
        tuple(sorted((h for h in passes if h.score > FLOOR), key=lambda h: -h.score)),
        tuple(cards._hint(maps, at, scale, CardKind.CARD, float(maps[2][at])) for at in spots),
    )


def _nearest(image: NDArray[np.uint8]) -> Glance:
    return Glance(find_from(image, NEAREST), NEAREST)


def _best_distance(finding: Finding, size: tuple[int, ...]) -> float | None:
    """Give the distance at which the cards found would have the best height, None when there are none."""
    heights = [p.card.height for p in finding.prints if p.score >= CLEAR]
    heights += [h.height for h in finding.passes if h.score >= CLEAR]
    if not heights:
        return None
    usual = float(np.median(heights)) * sqrt(NET_AREA / (size[0] * size[1]))
    return min(max(usual / BEST_HEIGHT, NEAREST), FURTHEST)


def _blob(image: NDArray[np.uint8], area: float) -> tuple[FloatArray, float]:
    """Shrink and pad the picture to the net's input (1, 3, H, W), 0..1; also give net pixels per pixel."""
    high, wide = image.shape[:2]
    scale = sqrt(area / (high * wide))
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    padded = cv2.copyMakeBorder(small, 0, -size[1] % BLOCK, 0, -size[0] % BLOCK, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32), scale
