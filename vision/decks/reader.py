"""Reads the numbers of a deck that was learnt: what the net says by itself, and what it says of this deck."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decks.crops import Sample, crop
from vision.decks.head import Head
from vision.decks.trunk import Trunk
from vision.prints.digits import CLASSES, FAINT, JUNK, cut, quick
from vision.prints.finder import Print
from vision.prints.nets import FloatArray

QUICK, OWN, DECK = 0.4, 0.3, 0.3
"""How much the quick net's word counts, the larger one's own, and what that one was taught of the deck: as
powers of their odds. On 1531 prints in rows of twelve decks, each learnt from six other rows, the log loss is
0.192 so, 0.201 with both nets' own words alone and 0.213 with the last word alone; of what is 95 % sure,
three are wrong, and not five."""

CLEAR = 0.95
"""What the quick net says of a plain deck with at least this probability (0-1) is believed at once."""

PLAIN, LOOKED_AT = 0.75, 64
"""A deck is plain when the quick net is clear about this share (0-1) of its numbers, and never wrong there;
no more prints than the second are looked at."""

SOFT = 1.3
"""Divides what the deck's own layer says: it was taught on few prints, and is too sure of itself."""


@dataclass(frozen=True, slots=True, eq=False)
class DeckDigits:
    """Gives probabilities (N, 111) of prints, as `digits.read` does, for one deck.

    ``plain``: the deck's font is none that the quick net errs about: what that one is clear about needs no
    more, which takes half the time.
    """

    trunk: Trunk
    head: Head
    plain: bool = False

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        """Read prints found in a BGR picture (H, W, 3)."""
        crops = [cut(image, p.centre, p.height, p.up) for p in prints]
        odds = quick(crops)
        some = np.flatnonzero(odds.max(axis=1) < (CLEAR if self.plain else np.inf))
        if len(some):
            odds[some] = self.told(self.trunk.features([crops[i] for i in some]), odds[some])
        return odds

    def told(self, features: FloatArray, quickly: FloatArray) -> FloatArray:
        """Join what the net sees in N crops with what the quick one says of them (N, 111).

        Log odds are added; what the deck never showed is left to the net's own word.
        """
        own = _log_odds(self.trunk.scores(features))
        taught = self.head.known > 0
        deck = _log_odds(np.where(taught, (features @ self.head.weights + self.head.bias) / SOFT, -1e4))
        left = np.exp(own[:, ~taught]).sum(axis=1, keepdims=True).clip(0, 1 - 1e-6)
        deck = np.where(taught, deck + np.log1p(-left), own)
        heard = np.log(np.maximum(quickly, FAINT))
        return np.asarray(np.exp(_log_odds(QUICK * heard + OWN * own + DECK * deck)), np.float32)


def is_plain(samples: Sequence[Sample]) -> bool:
    """Say whether the quick net reads a deck's own prints well enough to be heard first."""
    some = samples[:: len(samples) // LOOKED_AT + 1]
    odds = quick([crop(sample.cut) for sample in some])
    values = np.array([sample.value for sample in some])
    clear = odds.max(axis=1, initial=0.0) >= CLEAR
    if np.any(clear & (odds.argmax(axis=1) != values)):
        return False
    numbers = values != JUNK
    return int(np.count_nonzero(clear & numbers)) >= PLAIN * int(np.count_nonzero(numbers))


def _log_odds(scores: FloatArray) -> FloatArray:
    """Scale scores (N, 111) so that their exponentials add up to 1."""
    top = scores.max(axis=1, keepdims=True) if len(scores) else scores.reshape(0, CLASSES)[:, :1]
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)), np.float32)
