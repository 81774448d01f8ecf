"""Which card of one look is which of another."""

import pytest

from tests.vision.looks.test_twice import seen
from vision.looks.same_cards import from_the_same_end, paired, place_of


def test_what_reads_the_same_and_lies_near_is_the_same_card() -> None:
    first = (seen({17: 0.99}, 200), seen({40: 0.99}, 270))
    second = (seen({40: 0.99}, 250), seen({17: 0.7}, 190))
    assert paired(first, second) == [second[1], second[0]]


@pytest.mark.parametrize(("off", "same"), [(30, True), (40, False)])
def test_what_reads_otherwise_is_the_same_card_in_its_place_alone(off: int, same: bool) -> None:
    other = seen({40: 0.99}, 200 + off)
    assert paired((seen({17: 0.99}, 200),), (other,)) == [other if same else None]


def test_a_row_is_told_from_the_end_of_the_other_look() -> None:
    row = tuple(seen({number: 0.99}, 70 * number) for number in (3, 4, 5))
    assert from_the_same_end(row, row[::-1]) == row
    assert from_the_same_end(row, row[:2]) == row[:2]


@pytest.mark.parametrize(("place", "at"), [(0, 0), (1, 1), (2, 2)])
def test_a_missed_card_belongs_behind_the_one_before_it(place: int, at: int) -> None:
    look = tuple(seen({number: 0.99}, 70 * number) for number in (3, 4, 5))
    pairs = [(card, card) for k, card in enumerate(look) if k != place]
    assert place_of(look, place, pairs) == at
