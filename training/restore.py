"""Makes a checkpoint to go on from out of a shipped net, for whoever has no checkpoint of their own.

python -m training.restore finder|aligner|faces|digits NET.onnx CHECKPOINT EXAMPLES

EXAMPLES is what the net's trainer learns from: a pool, for faces the crops. The export has joined each
normalisation with its convolution; it is parted again so that the net says the same as before, and so that
what goes through it has the spread that training expects.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training import train_aligner, train_digits, train_faces, train_finder
from training.learning import Mean, save
from training.nets import Aligner, Faces, Finder, Reader
from vision.nets import widen

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
    """Load a shipped net's weights; raises `RuntimeError` where its layers are not those of ``net``."""
    first = next(batches)[0]
    ran, given = layers(net, first[:1]), shipped(path)
    spread: Spread = {}
    with torch.no_grad():
        for k, layer in enumerate(ran):
            if isinstance(layer, nn.BatchNorm2d):
                continue
            weights, bias = (torch.from_numpy(w) for w in next(given))
            layer.weight.copy_(weights)
            after = ran[k + 1] if k + 1 < len(ran) else None
            if isinstance(layer, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
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

    def note(norm: nn.Module, given: tuple[Tensor, ...]) -> None:
        spread[norm].append((given[0].mean((0, 2, 3)), given[0].var((0, 2, 3))))  # type: ignore[index]

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
    net: nn.Module
    if name == "finder":
        net, batches = Finder(), train_finder.batches(examples, 7)
    elif name == "aligner":
        net, batches = Aligner(), train_aligner.batches(examples, 7)
    elif name == "faces":
        net, batches = Faces(), train_faces.batches([examples], 7)
    else:
        net, batches = Reader(), train_digits.batches(examples, None, 7)
    restore(net, path, batches)
    if isinstance(net, Reader):
        teach(net)
    mean = Mean(net)
    mean.steps = 2000  # from here on the schedule takes it for a net that has learnt a while
    save(net, torch.optim.AdamW(net.parameters(), lr=1e-4, weight_decay=1e-3), mean, checkpoint)


if __name__ == "__main__":
    main()
