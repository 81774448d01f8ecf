"""A deck's digits: cut out of prints, and put together to numbers never seen."""

import cv2
import numpy as np
import pytest

from vision.decks.crops import DIGITS, WIDE, Bytes, Sample, crop, developed, jittered, wide_cut
from vision.decks.glyphs import Inked, apart, font_of, is_turnable, joined, written
from vision.prints.digits import cut as digit_cut

INK, PAPER = (40, 60, 150), (235, 240, 245)


def printed(
    text: str, ink: tuple[int, int, int] = INK, paper: tuple[int, int, int] = PAPER, mark: str = ""
) -> Bytes:
    """Print a number into the middle of a wide cut, 36 pixels high, on a card that ends left of it."""
    image = np.full((WIDE[1], WIDE[0], 3), paper, np.uint8)
    image[:, :40] = (70, 110, 90)
    scale, thick = DIGITS / 22, 4
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    x, y = (WIDE[0] - wide) // 2, (WIDE[1] + high) // 2
    cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, scale, ink, thick, cv2.LINE_AA)
    if mark == "line":
        cv2.rectangle(image, (x, y + 6), (x + wide, y + 9), ink, cv2.FILLED)
    if mark == "dot":
        cv2.circle(image, (x + wide + 7, y - 3), 4, ink, cv2.FILLED)
    return image


def parts(text: str, mark: str = "") -> tuple[Sample, Inked]:
    cut = printed(text, mark=mark)
    inked = apart(cut, len(text))
    assert inked is not None
    return Sample(cut, int(text), 30.0, 0), inked


@pytest.mark.parametrize("text", ["7", "47", "100"])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_number_is_cut_into_its_digits(text: str, swapped: bool) -> None:
    inked = apart(printed(text, *((PAPER, INK) if swapped else (INK, PAPER))), len(text))
    assert inked is not None
    assert len(inked.digits) == len(text)
    assert [d[0] for d in inked.digits] == sorted(d[0] for d in inked.digits)
    assert inked.box[3] - inked.box[1] == pytest.approx(DIGITS, abs=8)
    assert np.abs(inked.ink - (PAPER if swapped else INK)).max() < 25


def test_a_number_of_another_length_is_not_cut() -> None:
    assert apart(printed("47"), 1) is None
    assert apart(printed("47"), 3) is None
    assert apart(np.full((WIDE[1], WIDE[0], 3), 128, np.uint8), 2) is None


@pytest.mark.parametrize("mark", ["", "line", "dot"])
def test_the_mark_beneath_or_behind_is_told(mark: str) -> None:
    assert parts("68", mark)[1].mark == mark
    font = font_of([parts("68", mark), parts("9", mark), parts("12")])
    assert font.mark == mark


def test_a_number_never_seen_is_written_from_its_digits() -> None:
    font = font_of([parts("47"), parts("28"), parts("93")])
    assert font.can_write(72)
    assert not font.can_write(51)
    own = apart(printed("72"), 2)
    assert own is not None
    drawn = written(font, 72)
    shown = (drawn > 0.5).astype(np.uint8)
    rows, columns = np.nonzero(shown.max(axis=1))[0], np.nonzero(shown.max(axis=0))[0]
    assert rows[-1] - rows[0] + 1 == pytest.approx(DIGITS, abs=2)
    assert (columns[0] + columns[-1]) / 2 == pytest.approx(WIDE[0] / 2, abs=2)
    left, top, right, foot = own.box
    other = cv2.resize(
        drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], (right - left, foot - top)
    )
    assert np.corrcoef(other.ravel(), own.alpha[top:foot, left:right].ravel())[0, 1] > 0.85


def test_a_marked_number_is_written_with_its_mark() -> None:
    font = font_of([parts("68", "line"), parts("9", "line")])
    below = WIDE[1] // 2 + DIGITS // 2 + 3
    assert written(font, 86)[below:].max() > 0.5
    assert written(font, 86, marked=False)[below:].max() < 0.2


def test_what_one_font_lacks_the_other_fills() -> None:
    both = joined(font_of([parts("47")]), font_of([parts("18", "dot")]))
    assert both.can_write(1478)


@pytest.mark.parametrize(
    ("value", "turns"), [(6, True), (9, True), (66, True), (89, True), (26, False), (11, False)]
)
def test_only_numbers_that_turn_are_marked(value: int, turns: bool) -> None:
    assert is_turnable(value) is turns


def test_a_crop_of_a_wide_cut_is_what_the_net_sees() -> None:
    picture = cv2.GaussianBlur(
        np.random.default_rng(2).integers(0, 255, (300, 400, 3)).astype(np.uint8), (0, 0), 5
    )
    image = np.asarray(picture, np.uint8)
    there = (200.0, 150.0), 30.0, 0.2
    direct, through = digit_cut(image, *there), crop(wide_cut(image, *there))
    assert np.abs(direct.astype(int) - through.astype(int)).mean() < 3


def test_crops_for_learning_differ_but_are_the_same_again() -> None:
    cut = printed("47")
    one, again = (
        developed(rng, jittered(rng, cut)) for rng in (np.random.default_rng(3), np.random.default_rng(3))
    )
    other = developed(np.random.default_rng(4), jittered(np.random.default_rng(4), cut))
    assert one.shape == (48, 72, 3)
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
