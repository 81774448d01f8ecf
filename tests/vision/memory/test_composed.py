"""A 1 that has long lain there and the 7 upon it are no 17."""

import pytest

from companion.evidence import SeenCard
from tests.vision.memory.test_row import card, known, scene, told
from vision.memory.composed import without_composed
from vision.memory.row import agree, remember


@pytest.mark.parametrize(
    ("before", "look", "changed", "left"),
    [
        ("1", [card("17", 10), card("7", 30)], (30,), "7"),
        ("1", [card("17", 10), card("78", 30)], (30,), "78"),
        ("10", [card("100", 10), card("0", 30)], (30,), "0"),
        ("1", [card("17", 10), card("8", 30)], (10, 30), "17 8"),
        ("1", [card("17", 10)], (0, 10), "17"),
        ("1", [card("17", 10), card("7", 30)], (0, 10, 30), "17 7"),
        ("1", [card("17", 10), card("7", 90)], (10, 90), "17 7"),
        ("1", [card("1", 0), card("17", 30), card("7", 50)], (30, 50), "1 17 7"),
    ],
    ids=[
        "put together",
        "with the first figure",
        "of two figures",
        "of no other card",
        "alone",
        "the old card has changed",
        "the other one lies elsewhere",
        "the old card is seen too",
    ],
)
def test_a_number_read_across_two_cards_is_none(
    before: str, look: list[SeenCard], changed: tuple[float, ...], left: str
) -> None:
    assert told(without_composed(agree([look] * 2), known(before), scene(changed=changed))) == left


def test_the_old_card_lies_there_still() -> None:
    change = remember(known("1"), agree([[card("17", 10), card("7", 30)]] * 2), scene(changed=(30,)))
    assert (told(change.known), told(change.arrived), told(change.gone)) == ("1 7", "7", "")
