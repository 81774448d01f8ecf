"""Unclear numbers, cut out of the picture as the clear ones around them stand."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot, pi

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import row, says, table
from vision.looks.likewise import as_others
from vision.prints.angles import wrapped
from vision.prints.finder import Print
from vision.prints.nets import FloatArray

GREY = np.full((720, 1280, 3), 120, np.uint8)
ODD = 2
"""Which of the row's numbers is unclear."""


class Particular:
    """Reads a number only where it is cut out as large and as upright as it stands."""

    def __init__(self, number: int, truly: Print, share: float = 0.97) -> None:
        self.number, self.truly, self.share = number, truly, share

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        return np.array([self._read(p) for p in prints], np.float32).reshape(-1, 111)

    def _read(self, print_: Print) -> FloatArray:
        true = self.truly
        off = hypot(print_.centre[0] - true.centre[0], print_.centre[1] - true.centre[1])
        leans, as_large = abs(wrapped(print_.up - true.up)), abs(print_.height / true.height - 1) < 0.05
        well = off < 0.2 * true.height and as_large and leans < 0.05
        return says({self.number: self.share}) if well else says({}, junk=0.9)


def as_found(image: NDArray[np.uint8], prints: Sequence[Print]) -> tuple[Print, ...]:
    return tuple(prints)


def unclear(
    faces: str = "12 25 37 48", number: int = 37, larger: float = 1.2, leaning: float = 0.0, up: float = 0.0
) -> tuple[list[Print], list[FloatArray], Particular]:
    """Give a row whose third number is taken for larger, or for leaning, and what would read it."""
    prints = [p for p in table(row(faces, up=up)).finding.prints if p.height < 30]
    values = [says({int(face): 0.98}) for face in faces.split()]
    true = prints[ODD]
    prints[ODD] = replace(true, height=true.height * larger, up=wrapped(true.up + leaning))
    values[ODD] = says({}, junk=0.8)
    return prints[: len(values)], values, Particular(number, true)


def read(
    prints: list[Print], values: list[FloatArray], digits: Particular, more: Sequence[Print] = ()
) -> tuple[Print, FloatArray]:
    placed, rows = as_others(GREY, (*prints, *more), prints, np.array(values), as_found, digits)
    return placed[ODD], rows[ODD]


@pytest.mark.parametrize("up", [0.0, 0.5, pi, -1.4])
@pytest.mark.parametrize(("larger", "leaning"), [(1.25, 0.0), (0.8, 0.0), (1.0, 0.3), (1.2, -0.3)])
def test_an_unclear_number_is_read_as_large_and_upright_as_its_like(
    larger: float, leaning: float, up: float
) -> None:
    placed, values = read(*unclear(larger=larger, leaning=leaning, up=up))
    assert int(values.argmax()) == 37
    assert placed.height == pytest.approx(18.0)
    assert wrapped(placed.up - up) == pytest.approx(0.0, abs=1e-6)


def test_cards_that_lie_upside_down_tell_as_well() -> None:
    prints, values, digits = unclear()
    prints[0], prints[3] = (replace(prints[k], up=pi) for k in (0, 3))
    assert int(read(prints, values, digits)[1].argmax()) == 37


def test_a_single_figure_may_be_part_of_a_number_and_stays_unclear() -> None:
    prints, values, digits = unclear("12 25 3 48", number=3)
    placed, row_ = read(prints, values, digits)
    assert placed is prints[ODD]
    assert row_ == pytest.approx(values[ODD])


def test_what_may_be_another_number_upside_down_is_not_settled_so() -> None:
    prints, values, digits = unclear("12 25 68 98", number=68)
    values[ODD] = says({68: 0.5, 89: 0.45})
    assert read(prints, values, digits)[1] == pytest.approx(values[ODD])


def test_a_reading_that_is_hardly_better_is_none() -> None:
    prints, values, digits = unclear()
    values[ODD] = says({57: 0.85})
    digits.share = 0.9
    assert read(prints, values, digits)[1] == pytest.approx(values[ODD])


def test_what_is_surely_no_number_is_not_read_again() -> None:
    prints, values, digits = unclear()
    values[ODD] = says({}, junk=0.95)
    assert int(read(prints, values, digits)[1].argmax()) != 37


def test_one_clear_number_tells_nothing() -> None:
    prints, values, digits = unclear()
    values[1] = values[3] = says({}, junk=0.7)
    assert int(read(prints, values, digits)[1].argmax()) != 37


def test_the_figures_of_two_cards_are_no_number() -> None:
    """The finder saw one of them on either side, if faintly."""
    prints, values, digits = unclear()
    (x, y), high = prints[ODD].centre, prints[ODD].height
    sides = [replace(prints[ODD], centre=(x + off * high, y), score=0.2) for off in (-0.5, 0.5)]
    assert int(read(prints, values, digits, sides)[1].argmax()) != 37
    assert int(read(prints, values, digits, sides[:1])[1].argmax()) == 37
