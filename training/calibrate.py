"""Finds the temperature that makes the reader's probabilities honest, on scenes that no net has seen.

python -m training.calibrate OTHER_POOL
"""

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.mine import label
from training.pool import shards
from vision.cards.grouping import distinct
from vision.looks.distance import glance
from vision.prints.closeup import straightened
from vision.prints.digits import TEMPERATURE, read

STEPS = (0.0, 0.5, 0.8, 0.9, 0.97, 0.99, 0.999, 1.01)

Table = NDArray[np.float64]


def gather(pool: Path) -> tuple[Table, NDArray[np.int64]]:
    """Read everything that the finder finds; give the log probabilities and the truth."""
    logs, truth = [], []
    for shard in shards(pool):
        for k, prints in enumerate(shard.prints):
            image = np.asarray(shard.images[k])
            found = straightened(image, distinct(glance(image).finding.prints))
            what = [label(p, prints) for p in found]
            for row, w in zip(read(image, found), what, strict=True):
                if w is not None:
                    logs.append(np.log(np.maximum(row.astype(np.float64), 1e-30)))
                    truth.append(w)
    return np.array(logs), np.array(truth)


def at(logs: Table, heat: float) -> Table:
    """Give the probabilities at another temperature, relative to the one now in use."""
    odds = np.exp(logs / heat - (logs / heat).max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True))


def main() -> None:
    """Try temperatures, print the best and how honest the probabilities then are."""
    logs, truth = gather(Path(sys.argv[1]))
    rows = np.arange(len(truth))
    cost = {h: -float(np.log(at(logs, h)[rows, truth] + 1e-12).mean()) for h in np.arange(0.6, 2.6, 0.05)}
    best = min(cost, key=lambda h: cost[h])
    now = cost[min(cost, key=lambda h: abs(h - 1))]
    print(f"temperature {best * TEMPERATURE:.2f}: {cost[best]:.4f} nats, against {now:.4f} at the one in use")
    sure = at(logs, best)
    top, right = sure.max(1), sure.argmax(1) == truth
    for low, high in pairwise(STEPS):
        inside = (top >= low) & (top < high)
        if inside.any():
            says, is_right = top[inside].mean(), right[inside].mean()
            print(f"{low}-{high}: {inside.sum()} prints, says {says:.3f}, right {is_right:.3f}")


if __name__ == "__main__":
    main()
