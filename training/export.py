"""Writes trained nets as ONNX files that OpenCV 4.6 to 5 can run, and checks that they say the same there.

python -m training.export finder|aligner|digits CHECKPOINT OUT.onnx
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from training.nets import Aligner, Finder, Reader
from vision.nets import Net

SHAPES = {"finder": (1, 3, 544, 960), "aligner": (1, 3, 48, 48), "digits": (1, 3, 48, 72)}


def export(net: nn.Module, shape: tuple[int, ...], path: Path) -> None:
    """Write a net in evaluation mode; raises `AssertionError` when OpenCV disagrees with torch."""
    net.eval()
    example = torch.rand(shape)
    with torch.no_grad():
        # the older exporter and opset: what OpenCV 4.6 of Debian 12 understands
        torch.onnx.export(
            net, (example,), str(path), opset_version=11, dynamo=False, do_constant_folding=True
        )
        wanted = net(example).numpy()
    onnx.checker.check_model(onnx.load(path))
    _halve(path)
    got = Net(path.read_bytes())(example.numpy()).reshape(wanted.shape)
    worst = float(np.abs(got - wanted).max())
    assert worst < 0.1, f"OpenCV differs from torch by {worst}"


def _halve(path: Path) -> None:
    """Keep the weights in half precision: half the file, and `vision.nets` widens them on loading."""
    model = onnx.load(path)
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            values = onnx.numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(onnx.numpy_helper.from_array(values, tensor.name))
    onnx.save(model, path)


def load(kind: str, checkpoint: Path) -> nn.Module:
    """Rebuild a net from a checkpoint (its running mean of weights)."""
    net: nn.Module = {"finder": Finder, "aligner": Aligner, "digits": Reader}[kind]()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu")["mean"])
    return net


if __name__ == "__main__":
    export(load(sys.argv[1], Path(sys.argv[2])), SHAPES[sys.argv[1]], Path(sys.argv[3]))
