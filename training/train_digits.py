"""Trains the reader on upright crops from the pool: numbers as the finder would find them, and what is none.

python -m training.train_digits POOL CHECKPOINT MINUTES [RATE [MINED.npy [TEACHER.pt]]]

With a teacher, a checkpoint of the reader, it is the quick reader that learns: from the truth, and to doubt
what the teacher doubts.
"""

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from training import bending, decks, drawn
from training.learning import Plan, learn
from training.nets import Quick, Reader
from training.pool import Shard, shards
from vision.prints.digits import CROP, CROP_DIGITS, JUNK, VALUES

BATCH, FRESH, KEPT = (
    192,
    72,
    6000,
)  # crops a batch, newly cut ones among them, and how many lie ready for another use
JUNK_SHARE, FOUND_SHARE = 0.25, 0.35
ROUGH = 0.2
"""The share of prints that a close look left standing badly."""

DRAWN_SHARE = 0.08
"""How many examples are corners of playing cards drawn for it: aces and court cards are rare in the pool."""

FIGURES = 0.3
"""How much the single figures of a number count beside the number as a whole."""

TAUGHT = 2.0
"""How much the teacher's word counts beside the truth."""

COMMON = np.where(np.arange(VALUES) < 10, 1.8, np.where(np.arange(VALUES) < 21, 1.3, 1.0))
"""How much more often small numbers are shown: most games have them, and one figure may be half a number."""

WHOLE, BROKEN = 0.96, 0.86
SMALL = 7.0
SIZE = (*CROP, CROP_DIGITS)
TURNABLE = frozenset("01689")

Crop = NDArray[np.uint8]


@dataclass(slots=True)
class Library:
    """All shards, and where their whole and their broken prints are: rows (shard, picture, print)."""

    shards: list[Shard]
    whole: list[NDArray[np.int32]]  # by value
    broken: NDArray[np.int32]
    by_number: dict[int, Shard]
    mined: NDArray[np.float32]  # what the finder found: shard, picture, x, y, height, up, class


def library(pool: Path, mined: Path | None) -> Library:
    """Open the pool and sort its prints."""
    opened = list(shards(pool))
    whole: list[list[tuple[int, int, int]]] = [[] for _ in range(VALUES)]
    broken: list[tuple[int, int, int]] = []
    for s, shard in enumerate(opened):
        for k, prints in enumerate(shard.prints):
            for n, p in enumerate(prints):
                if p[4] >= WHOLE and p[2] >= SMALL:
                    whole[int(p[5])].append((s, k, n))
                elif 0.1 < p[4] < BROKEN and p[2] >= SMALL:
                    broken.append((s, k, n))
    hard = np.load(mined) if mined else np.zeros((0, 7), np.float32)
    hard = hard[np.isin(hard[:, 0], [shard.number for shard in opened])]
    return Library(
        opened,
        [np.array(w, np.int32).reshape(-1, 3) for w in whole],
        np.array(broken, np.int32).reshape(-1, 3),
        {shard.number: shard for shard in opened},
        hard,
    )


def jitter(rng: Generator, p: NDArray[np.float32]) -> tuple[tuple[float, float], float, float]:
    """Misplace, missize and misturn a print about as much as a close look leaves it, at times more."""
    high, much = float(p[2]), 2.2 if rng.random() < ROUGH else 1.0
    dx, dy = np.clip(rng.normal(0, 0.045 * much, 2), -0.2, 0.2) * high
    up = float(p[3] + np.radians(np.clip(rng.normal(0, 3.0 * much), -14, 14)))
    grown = float(np.exp(np.clip(rng.normal(0, 0.06 * much), -0.28, 0.28)))
    return (float(p[0] + dx), float(p[1] + dy)), high * grown, up


def number(rng: Generator, lib: Library, odds: NDArray[np.float64]) -> tuple[Crop, int]:
    """Cut a whole number."""
    value = int(rng.choice(VALUES, p=odds))
    s, k, n = lib.whole[value][int(rng.integers(len(lib.whole[value])))]
    place = jitter(rng, lib.shards[s].prints[k][n])
    return bending.cut(lib.shards[s].images[k], *place, bending.draw(rng), SIZE), value


def junk(rng: Generator, lib: Library) -> tuple[Crop, int]:
    """Cut something that is no whole number: broken, shifted, missized, turned, or anything lying about."""
    draw = rng.random()
    if draw < 0.6:
        s, k, n = lib.broken[int(rng.integers(len(lib.broken)))]
        place = jitter(rng, lib.shards[s].prints[k][n])
        return bending.cut(lib.shards[s].images[k], *place, bending.draw(rng), SIZE), JUNK
    if draw < 0.8:
        return _spoilt(rng, lib), JUNK
    return _anywhere(rng, lib), JUNK


