"""Cards without a number: which of them are told of."""

import pytest

from tests.vision.laid import Lying
from vision.cards.candidates import IN_ROW_CARD, WEAKEST_CARD, Candidate
from vision.cards.numberless import NO_CARD, NO_FAINT_CARD, unread
from vision.prints.finder import CardKind


def told(score: float, nothing: float, in_row: bool = True) -> int:
    card = Candidate(Lying("?", 300).hint(CardKind.CARD, score), (), score)
    return len(unread([card], [nothing], in_row))


@pytest.mark.parametrize(("score", "bound"), [(WEAKEST_CARD, NO_CARD), (IN_ROW_CARD, NO_FAINT_CARD)])
def test_what_looks_like_no_card_from_near_by_is_none_the_sooner_the_fainter_it_is(
    score: float, bound: float
) -> None:
    assert told(score, bound - 0.01) == 1
    assert told(score, bound + 0.01) == 0


def test_a_faint_card_is_believed_in_a_row_alone() -> None:
    assert told(IN_ROW_CARD, 0.0) == 1
    assert told(IN_ROW_CARD, 0.0, in_row=False) == 0
