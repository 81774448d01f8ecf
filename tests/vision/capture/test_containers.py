"""Whether a video file is all there, by its container."""

from pathlib import Path

import pytest

from vision.capture.containers import is_whole

HEAD = bytes.fromhex("1a45dfa3 83 428101 18538067")


@pytest.mark.parametrize(
    ("head", "whole"),
    [
        (HEAD + bytes.fromhex("0100000000000064"), True),
        (HEAD + bytes.fromhex("4064"), True),
        (HEAD + bytes.fromhex("0100000000000065"), False),
        (HEAD + bytes.fromhex("4065"), False),
        (HEAD + bytes.fromhex("ff"), None),
        (HEAD + bytes.fromhex("01ffffffffffffff"), None),
        (HEAD, None),
        (HEAD[:5], None),
        (b"", None),
        (b"RIFF....AVI ", None),
        ((b"\x47" + bytes(187)) * 3, True),
    ],
)
def test_a_file_is_whole_that_is_as_long_as_its_head_says(
    head: bytes, whole: bool | None, tmp_path: Path
) -> None:
    """A hundred bytes follow each head."""
    file = tmp_path / "video"
    file.write_bytes(head + bytes(100 if len(head) > len(HEAD) else 0))
    assert is_whole(file) is whole


def test_of_a_file_that_is_gone_nothing_is_known(tmp_path: Path) -> None:
    assert is_whole(tmp_path / "gone.mkv") is None
