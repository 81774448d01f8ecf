"""What the cards of one picture speak against in each other."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.cards import PASS, Card, Zone
from companion.evidence import Alternative, SeenCard
from vision.cards.decode import SURE
from vision.cards.doubting import ORDERLY, colourless, doubted
from vision.games import look_of

Told = tuple[int | None, float]


def row(cards: Sequence[Told], zone: Zone = Zone.ROW) -> list[SeenCard]:
    """Cards side by side, each read as a number (None: a pass card) with a probability."""
    return [
        SeenCard(
            zone,
            ((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0)),
            (Alternative(PASS if value is None else Card.number(value), probability),),
            probability >= SURE,
        )
        for x, (value, probability) in zip(range(0, 9999, 70), cards, strict=False)
    ]


def unsure(cards: Sequence[SeenCard], game: str = "fifty-fifty") -> list[int | None]:
    """The numbers that are told, but not for sure; nobody's reading is changed."""
    told = doubted(cards, look_of(game))
    assert [c.best for c in told] == [c.best for c in cards]
    return [c.best.value for c in told if c.best and not c.sure]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ([(23, 0.995), (3, 0.98), (48, 0.99)], [3]),
        ([(23, 0.94), (3, 0.99), (48, 0.99)], [23]),
        ([(3, 0.94), (23, 0.99), (48, 0.94)], []),
        ([(23, ORDERLY), (3, ORDERLY), (48, 0.99)], []),
        ([(25, 0.998), (22, 0.9967), (28, 0.998)], []),  # laid wrongly, and read as surely as most are
        ([(87, 0.99), (None, 0.92), (81, 0.93)], [None, 81]),
        ([(99, ORDERLY), (34, 0.92), (98, 0.92), (27, ORDERLY)], []),
        ([(77, ORDERLY), (10, 0.998), (None, 0.99)], [10]),  # a pass card may hide 100's last figure
        ([(77, ORDERLY), (10, 0.998)], []),
        ([(7, 0.99), (8, 0.6), (10, 0.998), (None, 0.99)], [8, 10]),  # 8 may be 8, or 80 and more
        ([(7, 0.99), (8, 0.6), (10, 0.998)], [8]),
        ([(52, 0.99), (None, 0.95), (82, 0.8)], [None, 82]),
        ([(52, 0.99), (None, 0.95), (82, 0.4)], [82]),
        ([(7, 0.99), (10, 0.998), (None, 0.99)], []),
        ([(99, 0.93), (34, 0.92), (98, 0.92), (27, 0.93)], [99, 27]),
        ([(4, 0.95), (16, 0.8), (23, 0.89), (31, 0.99)], [4, 16, 23]),  # in a row that is hardly read
        ([(4, 0.98), (16, 0.8), (23, 0.89), (31, 0.99)], [16, 23]),
        ([(4, 0.95), (16, 0.99), (23, 0.7), (31, 0.99)], [23]),
        ([(2, 0.89), (3, 0.89), (4, 0.95)], [2, 3]),  # nothing lies over the last one
        ([(14, 0.95), (16, 0.8), (23, 0.89), (31, 0.99)], [16, 23]),
    ],
)
def test_the_worse_of_two_numbers_against_the_order_is_asked_about(
    cards: list[Told], expected: list[int | None]
) -> None:
    assert unsure(row(cards)) == expected


@pytest.mark.parametrize(
    ("cards", "asked"),
    [
        ([(12, 0.7), (23, 0.97), (34, 0.8), (45, 0.998), (56, 0.998)], [12, 23, 34]),
        ([(12, 0.7), (23, 0.985), (34, 0.8), (45, 0.998), (56, 0.998)], [12, 34]),
        ([(12, 0.4), (23, 0.985), (34, 0.3), (45, 0.998), (56, 0.998)], [12, 23, 34]),
        ([(12, 0.3), (23, 0.97), (34, 0.99), (45, 0.998), (56, 0.998)], [12]),  # one alone may be covered
        ([(12, 0.85), (23, 0.97), (34, 0.85), (45, 0.998), (56, 0.998)], [12, 34]),
    ],
)
def test_where_most_figures_are_unclear_what_seems_clear_is_asked_about(
    cards: list[Told], asked: list[int]
) -> None:
    assert unsure(row(cards)) == asked


def test_cards_that_show_nothing_do_not_tell_how_clear_the_figures_are() -> None:
    hidden = [replace(card, alternatives=(), sure=False) for card in row([(40, 0.5)] * 4)]
    told = doubted([*hidden, *row([(50, 0.92)])], look_of("fifty-fifty"))
    assert [card.sure for card in told] == [False] * 4 + [True]


def test_what_may_be_pass_cards_does_not_tell_how_clear_the_figures_are() -> None:
    """As where a hand lies on some of the row's cards."""
    cards = row([(12, 0.97), (23, 0.998), (None, 0.5), (None, 0.5), (None, 0.4)])
    told = doubted(cards, look_of("fifty-fifty"))
    assert [card.sure for card in told] == [True, True, False, False, False]


def test_what_is_read_clearly_is_told_however_it_lies() -> None:
    falling = [(value, ORDERLY) for value in range(90, 10, -10)]
    assert unsure(row(falling)) == []


@pytest.mark.parametrize(("last", "asked"), [(0.998, []), (0.98, [99, 27])])
def test_where_one_number_surely_stands_against_the_order_another_may(last: float, asked: list[int]) -> None:
    cards = [(11, 0.99), (99, 0.97), (34, 0.99), (75, 0.99), (98, 0.99), (27, last)]
    assert unsure(row(cards)) == asked


def test_only_a_row_that_grows_has_an_order() -> None:
    falling = [(23, 0.99), (5, 0.92), (3, 0.92)]
    assert unsure(row(falling)) == [5, 3]
    assert unsure(row(falling), "no-thanks") == unsure(row(falling), "any") == []
    assert unsure([*row([(23, 0.99)]), *row([(3, 0.92)], Zone.JUMP)]) == []


def test_a_number_that_is_doubted_anyhow_speaks_against_none() -> None:
    cards = row([(90, 0.99), (12, 0.95), (95, 0.99)])
    assert unsure([replace(cards[0], sure=False), *cards[1:]]) == [90]


def test_a_number_told_twice_is_asked_about_where_each_is_there_once() -> None:
    twice = row([(7, 0.99), (7, 0.98), (20, 0.95)])
    assert unsure(twice) == unsure(twice, "no-thanks") == [7, 7]
    assert unsure(twice, "any") == []


@pytest.mark.parametrize(("rival", "asked"), [(0.8, [19, 19]), (0.3, [19])])
def test_a_number_that_another_card_may_well_be_is_asked_about(rival: float, asked: list[int]) -> None:
    assert unsure(row([(3, 0.99), (19, rival), (19, 0.94)])) == asked


@pytest.mark.parametrize("zone", list(Zone))
def test_only_in_the_stacks_a_card_is_not_known_without_its_colour(zone: Zone) -> None:
    seen = row([(6, 0.99)], zone)
    (told,) = colourless(seen)
    assert told.sure is (zone not in (Zone.UP, Zone.DOWN))
    assert told.alternatives == seen[0].alternatives


def test_a_follower_is_told_a_number_of_the_stacks_without_its_colour() -> None:
    assert not unsure(row([(6, 0.99)], Zone.UP), "quick-and-easy")
