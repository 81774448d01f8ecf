"""Opens still pictures."""

import numpy as np
from numpy.typing import NDArray

from companion.errors import SourceError
from vision.frame import decoded


def load(file: str) -> NDArray[np.uint8]:
    """Give a picture file as BGR (H, W, 3); raises `SourceError` for one that is missing or no picture."""
    try:
        raw = np.fromfile(file, np.uint8)
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror or error}") from error
    image = decoded(raw)
    if image is None:
        raise SourceError(f"{file}: this is no picture, or one of more than 100 million pixels")
    return image
