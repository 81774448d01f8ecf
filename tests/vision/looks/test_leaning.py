"""Tiles that lean on a rack are seen squeezed: a still picture of any cards is read stretched, too."""

from collections.abc import Mapping
from dataclasses import replace
from math import cos, radians, sin
from typing import cast

import cv2
import numpy as np
import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, Quad, SeenCard
from vision.looks.squeezed import read_still
from vision.prints.finder import Picture

WIDE = np.zeros((300, 400, 3), np.uint8)
PLAIN, HIGHER, HIGHEST = (300, 400), (375, 400), (450, 400)
WIDER, WIDEST = (300, 500), (300, 600)

Told = tuple[int, bool]


def row(*told: Told | None) -> tuple[SeenCard, ...]:
    """Give cards side by side, each read as a number, surely or not; None leaves a gap."""
    return tuple(
        SeenCard(
            Zone.ROW,
            ((x, 50.0), (x + 40, 50.0), (x + 40, 110.0), (x, 110.0)),
            (Alternative(Card.number(one[0]), 0.95 if one[1] else 0.7),),
            one[1],
        )
        for x, one in zip(range(0, 9999, 60), told, strict=False)
        if one
    )


class Shown:
    """Reads what is told to show in a picture of each size, as it lies there, and notes which were asked."""

    def __init__(self, tables: Mapping[tuple[int, ...], tuple[SeenCard, ...]]) -> None:
        self.tables, self.asked = tables, list[tuple[int, ...]]()

    def read(self, image: Picture) -> tuple[SeenCard, ...]:
        size = image.shape[:2]
        self.asked.append(size)
        high, wide = size[0] / WIDE.shape[0], size[1] / WIDE.shape[1]
        return tuple(
            replace(card, quad=cast(Quad, tuple((wide * x, high * y) for x, y in card.quad)))
            for card in self.tables.get(size, ())
        )


def numbers(cards: tuple[SeenCard, ...]) -> list[int | None]:
    return [c.believed.value if c.believed else None for c in cards]


def test_what_looks_the_same_stretched_is_sure() -> None:
    cards = row((1, True), (11, True), (7, True))
    shown = Shown({PLAIN: cards, HIGHER: cards})
    assert read_still(shown, WIDE, leaning=True) == cards
    assert shown.asked == [PLAIN, HIGHER]


def test_cards_of_a_game_are_read_as_they_are() -> None:
    shown = Shown({PLAIN: row((1, True), (11, False))})
    read_still(shown, WIDE)
    assert shown.asked == [PLAIN]


@pytest.mark.parametrize(
    ("plain", "higher", "told"),
    [
        (((1, True), (11, False)), ((1, True), (11, True)), [1, 11]),
        (((1, True), (11, True)), ((1, False), (11, True)), [1, 11]),
        (((1, True), (11, True)), ((4, True), (11, True)), [None, 11]),  # neither counts against the other
        (((1, False), (11, True)), ((4, True), (11, True)), [None, 11]),
        (((1, False), (11, True)), ((1, False), (11, True)), [None, 11]),  # it takes one that is sure
        (((1, True), None, (7, True)), ((1, True), (11, True), (7, True)), [1, None, 7]),  # it takes two
        (((1, True), (11, True), (7, True)), (None, (11, True), (7, True)), [1, 11, 7]),
        (((1, True), (11, False), (7, True)), ((1, True), None, (7, True)), [1, None, 7]),
        ((), ((1, False),), [None]),
    ],
)
def test_what_one_shape_surely_shows_counts_where_no_other_one_says_otherwise(
    plain: tuple[Told | None, ...], higher: tuple[Told | None, ...], told: list[int | None]
) -> None:
    shown = Shown({PLAIN: row(*plain), HIGHER: row(*higher)})
    read = read_still(shown, WIDE, leaning=True)
    assert numbers(read) == told
    assert {round(y) for card in read for _, y in card.quad} == {50, 110}


def test_a_card_that_two_shapes_show_belongs_where_they_show_it() -> None:
    more = row((1, True), (11, True), (7, True), (5, True))
    shown = Shown({PLAIN: row((1, True), None, (7, True)), HIGHER: more, HIGHEST: more})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [1, 11, 7, 5]
    assert shown.asked == [PLAIN, HIGHER, HIGHEST]


