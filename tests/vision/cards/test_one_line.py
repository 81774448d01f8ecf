"""What of any cards is in their one row."""

from dataclasses import replace
from math import cos, pi, sin

import pytest

from companion.cards import Zone
from tests.vision.laid import HEIGHT, SIZE, WIDTH, Lying, face, lies, placed, row
from vision.cards.layout import arrange
from vision.games import look_of


@pytest.mark.parametrize("up", [0.0, 0.4, pi])
def test_a_number_far_off_the_one_row_is_asked_about_beside_it(up: float) -> None:
    """A clock on a telephone, a note: nobody laid it into the row."""
    cards = row("3 9 12 30", pitch=140, up=up, at=(600, 300))
    away = 600 + 200 * cos(up) + 2 * HEIGHT * sin(up), 300 + 200 * sin(up) - 2 * HEIGHT * cos(up)
    seen = lies([*cards, Lying("25", *away, up)], look_of("any"))
    assert seen == {Zone.ROW: "3 9 12 30", Zone.JUMP: "?"}


def test_a_number_of_another_size_is_asked_about_beside_the_one_row() -> None:
    cards = [placed(c) for c in row("3 9 12 30", pitch=140)]
    large = replace(cards[-1].hint, height=1.6 * HEIGHT, width=1.6 * WIDTH)
    seen = arrange([*cards[:-1], replace(cards[-1], hint=large)], look_of("any"), SIZE)
    assert [face(c) for c in seen if c.zone is Zone.ROW] == ["3", "9", "12"]
    assert [face(c) for c in seen if c.zone is Zone.JUMP] == ["?"]


@pytest.mark.parametrize("other", ["5 7", "5 7 20", "5 7 20 31"])
def test_two_rows_are_no_row_with_something_beside_it(other: str) -> None:
    cards = [*row("3 9 12 30", pitch=140), *row(other, pitch=140, at=(200, 300 + 2.5 * HEIGHT))]
    assert sorted(lies(cards, look_of("any"))[Zone.ROW].split()) == sorted(
        ["3", "9", "12", "30", *other.split()]
    )
