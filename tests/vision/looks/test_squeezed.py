"""A square picture of a row may have been wider: it is read so, too."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, SeenCard
from vision.looks.squeezed import read_still
from vision.prints.finder import Picture

SQUARE = np.zeros((300, 300, 3), np.uint8)
PLAIN, WIDER, WIDEST = 300, 400, 533


def row(*told: tuple[int, bool]) -> tuple[SeenCard, ...]:
    """Give cards side by side, 40 pixels wide, each read as a number, surely or not."""
    return tuple(
        SeenCard(
            Zone.ROW,
            ((x, 50.0), (x + 40, 50.0), (x + 40, 110.0), (x, 110.0)),
            (Alternative(Card.number(value), 0.95 if sure else 0.7),),
            sure,
        )
        for x, (value, sure) in zip(range(0, 9999, 80), told, strict=False)
    )


class Shown:
    """Reads what is told to show in a picture of each width, and notes which were asked."""

    def __init__(self, tables: Mapping[int, tuple[SeenCard, ...]]) -> None:
        self.tables, self.asked = tables, list[int]()

    def read(self, image: Picture) -> tuple[SeenCard, ...]:
        self.asked.append(image.shape[1])
        return self.tables.get(image.shape[1], ())


def stacks(*told: tuple[str, Zone]) -> tuple[SeenCard, ...]:
    """Give the tops of stacks, all surely read."""
    cards = row(*((1, True),) * len(told))
    return tuple(
        replace(card, zone=zone, alternatives=(Alternative(Card.parse(face), 0.95),))
        for card, (face, zone) in zip(cards, told, strict=True)
    )


def numbers(cards: tuple[SeenCard, ...]) -> list[int | None]:
    return [c.believed.value if c.believed else None for c in cards]


POOR = row((1, True), (1, False), (7, True))
CLEAR = row((7, True), (11, True), (7, True))


@pytest.mark.parametrize("wide", [WIDER, WIDEST])
def test_of_a_row_squeezed_to_a_square_the_reading_counts_that_is_sure_of_most(wide: int) -> None:
    told = read_still(Shown({PLAIN: POOR, wide: CLEAR}), SQUARE)
    assert numbers(told) == [7, 11, 7]
    left, right = told[1].quad[0][0], told[1].quad[1][0]
    assert (left, right) == pytest.approx((80 * PLAIN / wide, 120 * PLAIN / wide), rel=0.01)


def test_a_row_that_is_clear_as_it_is_stays_so() -> None:
    shown = Shown({PLAIN: CLEAR, WIDER: POOR, WIDEST: row((1, True), (1, True))})
    assert numbers(read_still(shown, SQUARE)) == [7, 11, 7]
    assert shown.asked == [PLAIN, WIDER, WIDEST]


def test_one_or_two_cards_tell_no_shape() -> None:
    shown = Shown({PLAIN: row((6, False)), WIDER: row((9, True), (9, True))})
    assert numbers(read_still(shown, SQUARE)) == [None]


def test_other_pictures_are_read_as_they_are() -> None:
    shown = Shown({})
    read_still(shown, np.zeros((300, 400, 3), np.uint8))
    assert shown.asked == [400]


@pytest.mark.parametrize("wide", [PLAIN, WIDER])
def test_a_card_of_the_stacks_whose_colour_is_not_seen_is_not_sure(wide: int) -> None:
    seen = stacks(("6", Zone.UP), ("8 red", Zone.DOWN))
    told = read_still(Shown({wide: seen}), np.zeros((300, wide, 3), np.uint8))
    assert [str(card.believed) for card in told] == ["None", "8 red"]
    assert [str(card.best) for card in told] == ["6", "8 red"]
