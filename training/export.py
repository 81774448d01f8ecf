"""Writes trained nets as ONNX files that OpenCV 4.6 to 5 can run, and checks that they say the same there.

python -m training.export finder|aligner|faces|digits|quick|marks CHECKPOINT OUT.onnx
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from training.nets import NETS
from vision.prints.nets import Net

SHAPES = {
    "finder": (1, 3, 544, 960),
    "aligner": (1, 3, 48, 48),
    "faces": (1, 3, 96, 96),
    "digits": (1, 3, 48, 72),
    "quick": (1, 3, 48, 72),
    "marks": (1, 3, 48, 72),
}

EIGHT_BITS = {"faces": 1000, "digits": 100_000, "quick": 20_000}
"""From how many weights on a tensor is kept in eight bits. The finder bears it nowhere, the readers where
they have most of their weights."""


def export(net: nn.Module, shape: tuple[int, ...], path: Path, eight_bits: int | None = None) -> None:
    """Write a net in evaluation mode; raises `AssertionError` when OpenCV disagrees with torch.

    ``eight_bits``: tensors with at least so many weights are kept in eight bits, all others in sixteen.
    """
    net.eval()
    example = torch.rand(shape)
    with torch.no_grad():
        # the older exporter and opset: what OpenCV 4.6 of Debian 12 understands
        torch.onnx.export(
            net, (example,), str(path), opset_version=11, dynamo=False, do_constant_folding=True
        )
        wanted = net(example).numpy()
    onnx.checker.check_model(onnx.load(path))
    _shrink(path, eight_bits)
    got = Net(path.read_bytes())(example.numpy()).reshape(wanted.shape)
    worst = float(np.abs(got - wanted).max())
    assert worst < 0.1, f"OpenCV differs from torch by {worst}"


def _shrink(path: Path, eight_bits: int | None) -> None:
    """Keep the weights in half precision or in eight bits: `vision.prints.nets` widens them on loading."""
    model = onnx.load(path)
    for tensor in model.graph.initializer:
        if tensor.data_type != onnx.TensorProto.FLOAT:
            continue
        values = onnx.numpy_helper.to_array(tensor)
        if eight_bits and values.ndim > 1 and values.size >= eight_bits:
            tensor.data_type = onnx.TensorProto.INT8
            tensor.raw_data = _eight_bits(values.reshape(len(values), -1))
        else:
            tensor.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), tensor.name))
    onnx.save(model, path)


def _eight_bits(rows: NDArray[np.float32]) -> bytes:
    """Write weights as one scale a row, then the weights as shares of it, -127 to 127."""
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-12).astype("<f4") / np.float32(127)
    return scales.astype("<f4").tobytes() + np.round(rows / scales[:, None]).astype(np.int8).tobytes()


def load(kind: str, checkpoint: Path) -> nn.Module:
    """Rebuild a net from a checkpoint (its running mean of weights)."""
    net = NETS[kind]()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu")["mean"])
    return net


if __name__ == "__main__":
    name = sys.argv[1]
    export(load(name, Path(sys.argv[2])), SHAPES[name], Path(sys.argv[3]), EIGHT_BITS.get(name))
