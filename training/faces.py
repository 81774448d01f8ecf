"""Lets the finder look at a pool and keeps every face-up card that it sees, with what truly lies there.

python -m training.faces POOL OUT.npz [PICTURES_A_SHARD]

The crops are larger than `prints.faces` wants them, so that the training can move, turn and resize them.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evidence import Quad
from training.pool import SHARD, Shard, shards
from vision.looks.distance import glance
from vision.prints.crops import Window, upright
from vision.prints.faces import NOTHING, NUMBER, PASS
from vision.prints.finder import CardHint, corners

WIDE = Window(148, 148, 80)
"""What is kept of each card: 0.93 card heights around what is seen of it."""

LOWEST = 40.0
"""Pixels: of cards lower than this nobody could say what they are."""


CLEAR, SMALL = 0.96, 9.0
"""A number seen to this share and at least so many pixels high is read: its card is asked about no more."""


def label(hint: CardHint, cards: NDArray[np.float32], prints: NDArray[np.float32]) -> tuple[int, bool]:
    """Say what lies uppermost where an opinion about a card was formed, and whether its number is clear."""
    for row in range(len(cards) - 1, -1, -1):
        card = cards[row]
        quad = corners((float(card[0]), float(card[1])), float(card[2]), float(card[3]), float(card[4]))
        if _within(hint, quad):
            own = prints[prints[:, 7] == row]
            return PASS if card[8] else NUMBER, bool(((own[:, 4] >= CLEAR) & (own[:, 2] >= SMALL)).any())
    return NOTHING, False


def _within(hint: CardHint, quad: Quad) -> bool:
    return cv2.pointPolygonTest(np.array(quad, np.float32), hint.seen, False) >= 0


def seen(shard: Shard, most: int) -> tuple[list[NDArray[np.uint8]], list[tuple[int, bool]]]:
    """Give the crops of one shard's first pictures and what each shows."""
    crops, told = [], []
    for k, cards in enumerate(shard.cards[:most]):
        image = np.asarray(shard.images[k])
        for hint in glance(image).finding.cards:
            if hint.height >= LOWEST:
                crops.append(upright(image, hint.seen, hint.height, hint.up, WIDE))
                told.append(label(hint, cards, shard.prints[k]))
    return crops, told


if __name__ == "__main__":
    cv2.setNumThreads(1)
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else SHARD
    pairs = [seen(shard, limit) for shard in shards(Path(sys.argv[1]))]
    kinds = np.array([kind for _, told in pairs for kind, _ in told], np.uint8)
    clear = np.array([clear for _, told in pairs for _, clear in told], bool)
    np.savez(sys.argv[2], crops=np.array([c for crops, _ in pairs for c in crops]), kinds=kinds, clear=clear)
    print(
        len(kinds), "cards:", np.bincount(kinds).tolist(), "numbers, passes, nothing;", clear.sum(), "clear"
    )
