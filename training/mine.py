"""Lets the finder look at the pool and keeps what it found: numbers, misplaced as it does, and false ones.

    python -m training.mine POOL OUT.npy [PICTURES_A_SHARD]

Rows: shard, picture, x, y, height, up, class (the number, or the class of junk).
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.pool import SHARD, Shard, shards
from vision.cards.grouping import distinct
from vision.looks.distance import glance
from vision.prints.closeup import straightened
from vision.prints.digits import JUNK
from vision.prints.finder import Print

NEAR, FAR = 0.3, 0.45  # digit heights off the true middle: still the number, no longer the number
WHOLE, BROKEN = 0.96, 0.86


def label(p: Print, prints: NDArray[np.float32]) -> int | None:
    """Say what a found print truly shows: a number, junk, or (where nobody can say) nothing."""
    if not len(prints):
        return JUNK
    way = np.hypot(prints[:, 0] - p.centre[0], prints[:, 1] - p.centre[1]) / prints[:, 2]
    near = int(way.argmin())
    true = prints[near]
    grown = abs(float(np.log(p.height / true[2])))
    turned = abs(float(np.degrees(np.angle(np.exp(1j * (p.up - true[3]))))))
    if true[4] < BROKEN or way[near] > FAR:
        return JUNK if way[near] < 1.5 or way[near] > 2 else None
    if true[4] >= WHOLE and way[near] < NEAR and grown < 0.4 and turned < 20:
        return int(true[5])
    return JUNK if turned > 60 and not set(str(int(true[5]))) <= set("01689") else None


def mined(shard: Shard, most: int) -> list[list[float]]:
    """Give the rows of one shard's first pictures."""
    rows: list[list[float]] = []
    for k, prints in enumerate(shard.prints[:most]):
        image = np.asarray(shard.images[k])
        for p in straightened(image, distinct(glance(image).finding.prints)):
            what = label(p, prints)
            if what is not None:
                rows.append([shard.number, k, *p.centre, p.height, p.up, what])
    return rows


if __name__ == "__main__":
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else SHARD
    found = [row for shard in shards(Path(sys.argv[1])) for row in mined(shard, limit)]
    table = np.array(found, np.float32)
    np.save(sys.argv[2], table)
    print(len(table), "found,", int((table[:, 6] == JUNK).sum()), "of them no numbers")
