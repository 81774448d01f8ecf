"""Figures of a number that is read whole, and the rings of tiles, are told from cards of their own."""

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest

from tests.vision.laid import Lying, says, table
from vision.cards.pieces import pieces, rings
from vision.prints.finder import Print

(WHOLE,) = table([Lying("23", 300)]).finding.prints


def beside(right: float, above: float = 0.0, high: float = 1.0, turn: float = 0.0) -> Print:
    """Give a print that stands so far from the whole number, in heights of its digits."""
    x, y = WHOLE.centre
    step = WHOLE.height
    at = (x + right * step, y - above * step)
    return replace(WHOLE, centre=at, height=high * step, up=WHOLE.up + turn)


def found(value: int, piece: Print, whole: float = 0.98) -> bool:
    values = np.stack([says({23: whole}), says({value: 0.95})])
    return pieces((WHOLE, piece), values) == {1}


@pytest.mark.parametrize(("value", "right"), [(2, -0.6), (2, -0.3), (3, 0.6)])
def test_a_figure_of_a_number_in_its_place_is_a_piece_of_it(value: int, right: float) -> None:
    assert found(value, beside(right, 0.1, 0.9, 0.1))


@pytest.mark.parametrize(
    ("value", "piece"),
    [
        (3, beside(-0.6)),
        (2, beside(0.6)),
        (2, beside(-1.2)),
        (2, beside(-0.6, above=0.6)),
        (2, beside(-0.6, high=2.0)),
        (2, beside(-0.6, turn=pi)),
        (12, beside(-0.6)),
    ],
)
def test_anything_else_is_a_number_of_its_own(value: int, piece: Print) -> None:
    assert not found(value, piece)


def test_an_unclear_number_has_no_pieces() -> None:
    assert not found(2, beside(-0.6), whole=0.6)


@pytest.mark.parametrize("up", [1.0, -2.5])
def test_the_pieces_stand_in_the_numbers_own_direction(up: float) -> None:
    whole = replace(WHOLE, up=up)
    step = -0.6 * WHOLE.height
    at = whole.centre[0] + step * cos(up), whole.centre[1] + step * sin(up)
    values = np.stack([says({23: 0.98}), says({2: 0.95})])
    assert pieces((whole, replace(whole, centre=at)), values) == {1}


@pytest.mark.parametrize(
    ("value", "piece", "ring"),
    [
        (0, beside(0, -1.4), True),
        (0, beside(0.3, -1.2, turn=pi), True),
        (0, beside(0, -2.6), False),
        (0, beside(0, 1.4), False),
        (0, beside(1.2, -1.4), False),
        (8, beside(0, -1.4), False),
    ],
)
def test_a_ring_close_below_a_clear_number_is_no_0(value: int, piece: Print, ring: bool) -> None:
    values = np.stack([says({23: 0.98}), says({value: 0.95})])
    assert rings((WHOLE, piece), values) == ({1} if ring else frozenset())


def test_a_0_below_what_does_not_read_clearly_may_be_one() -> None:
    values = np.stack([says({23: 0.6}), says({0: 0.95})])
    assert rings((WHOLE, beside(0, -1.4)), values) == frozenset()