def found(rng: Generator, lib: Library) -> tuple[Crop, int]:
    """Cut what the finder found, a trifle displaced again; half of them junk, if there is that much."""
    some = lib.mined[lib.mined[:, 6] == JUNK] if rng.random() < 0.5 else lib.mined
    s, k, x, y, high, up, what = some[int(rng.integers(len(some)))]
    place = float(x + rng.normal(0, 0.03) * high), float(y + rng.normal(0, 0.03) * high)
    size, turn = float(high * np.exp(rng.normal(0, 0.04))), float(up + rng.normal(0, 0.03))
    return bending.cut(lib.by_number[int(s)].images[int(k)], place, size, turn, np.eye(2), SIZE), int(what)


def example(rng: Generator, lib: Library, odds: NDArray[np.float64]) -> tuple[Crop, int]:
    """Cut one example of any sort."""
    if len(lib.mined) and rng.random() < FOUND_SHARE:
        return found(rng, lib)
    return junk(rng, lib) if rng.random() < JUNK_SHARE else number(rng, lib, odds)


def corners(rng: Generator) -> Iterator[tuple[Crop, int]]:
    """Give corners of playing cards for ever: numbers, and letters, which are none."""
    while True:
        deck = decks.invent(rng, drawn.TEXTURE, ["playing"])
        for _ in range(drawn.PER_DECK):
            crop, value = drawn.corner(rng, deck, SIZE)
            yield crop, JUNK if value is None else value


def _spoilt(rng: Generator, lib: Library) -> Crop:
    """Cut a whole number wrongly: beside it, at the wrong size, or turned away."""
    while True:
        some = lib.whole[int(rng.integers(VALUES))]
        if not len(some):
            continue
        s, k, n = some[int(rng.integers(len(some)))]
        (x, y), high, up = jitter(rng, lib.shards[s].prints[k][n])
        way = int(rng.integers(4))
        if way <= 1:
            along = rng.choice([-1, 1]) * rng.uniform(0.4, 1.2) * high
            across = rng.choice([-1, 1]) * rng.uniform(0.5, 1.2) * high if way else 0.0
            along = along if rng.random() < 0.7 or not across else 0.0
            x, y = x + along * np.cos(up) - across * np.sin(up), y + along * np.sin(up) + across * np.cos(up)
        elif way == 2:
            high *= float(rng.choice([rng.uniform(0.35, 0.6), rng.uniform(1.7, 2.6)]))
        else:
            value = str(int(lib.shards[s].prints[k][n][5]))
            least, most = (40, 140) if set(value) <= TURNABLE else (40, 180)
            up += float(np.radians(rng.choice([-1, 1]) * rng.uniform(least, most)))
        return bending.cut(lib.shards[s].images[k], (float(x), float(y)), high, up, np.eye(2), SIZE)


def _anywhere(rng: Generator, lib: Library) -> Crop:
    """Cut any spot away from whole numbers, half of the time on a card."""
    while True:
        shard = lib.shards[int(rng.integers(len(lib.shards)))]
        k = int(rng.integers(len(shard.prints)))
        high = float(np.exp(rng.uniform(np.log(8), np.log(90))))
        x, y = rng.uniform(0, 1280), rng.uniform(0, 720)
        if len(shard.cards[k]) and rng.random() < 0.6:
            card = shard.cards[k][int(rng.integers(len(shard.cards[k])))]
            x, y = card[0] + rng.normal(0, card[4] * 0.5), card[1] + rng.normal(0, card[3] * 0.4)
        seen = shard.prints[k][shard.prints[k][:, 4] > 0.8]
        if (
            len(seen)
            and (np.hypot(seen[:, 0] - x, seen[:, 1] - y) < 1.2 * np.maximum(seen[:, 2], high)).any()
        ):
            continue
        turn = float(rng.uniform(-np.pi, np.pi))
        return bending.cut(shard.images[k], (float(x), float(y)), high, turn, np.eye(2), SIZE)


