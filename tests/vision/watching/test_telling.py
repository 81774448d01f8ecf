"""What is told of a look: unread cards in their places."""

import pytest

from tests.vision.memory.test_row import PITCH, card, row, told
from vision.watching.telling import placed


@pytest.mark.parametrize(
    ("known", "at", "order"),
    [("12 - 40", 1, "12 ? 40"), ("12 17", 2, "12 17 ?"), ("12", 1, "12 ?"), ("", 1, "?")],
)
def test_an_unread_card_is_told_where_it_lies_in_the_row(known: str, at: int, order: str) -> None:
    assert told(placed(row(known), [card("?", at * PITCH)])) == order


def test_so_are_several_also_where_the_row_runs_to_the_left() -> None:
    lying = [card("12", 200.0), card("40", 80.0)]
    assert told(placed(lying, [card("?", 40.0), card("?", 120.0)])) == "12 ? 40 ?"