def test_it_belongs_there_though_they_tell_the_row_from_its_other_end() -> None:
    more = row((1, True), (11, True), (7, True), (5, True))[::-1]
    shown = Shown({PLAIN: row((1, True), None, (7, True), (5, True)), HIGHER: more, HIGHEST: more})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [1, 11, 7, 5]


def test_a_picture_that_shows_nothing_in_any_shape_shows_nothing() -> None:
    shown = Shown({})
    assert read_still(shown, WIDE, leaning=True) == ()
    assert shown.asked == [PLAIN, HIGHER, HIGHEST, WIDER, WIDEST]


@pytest.mark.parametrize("turned", [False, True])
def test_cards_that_one_shape_shows_in_one_place_are_told_in_the_order_in_which_they_lie(
    turned: bool,
) -> None:
    plain = row((8, True), (4, False), (7, True), (9, True))
    first, four, _, last = row((8, True), (4, True), (7, True), (9, True))
    seven = replace(row(None, (7, True))[0], quad=cast(Quad, tuple((x + 22, y) for x, y in four.quad)))
    higher = first, seven, four, last
    way = -1 if turned else 1
    shown = Shown({PLAIN: plain[::way], HIGHER: higher[::way]})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [8, 4, 7, 9][::way]


@pytest.mark.parametrize("turned", [False, True])
def test_a_row_is_not_turned_round_for_a_card_that_is_told_from_the_wrong_end(turned: bool) -> None:
    first, *others = row((8, True), (4, True), (7, True), (9, True), (5, True))
    way = -1 if turned else 1
    told = (*others, first)[::way]
    shown = Shown({PLAIN: told, HIGHER: told})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [8, 4, 7, 9, 5][::way]


def test_a_likely_card_is_not_lost_where_a_surer_shape_does_not_show_it() -> None:
    plain = row((1, True), (11, False), (7, True), (5, False))
    shown = Shown({PLAIN: plain, HIGHER: row((1, True), None, (7, True), (5, True))})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [1, None, 7, 5]


def test_three_that_are_sure_outvote_one() -> None:
    most, one = row((9, True), (1, True)), row((4, True), (1, True))
    shown = Shown({PLAIN: most, HIGHER: one, HIGHEST: most, WIDER: most, WIDEST: most})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [9, 1]
    assert shown.asked == [PLAIN, HIGHER, HIGHEST, WIDER]


def test_tiles_that_are_taken_to_lie_on_their_sides_are_stretched_across_their_row() -> None:
    aside = tuple(
        replace(card, quad=(*card.quad[1:], card.quad[0])) for card in row((1, True), (11, False), (7, True))
    )
    shown = Shown({PLAIN: aside, HIGHER: row((1, True), (11, True), (7, True))})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [1, 11, 7]
    assert shown.asked[:2] == [PLAIN, HIGHER]


@pytest.mark.parametrize("cards", [2, 3])
def test_what_may_be_another_number_stays_a_question_where_too_few_cards_tell_the_shape(cards: int) -> None:
    clear = row((9, True), (1, True), (7, True))[:cards]
    either = (Alternative(Card.number(9), 0.8), Alternative(Card.number(2), 0.15))
    doubted = (replace(clear[0], alternatives=either, sure=False), *clear[1:])
    shown = Shown({PLAIN: doubted, HIGHER: clear, HIGHEST: clear})
    assert numbers(read_still(shown, WIDE, leaning=True))[0] == (None if cards == 2 else 9)


def test_a_card_that_one_shape_shows_twice_is_one() -> None:
    plain = (*row((10, True)), replace(row(None, (1, False))[0], alternatives=(), sure=False))
    first, second = (
        replace(plain[0], quad=cast(Quad, tuple((x + by, y) for x, y in plain[0].quad))) for by in (-12, 12)
    )
    shown = Shown({PLAIN: plain, HIGHER: plain, HIGHEST: (first, second)})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [10, None]


