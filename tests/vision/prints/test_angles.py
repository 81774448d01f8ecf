"""Angles, brought together and compared."""

from math import pi

import pytest

from vision.prints.angles import off_axis, shared_axis, wrapped


@pytest.mark.parametrize(
    ("angle", "expected"),
    [(0.5, 0.5), (pi, pi), (-pi, pi), (3 * pi, pi), (1.5 * pi, -pi / 2), (-2 * pi, 0.0)],
)
def test_an_angle_is_brought_within_one_turn(angle: float, expected: float) -> None:
    assert wrapped(angle) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("up", "axis", "off"), [(0.2, 0.0, 0.2), (pi + 0.1, 0.0, 0.1), (-pi / 2, 0.0, pi / 2)]
)
def test_an_axis_has_no_sense(up: float, axis: float, off: float) -> None:
    assert off_axis(up, axis) == pytest.approx(off)


@pytest.mark.parametrize(
    ("ups", "axis"),
    [((0.2, 0.4), 0.3), ((0.2, 0.4 - pi), 0.3), ((pi / 2 - 0.1, -pi / 2 - 0.1), pi / 2 - 0.1)],
)
def test_cards_on_their_heads_share_the_axis_of_the_others(ups: tuple[float, ...], axis: float) -> None:
    assert shared_axis(ups) == pytest.approx(axis)
