"""A card that is still turned on its way: the shifts of its patches written out, in grey pixels."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion.askew import askew

AT = np.array([(x, y) for x in range(100, 180, 10) for y in range(40, 120, 20)], float)


def turned(by: float, grown: float, way: tuple[float, float]) -> NDArray[np.float64]:
    """Give how far each patch is off where the card is turned by some radians about its middle."""
    middle = AT.mean(axis=0)
    c, s = (1 + grown) * np.cos(by), (1 + grown) * np.sin(by)
    return np.asarray((AT - middle) @ np.array([[c, s], [-s, c]]) + middle + way - AT, np.float64)


def test_a_card_that_is_turned_a_little_is_as_far_off_as_its_middle() -> None:
    found = askew(AT, turned(0.05, 0.03, (-2.0, 1.5)))
    assert found is not None
    assert found[:2] == pytest.approx((-2.0, 1.5), abs=0.1)
    assert found[2] == len(AT)


def test_patches_that_slide_along_an_edge_do_not_hinder_it() -> None:
    shifts = turned(0.05, 0.0, (-2.0, 1.5))
    shifts[::3, 1] += np.linspace(-11, 9, len(shifts[::3]))
    found = askew(AT, shifts)
    assert found is not None
    assert found[:2] == pytest.approx((-2.0, 1.5), abs=0.3)


def test_patches_along_one_edge_say_nothing_of_what_lies_along_it() -> None:
    edge = np.array([(x, 60.0) for x in range(100, 180, 5)])
    assert askew(edge, np.column_stack((edge[:, 0] * 0.02 - 6.0, np.zeros(len(edge))))) is None


def test_what_is_turned_far_or_much_larger_is_no_card_being_pushed_into_place() -> None:
    assert askew(AT, turned(0.2, 0.0, (0.0, 0.0))) is None
    assert askew(AT, turned(0.0, 0.12, (0.0, 0.0))) is None


def test_patches_found_here_and_there_are_no_card() -> None:
    assert askew(AT, np.random.default_rng(1).uniform(-12, 12, AT.shape)) is None
    assert askew(AT[:7], turned(0.05, 0.0, (0.0, 0.0))[:7]) is None
