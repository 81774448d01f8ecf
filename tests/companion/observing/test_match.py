import pytest

from companion.cards import PASS, Card
from companion.observing.match import MISSING, match
from tests.companion.drawn import cards, face


def expected(text: str) -> tuple[Card, ...]:
    return tuple(face(token) for token in text.split())


@pytest.mark.parametrize(
    ("row", "seen", "pairs"),
    [
        ("3 7 9", "3 7 9", ((0, 0), (1, 1), (2, 2))),
        ("3 7 9", "3 9", ((0, 0), (2, 1))),
        ("3 9", "3 7 9", ((0, 0), (1, 2))),
        ("3 7 P P", "3 7 P P", ((0, 0), (1, 1), (2, 2), (3, 3))),
        ("3 7", "3 7?1", ((0, 0), (1, 1))),
        ("3 7", "3 .", ((0, 0), (1, 1))),
        ("", "", ()),
    ],
)
def test_cards_find_their_partners(row: str, seen: str, pairs: tuple[tuple[int, int], ...]) -> None:
    row_cards = expected(row)
    assert match(row_cards, len(row_cards), cards(seen)).pairs == pairs


def test_a_sure_other_card_costs_more_than_a_missing_one() -> None:
    row = expected("3 7 9")
    assert (
        match(row, 3, cards("3 8 9")).price
        > match(row, 3, cards("3 9")).price
        == pytest.approx(MISSING, abs=0.1)
    )


def test_an_old_card_that_cannot_be_read_costs_little_a_new_one_much() -> None:
    row = (Card.number(3), PASS)
    assert match(row, 2, cards("3 .")).price < match(row, 1, cards("3 .")).price
