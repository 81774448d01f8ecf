"""Opens still pictures."""

import errno
import os
import sys
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.atomic_file import check_file, remedy
from companion.errors import SourceError
from companion.escaping import on_one_line
from vision.frame import decoded

KINDS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"II*\0", b"MM\0*", b"GIF8")
"""What the files of pictures begin with that can be opened when they are whole."""

FAMILIES: Final = (b"RIFF", b"ftyp")
"""Where a file begins with the first or has the second from its fifth byte on, its next four bytes from the
ninth on say what it is: a picture, a film, a sound."""

OPENED: Final = (b"WEBP", b"avif", b"avis")
"""Those of pictures that can be opened."""

ERRORS, LONGEST = 2, 200
"""The process's standard error; so many bytes of what is written there say enough."""

HEIC: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
"""Those of the pictures of many a telephone, which cannot."""


def load(file: str) -> NDArray[np.uint8]:
    """Give a picture file as BGR (H, W, 3); raises `SourceError` for one that is missing or no picture.

    So it does for a named pipe and for a device, which may never end. Of a picture that can be opened though
    some of it is damaged it tells on standard error.
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
        mend = f"; {remedy(error)}" if error.errno == errno.ESPIPE else ""
        raise SourceError(f"{file}: {error.strerror or error}{mend}") from error
    image, complaint = _decoded(raw)
    if image is None:
        raise SourceError(f"{file}: {_why_not(raw.tobytes())}")
    if complaint:
        told = f"{file}: this picture is damaged, and cards may be missing in it; save it anew ({complaint})"
        print(on_one_line(told), file=sys.stderr)
    return image


def _decoded(raw: NDArray[np.uint8]) -> tuple[NDArray[np.uint8] | None, str]:
    """Give a picture from the bytes of its file, and what the libraries beneath complained of.

    They write to the process's standard error by themselves, and name no file. For commands: what another
    thread writes there meanwhile is taken for theirs.
    """
    try:
        aside = os.dup(ERRORS)
    except OSError:  # it is closed: nobody hears them
        return decoded(raw), ""
    with os.fdopen(os.memfd_create("heard"), "w+b") as heard:  # in memory: a disk may be full
        os.dup2(heard.fileno(), ERRORS)
        try:
            image = decoded(raw)
        finally:
            os.dup2(aside, ERRORS)
            os.close(aside)
        heard.seek(0)
        return image, heard.readline(LONGEST).decode(errors="replace").strip()


def _why_not(data: bytes) -> str:
    """Say why these bytes are no picture that can be opened."""
    if not data:
        return "this file is empty"
    kind = data[8:12] if data.startswith(FAMILIES[0]) or data[4:8] == FAMILIES[1] else b""
    if data.startswith(KINDS) or kind in OPENED:
        return "this picture is damaged or cut off, or has over 100 million pixels; save it anew, or smaller"
    if kind in HEIC:
        return "pictures of this kind (HEIC) cannot be opened; save it as a JPEG"
    if kind:
        return "this is a film or a sound, and no picture; companion watch follows a film"
    return "this is no picture; right is a JPEG or a PNG"
