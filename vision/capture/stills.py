"""Opens still pictures."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.atomic_file import check_file
from companion.errors import SourceError
from vision.frame import decoded

KINDS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"II*\0", b"MM\0*", b"RIFF", b"GIF8")
"""What the files of pictures begin with that can be opened when they are whole."""

HEIC: Final = b"ftyp"
"""Where the fifth byte begins with this, it is a picture of many a telephone, or a video."""


def load(file: str) -> NDArray[np.uint8]:
    """Give a picture file as BGR (H, W, 3); raises `SourceError` for one that is missing or no picture.

    So it does for a named pipe and for a device, which may never end.
    """
    if not file:
        raise SourceError("the name of a picture is empty")
    path = Path(file)
    try:
        if path.is_dir():
            raise SourceError(f"{file}: this is a folder; name the pictures in it")
        check_file(path)
        raw = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror or error}") from error
    image = decoded(raw)
    if image is None:
        raise SourceError(f"{file}: {_why_not(raw.tobytes())}")
    return image


def _why_not(data: bytes) -> str:
    """Say why these bytes are no picture that can be opened."""
    if not data:
        return "this file is empty"
    if data.startswith(KINDS):
        return "this picture is damaged or cut off, or has over 100 million pixels; save it anew, or smaller"
    if data[4:8] == HEIC:
        return "pictures of this kind (HEIC, AVIF) cannot be opened; save it as a JPEG"
    return "this is no picture; right is a JPEG or a PNG"
