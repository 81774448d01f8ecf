"""Finds how far a reading may be believed by its number's height and score: the constants of `vision.trust`.

python -m training.fit_trust FOLDER:GAME ...      folders of `training.measured` with their games

Tells the constants, then how honest the probabilities are with them.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.evaluate import inside
from vision import trust
from vision.pipeline import Reader
from vision.trust import LEAST, MOST, Sight

STEPS = (0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)
STIFF = 0.3
"""How hard the constants are held near zero: a trifle, against chance."""

Table = NDArray[np.float64]


def readings(folder: Path, game: str) -> Iterator[tuple[float, Sight, bool]]:
    """Read a folder of pictures: what was said of each card, how it was seen, and whether it was right."""
    heard: list[tuple[float, Sight]] = []

    def listen(said: float, sight: Sight) -> float:
        heard.append((said, sight))
        return said

    trust.probability = listen
    reader = Reader(game)
    for path in sorted(folder.glob("*.json")):
        cards = json.loads(path.read_text())["cards"]
        heard.clear()
        seen = reader.read(np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8))
        for said, sight in heard:
            own = next((c for c in seen if c.alternatives and c.alternatives[0].probability == said), None)
            if own is not None and own.alternatives[0].card.value is not None:
                yield said, sight, _right(own.alternatives[0].card.value, own.quad, cards)


def _right(value: int, quad: Sequence[tuple[float, float]], cards: Sequence[dict[str, Any]]) -> bool:
    """Tell whether a card with this value lies under the middle of what was seen."""
    x, y = np.mean(quad, axis=0)
    return any(c["value"] == value and inside(c, (float(x), float(y))) for c in cards)


def features(said: float, sight: Sight) -> list[float]:
    """Give what the regression knows: one, the log odds, the log height, the score."""
    inner = min(max(said, LEAST), MOST)
    return [1.0, log(inner / (1 - inner)), log(sight.height), sight.score]


def fit(known: Table, right: Table) -> Table:
    """Give the constants of a logistic regression, by Newton's method."""
    constants = np.zeros(known.shape[1])
    hold = STIFF * np.diag([0.0] + [1.0] * (known.shape[1] - 1))
    for _ in range(50):
        odds = 1 / (1 + np.exp(-known @ constants))
        slope = known.T @ (odds - right) + hold @ constants
        constants -= np.linalg.solve((known.T * (odds * (1 - odds))) @ known + hold, slope)
    return constants


def main() -> None:
    """Fit on the folders named and print what came of it."""
    told = [r for one in sys.argv[1:] for r in readings(Path(one.split(":")[0]), one.split(":")[1])]
    known = np.array([features(said, sight) for said, sight, _ in told])
    right = np.array([float(ok) for _, _, ok in told])
    constants = fit(known, right)
    print(
        "EVEN, LOGIT, HEIGHT, SCORE =", ", ".join(f"{c:.3f}" for c in constants), f"on {len(told)} readings"
    )
    sure = 1 / (1 + np.exp(-known @ constants))
    for low, high in pairwise(STEPS):
        in_ = (sure >= low) & (sure < high)
        if in_.any():
            print(f"{low}-{high}: {in_.sum()} says {sure[in_].mean():.3f}, right {right[in_].mean():.3f}")


if __name__ == "__main__":
    main()