def colour(x: Tensor, random: torch.Generator) -> Tensor:
    """Vary colours: other inks and papers, negatives, brightness, contrast, a little noise."""
    n = len(x)
    if torch.rand(1, generator=random).item() < 0.3:
        x = x[:, torch.randperm(3, generator=random)]
    flip = (torch.rand(n, 1, 1, 1, generator=random) < 0.15).float()
    x = x * (1 - flip) + (1 - x) * flip
    gain = 1 + 0.25 * torch.randn(n, 3, 1, 1, generator=random).clamp(-1.5, 1.5) * torch.rand(
        n, 1, 1, 1, generator=random
    )
    shift = 0.12 * torch.randn(n, 1, 1, 1, generator=random)
    grain = 0.03 * torch.rand(n, 1, 1, 1, generator=random) * torch.randn(x.shape, generator=random)
    return ((x - 0.5) * gain + 0.5 + shift + grain).clamp(0, 1)


def as_tensors(made: Sequence[tuple[Crop, Any]], random: torch.Generator) -> tuple[Tensor, Tensor]:
    """Give crops with what they ought to be as tensors, the colours of the crops varied."""
    x = torch.from_numpy(np.stack([m[0] for m in made])).permute(0, 3, 1, 2).float() / 255
    return (
        colour(x, random).contiguous(memory_format=torch.channels_last),
        torch.tensor([m[1] for m in made]),
    )


def _stamp(pool: Path, mined: Path | None) -> tuple[float, ...]:
    """Tell whether there is something new to learn from: the shards, and when the mining was done."""
    shown = mined is not None and mined.exists()
    return len(list(pool.glob("shard*.npy"))), mined.stat().st_mtime if mined and shown else 0.0


def batches(pool: Path, mined: Path | None, seed: int) -> Iterator[tuple[Tensor, ...]]:
    """Give batches of crops and classes for ever, taking in new shards and new finds as they appear."""
    rng, random = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    stamp: tuple[float, ...] = ()
    ready: list[tuple[Crop, int]] = []
    some = corners(rng)
    for count in itertools.count():
        if count % 200 == 0 and stamp != _stamp(pool, mined):
            stamp, lib = _stamp(pool, mined), library(pool, mined)
            counts = np.array([len(w) for w in lib.whole], np.float64) ** 0.5 * COMMON
            odds = counts / counts.sum()
        fresh = [next(some) if rng.random() < DRAWN_SHARE else example(rng, lib, odds) for _ in range(FRESH)]
        ready = (ready + fresh)[-KEPT:]
        made = fresh + [ready[i] for i in rng.integers(0, len(ready), BATCH - FRESH)]
        yield as_tensors(made, random)


def loss(net: nn.Module, x: Tensor, y: Tensor) -> tuple[Tensor, str]:
    """Cross entropy of the number, and of its tens and ones; the words tell the share right."""
    return _cost(net, x, y)[1:]


def _cost(net: nn.Module, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, str]:
    """Give a net's scores with their loss."""
    scores, tens, ones = (t.float() for t in net.full(x))  # type: ignore[operator]
    right, real = scores.argmax(1) == y, y != JUNK
    words = f"numbers {right[real].float().mean():.3f} junk {right[~real].float().mean():.3f}"
    figures = F.cross_entropy(tens[real], y[real] // 10) + F.cross_entropy(ones[real], y[real] % 10)
    whole = F.cross_entropy(scores, y, label_smoothing=0.01)
    return scores, whole + FIGURES * figures, words


def taught(teacher: nn.Module) -> Callable[..., tuple[Tensor, str]]:
    """Give a loss that wants a net to say what a teacher says, besides what is true."""

    def both(net: nn.Module, x: Tensor, y: Tensor) -> tuple[Tensor, str]:
        with torch.no_grad():
            wanted = F.softmax(teacher(x).float(), 1)
        scores, own, words = _cost(net, x, y)
        said = F.log_softmax(scores, 1)
        return own + TAUGHT * F.kl_div(said, wanted, reduction="batchmean"), words

    return both


def _teacher(checkpoint: Path) -> nn.Module:
    """Load the reader to learn from."""
    net = Reader()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu")["mean"])
    return net.eval().to(memory_format=torch.channels_last)  # type: ignore[call-overload,no-any-return]


def main() -> None:
    """Train as the command line says."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    pool, checkpoint, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    rate = float(sys.argv[4]) if len(sys.argv) > 4 else 2e-3
    mined = Path(sys.argv[5]) if len(sys.argv) > 5 else None
    torch.manual_seed(2)
    teacher = _teacher(Path(sys.argv[6])) if len(sys.argv) > 6 else None
    net = (Quick() if teacher else Reader()).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    seed = int(checkpoint.stat().st_mtime) if checkpoint.exists() else 2
    wanted = taught(teacher) if teacher else loss
    learn(net, batches(pool, mined, seed), wanted, Plan(minutes, rate, checkpoint))


if __name__ == "__main__":
    main()
