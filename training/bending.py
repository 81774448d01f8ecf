"""Cuts crops as the product does, but seen aslant: a card far across the table is shortened one way.

A slant is a 2x2 matrix in the frame of the crop (x right, y down), about the crop's middle.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.prints import crops

SHARE, SHORTEST = 0.35, 0.55
"""How many crops are slanted, and the least that the shortened direction keeps of its length."""

Slant = NDArray[np.float64]
Size = tuple[int, int, int]
"""Width and height of a crop, and the height of the digits in it, in pixels."""


def draw(rng: Generator) -> Slant:
    """Draw a slant: mostly none, else shortened along any direction."""
    if rng.random() >= SHARE:
        return np.eye(2)
    way, short = rng.uniform(0, np.pi), rng.uniform(SHORTEST, 1.0)
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
    return np.asarray(turn @ np.diag([1.0, short]) @ turn.T)


def cut(
    image: NDArray[np.uint8], at: tuple[float, float], height: float, up: float, slant: Slant, size: Size
) -> NDArray[np.uint8]:
    """Cut an upright crop around a print as the product would, had the picture been slanted so."""
    s, c = np.sin(up), np.cos(up)
    back = np.array([[c, -s], [s, c]]) @ np.linalg.inv(slant)
    return crops.seen(image, at, height, back.tolist(), crops.Window(*size))


def north(slant: Slant, ratio: float, own: float) -> tuple[float, float]:
    """Give height and up (radians) of a number in a slanted crop, from those it has in the plain one."""
    x, y = slant @ np.array([ratio * np.sin(own), -ratio * np.cos(own)])
    return float(np.hypot(x, y)), float(np.arctan2(x, -y))
