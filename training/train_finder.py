"""Trains the finder on random, turned and scaled cut-outs of the pool.

python -m training.train_finder POOL CHECKPOINT MINUTES [RATE]
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from training.learning import Plan, learn
from training.nets import MAPS, Finder
from training.pool import Shard, shards
from vision.prints.finder import REACH, STRIDE, corners

CROP, BATCH, BASE = 384, 16, 0.75
BEST = 120.0  # net pixels: the height of a card in use, larger ones are looked at from further off
WHOLE, PART = (
    0.965,
    0.90,
)  # a print shown to this share is whole; between the two nobody can say; below it is none
SMALL = 6.0  # net pixels: digits below this are left out of the judgement
CARD_SEEN = 0.12
QUARTERS = (0.0, 0.0, np.pi / 2, np.pi, -np.pi / 2)
HARD = (
    1500  # how many of a batch's table steps, the ones most like a pass card, make up the loss on the table
)
WEIGHTS = (0.5, 0.5, 1.0, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5)
"""Of the other maps: which way is up counts little, as a closer look settles it."""

FIELDS = ("heat", "care", "card", "rest", "mask")

Array = NDArray[np.float32]


class Target:
    """What the maps of one cut-out ought to be: heats, other maps, and how much each counts."""

    def __init__(self, side: int) -> None:
        self.heat = np.zeros((3, side, side), np.float32)
        self.care = np.ones((3, side, side), np.float32)
        self.rest = np.zeros((MAPS - 3, side, side), np.float32)
        self.mask = np.zeros((MAPS - 3, side, side), np.float32)
        self.card = np.zeros((side, side), np.float32)  # where any face-up card shows
        self.y, self.x = np.mgrid[0:side, 0:side].astype(np.float32)

    def bump(self, kind: int, x: float, y: float, sigma: float) -> None:
        """Raise a heat around a spot (in steps), exactly 1 at its own step."""
        column, row, side = int(np.floor(x)), int(np.floor(y)), self.heat.shape[1]
        if not (0 <= column < side and 0 <= row < side):
            return
        r = int(3 * sigma + 1)
        part = np.s_[max(0, row - r) : row + r + 1, max(0, column - r) : column + r + 1]
        hill = np.exp(-((self.x[part] - column) ** 2 + (self.y[part] - row) ** 2) / (2 * sigma * sigma))
        np.maximum(self.heat[kind][part], hill, out=self.heat[kind][part])

    def forget(self, kind: int, x: float, y: float, radius: float) -> None:
        """Leave the surroundings of a spot out of a heat's judgement."""
        r = max(1, int(radius))
        row, column = int(y), int(x)
        self.care[
            kind, max(0, row - r) : max(0, row + r + 1), max(0, column - r) : max(0, column + r + 1)
        ] = 0

    def say(self, x: float, y: float, values: Array, mask: Array, reach: int = 1) -> None:
        """Set the other maps on the steps around a spot; `values` 2.. hold for all of them."""
        column, row, side = int(np.floor(x)), int(np.floor(y)), self.heat.shape[1]
        for r in range(max(0, row - reach), min(side, row + reach + 1)):
            for c in range(max(0, column - reach), min(side, column + reach + 1)):
                own = values.copy()
                own[0], own[1] = x - c - 0.5, y - r - 0.5
                weight = 1.0 if (r, c) == (row, column) else 0.35
                if weight >= self.mask[0, r, c]:
                    self.rest[:, r, c], self.mask[:, r, c] = own, mask * weight


