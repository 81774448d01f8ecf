"""Draws scenes into a pool on disk, shard by shard, for both trainers to cut their examples from.

python -m training.pool FOLDER FIRST_SHARD SHARDS [LAYOUT,LAYOUT…]

The last argument limits the decks to some layouts of `training.decks`, such as ``tile,playing``; ``home``
among them asks for scenes as they are met at home, ``motley`` for those with many kinds of pass cards,
``bare`` for tables on which no card lies face up.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training import home
from training.scene import SIZE, Scene, compose, forget_tops

SHARD = 250
HOME, MOTLEY, BARE = "home", "motley", "bare"


def write(folder: Path, number: int, layouts: Sequence[str] = ()) -> None:
    """Draw one shard; its number seeds it, so that the same shard always holds the same scenes."""
    images = np.lib.format.open_memmap(folder / f"part{number}.npy", "w+", np.uint8, (SHARD, *SIZE, 3))
    forget_tops()
    decks = [name for name in layouts if name not in (HOME, MOTLEY, BARE)]
    scenes: list[Scene] = []
    for k in range(SHARD):
        rng = np.random.default_rng((number, k))
        scenes.append(_composed(rng, layouts, decks))
        images[k] = scenes[-1].image
    images.flush()
    ends = lambda parts: np.cumsum([0, *map(len, parts)])  # noqa: E731
    prints, cards = [s.prints for s in scenes], [s.cards for s in scenes]
    done = {
        "prints": np.concatenate(prints),
        "cards": np.concatenate(cards),
        "p": ends(prints),
        "c": ends(cards),
    }
    np.savez(folder / f"shard{number}.npz", **done)
    (folder / f"part{number}.npy").rename(folder / f"shard{number}.npy")


def _composed(rng: np.random.Generator, layouts: Sequence[str], decks: Sequence[str]) -> Scene:
    """Draw one scene of the kind that is asked for."""
    if BARE in layouts:
        return home.bare(rng)
    if MOTLEY in layouts:
        return home.motley(rng)
    return home.compose(rng, decks) if HOME in layouts else compose(rng, decks)


@dataclass(slots=True)
class Shard:
    """One shard: its number, pictures (N, 720, 1280, 3) on disk, tables of prints and cards per picture."""

    number: int
    images: NDArray[np.uint8]
    prints: list[NDArray[np.float32]]
    cards: list[NDArray[np.float32]]


def shards(folder: Path) -> Iterator[Shard]:
    """Open all finished shards of a folder, pictures memory-mapped."""
    for path in sorted(folder.glob("shard*.npy")):
        truth = np.load(path.with_suffix(".npz"))
        p, c = truth["p"], truth["c"]
        prints = [truth["prints"][a:b] for a, b in pairwise(p)]
        cards = [truth["cards"][a:b] for a, b in pairwise(c)]
        yield Shard(int(path.stem[5:]), np.load(path, mmap_mode="r"), prints, cards)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    where, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    where.mkdir(parents=True, exist_ok=True)
    for n in range(first, first + count):
        write(where, n, sys.argv[4].split(",") if len(sys.argv) > 4 else ())
        print("shard", n, flush=True)
