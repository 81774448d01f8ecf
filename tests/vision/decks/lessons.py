"""Lessons that take no time, for tests of all that happens around teaching."""

import numpy as np

from vision.decks.head import Head
from vision.decks.trunk import Trunk


def taught_nothing(trunk: Trunk, *_: object) -> Head:
    """Give the net's own last layer, in the place of ``vision.decks.learn.taught``."""
    return Head(trunk.weights, trunk.bias, np.ones_like(trunk.bias))
