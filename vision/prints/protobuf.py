"""Reads and writes protocol buffers, as far as the files of nets need it (encoding: protobuf.dev).

OpenCV reads whole files only; what changes or parts a net before that walks through its messages here.
"""

from collections.abc import Callable, Iterator
from typing import Any

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5  # wire types


def rewritten(message: bytes, wanted: int, change: Callable[[bytes], bytes]) -> bytes:
    """Change every field of one number in a message, keep the rest byte by byte."""
    parts = [
        chunk(wanted, change(value)) if field == wanted and wire == BYTES else raw
        for field, wire, value, raw in fields(message)
    ]
    return b"".join(parts)


def fields(message: bytes) -> Iterator[tuple[int, int, Any, bytes]]:
    """Walk a message: field number, wire type, value (int or bytes), and the field's own bytes."""
    at = 0
    while at < len(message):
        start = at
        key, at = read_varint(message, at)
        value: Any
        if key & 7 == VARINT:
            value, at = read_varint(message, at)
        else:
            size = {FIXED64: 8, FIXED32: 4}.get(key & 7)
            if size is None:
                size, at = read_varint(message, at)
            value, at = message[at : at + size], at + size
        yield key >> 3, key & 7, value, message[start:at]


def read_varint(message: bytes, at: int) -> tuple[int, int]:
    """Read a variable-length integer; gives it and where it ends."""
    value = shift = 0
    while True:
        byte = message[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def varint(value: int) -> bytes:
    """Write a variable-length integer."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def chunk(field: int, data: bytes) -> bytes:
    """Write a field of bytes."""
    return varint(field << 3 | BYTES) + varint(len(data)) + data
