"""Cards that seem to lie where there is no room for one more."""

from dataclasses import replace

import pytest

from companion.cards import PASS, Card, Zone
from companion.evidence import Alternative, SeenCard
from vision.cards.crowded import uncrowded


def card(x: float, value: int = 0, zone: Zone = Zone.ROW) -> SeenCard:
    """A sure number, or a card of which nothing is known."""
    quad = ((x - 50, 0.0), (x + 50, 0.0), (x + 50, 150.0), (x - 50, 150.0))
    told = (Alternative(Card.number(value), 0.99),) if value else ()
    return SeenCard(zone, quad, told, bool(value))


ROW = [card(100, 3), card(150, 12), card(200, 27), card(250, 40), card(300, 66)]
DOUBTFUL = card(225)


def test_between_two_that_follow_one_another_there_is_no_other() -> None:
    assert uncrowded([*ROW[:3], DOUBTFUL, *ROW[3:]]) == tuple(ROW)


def test_two_even_distances_tell_what_is_usual() -> None:
    assert uncrowded([*ROW[:2], card(175), *ROW[2:4]]) == tuple(ROW[:4])


def test_of_unsure_cards_for_which_there_is_no_room_the_one_that_says_least_is_none() -> None:
    likely = replace(card(250, 40), sure=False)
    row = [*ROW[:3], card(240), likely, ROW[4]]
    assert uncrowded(row) == (*ROW[:3], likely, ROW[4])


def test_unsure_cards_as_far_apart_as_the_others_stay() -> None:
    row = (*ROW[:3], card(250), card(300), card(350))
    assert uncrowded(row) == row


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ([*ROW[:4], card(300), card(350, 66)], "there is room"),
        ([*ROW[:2], DOUBTFUL], "it is the last one"),
        ([*ROW[:3], card(225, 33), *ROW[3:]], "it is sure"),
        ([*ROW[:2], card(175), ROW[2], card(250)], "too few others tell what is usual"),
        (
            [card(100, 3), card(120, 5), card(170, 9), card(195), card(220, 12), card(270, 20)],
            "others are as near",
        ),
        ([*ROW[:2], card(175), ROW[2], card(290, 40)], "two uneven ones tell nothing"),
        ([*ROW[:3], card(225, zone=Zone.JUMP), *ROW[3:]], "it lies beside the row"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_elsewhere_a_card_stays(cards: list[SeenCard], why: str) -> None:
    assert uncrowded(cards) == tuple(cards), why


def passes(*places: float) -> list[SeenCard]:
    """Sure pass cards, each a little less sure than the one before."""
    return [
        replace(card(x), alternatives=(Alternative(PASS, 0.99 - 0.01 * k),), sure=True)
        for k, x in enumerate(places)
    ]


@pytest.mark.parametrize(("second", "sure"), [(365, False), (378, False), (382, True), (400, True)])
def test_of_two_pass_cards_that_lie_much_closer_than_is_usual_one_is_asked_about(
    second: float, sure: bool
) -> None:
    told = uncrowded([*ROW, *passes(350, second)])
    assert [c.sure for c in told] == [True] * 6 + [sure]
    assert told[:6] == (*ROW, *passes(350))


def test_where_numbers_lie_unevenly_pass_cards_may_lie_nearer() -> None:
    uneven = [*ROW[:4], card(350, 66)]
    assert all(c.sure for c in uncrowded([*uneven, *passes(400, 428)]))
    assert not all(c.sure for c in uncrowded([*uneven, *passes(400, 420)]))


def test_nobody_knows_what_is_usual_among_few_cards() -> None:
    cards = (*ROW[:2], *passes(200))
    assert uncrowded(cards) == cards
    assert all(c.sure for c in uncrowded(passes(200, 210, 300)))