def target(prints: Array, cards: Array, m: NDArray[np.float64], scale: float, turn: float) -> Target:
    """Draw the wanted maps of a cut-out that a picture goes into by the map `m`, a scale and a turn."""
    out = Target(CROP // STRIDE)
    for card in cards:
        _card(out, card, m, scale, turn)
    _areas(out, cards, m, scale, turn)
    for p in prints:
        _print(out, p, cards[int(p[7])], m, scale, turn)
    return out


def _areas(out: Target, cards: Array, m: Any, scale: float, turn: float) -> None:
    """Paint where pass cards show, the later cards over the earlier; the seams between cards do not count."""
    area = np.zeros(out.heat.shape[1:], np.uint8)
    for card in cards:
        middle = _place(m, card[0], card[1])
        quad = (
            np.array(corners((middle[0], middle[1]), card[2] + turn, card[3] * scale, card[4] * scale))
            / STRIDE
        )
        points = np.round(quad).astype(np.int32)
        cv2.fillConvexPoly(area, points, 2 if card[8] else 1)
        cv2.polylines(area, [points], True, 3)
    out.heat[1], out.care[1] = area == 2, area != 3
    out.card = (area > 0).astype(np.float32)


def _place(m: NDArray[np.float64], x: float, y: float) -> NDArray[np.float64]:
    return np.asarray(m @ np.array([x, y, 1.0]))


def _card(out: Target, card: Array, m: Any, scale: float, turn: float) -> None:
    seen = _place(m, card[6], card[7]) / STRIDE
    wide = card[4] * scale / STRIDE
    if 0.02 < card[5] < CARD_SEEN:
        out.forget(2, *seen, wide / 3)
    if card[5] >= CARD_SEEN:
        out.bump(2, *seen, max(1.0, wide / 7))  # nobody can say to the pixel where a strip's middle is
        values, mask = _about(card, m, seen, scale, turn)
        if card[9]:
            mask[11:] = 0
        out.say(*seen, values, mask, 2)


def _print(out: Target, p: Array, card: Array, m: Any, scale: float, turn: float) -> None:
    at, high = _place(m, p[0], p[1]) / STRIDE, p[2] * scale
    if p[4] < PART:
        return
    if p[4] < WHOLE or high < SMALL:
        out.forget(0, *at, high / STRIDE / 2)
        return
    out.bump(0, *at, max(0.7, high / STRIDE / 7))
    values, mask = _about(card, m, at, scale, turn)
    values[2], values[3], values[4] = np.log(high), np.sin(p[3] + turn), np.cos(p[3] + turn)
    mask[2:5] = 1
    if card[9]:
        values[11:] = values[3:5]
    out.say(*at, values, mask)


def _about(card: Array, m: Any, at: Any, scale: float, turn: float) -> tuple[Array, Array]:
    """Give the values of all other maps for a spot on a card, and which of them count."""
    way = (_place(m, card[0], card[1]) - at * STRIDE) / REACH
    up = card[2] + turn
    size = np.log(card[3] * scale), np.log(card[4] * scale)
    values = np.array(
        [0, 0, 0, 0, 0, *way, *size, np.sin(2 * up), np.cos(2 * up), np.sin(up), np.cos(up)], np.float32
    )
    mask = np.ones(MAPS - 3, np.float32)
    mask[2:5] = 0
    return values, mask


def example(rng: Generator, shard: Shard) -> tuple[NDArray[np.uint8], Target]:
    """Cut one example out of a shard, mostly around a card."""
    k = int(rng.integers(len(shard.prints)))
    prints, cards = shard.prints[k], shard.cards[k]
    tall = float(np.median(cards[:, 3])) if len(cards) and rng.random() < 0.8 else 1.0
    scale = min(BASE, BEST / tall) * float(np.exp(rng.uniform(-0.3, 0.28)))
    turn = rng.uniform(-np.pi, np.pi) if rng.random() < 0.5 else rng.choice(QUARTERS) + rng.normal(0, 0.08)
    x, y = rng.uniform(100, 1180), rng.uniform(80, 640)
    if len(cards) and rng.random() < 0.8:
        x, y = cards[int(rng.integers(len(cards)))][6:8] + rng.uniform(-150, 150, 2)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    m = np.array([[c, -s, CROP / 2 - c * x + s * y], [s, c, CROP / 2 - s * x - c * y]])
    crop = cv2.warpAffine(shard.images[k], m, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE)
    # the maps live in pixel edges, warpAffine in pixel middles: a quarter of a pixel at most, left alone
    return np.asarray(crop, np.uint8), target(prints, cards, m, scale, turn)


def batches(pool: Path, seed: int) -> Iterator[tuple[Tensor, ...]]:
    """Give batches for ever, taking in new shards as they appear."""
    rng = np.random.default_rng(seed)
    known = list(shards(pool))
    count = 0
    while True:
        count += 1
        if count % 200 == 0:
            known = list(shards(pool))
        made = [example(rng, known[int(rng.integers(len(known)))]) for _ in range(BATCH)]
        x = torch.from_numpy(np.stack([m[0] for m in made])).permute(0, 3, 1, 2).float() / 255
        x = x.contiguous(memory_format=torch.channels_last)
        fields = [torch.from_numpy(np.stack([getattr(t, f) for _, t in made])) for f in FIELDS]
        yield (x, *fields)


def loss(
    net: nn.Module, x: Tensor, heat: Tensor, care: Tensor, card: Tensor, rest: Tensor, mask: Tensor
) -> tuple[Tensor, str]:
    """Focal loss on the peaks, plain on the areas of passes, absolute error on the rest."""
    guess, other = (t.float() for t in net.raw(x))  # type: ignore[operator]
    peaks = [_focal(guess[:, k], heat[:, k], care[:, k]) for k in (0, 2)]
    area = _area(guess[:, 1], heat[:, 1], care[:, 1], card)
    gap = F.smooth_l1_loss(other, rest, reduction="none", beta=0.05) * mask
    parts = gap.sum((0, 2, 3)) / (mask.sum((0, 2, 3)) + 1)
    words = f"{peaks[0]:.3f} {peaks[1]:.3f} {area:.3f} | " + " ".join(f"{v:.3f}" for v in parts.tolist())
    return 2 * peaks[0] + peaks[1] + 2 * area + (parts * torch.tensor(WEIGHTS)).sum(), words


def _focal(guess: Tensor, heat: Tensor, care: Tensor) -> Tensor:
    """Loss on one map of peaks: CenterNet's, a spot near a peak counts less as a mistake."""
    p, peak = torch.sigmoid(guess), (heat > 0.999).float() * care
    up = -F.logsigmoid(guess) * (1 - p) ** 2 * peak
    down = -F.logsigmoid(-guess) * p**2 * (1 - heat) ** 4 * (1 - peak) * care
    return (up + down).sum() / (peak.sum() + 4)


def _area(guess: Tensor, heat: Tensor, care: Tensor, card: Tensor) -> Tensor:
    """Loss on the area of passes: passes and other cards count alike, of the table what is most like one."""
    each = F.binary_cross_entropy_with_logits(guess, heat, reduction="none")
    cards = [(each * g).sum() / (g.sum() + 50) for g in (heat * care, card * (1 - heat) * care)]
    table = (each * (1 - card) * care).flatten().topk(HARD).values.mean()
    return cards[0] + cards[1] + 0.5 * table


def main() -> None:
    """Train as the command line says."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    pool, checkpoint, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    rate = float(sys.argv[4]) if len(sys.argv) > 4 else 2e-3
    torch.manual_seed(1)
    net = Finder().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    seed = int(checkpoint.stat().st_mtime) if checkpoint.exists() else 1
    learn(net, batches(pool, seed), loss, Plan(minutes, rate, checkpoint))


if __name__ == "__main__":
    main()
