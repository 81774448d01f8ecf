"""Indices of cards that lie whole beside each other."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from companion.evidence import Point
from tests.vision.laid import HEIGHT, WIDTH, Lying, says
from vision.cards.grouping import group
from vision.cards.whole_cards import on_whole_cards
from vision.prints.finder import CardHint, CardKind, Detections, Print

CORNERS = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
"""To the left or right of a card's middle, and above or below it."""


def half_way(card: Lying) -> list[Print]:
    """Give the indices in a card's four corners, with votes that do not know in which of them they stand."""
    prints = []
    for side, low in CORNERS:
        at = card.x + side * 0.38 * WIDTH, card.y + low * 0.4 * HEIGHT
        vote = replace(card.hint(CardKind.NUMBER), centre=(card.x + side * 0.2 * WIDTH, card.y), seen=at)
        prints.append(Print(at, 18.0, 0.0 if low < 0 else pi, 0.8, vote))
    return prints


def look(card: Lying, score: float = 0.9) -> CardHint:
    return card.hint(CardKind.CARD, score)


def voted(print_: Print, looks: list[CardHint]) -> Point:
    """Give the middle of the card for which a print votes in the end."""
    return on_whole_cards([print_], looks)[0].card.centre


@pytest.mark.parametrize("pitch", [0.9, 1.0, 1.3])
def test_equal_cards_side_by_side_are_as_many_as_lie_there(pitch: float) -> None:
    cards = [Lying("7", 300 + k * pitch * WIDTH) for k in range(3)]
    prints = tuple(p for card in cards for p in half_way(card))
    values = np.array([says({7: 0.99})] * len(prints), np.float32)
    looks = tuple(look(card) for card in cards)
    finding = Detections(on_whole_cards(prints, looks), (), looks)
    told = group(finding, values)
    assert sorted(round(c.hint.centre[0]) for c in told) == [round(card.x) for card in cards]
    assert all(len(c.prints) == len(CORNERS) for c in told)


def test_a_number_that_is_misread_in_one_corner_is_no_card_of_its_own() -> None:
    card = Lying("10", 300)
    looks = (look(card),)
    finding = Detections(on_whole_cards(half_way(card), looks), (), looks)
    said = [says({10: 0.99})] * 3 + [says({16: 0.95})]
    assert len(group(finding, np.array(said, np.float32))) == 1


def test_a_card_that_lies_under_others_says_nothing_of_its_indices() -> None:
    cards = [Lying("7", 300 + k * 0.5 * WIDTH) for k in range(2)]
    looks = [look(card) for card in cards]
    assert all(voted(p, looks) == p.card.centre for card in cards for p in half_way(card))


@pytest.mark.parametrize(
    ("looks", "why"),
    [
        ([look(Lying("7", 300), 0.3)], "hardly seen"),
        ([look(Lying("7", 300 + 1.5 * WIDTH))], "beside it"),
        ([look(Lying("7", 300)), look(Lying("7", 300 - 0.85 * WIDTH), 0.3)], "hardly nearer"),
    ],
    ids=["hardly seen", "beside it", "hardly nearer"],
)
def test_an_index_keeps_its_vote_where_it_is_not_clear_on_which_card_it_stands(
    looks: list[CardHint], why: str
) -> None:
    left = half_way(Lying("7", 300))[0]
    assert voted(left, looks) == left.card.centre, why
