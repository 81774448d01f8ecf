"""Tells by its container whether a video file is all there; OpenCV does not say where a file should end."""

from pathlib import Path

MATROSKA = b"\x1a\x45\xdf\xa3"
"""With this a Matroska or WebM file begins."""

SEGMENT = b"\x18\x53\x80\x67"
"""With this the one part of it begins that holds all pictures and sounds."""

HEAD_BYTES = 4096
"""The segment's size stands within so many bytes of the file's beginning."""

SYNC, PACKET = 0x47, 188
"""Each packet of an MPEG transport stream begins with this byte and has so many."""


def is_whole(path: Path) -> bool | None:
    """Say whether a file is as long as its head says; None where its head says nothing of that.

    A transport stream has no head: what is known of its length was seen at its end.
    """
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        size = path.stat().st_size
    except OSError:
        return None
    if head[::PACKET][:3] == bytes([SYNC]) * 3:
        return True
    end = _matroska_end(head)
    return None if end is None else size >= end


def _matroska_end(head: bytes) -> int | None:
    """Give the byte at which a Matroska file's segment ends; None for other files and where it is unknown."""
    if not head.startswith(MATROSKA):
        return None
    start = head.find(SEGMENT)
    size = head[start + len(SEGMENT) :][:8]
    if start < 0 or not size or not size[0]:
        return None
    # The zero bits before its first one say how many bytes a number has; all ones after that: unknown.
    length = 9 - size[0].bit_length()
    number = int.from_bytes(size[:length]) - (1 << 7 * length)
    unknown = (1 << 7 * length) - 1
    return None if number == unknown else start + len(SEGMENT) + length + number