def test_what_is_far_larger_than_the_row_is_no_card_of_it() -> None:
    large = tuple(
        replace(card, quad=cast(Quad, tuple((x + 150, 2.5 * y) for x, y in card.quad)))
        for card in row((4, True), (5, True))
    )
    plain = row((1, True), (11, True))
    shown = Shown({PLAIN: plain, HIGHER: (*plain, *large), HIGHEST: (*plain, *large)})
    assert read_still(shown, WIDE, leaning=True) == plain


@pytest.mark.parametrize(("rival", "once", "twice"), [(0.15, None, 9), (0.1, 9, 9)])
def test_what_may_be_another_number_takes_two_that_are_sure(
    rival: float, once: int | None, twice: int | None
) -> None:
    clear = row((1, True), (9, True), (7, True))
    either = (Alternative(Card.number(9), 0.5), Alternative(Card.number(2), rival))
    doubted = (clear[0], replace(clear[1], alternatives=either, sure=False), clear[2])
    asked = numbers(read_still(Shown({PLAIN: doubted, HIGHER: clear}), WIDE, leaning=True))
    assert asked == [1, once, 7]
    shown = Shown({PLAIN: doubted, HIGHER: clear, HIGHEST: clear})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [1, twice, 7]


def test_it_is_stretched_further_while_something_is_open() -> None:
    open_, clear = row((1, True), (9, False)), row((1, True), (9, True))
    shown = Shown({PLAIN: open_, HIGHER: open_, HIGHEST: open_, WIDER: open_, WIDEST: clear})
    assert numbers(read_still(shown, WIDE, leaning=True)) == [1, 9]
    assert shown.asked == [PLAIN, HIGHER, HIGHEST, WIDER, WIDEST]


def test_a_row_is_told_from_the_end_from_which_the_surest_shape_tells_it() -> None:
    plain, clear = row((1, True), (9, False), (7, True)), row((1, True), (9, True), (7, True), (5, True))
    read = read_still(Shown({PLAIN: plain, HIGHER: clear[::-1], HIGHEST: clear}), WIDE, leaning=True)
    assert numbers(read) == [5, 7, 9, 1]


class Finds:
    """Finds white tiles on black that are wider than high, and takes each for a 7."""

    def __init__(self) -> None:
        self.aslant = list[float]()

    def read(self, image: Picture) -> tuple[SeenCard, ...]:
        found, _ = cv2.findContours(
            cv2.inRange(image, (128,) * 3, (255,) * 3), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        cards = []
        for contour in found:
            middle, (wide, high), angle = cv2.minAreaRect(contour)
            turn = ((angle if wide > high else angle - 90) + 90) % 180 - 90
            right = np.array((cos(radians(turn)), sin(radians(turn)))) * max(wide, high) / 2
            down = np.array((-right[1], right[0])) * min(wide, high) / max(wide, high)
            corners = middle + np.array((-right - down, right - down, right + down, down - right))
            quad = cast(Quad, tuple((float(x), float(y)) for x, y in corners))
            cards.append(SeenCard(Zone.ROW, quad, (Alternative(Card.number(7), 0.7),), False))
            self.aslant.append(abs(turn))
        return tuple(sorted(cards, key=lambda card: card.quad))


@pytest.mark.parametrize("turn", [0, 25, -40, 80])
def test_a_row_that_lies_askew_is_read_upright_and_told_where_it_lies(turn: int) -> None:
    image = np.zeros((600, 600, 3), np.uint8)
    along = np.array((cos(radians(turn)), sin(radians(turn))))
    for place in (-120, 0, 120):
        tile = cv2.boxPoints(((300 + place * along[0], 300 + place * along[1]), (80, 30), turn))
        cv2.fillPoly(image, [tile.round().astype(np.int32)], (255,) * 3)
    reader = Finds()
    plain = reader.read(image)
    reader.aslant.clear()
    told = read_still(reader, image[:, :599], leaning=True)  # not square, which would be read in more shapes
    as_it_is, turned = reader.aslant[:3], reader.aslant[3:]
    assert max(as_it_is) == pytest.approx(abs(turn), abs=2.5)
    assert max(turned) < 2.5
    assert len(told) == 3
    for card, before in zip(told, plain, strict=True):
        assert np.abs(np.array(card.quad) - np.array(before.quad)).max() < 4
