"""The digit net without its last layer: what it sees in a crop, before it names a number.

A deck is learnt by teaching that last layer anew (`vision.decks.head`); the rest of the net stays as it is.
The layer is found by its place in the file, not by its name, so that any better net can take this one's
place. A net that ends in anything but one plain layer is used whole: its scores then stand for what it sees.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.digits import CLASSES, TEMPERATURE
from vision.prints.nets import (
    FLOAT,
    GRAPH,
    INITIALIZER,
    RAW_DATA,
    FloatArray,
    Net,
    widen,
)
from vision.prints.protobuf import BYTES, chunk, fields, read_varint

NODE, OUTPUT = 1, 12  # fields of GraphProto
INPUTS, OUTPUTS, OPERATION = 1, 2, 4  # fields of NodeProto
DIMS, KIND, TENSOR = 1, 2, 8  # fields of TensorProto: its sizes, its data type, its name
VALUE_NAME, VALUE_TYPE = 1, 2  # fields of ValueInfoProto
FLOATS = bytes([10, 4, 8, 1, 18, 0])  # a TypeProto: a tensor of floats, of any shape
CROPS_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Trunk:
    """What the net sees in crops, and how its own last layer names it.

    ``weights`` (D, 111) and ``bias`` (111,) are that last layer; ``stamp`` tells one net from another.
    """

    net: Net
    weights: FloatArray
    bias: FloatArray
    stamp: str

    def features(self, crops: Sequence[NDArray[np.uint8]]) -> FloatArray:
        """Give what the net sees in BGR crops (48, 72, 3): an array (N, D)."""
        parts = [self._some(crops[i : i + CROPS_AT_ONCE]) for i in range(0, len(crops), CROPS_AT_ONCE)]
        return np.concatenate(parts) if parts else np.zeros((0, len(self.weights)), np.float32)

    def _some(self, crops: Sequence[NDArray[np.uint8]]) -> FloatArray:
        blob = np.asarray(cv2.dnn.blobFromImages(list(crops), 1 / 255), np.float32)
        return self.net(blob).reshape(len(crops), -1)

    def scores(self, features: FloatArray) -> FloatArray:
        """Give what the net itself would say: the logarithms of honest odds (N, 111)."""
        return np.asarray((features @ self.weights + self.bias) / TEMPERATURE, np.float32)


@cache
def shipped_trunk() -> Trunk:
    """Give the trunk of the digit net that ships with the package, loaded once."""
    return trunk_of((files("vision") / "models" / "digits.onnx").read_bytes())


def trunk_of(model: bytes) -> Trunk:
    """Take the last layer off an ONNX model."""
    stamp = sha256(model).hexdigest()[:16]
    parted = _parted(model)
    if parted is None:
        return Trunk(Net(model), np.eye(CLASSES, dtype=np.float32), np.zeros(CLASSES, np.float32), stamp)
    rest, weights, bias = parted
    return Trunk(Net(rest), weights, bias, stamp)


def _parted(model: bytes) -> tuple[bytes, FloatArray, FloatArray] | None:
    """Give a model without its last layer, and that layer; None when it does not end in a plain one."""
    model = widen(model)
    graph = next(value for field, wire, value, _ in fields(model) if field == GRAPH and wire == BYTES)
    nodes = [(value, raw) for field, _, value, raw in fields(graph) if field == NODE]
    last, last_raw = nodes[-1]
    names = [bytes(v) for f, _, v, _ in fields(last) if f == INPUTS]
    operation = next(bytes(v) for f, _, v, _ in fields(last) if f == OPERATION)
    tensors = dict(_tensor(value) for field, _, value, _ in fields(graph) if field == INITIALIZER)
    if operation != b"Gemm" or len(names) != 3 or not {names[1], names[2]} <= set(tensors):
        return None
    weights, bias = tensors[names[1]], tensors[names[2]]
    if weights.ndim != 2 or CLASSES not in weights.shape or bias.shape != (CLASSES,):
        return None
    kept = b"".join(
        raw
        for field, _, _, raw in fields(graph)
        if field != OUTPUT and raw is not last_raw and raw != last_raw
    ) + chunk(OUTPUT, chunk(VALUE_NAME, names[0]) + chunk(VALUE_TYPE, FLOATS))
    rest = b"".join(chunk(GRAPH, kept) if field == GRAPH else raw for field, _, _, raw in fields(model))
    upright = weights.T if weights.shape[0] == CLASSES else weights
    return rest, np.ascontiguousarray(upright), bias


def _tensor(message: bytes) -> tuple[bytes, FloatArray]:
    """Give a tensor's name and its values; without values where they are not kept raw."""
    sizes: list[int] = []
    kind, name, data = 0, b"", b""
    for field, wire, value, _ in fields(message):
        if field == DIMS:
            sizes += [value] if wire != BYTES else _packed(value)
        elif field == KIND:
            kind = value
        elif field == TENSOR:
            name = bytes(value)
        elif field == RAW_DATA:
            data = value
    values = np.frombuffer(data, "<f4") if kind == FLOAT and len(data) == 4 * int(np.prod(sizes)) else None
    return name, values.reshape(sizes) if values is not None else np.zeros(0, np.float32)


def _packed(data: bytes) -> list[int]:
    """Read a run of variable-length integers."""
    out, at = [], 0
    while at < len(data):
        value, at = read_varint(data, at)
        out.append(value)
    return out
