"""The practice deck: what is on its pages, and that the eye reads it."""

import re
import shutil
import subprocess
import zlib
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Zone
from companion.errors import SettingsError
from vision.decks.pdf import WIDTHS, Page, document, width
from vision.decks.practice import CARD, PAPERS, TITLES, practice_deck, sheet_of
from vision.pipeline import Reader

PICTURES = Path(__file__).parents[1] / "pictures"


def words(data: bytes) -> Counter[str]:
    """What is written on all pages of a PDF, each text with how often."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    texts = [t for s in streams for t in re.findall(r"\((.*?)\) Tj", zlib.decompress(s).decode("latin-1"))]
    return Counter(texts)


@pytest.mark.parametrize(
    ("game", "cards"),
    [("fifty-fifty", 120), ("23", 66), ("futschikato", 90), ("quick-and-easy", 52), ("no-thanks", 33)],
)
def test_each_game_has_all_its_cards(game: str, cards: int) -> None:
    assert len(sheet_of(game).faces) == cards


def test_each_number_stands_three_times_on_its_card() -> None:
    told = words(practice_deck(["fifty-fifty"]))
    assert all(told[str(v)] == 3 for v in range(1, 101))
    assert told["PASS"] == 40
    assert words(practice_deck(["futschikato"]))["2"] == 48


def test_numbers_that_turn_are_underlined() -> None:
    def lines(game: str, page: int) -> int:
        streams = re.findall(rb"stream\n(.*?)\nendstream", practice_deck([game]), re.DOTALL)
        return zlib.decompress(streams[page]).decode().count(" l S")

    assert (
        lines("no-thanks", 0) - lines("no-thanks", 2) == 6
    )  # a 6 and a 9 on the first page, none on the third


@pytest.mark.parametrize("paper", PAPERS)
def test_the_cards_fit_the_paper_with_a_rim(paper: str) -> None:
    wide, high = PAPERS[paper]
    assert (wide - 3 * CARD[0]) / 2 >= 8
    assert (high - 3 * CARD[1]) / 2 >= 8
    boxes = re.findall(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", practice_deck(["23"], paper))
    assert len(boxes) == 8
    assert [float(v) * 25.4 / 72 for v in boxes[0]] == pytest.approx([wide, high], abs=0.01)


def test_the_same_deck_is_the_same_file() -> None:
    assert practice_deck(list(TITLES)) == practice_deck(list(TITLES))


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(SettingsError, match="poker"):
        practice_deck(["poker"])
    with pytest.raises(SettingsError, match="a5"):
        practice_deck(["23"], "a5")


def test_a_pdf_says_where_its_parts_are() -> None:
    page = Page((100, 50))
    page.words("a (b) \\ c", (50, 25), 5, (0, 0, 0))
    data = document([page], "t")
    table = int(re.findall(rb"startxref\n(\d+)", data)[0])
    places = [int(p) for p in re.findall(rb"(\d{10}) 00000 n", data[table:])]
    assert [data[p : p + 20].split(b" ")[0] for p in places] == [
        str(k + 1).encode() for k in range(len(places))
    ]
    assert b"(a \\(b\\) \\\\ c) Tj" in zlib.decompress(
        re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)[0]
    )


def test_all_that_is_written_has_a_width() -> None:
    assert all(
        letter in WIDTHS
        for text in (*TITLES.values(), "PASS", "cut along the marks", "of")
        for letter in text
    )
    assert width("100", 10) == pytest.approx(3 * 5.56)


def test_the_eye_reads_the_printed_deck() -> None:
    """A picture composed of the pages' own cards: overlapped, with passes, a jump card, warm light."""
    image = np.asarray(cv2.imread(str(PICTURES / "golden_printed.jpg")), np.uint8)
    cards = Reader("fifty-fifty").read(image)
    row = [str(c.believed).split()[0] for c in cards if c.zone is Zone.ROW]
    assert " ".join(row) == "6 19 28 37 49 61 66 73 89 98 pass pass"
    assert [str(c.believed) for c in cards if c.zone is Zone.JUMP] == ["48 purple"]


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")
def test_the_eye_reads_a_page_as_it_is_printed(tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(practice_deck(["no-thanks"]))
    words_ = ["pdftoppm", "-r", "72", "-png", "-f", "2", "-l", "2", "deck.pdf", "page"]
    subprocess.run(words_, cwd=tmp_path, check=True, timeout=60)
    page = np.asarray(cv2.imread(str(next(tmp_path.glob("page*.png")))), np.uint8)
    told = {c.believed.value for c in Reader("spread/no-thanks").read(page) if c.believed is not None}
    assert told <= set(range(12, 21))
    assert len(told) >= 7
