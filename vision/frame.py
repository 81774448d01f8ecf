"""A picture with the time at which it was taken and where that time comes from; what reads pictures."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.atomic_file import check_file
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


class Coded:
    """A picture as the bytes of its file, decoded when it is first looked at. Threads may share it."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self._data = data
        self._image: Image | None = None
        self.spoilt = False
        """Whether it has been looked at and could not be decoded."""

    @property
    def image(self) -> Image | None:
        """The picture as BGR bytes (H, W, 3); None where it cannot be decoded."""
        if self._image is None and not self.spoilt:
            self._image = decoded(self._data)
            self.spoilt = self._image is None
        return self._image


JPEG = b"\xff\xd8"
"""The first bytes of every JPEG."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, the span in which it was taken, and its number in the source from 0.

    ``picture``: BGR bytes (H, W, 3), which nobody may write into, or still coded. Raises ValueError when it
    has another shape or type.
    """

    picture: Image | Coded
    span: Span
    number: int
    stamp: Stamp = Stamp.MEDIA

    def __post_init__(self) -> None:
        if isinstance(self.picture, Coded):
            return
        if self.picture.ndim != 3 or self.picture.shape[2] != 3 or self.picture.dtype != np.uint8:
            raise ValueError(f"want a BGR picture of bytes, not {self.picture.dtype} {self.picture.shape}")

    @property
    def broken(self) -> bool:
        """Whether the picture cannot be decoded; asking decodes it."""
        return isinstance(self.picture, Coded) and self.picture.image is None

    @property
    def spoilt(self) -> bool:
        """Whether the picture is known to be broken; asking decodes nothing."""
        return isinstance(self.picture, Coded) and self.picture.spoilt

    @property
    def image(self) -> Image:
        """The picture, BGR bytes (H, W, 3); raises SourceError for one that is broken."""
        image = self.picture.image if isinstance(self.picture, Coded) else self.picture
        if image is None:
            raise SourceError("a picture of the camera cannot be decoded. Check its cable.")
        return image


def load_picture(path: Path) -> Image:
    """Read one picture file as BGR bytes; raises SourceError when there is none or it is no picture."""
    try:
        check_file(path)
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


def picture_of(data: NDArray[Any]) -> Image | Coded | None:
    """Give what a camera gave as a BGR picture, also where it sees grey only; as it is where it is coded.

    None where a row of bytes is no JPEG.
    """
    picture = np.asarray(data, np.uint8)
    if picture.ndim == 3:
        return picture
    if picture.size == max(picture.shape):
        return Coded(picture.ravel()) if bytes(picture.ravel()[:2]) == JPEG else None
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
