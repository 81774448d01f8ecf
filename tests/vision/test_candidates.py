"""Cards that seem to lie there."""

from dataclasses import replace

import pytest

from tests.vision.laid import HEIGHT, Lying
from vision.candidates import Candidate, among_cards
from vision.cards import CardKind


def candidate(x: float, support: float, size: float = 1.0) -> Candidate:
    hint = Lying("45", x).hint(CardKind.NUMBER)
    return Candidate(replace(hint, height=size * hint.height, width=size * hint.width), (0,), support)


def test_a_card_that_is_seen_is_among_cards() -> None:
    assert among_cards(candidate(300, 0.6), [])


@pytest.mark.parametrize(
    ("away", "size", "there"),
    [(0.9, 1.0, True), (2.0, 1.0, False), (0.9, 2.0, False), (0.9, 0.5, False)],
    ids=["beside", "far off", "too large", "too small"],
)
def test_a_number_of_which_no_card_is_seen_lies_beside_one_as_large(
    away: float, size: float, there: bool
) -> None:
    number = candidate(300 + away * HEIGHT, 0.0, size)
    assert among_cards(number, [number, candidate(300, 0.6)]) is there
    assert not among_cards(number, [number, candidate(300, 0.0)])
