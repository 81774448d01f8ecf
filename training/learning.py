"""What both trainers share: the clocked schedule, the running mean of weights, checkpoints to go on from."""

import copy
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn


@dataclass(slots=True)
class Plan:
    """How long and how boldly to train: minutes of wall time, top learning rate, the checkpoint's place."""

    minutes: float
    rate: float
    checkpoint: Path


class Mean:
    """The running mean of a net's weights: steadier than the weights themselves."""

    def __init__(self, net: nn.Module, keep: float = 0.998) -> None:
        self.net, self.keep, self.steps = copy.deepcopy(net).eval(), keep, 0

    def update(self, net: nn.Module) -> None:
        """Move a step towards the net as it is now."""
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 10))
        mine, other = self.net.state_dict(), net.state_dict()
        for name, value in mine.items():
            if value.dtype.is_floating_point:
                value.mul_(keep).add_(other[name], alpha=1 - keep)
            else:
                value.copy_(other[name])


def learn(
    net: nn.Module, batches: Iterator[tuple[Tensor, ...]], loss: Callable[..., tuple[Tensor, str]], plan: Plan
) -> None:
    """Train until the minutes are over: half precision, a cosine by the clock, frequent checkpoints.

    A processor that cannot multiply in half precision takes ten times as long at it: single precision there.
    """
    halves = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    best = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=1e-3)
    mean = Mean(net)
    if plan.checkpoint.exists():
        kept = torch.load(plan.checkpoint, map_location="cpu")
        net.load_state_dict(kept["net"])
        best.load_state_dict(kept["best"])
        mean.net.load_state_dict(kept["mean"])
        mean.steps = kept["steps"]
    begin = saved = said = time.monotonic()
    while (gone := (time.monotonic() - begin) / 60) < plan.minutes:
        warm = min(1.0, (mean.steps + 1) / 200)
        for group in best.param_groups:
            group["lr"] = warm * plan.rate * (0.02 + 0.98 * (1 + math.cos(math.pi * gone / plan.minutes)) / 2)
        batch = next(batches)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=halves):
            cost, words = loss(net, *batch)
        best.zero_grad(set_to_none=True)
        cost.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean.update(net)
        if time.monotonic() - said > 20:
            said = time.monotonic()
            print(f"{gone:6.1f} min step {mean.steps} loss {cost.item():.4f} {words}", flush=True)
        if time.monotonic() - saved > 120:
            saved = time.monotonic()
            save(net, best, mean, plan.checkpoint)
    save(net, best, mean, plan.checkpoint)


def save(net: nn.Module, best: torch.optim.Optimizer, mean: Mean, path: Path) -> None:
    """Write a checkpoint aside and move it into place, so that a stop in between loses nothing."""
    aside = path.with_suffix(".new")
    state = {
        "net": net.state_dict(),
        "best": best.state_dict(),
        "mean": mean.net.state_dict(),
        "steps": mean.steps,
    }
    torch.save(state, aside)
    aside.rename(path)
