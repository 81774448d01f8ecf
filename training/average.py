"""Averages checkpoints of one net from several sittings: the mean errs less than any of them.

python -m training.average OUT.pt CHECKPOINT SHARE [CHECKPOINT SHARE ...]

Only for checkpoints that were trained on from one another (model soups, Wortsman et al. 2022). Training goes
on from the last one named, with the averaged weights as its running mean.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch


def averaged(kept: Sequence[dict[str, Any]], shares: Sequence[float]) -> dict[str, Any]:
    """Give the last checkpoint with the weighted mean of all running means of weights; shares add up to 1."""
    means = [one["mean"] for one in kept]
    mixed = {
        name: sum(share * mean[name] for share, mean in zip(shares, means, strict=True))
        if value.dtype.is_floating_point
        else value
        for name, value in means[-1].items()
    }
    return kept[-1] | {"mean": mixed}


def main() -> None:
    """Read the checkpoints named, write their mean."""
    out, pairs = Path(sys.argv[1]), list(zip(sys.argv[2::2], sys.argv[3::2], strict=True))
    given = [float(share) for _, share in pairs]
    kept = [torch.load(path, map_location="cpu") for path, _ in pairs]
    torch.save(averaged(kept, [share / sum(given) for share in given]), out)


if __name__ == "__main__":
    main()
