"""Whatever bytes stand in a picture or a deck's file: it is used, or refused in words, and left as it is.

``COMPANION_FUZZ=2000`` tries so many of each.
"""

import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.errors import SettingsError, SourceError
from tabletop import main
from tests.vision.decks.test_store import deck
from vision.capture.stills import load as load_picture
from vision.decks.store import load, notes, path_of, save

EXAMPLES = int(os.environ.get("COMPANION_FUZZ", "40"))
steady = settings(max_examples=EXAMPLES, derandomize=EXAMPLES == 40, deadline=None, database=None)


def picture(ending: str) -> bytes:
    image = np.random.default_rng(3).integers(0, 255, (48, 64, 3)).astype(np.uint8)
    return cv2.imencode(ending, image)[1].tobytes()


def packed_deck() -> bytes:
    with TemporaryDirectory() as folder:
        return save(Path(folder), deck("Star")).read_bytes()


@st.composite
def mangled(draw: st.DrawFn, good: bytes) -> bytes:
    """Bytes of a good file, some of them changed, taken out, put in or cut off."""
    data = bytearray(good)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.sampled_from([0, 1, 1, 4, 40]))] = draw(st.binary(max_size=5))
    return bytes(data[: draw(st.sampled_from([len(data), len(data), len(data) // 2, 9]))])


def try_picture(data: bytes, ending: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"table{ending}"
        file.write_bytes(data)
        try:
            image = load_picture(str(file))
        except SourceError as error:
            assert file.name in str(error)  # noqa: PT017
        else:
            assert image.ndim == 3
            assert image.dtype == np.uint8
        assert file.read_bytes() == data


@steady
@given(mangled(picture(".jpg")))
def test_a_mangled_jpeg_is_read_or_refused(data: bytes) -> None:
    try_picture(data, ".jpg")


@steady
@given(mangled(picture(".png")))
def test_a_mangled_png_is_read_or_refused(data: bytes) -> None:
    try_picture(data, ".png")


@steady
@given(st.binary(max_size=200))
def test_any_bytes_are_no_picture(data: bytes) -> None:
    try_picture(data, ".jpg")


def try_deck(data: bytes) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = path_of(folder, "Star")
        path.write_bytes(data)
        assert [note.name for note in notes(folder)] == ["Star"]
        try:
            learnt = load(folder, "Star")
        except SettingsError as error:
            assert str(path) in str(error)  # noqa: PT017
        else:
            assert isinstance(learnt.game, str)
        assert path.read_bytes() == data


@steady
@given(mangled(packed_deck()))
def test_a_mangled_deck_is_used_or_refused(data: bytes) -> None:
    try_deck(data)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@steady
@example(key="seen", value={"": float("inf")})
@example(key="cuts", value=[[]])
@given(st.sampled_from(["version", "name", "game", "seen", "pictures", "cuts", "stamp", "format"]), values)
def test_any_value_in_a_deck_is_taken_or_refused(key: str, value: object) -> None:
    with zipfile.ZipFile(io.BytesIO(packed_deck())) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    about = {**json.loads(parts["deck.json"]), key: value}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in {**parts, "deck.json": json.dumps(about).encode()}.items():
            archive.writestr(name, data)
    try_deck(target.getvalue())


def bomb() -> bytes:
    """A PNG of a few bytes that says it is 60 000 pixels wide and high."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "make", [bomb, lambda: picture(".jpg")[:300], lambda: b""], ids=["huge", "cut", "empty"]
)
def test_the_command_says_what_is_wrong(
    make: Callable[[], bytes], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.png"
    file.write_bytes(make())
    assert main(["read", "--json", str(file)]) in (0, 1)
    said = capfd.readouterr()
    assert str(file) in said.out
    assert "Traceback" not in said.err
