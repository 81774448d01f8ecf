"""Protocol buffers: what is read and written again is the same, byte for byte."""

import pytest

from vision.prints.protobuf import chunk, fields, read_varint, rewritten, varint


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 2**21, 2**40])
def test_varints_come_back(value: int) -> None:
    assert read_varint(varint(value) + b"\x01", 0) == (value, len(varint(value)))


def test_fixed_width_fields_are_kept() -> None:
    message = bytes([1 << 3 | 5]) + b"abcd" + bytes([2 << 3 | 1]) + b"abcdefgh" + chunk(3, b"x")
    assert [(f, v) for f, _, v, _ in fields(message)] == [(1, b"abcd"), (2, b"abcdefgh"), (3, b"x")]
    assert b"".join(raw for *_, raw in fields(message)) == message


def test_only_the_wanted_field_is_rewritten() -> None:
    message = chunk(1, b"one") + chunk(2, b"two") + varint(1 << 3) + varint(7)
    longer = rewritten(message, 1, lambda value: value * 100)
    assert [(f, v) for f, _, v, _ in fields(longer)] == [(1, b"one" * 100), (2, b"two"), (1, 7)]
