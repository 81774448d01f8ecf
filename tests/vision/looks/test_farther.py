"""Numbers of which the finder took but the first figures."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, hypot, sin

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import Lying, says, table
from vision.looks.farther import whole
from vision.prints.finder import Print
from vision.prints.nets import FloatArray

GREY = np.full((720, 1280, 3), 120, np.uint8)
UPS = [0.0, 0.6, 2.8, -1.4]


class Widely:
    """Reads a number whose figures stand so far apart that around the first ones only those are read."""

    def __init__(self, number: int, begun: Print, far: float, clear: float = 0.95) -> None:
        reach = far * begun.height
        self.middle = begun.centre[0] + reach * cos(begun.up), begun.centre[1] + reach * sin(begun.up)
        self.number, self.near, self.clear = number, begun.height * 0.2, clear

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        return np.array([self._read(p) for p in prints], np.float32).reshape(-1, 111)

    def _read(self, print_: Print) -> FloatArray:
        away = hypot(print_.centre[0] - self.middle[0], print_.centre[1] - self.middle[1])
        return says({self.number: self.clear}) if away < self.near else says({}, junk=0.9)


def one(face: str, up: float = 0.0) -> tuple[Print, ...]:
    return table([Lying(face, 500, up=up)]).finding.prints


@pytest.mark.parametrize("up", UPS)
@pytest.mark.parametrize(("began", "number", "far"), [(10, 100, 0.45), (4, 47, 0.9), (7, 77, 1.2)])
def test_a_number_set_widely_is_seen_whole_farther_along(
    up: float, began: int, number: int, far: float
) -> None:
    found = one(str(began), up)
    prints, values = whole(GREY, found, says({began: 0.85})[None], Widely(number, found[0], far))
    assert int(values[0].argmax()) == number
    moved = np.subtract(prints[0].centre, found[0].centre) / found[0].height
    assert moved == pytest.approx([far * cos(up), far * sin(up)])


def test_what_begins_otherwise_is_another_number() -> None:
    found = one("4")
    prints, values = whole(GREY, found, says({4: 0.85})[None], Widely(57, found[0], 0.9))
    assert prints == found
    assert int(values[0].argmax()) == 4


def test_a_single_figure_clearly_read_is_whole() -> None:
    found = one("4")
    _, values = whole(GREY, found, says({4: 0.97})[None], Widely(47, found[0], 0.9))
    assert int(values[0].argmax()) == 4


def test_what_may_be_either_is_doubted() -> None:
    found = one("10")
    _, values = whole(GREY, found, says({10: 0.98})[None], Widely(100, found[0], 0.45, clear=0.6))
    assert max(values[0]) < 0.6
    assert values[0][[10, 100]].min() > 0.25


def test_a_figure_of_the_next_card_belongs_to_none_before() -> None:
    """A 5 and a 73 close by: the 7 is no second figure of a 57."""
    five, next_ = one("5")[0], one("73")[0]
    next_ = replace(next_, centre=(five.centre[0] + 2.2 * five.height, five.centre[1]))
    values = np.stack([says({5: 0.85}), says({73: 0.95})])
    prints, better = whole(GREY, (five, next_), values, Widely(57, five, 0.9))
    assert prints == (five, next_)
    assert int(better[0].argmax()) == 5
    far_off = replace(next_, centre=(five.centre[0] + 5 * five.height, five.centre[1]))
    _, better = whole(GREY, (five, far_off), values, Widely(57, five, 0.9))
    assert int(better[0].argmax()) == 57
