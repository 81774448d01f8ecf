"""Two numbers that stand far apart: one card's, or two cards'."""

from math import pi

import pytest

from tests.vision.laid import HEIGHT, WIDTH, Lying
from vision.cards.two_cards import of_two_cards, parted
from vision.prints.finder import CardHint, CardKind, Print


def _corners(across: float, votes: float = 0.0) -> tuple[Print, Print]:
    """An upper index and a lower one so many widths further right, their votes so many heights apart."""
    cards = [Lying("7", 300), Lying("7", 300 + votes * HEIGHT)]
    hints = [card.hint(CardKind.NUMBER) for card in cards]
    upper = Print((260.0, 230.0), 20.0, 0.0, 0.9, hints[0])
    return upper, Print((260.0 + across * WIDTH, 230.0 + 0.8 * HEIGHT), 20.0, pi, 0.9, hints[1])


ROW = [Lying("7", x, 900).hint(CardKind.CARD) for x in (300, 400, 500)]
"""Cards that are seen elsewhere."""


@pytest.mark.parametrize(("across", "votes", "two"), [(0.8, 0.3, False), (1.4, 0.2, True), (1.4, 0.0, False)])
def test_two_indices_of_one_card_have_room_on_it_unless_they_agree_on_a_broad_one(
    across: float, votes: float, two: bool
) -> None:
    assert of_two_cards(*_corners(across, votes), ROW) is two


def test_what_reads_differently_has_no_room_on_a_broad_card() -> None:
    assert of_two_cards(*_corners(1.4), ROW, alike=False)


def test_of_a_single_card_nobody_knows_how_broad_it_is() -> None:
    assert not of_two_cards(*_corners(1.4, 0.2), ROW[:1])


def test_a_broad_card_is_none_whose_one_index_is_another_card_s() -> None:
    upper, lower = _corners(1.4)
    assert of_two_cards(
        upper, lower, [*ROW, CardHint((376.0, 302.0), 0.0, HEIGHT, WIDTH, CardKind.CARD, 0.9, (376.0, 302.0))]
    )


@pytest.mark.parametrize(
    ("seen", "score", "apart"), [(376.0, 0.9, True), (376.0, 0.4, False), (341.0, 0.9, False)]
)
def test_an_index_of_a_card_that_is_clearly_seen_is_none_of_another_one_s(
    seen: float, score: float, apart: bool
) -> None:
    """Two sevens, 1.4 widths apart, and a card seen: that of the lower one, or in the middle of both."""
    upper, lower = _corners(1.4)
    card = CardHint((seen, 302.0), 0.0, HEIGHT, WIDTH, CardKind.CARD, score, (seen, 302.0))
    assert parted(upper, lower, [card]) is apart
    assert parted(lower, upper, [card]) is apart
