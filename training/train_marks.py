"""Trains the marks net: crops of a 6, 9, 68 and the like to what a line or a dot says of which way up it is.

python -m training.train_marks CHECKPOINT MINUTES [RATE]

Nothing but cards is needed, no pool: each crop is cut from a card that is drawn for it.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from training import decks
from training.decks import Deck
from training.drawn import PER_DECK, TEXTURE, Crop, crop
from training.learning import Plan, learn
from training.nets import Marks
from training.train_digits import as_tensors
from vision.cards.decode import rotated
from vision.prints.digits import CROP, CROP_DIGITS
from vision.prints.marks import AT_FEET, AT_HEAD, NONE

BATCH, FRESH, KEPT = 256, 48, 8000
SIZE = (*CROP, CROP_DIGITS)
TURNABLE = tuple(value for value in range(1, 100) if rotated(value) is not None)
OFTEN = (6, 9)
"""These are in every deck, and stand alone."""


def example(rng: Generator, deck: Deck) -> tuple[Crop, int]:
    """Draw a card and cut one of its numbers upright or upside down; gives crop and what its mark says."""
    marked = rng.random() < 0.65
    deck.style["mark"] = str(rng.choice(["line", "dot"], p=[0.65, 0.35])) if marked else "none"
    value = int(rng.choice(OFTEN if rng.random() < 0.6 else TURNABLE))
    face = decks.number(deck, rng, value)
    ink = face.prints[int(rng.integers(len(face.prints)))]
    down = rng.random() < 0.5
    made = crop(rng, face, ink, ink.turned is not down, SIZE)
    return made, (AT_HEAD if down else AT_FEET) if face.marked else NONE


def batches(seed: int) -> Iterator[tuple[Tensor, ...]]:
    """Give batches of crops and classes for ever."""
    rng, random = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    ready: list[tuple[Crop, int]] = []
    while True:
        fresh: list[tuple[Crop, int]] = []
        while len(fresh) < FRESH:
            deck = decks.invent(rng, TEXTURE)
            fresh += [example(rng, deck) for _ in range(PER_DECK)]
        ready = (ready + fresh)[-KEPT:]
        made = fresh + [ready[i] for i in rng.integers(0, len(ready), BATCH - FRESH)]
        yield as_tensors(made, random)


def loss(net: nn.Module, x: Tensor, y: Tensor) -> tuple[Tensor, str]:
    """Cross entropy; the words tell the share right of the marked and of the unmarked."""
    scores = net(x).float()
    right, marked = scores.argmax(1) == y, y != NONE
    words = f"marked {right[marked].float().mean():.3f} unmarked {right[~marked].float().mean():.3f}"
    return F.cross_entropy(scores, y, label_smoothing=0.01), words


def main() -> None:
    """Train as the command line says."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    checkpoint, minutes = Path(sys.argv[1]), float(sys.argv[2])
    rate = float(sys.argv[3]) if len(sys.argv) > 3 else 3e-3
    torch.manual_seed(1)
    net = Marks().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    seed = int(checkpoint.stat().st_mtime) if checkpoint.exists() else 1
    learn(net, batches(seed), loss, Plan(minutes, rate, checkpoint))


if __name__ == "__main__":
    main()
