"""Opens still pictures."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import SourceError


def load(file: str) -> NDArray[np.uint8]:
    """Give a picture file as BGR (H, W, 3); raises `SourceError` for one that is missing or no picture."""
    try:
        raw = np.fromfile(file, np.uint8)
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror or error}") from error
    image = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    if image is None:
        raise SourceError(f"{file}: this is no picture")
    return np.asarray(image, np.uint8)
