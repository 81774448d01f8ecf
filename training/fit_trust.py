"""Finds how far what is read may be believed: the constants of `prints.trust`, for numbers and pass cards.

python -m training.fit_trust FOLDER:GAME ...      folders of `training.measured` with their games

Tells the constants, then how honest the probabilities are with them.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.evaluate import inside
from vision import pipeline
from vision.cards import numberless
from vision.prints import trust
from vision.prints.trust import Sight

STEPS = (0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)
STIFF = 0.3
"""How hard the constants are held near zero: a trifle, against chance."""

Table = NDArray[np.float64]


@dataclass(slots=True)
class Heard:
    """What was said of cards, and what is known about each: features, whether it was right.

    Pass cards, and those ``beside`` one that surely is one.
    """

    numbers: list[tuple[list[float], bool]] = field(default_factory=list)
    passes: list[tuple[list[float], bool]] = field(default_factory=list)
    beside: list[tuple[list[float], bool]] = field(default_factory=list)


def gather(heard: Heard, folder: Path, game: str) -> None:
    """Read a folder of pictures, and hear what is said of each card before experience has its word."""
    kept: dict[float, list[float]] = {}

    def number(said: float, sight: Sight, single: bool = False) -> float:
        score = log(max(sight.score, trust.FAINTEST))
        kept[said] = [1.0, trust.log_odds(said), log(sight.height), score, float(single), float(sight.lone)]
        return said

    def passing(near: float, like: float | None = None, behind: bool = False, lonely: bool = False) -> float:
        told = numberless.PERHAPS_PASS + (1 - numberless.PERHAPS_PASS) * near
        also = [] if like is None else [like, max(0.0, like - trust.SAME)]
        if not (behind or lonely):  # what a card's place says is not fitted
            kept[told] = [1.0, trust.log_odds(near), *also]
        return told

    trust.probability, trust.pass_probability = number, passing
    reader = pipeline.Reader(game, further=())
    for path in sorted(folder.glob("*.json")):
        cards = json.loads(path.read_text())["cards"]
        kept.clear()
        for seen in reader.read(np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)):
            known = kept.get(seen.alternatives[0].probability) if seen.alternatives else None
            if known is not None:
                value = seen.alternatives[0].card.value
                right = _right(value, seen.quad, cards)
                _told(heard, value, known).append((known, right))


def _told(heard: Heard, value: int | None, known: Sequence[float]) -> list[tuple[list[float], bool]]:
    """Give where to note what was said of a card: a number, a pass card (two features), one by another."""
    if value is not None:
        return heard.numbers
    return heard.passes if len(known) == 2 else heard.beside


def _right(value: int | None, quad: Sequence[tuple[float, float]], cards: Sequence[dict[str, Any]]) -> bool:
    """Tell whether a card with this value (none: a pass) lies under the middle of what was seen."""
    x, y = np.mean(quad, axis=0)
    return any(c["value"] == value and inside(c, (float(x), float(y))) for c in cards)


def fit(known: Table, right: Table) -> Table:
    """Give the constants of a logistic regression, by Newton's method."""
    constants = np.zeros(known.shape[1])
    hold = STIFF * np.diag([1e-3] + [1.0] * (known.shape[1] - 1))
    for _ in range(50):
        odds = 1 / (1 + np.exp(-known @ constants))
        slope = known.T @ (odds - right) + hold @ constants
        constants -= np.linalg.solve((known.T * (odds * (1 - odds))) @ known + hold, slope)
    return constants


def tell(names: str, told: Sequence[tuple[list[float], bool]]) -> None:
    """Fit, and print the constants and how honest they are."""
    known, right = np.array([f for f, _ in told]), np.array([float(ok) for _, ok in told])
    constants = fit(known, right)
    print(names, "=", ", ".join(f"{c:.3f}" for c in constants), f"on {len(told)} readings")
    sure = 1 / (1 + np.exp(-known @ constants))
    for low, high in pairwise(STEPS):
        some = (sure >= low) & (sure < high)
        if some.any():
            print(f"{low}-{high}: {some.sum()} says {sure[some].mean():.3f}, right {right[some].mean():.3f}")


def main() -> None:
    """Fit on the folders named and print what came of it."""
    heard = Heard()
    for one in sys.argv[1:]:
        gather(heard, Path(one.split(":")[0]), one.split(":")[1])
    tell("INTERCEPT, LOGIT, HEIGHT, SCORE, SINGLE, LONE", heard.numbers)
    if heard.passes:
        tell("PASS_INTERCEPT, PASS_NEAR", heard.passes)
    if heard.beside:
        tell("BESIDE_INTERCEPT, BESIDE_NEAR, BESIDE_LIKE, BESIDE_SAME", heard.beside)


if __name__ == "__main__":
    main()
