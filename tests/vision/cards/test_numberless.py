"""Cards without a number: which of them are told of."""

import pytest

from tests.vision.laid import Lying
from vision.cards.candidates import FAINT_CARD, IN_ROW_CARD, WEAKEST_CARD, Candidate
from vision.cards.numberless import LIKELY_PASS, NO_CARD, NO_FAINT_CARD, passes_and_unread, unread
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


@pytest.mark.parametrize(
    ("probability", "in_row", "wanted"),
    [(LIKELY_PASS, True, 1), (LIKELY_PASS - 0.1, True, 0), (LIKELY_PASS, False, 0), (0.95, False, 1)],
)
def test_a_hardly_noticed_pass_card_in_a_row_is_asked_about(
    probability: float, in_row: bool, wanted: int
) -> None:
    card = Candidate(Lying("?", 300).hint(CardKind.CARD, FAINT_CARD), (), FAINT_CARD)
    heard_of = passes_and_unread([card], [probability], [0.9], in_row)
    assert len(heard_of) == wanted
    assert not any(card.sure for card in heard_of)
