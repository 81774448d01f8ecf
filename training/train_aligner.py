"""Trains the aligner: crops any way round, misplaced and missized, to how the number in them really stands.

python -m training.train_aligner POOL CHECKPOINT MINUTES [RATE]
"""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from training import bending
from training.learning import Plan, learn
from training.nets import Aligner
from training.pool import Shard, shards
from training.train_digits import SMALL, WHOLE, as_tensors
from vision.prints.closeup import CROP, CROP_DIGITS

BATCH, FRESH, KEPT = 256, 96, 8000
SIZE = (CROP, CROP, CROP_DIGITS)
ANY_WAY, HEAD_OVER = 0.5, 0.15
"""The shares of crops that stand any way round, and that stand on their head."""

Crop = NDArray[np.uint8]


def example(rng: Generator, shard: Shard) -> tuple[Crop, list[float]] | None:
    """Cut one whole number out of a shard as the finder might have found it, None where there is none."""
    k = int(rng.integers(len(shard.prints)))
    whole = [p for p in shard.prints[k] if p[4] >= WHOLE and p[2] >= SMALL]
    if not whole:
        return None
    p = whole[int(rng.integers(len(whole)))]
    high = float(p[2]) * float(np.exp(np.clip(rng.normal(-0.08, 0.15), -0.5, 0.4)))
    at = p[:2] + np.clip(rng.normal(0, 0.12, 2), -0.35, 0.35) * high
    up = float(p[3] + _misturn(rng))
    dx, dy = (float(v) for v in (p[:2] - at) / high)
    s, c = np.sin(up), np.cos(up)
    slant = bending.draw(rng)
    right, down = slant @ np.array([c * dx + s * dy, -s * dx + c * dy])
    ratio, own = bending.north(slant, float(p[2]) / high, float(p[3]) - up)
    told = [right, down, np.log(ratio), np.sin(own), np.cos(own)]
    crop = bending.cut(shard.images[k], (float(at[0]), float(at[1])), high, up, slant, SIZE)
    return crop, [float(v) for v in told]


def _misturn(rng: Generator) -> float:
    """Draw how far off the finder takes a number's up to be, in radians."""
    draw = rng.random()
    if draw < ANY_WAY:
        return float(rng.uniform(-np.pi, np.pi))
    return float(rng.normal(0, 0.15) + (np.pi if draw < ANY_WAY + HEAD_OVER else 0.0))


def batches(pool: Path, seed: int) -> Iterator[tuple[Tensor, ...]]:
    """Give batches of crops and figures for ever, taking in new shards as they appear."""
    rng, random = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    known: list[Shard] = []
    ready: list[tuple[Crop, list[float]]] = []
    for count in itertools.count():
        if count % 200 == 0:
            known = list(shards(pool))
        fresh: list[tuple[Crop, list[float]]] = []
        while len(fresh) < FRESH:
            made = example(rng, known[int(rng.integers(len(known)))])
            fresh += [made] if made else []
        ready = (ready + fresh)[-KEPT:]
        used = fresh + [ready[i] for i in rng.integers(0, len(ready), BATCH - FRESH)]
        yield as_tensors(used, random)


def loss(net: nn.Module, x: Tensor, y: Tensor) -> tuple[Tensor, str]:
    """Absolute error, of the direction most; the words tell the share that is turned the right way."""
    told = net(x).float()
    gap = F.smooth_l1_loss(told, y, reduction="none", beta=0.05).mean(0)
    right = (F.cosine_similarity(told[:, 3:], y[:, 3:]) > 0.9).float().mean()
    words = f"right way {right:.3f} | " + " ".join(f"{v:.3f}" for v in gap.tolist())
    return (gap * torch.tensor([1.0, 1.0, 1.0, 2.0, 2.0])).sum(), words


def main() -> None:
    """Train as the command line says."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    pool, checkpoint, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    rate = float(sys.argv[4]) if len(sys.argv) > 4 else 2e-3
    torch.manual_seed(3)
    net = Aligner().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    seed = int(checkpoint.stat().st_mtime) if checkpoint.exists() else 3
    learn(net, batches(pool, seed), loss, Plan(minutes, rate, checkpoint))


if __name__ == "__main__":
    main()
