"""Loads the six small nets that ship with the package and runs them, on one thread.

All are ONNX files in `vision/models`, made by the scripts in `training`. OpenCV's own interpreter is all
they need to run. Their weights are kept in half precision, or in eight bits, to be small; OpenCV 4.6 cannot
read that, so they are widened on loading, which takes a walk through the file's protocol buffers (field
numbers: onnx.proto3).
"""

import os
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.protobuf import chunk, fields, rewritten, varint

FloatArray = NDArray[np.float32]

GRAPH, INITIALIZER = 7, 5  # fields of ModelProto and GraphProto
DIMS, DATA_TYPE, RAW_DATA = 1, 2, 9  # fields of TensorProto
FLOAT, INT8, FLOAT16 = 1, 3, 10  # values of TensorProto.DataType


class Net:
    """One net, callable on blobs of shape (N, C, H, W); calls from several threads take turns."""

    def __init__(self, model: bytes) -> None:
        """Load an ONNX model; raises `cv2.error` when OpenCV cannot read it."""
        cv2.setNumThreads(1)  # on a Pi, more threads only steal time from the camera and the server
        self._lock = Lock()
        self._net = _load(np.frombuffer(widen(model), np.uint8))

    def __call__(self, blob: FloatArray) -> FloatArray:
        """Run the net once on a blob (N, C, H, W) and give its one output as float32."""
        with self._lock:
            self._net.setInput(blob)
            return np.asarray(self._net.forward(), np.float32).copy()


@cache
def shipped(name: str) -> Net:
    """Give the net in `vision/models/<name>.onnx`, loaded once; raises `FileNotFoundError` without it."""
    return Net((files("vision") / "models" / f"{name}.onnx").read_bytes())


def widen(model: bytes) -> bytes:
    """Turn half-precision and eight-bit weights of an ONNX model into single precision; leaves others alone.

    What stands in eight bits begins with one scale (single precision) for each step of its first dimension.
    """
    return rewritten(model, GRAPH, lambda graph: rewritten(graph, INITIALIZER, _wide_tensor))


def _load(buffer: NDArray[np.uint8]) -> Any:
    """Read a model with the classic engine where there is a choice: the faster one for small dense nets."""
    dnn = cast(Any, cv2.dnn)
    if hasattr(dnn, "ENGINE_CLASSIC"):
        # OpenCV 5.0 heeds an engine given beside a file's name, but none beside a buffer: only this word
        os.environ.setdefault("OPENCV_FORCE_DNN_ENGINE", str(dnn.ENGINE_CLASSIC))
    return dnn.readNetFromONNX(buffer)


def _wide_tensor(tensor: bytes) -> bytes:
    """Widen one tensor, if it is one of half precision or of eight bits."""
    told = list(fields(tensor))
    kind = next((value for field, _, value, _ in told if field == DATA_TYPE), FLOAT)
    if kind not in (INT8, FLOAT16):
        return tensor
    data = next(value for field, _, value, _ in told if field == RAW_DATA)
    steps = next((value for field, _, value, _ in told if field == DIMS), 1)
    wide = np.frombuffer(data, "<f2") if kind == FLOAT16 else _scaled(data, steps)
    others = (raw for field, _, _, raw in told if field not in (DATA_TYPE, RAW_DATA))
    single = varint(DATA_TYPE << 3) + varint(FLOAT)
    return b"".join(others) + single + chunk(RAW_DATA, wide.astype("<f4").tobytes())


def _scaled(data: bytes, steps: int) -> FloatArray:
    """Multiply eight-bit weights by the scales that stand before them, one for each of ``steps`` rows."""
    scales = np.frombuffer(data[: 4 * steps], "<f4")
    rows = np.frombuffer(data[4 * steps :], np.int8).reshape(steps, -1)
    return np.asarray(rows * scales[:, None], np.float32)
