"""Trains the net that knows pass cards: from what `training.faces` kept, as many passes as other cards.

python -m training.train_faces CROPS.npz[,MORE.npz] CHECKPOINT MINUTES [RATE]
"""

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

from training.faces import WIDE
from training.learning import Plan, learn
from training.nets import Faces
from training.train_digits import colour
from vision.prints.faces import CARD, CROP, KINDS, NOTHING, NUMBER, PASS

BATCH = 128
SHARES = {NUMBER: 0.4, PASS: 0.4, NOTHING: 0.2}
CLEAR = 0.3
"""The share of the number cards whose number can be read: those are hardly ever asked about."""
TURNED, MOVED, GROWN = 0.06, 0.03, 0.08
"""Spreads of the finder's further errors: radians, card heights, log of the card's height."""
FAINT = 0.4
"""How often a crop is made as coarse as a card that lies far off."""

Crop = NDArray[np.uint8]


def example(rng: Generator, crop: Crop) -> Crop:
    """Cut what the net sees out of a larger crop, a little off, either way up, coarse now and then."""
    turn = rng.normal(0, TURNED) + (np.pi if rng.random() < 0.5 else 0.0)
    grown = WIDE.digits / CARD * float(np.exp(rng.normal(0, GROWN)))
    off = rng.normal(0, MOVED, 2) * WIDE.digits
    c, s, half = np.cos(turn) * grown, np.sin(turn) * grown, (CROP - 1) / 2
    middle = (WIDE.wide - 1) / 2 + off
    m = np.array(
        [[c, -s, middle[0] - c * half + s * half], [s, c, middle[1] - s * half - c * half]], np.float64
    )
    if rng.random() < FAINT:
        small = int(rng.uniform(0.35, 1.0) * WIDE.wide)
        crop = _resized(_resized(crop, small, cv2.INTER_AREA), WIDE.wide, cv2.INTER_LINEAR)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(crop, m, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _resized(crop: Crop, side: int, how: int) -> Crop:
    return np.asarray(cv2.resize(crop, (side, side), interpolation=how), np.uint8)


def batches(files: list[Path], seed: int) -> Iterator[tuple[Tensor, ...]]:
    """Give batches of crops and kinds for ever."""
    rng, random = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    kept = [np.load(f) for f in files]
    crops, kinds, clear = (np.concatenate([k[name] for k in kept]) for name in ("crops", "kinds", "clear"))
    sorts = [np.flatnonzero(kinds == kind) for kind in range(KINDS)]
    read, unread = (np.flatnonzero((kinds == NUMBER) & (clear == one)) for one in (True, False))
    while True:
        drawn = rng.choice(KINDS, BATCH, p=[SHARES[k] for k in range(KINDS)])
        sorts[NUMBER] = read if rng.random() < CLEAR else unread
        made = [example(rng, crops[rng.choice(sorts[k])]) for k in drawn]
        x = torch.from_numpy(np.stack(made)).permute(0, 3, 1, 2).float() / 255
        yield colour(x, random).contiguous(memory_format=torch.channels_last), torch.from_numpy(drawn)


def loss(net: nn.Module, x: Tensor, y: Tensor) -> tuple[Tensor, str]:
    """Cross entropy; the words tell the share of each kind that is known."""
    told = net(x).float()
    right = (told.argmax(1) == y).float()
    words = " ".join(f"{right[y == k].mean():.3f}" for k in range(KINDS))
    return F.cross_entropy(told, y, label_smoothing=0.01), words


def main() -> None:
    """Train as the command line says."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    files, checkpoint, minutes = sys.argv[1].split(","), Path(sys.argv[2]), float(sys.argv[3])
    rate = float(sys.argv[4]) if len(sys.argv) > 4 else 2e-3
    torch.manual_seed(5)
    net = Faces().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    seed = int(checkpoint.stat().st_mtime) if checkpoint.exists() else 5
    learn(net, batches([Path(f) for f in files], seed), loss, Plan(minutes, rate, checkpoint))


if __name__ == "__main__":
    main()
