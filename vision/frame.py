"""A picture with the time at which it was taken and where that time comes from; what reads pictures."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.clock import Span
from companion.errors import SourceError
from companion.evidence import SeenCard

Image = NDArray[np.uint8]
"""A BGR picture of bytes, shape (H, W, 3)."""


class Reads(Protocol):
    """Whatever reads the cards in a BGR picture (H, W, 3)."""

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        """Give the cards in the picture, the row in row order."""
        ...


class Stamp(StrEnum):
    """Where a frame's time comes from; said beside every ruling, since it bounds the error."""

    MEDIA = "media"  # the recording's own time
    SENSOR = "sensor"  # the Pi camera's first pixel read out
    DRIVER = "driver"  # the V4L2 driver's stamp
    ARRIVAL = "arrival"  # nothing better than when the frame came to us


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: BGR bytes (H, W, 3), the span in which it was taken, and its number in the source from 0.

    Raises ValueError when the picture has another shape or type. Nobody may write into the picture.
    """

    image: Image
    span: Span
    number: int
    stamp: Stamp = Stamp.MEDIA

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError(f"want a BGR picture of bytes, not {self.image.dtype} {self.image.shape}")


def load_picture(path: Path) -> Image:
    """Read one picture file as BGR bytes; raises SourceError when there is none or it is no picture."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}. Check the path.") from error
    image = decoded(data)
    if image is None:
        raise SourceError(f"{path}: not a picture that can be read. Use JPEG, PNG, BMP or WebP.")
    return image


def decoded(data: NDArray[np.uint8]) -> Image | None:
    """Give a picture from the bytes of its file; None where they are none, or too large a one."""
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        # OpenCV refuses what says that it is larger than any memory.
        return None
    return None if image is None else np.asarray(image, np.uint8)
