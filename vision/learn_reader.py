"""Reads the numbers of a deck that was learnt: what the net says by itself, and what it says of this deck."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards import Print
from vision.digits import CLASSES, cut
from vision.learn_head import Head
from vision.learn_trunk import Trunk
from vision.nets import FloatArray

OWN = 0.25
"""How much the net's own word still counts, as a power of its odds."""

SOFT = 1.3
"""Divides what the deck's own layer says: it was taught on few prints, and is too sure of itself."""


@dataclass(frozen=True, slots=True, eq=False)
class DeckDigits:
    """Gives probabilities (N, 111) of prints, as `digits.read` does, for one deck."""

    trunk: Trunk
    head: Head

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        """Read prints found in a BGR picture (H, W, 3)."""
        return self.told(self.trunk.features([cut(image, p.centre, p.height, p.up) for p in prints]))

    def told(self, features: FloatArray) -> FloatArray:
        """Join both words: log odds added, what the deck never showed left to the net alone."""
        own = _log_odds(self.trunk.scores(features))
        taught = self.head.known > 0
        deck = _log_odds(np.where(taught, (features @ self.head.weights + self.head.bias) / SOFT, -1e4))
        left = np.exp(own[:, ~taught]).sum(axis=1, keepdims=True).clip(0, 1 - 1e-6)
        deck = np.where(taught, deck + np.log1p(-left), own)
        return np.asarray(np.exp(_log_odds(OWN * own + (1 - OWN) * deck)), np.float32)


def _log_odds(scores: FloatArray) -> FloatArray:
    """Scale scores (N, 111) so that their exponentials add up to 1."""
    top = scores.max(axis=1, keepdims=True) if len(scores) else scores.reshape(0, CLASSES)[:, :1]
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)), np.float32)
