"""Loads the two small nets that ship with the package and runs them, on one thread.

Both are ONNX files in `vision/models`, made by the scripts in `training`. OpenCV's own interpreter is all
they need to run.
"""

from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


class Net:
    """One net, callable on blobs of shape (N, C, H, W); calls from several threads take turns."""

    def __init__(self, model: bytes) -> None:
        """Load an ONNX model; raises `cv2.error` when OpenCV cannot read it."""
        cv2.setNumThreads(1)  # on a Pi, more threads only steal time from the camera and the server
        self._lock = Lock()
        self._net = _load(np.frombuffer(model, np.uint8))

    def __call__(self, blob: FloatArray) -> FloatArray:
        """Run the net once on a blob (N, C, H, W) and give its one output as float32."""
        with self._lock:
            self._net.setInput(blob)
            return np.asarray(self._net.forward(), np.float32).copy()


def _load(buffer: NDArray[np.uint8]) -> Any:
    """Read a model with the classic engine where there is a choice: the faster one for small dense nets."""
    dnn = cast(Any, cv2.dnn)
    if hasattr(dnn, "ENGINE_CLASSIC"):
        return dnn.readNetFromONNX(buffer, engine=dnn.ENGINE_CLASSIC)
    return dnn.readNetFromONNX(buffer)


@cache
def shipped(name: str) -> Net:
    """Give the net in `vision/models/<name>.onnx`, loaded once; raises `FileNotFoundError` without it."""
    return Net((files("vision") / "models" / f"{name}.onnx").read_bytes())
