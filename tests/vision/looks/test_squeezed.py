"""A square picture of a row may have been wider, one of leaning tiles higher: they are read so, too."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, Quad, SeenCard
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


class Leaning(Shown):
    """Reads what is told to show in a picture of each height."""

    def read(self, image: Picture) -> tuple[SeenCard, ...]:
        self.asked.append(image.shape[0])
        return self.tables.get(image.shape[0], ())


WIDE = np.zeros((300, 400, 3), np.uint8)
HIGH = 450


def high(*told: tuple[int, bool]) -> tuple[SeenCard, ...]:
    """Give the same cards as `row`, in a picture half as high again."""
    return tuple(
        replace(card, quad=cast(Quad, tuple((x, 1.5 * y) for x, y in card.quad))) for card in row(*told)
    )


@pytest.mark.parametrize(
    ("seen", "upright", "told"),
    [
        (((1, True), (11, False), (7, True)), ((1, True), (11, True), (7, True)), [1, 11, 7]),
        (((1, True),), ((1, True), (11, True), (7, True), (5, False)), [1, 11, 7, None]),
        (((1, True),), ((1, True), (11, True), (7, True), (5, False), (4, False)), [1]),
        (((1, True),), ((1, True), (11, True), (7, True)), [1, 11, 7]),
        (((1, True), (11, False), (7, True)), ((4, True), (11, True), (7, True)), [1, None, 7]),
        (((1, True), (11, False), (7, True)), ((1, False), (11, True), (7, True)), [1, None, 7]),
        (((1, False), (1, False), (7, False), (5, False)), ((1, True), (11, True), (7, True)), [None] * 4),
        (((1, False),), ((1, True), (11, True)), [None]),
    ],
)
def test_tiles_that_lean_are_read_stretched_where_that_tells_more_of_the_same(
    seen: tuple[tuple[int, bool], ...], upright: tuple[tuple[int, bool], ...], told: list[int | None]
) -> None:
    shown = Leaning({300: row(*seen), HIGH: high(*upright)})
    assert numbers(read_still(shown, WIDE)) == [value if sure else None for value, sure in seen]
    read = read_still(shown, WIDE, leaning=True)
    assert numbers(read) == told
    assert {y for card in read for _, y in card.quad} == {50.0, 110.0}
    assert shown.asked == [300, 300, HIGH]


@pytest.mark.parametrize(("rival", "sure"), [(0.15, False), (0.1, True)])
def test_what_may_be_another_number_as_the_picture_is_stays_a_question(rival: float, sure: bool) -> None:
    seen = row((1, True), (9, False), (7, True))
    either = (Alternative(Card.number(9), 0.8), Alternative(Card.number(2), rival))
    seen = (seen[0], SeenCard(seen[1].zone, seen[1].quad, either, False), seen[2])
    shown = Leaning({300: seen, HIGH: high((1, True), (9, True), (7, True), (5, True))})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [1, 9 if sure else None, 7, 5]


def test_tiles_that_are_clear_are_not_read_stretched() -> None:
    shown = Leaning({300: CLEAR})
    read_still(shown, WIDE, leaning=True)
    assert shown.asked == [300]


def turned(cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
    """Give the same cards a quarter of a circle on, as a camera on its side shows them."""
    return tuple(replace(card, quad=cast(Quad, tuple((300 - y, x) for x, y in card.quad))) for card in cards)


def wide(cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
    """Give the same cards in a picture half as wide again."""
    return tuple(replace(card, quad=cast(Quad, tuple((1.5 * x, y) for x, y in card.quad))) for card in cards)


@pytest.mark.parametrize(
    ("seen", "asked"),
    [
        (((1, True), (11, False), (7, True)), [(400, 300), (400, 450)]),
        ((), [(400, 300), (600, 300), (400, 450)]),
    ],
)
def test_a_camera_on_its_side_sees_tiles_lean_sideways(
    seen: tuple[tuple[int, bool], ...], asked: list[tuple[int, int]]
) -> None:
    shapes, full = [], turned(row((1, True), (11, True), (7, True)))

    class Seen:
        def read(self, image: Picture) -> tuple[SeenCard, ...]:
            shapes.append(image.shape[:2])
            return wide(full) if image.shape[1] == 450 else turned(row(*seen)) if len(shapes) == 1 else ()

    told = read_still(Seen(), np.zeros((400, 300, 3), np.uint8), leaning=True)
    assert numbers(told) == [1, 11, 7]
    assert [card.quad for card in told] == [card.quad for card in full]
    assert shapes == asked
