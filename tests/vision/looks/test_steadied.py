"""Unclear numbers are looked at from several places."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import Lying, says, table
from vision.looks.steadied import SHAKES, steadied
from vision.prints.finder import Print
from vision.prints.nets import FloatArray

GREY = np.full((400, 600, 3), 120, np.uint8)


class Told:
    """A reader that says one thing of prints as they were found, another of those displaced; it counts."""

    def __init__(self, found: FloatArray, displaced: FloatArray, known: Sequence[Print]) -> None:
        self.found, self.displaced, self.known = found, displaced, known
        self.asked: list[int] = []

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        self.asked.append(len(prints))
        return np.array([self.found if p in self.known else self.displaced for p in prints])


@pytest.fixture
def prints() -> Sequence[Print]:
    return table([Lying("72", 200), Lying("48", 400)]).finding.prints


def test_a_number_that_all_looks_agree_on_grows_surer(prints: Sequence[Print]) -> None:
    told = Told(says({72: 0.8, 22: 0.19}), says({72: 0.97}), prints)
    (row, _) = steadied(told)(GREY, prints)
    assert row[72] > 0.9
    assert row.sum() == pytest.approx(1, abs=1e-4)
    assert told.asked == [2, 2 * len(SHAKES)]


def test_a_number_that_another_look_takes_for_another_is_doubted(prints: Sequence[Print]) -> None:
    (row, _) = steadied(Told(says({72: 0.88}), says({22: 0.9, 72: 0.08}), prints))(GREY, prints)
    assert row.max() < 0.88


@pytest.mark.parametrize("clear", [says({72: 0.995}), says({72: 0.05}, junk=0.9)])
def test_what_is_clear_or_no_number_is_read_once(prints: Sequence[Print], clear: FloatArray) -> None:
    told = Told(clear, says({22: 0.99}), prints)
    assert np.array_equal(steadied(told)(GREY, prints)[0], clear)
    assert told.asked == [2]


def test_nothing_is_read_where_nothing_was_found() -> None:
    assert len(steadied(lambda image, some: np.zeros((0, 111), np.float32))(GREY, ())) == 0
