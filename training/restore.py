"""Makes a checkpoint to go on from out of a shipped net, for whoever has no checkpoint of their own.

python -m training.restore finder|aligner|faces|digits|quick NET.onnx CHECKPOINT EXAMPLES

EXAMPLES is what the net's trainer learns from: a pool, for faces the crops. The export has joined each
normalisation with its convolution; it is parted again so that the net says the same as before, and so that
what goes through it has the spread that training expects.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training import train_aligner, train_digits, train_faces, train_finder
from training.learning import Mean, save
from training.nets import NETS, Reader
from vision.prints.nets import widen

SEED = 7

EXAMPLES: dict[str, Callable[[Path], Iterator[tuple[Tensor, ...]]]] = {
    "finder": lambda pool: train_finder.batches(pool, SEED),
    "aligner": lambda pool: train_aligner.batches(pool, SEED),
    "faces": lambda crops: train_faces.batches([crops], SEED),
    "digits": lambda pool: train_digits.batches(pool, None, SEED),
    "quick": lambda pool: train_digits.batches(pool, None, SEED),
}
"""How each net's trainer gives its batches."""

LOOKS = 12
"""Batches from which the spreads are taken."""

Spread = dict[nn.BatchNorm2d, list[tuple[Tensor, Tensor]]]
"""Of each normalisation: mean and variance a channel of what comes in, a batch."""

Weights = tuple[NDArray[np.float32], NDArray[np.float32]]


def shipped(path: Path) -> Iterator[Weights]:
    """Give weights and biases of an ONNX file's layers in the order in which they run."""
    graph = onnx.load_from_string(widen(path.read_bytes())).graph
    kept = {t.name: onnx.numpy_helper.to_array(t) for t in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weights = kept[node.input[1]]
            bias = kept[node.input[2]] if len(node.input) > 2 else np.zeros(len(weights), np.float32)
            yield np.array(weights, np.float32), np.array(bias, np.float32)


def layers(net: nn.Module, example: Tensor) -> list[nn.Module]:
    """Give a net's convolutions, normalisations and linear layers in the order in which they run."""
    ran: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.BatchNorm2d, nn.Linear)
    hooks = [
        m.register_forward_hook(lambda m, *_: ran.append(m)) for m in net.modules() if isinstance(m, kinds)
    ]
    with torch.no_grad():
        net.eval()(example)
    for hook in hooks:
        hook.remove()
    return ran


def restore(net: nn.Module, path: Path, batches: Iterator[tuple[Tensor, ...]]) -> None:
    """Load a shipped net's weights.

    Raises `ValueError` where it has not as many layers as ``net``, `RuntimeError` where their sizes differ.
    """
    first = next(batches)[0]
    ran = layers(net, first[:1])
    weighted = [
        (layer, after) for layer, after in pairwise([*ran, None]) if not isinstance(layer, nn.BatchNorm2d)
    ]
    spread: Spread = {}
    with torch.no_grad():
        for (layer, after), given in zip(weighted, shipped(path), strict=True):
            weights, bias = (torch.from_numpy(w) for w in given)
            layer.weight.copy_(weights)
            if isinstance(after, nn.BatchNorm2d):
                after.running_mean.zero_()
                after.running_var.fill_(1 - after.eps)
                after.weight.fill_(1)
                after.bias.copy_(bias)
                spread[after] = []
            else:
                layer.bias.copy_(bias)
        _part(net, spread, [first, *(next(batches)[0] for _ in range(LOOKS))])


def _part(net: nn.Module, spread: Spread, looks: list[Tensor]) -> None:
    """Give every normalisation the mean and the spread of what comes in, and take both back after it."""

    def note(norm: nn.BatchNorm2d, given: tuple[Tensor, ...]) -> None:
        spread[norm].append((given[0].mean((0, 2, 3)), given[0].var((0, 2, 3))))

    hooks = [norm.register_forward_pre_hook(note) for norm in spread]
    for x in looks:
        net.eval()(x)
    for hook in hooks:
        hook.remove()
    for norm, seen in spread.items():
        mean = torch.stack([m for m, _ in seen]).mean(0)
        var = torch.stack([v for _, v in seen]).mean(0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.copy_((var + norm.eps).sqrt())
        norm.bias.add_(mean)


def teach(net: Reader) -> None:
    """Begin the two layers that only teach with the mean of what the shipped one says of their numbers."""
    values = torch.arange(110)
    with torch.no_grad():
        for layer, figures in ((net.tens, values // 10), (net.ones, values % 10)):
            for figure in range(layer.out_features):
                layer.weight[figure] = net.score.weight[:110][figures == figure].mean(0)
                layer.bias[figure] = net.score.bias[:110][figures == figure].mean(0)


def main() -> None:
    """Restore as the command line says."""
    name, path, checkpoint, examples = sys.argv[1], *(Path(p) for p in sys.argv[2:5])
    net = NETS[name]()
    restore(net, path, EXAMPLES[name](examples))
    if isinstance(net, Reader):
        teach(net)
    mean = Mean(net)
    mean.steps = 2000  # from here on the schedule takes it for a net that has learnt a while
    save(net, torch.optim.AdamW(net.parameters(), lr=1e-4, weight_decay=1e-3), mean, checkpoint)


if __name__ == "__main__":
    main()
