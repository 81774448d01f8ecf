"""What the cards say, all together."""

from dataclasses import replace

import pytest

from companion.cards import Colour
from companion.evidence import Alternative
from tests.vision.laid import says
from vision.cards.decode import (
    Evidence,
    Reading,
    both_ways,
    cut_short,
    decode,
    disputed,
    is_sure,
    pass_card,
    reading,
    rotated,
    upside_down,
)
from vision.games import look_of
from vision.prints.trust import Sight

FIFTY = look_of("fifty-fifty")
ANY = look_of("any")
PILE = look_of("23")
PURPLE = {Colour.ORANGE: 0.02, Colour.PURPLE: 0.98}
ORANGE = {Colour.ORANGE: 0.98, Colour.PURPLE: 0.02}
NEITHER = {Colour.ORANGE: 0.5, Colour.PURPLE: 0.5}


def card(*prints: dict[int, float], colours: dict[Colour, float] = NEITHER, junk: float = 0.0) -> Evidence:
    return Evidence(tuple(reading(says(p, junk)) for p in prints), colours, 1.0)


def best(told: tuple[Alternative, ...]) -> tuple[int | None, bool]:
    return told[0].card.value, is_sure(told)


def test_a_clear_print_is_sure_and_bears_its_colour() -> None:
    (told,) = decode([card({73: 0.999})], FIFTY)
    assert best(told) == (73, True)
    assert told[0].card.colour is Colour.ORANGE


def test_an_unclear_print_is_not_sure_and_tells_both() -> None:
    (told,) = decode([card({82: 0.6, 28: 0.39})], FIFTY)
    assert not is_sure(told)
    assert [a.card.value for a in told] == [82, 28]
    assert told[0].probability == pytest.approx(0.6, abs=0.05)


def test_two_prints_are_believed_against_a_third_however_clear() -> None:
    """Beside the 8 in the corner of the top card shows the 1 of a card below."""
    (told,) = decode([card({8: 0.98}, {8: 0.94}, {18: 0.99})], look_of("futschikato"))
    assert best(told) == (8, True)
    (told,) = decode([card({8: 0.98}, {18: 0.99})], look_of("futschikato"))
    assert not is_sure(told)


@pytest.mark.parametrize(("colours", "value"), [(PURPLE, 33), (ORANGE, 38)])
def test_the_colour_decides_between_numbers(colours: dict[Colour, float], value: int) -> None:
    (told,) = decode([card({33: 0.5, 38: 0.5}, colours=colours)], FIFTY)
    assert told[0].card.value == value
    assert told[0].probability > 0.9


def test_unclear_prints_that_disagree_do_not_make_a_number_sure_together() -> None:
    (told,) = decode([card({11: 0.6, 1: 0.3}, {11: 0.5, 14: 0.4}, {11: 0.55, 7: 0.4})], PILE)
    assert best(told) == (11, False)
    (clear,) = decode([card({11: 0.9, 1: 0.05}, {11: 0.5, 14: 0.4})], PILE)
    assert best(clear) == (11, True)


def test_a_colour_that_contradicts_a_clear_number_takes_its_sureness() -> None:
    for colours in (ORANGE, {Colour.ORANGE: 0.92, Colour.PURPLE: 0.08}):
        (told,) = decode([card({33: 0.998}, {33: 0.998}, colours=colours)], FIFTY)
        assert best(told) == (33, False)


def test_two_cards_cannot_be_the_same_number() -> None:
    clear, doubtful = decode([card({66: 0.999}), card({66: 0.7, 68: 0.29})], FIFTY)
    assert best(clear) == (66, True)
    assert doubtful[0].card.value == 68


@pytest.mark.parametrize("clear", [0.99, 0.9999, 1.0])
def test_two_equal_claims_to_a_number_are_both_unsure(clear: float) -> None:
    """However sure they are, and however well they were seen."""
    well = Sight(60.0, 0.8)
    for told in decode([replace(card({66: clear}), sight=well)] * 2 + [card({7: 0.999})], FIFTY)[:2]:
        assert not is_sure(told)
        assert told[0].card.value == 66


def test_numbers_may_repeat_where_no_deck_is_known() -> None:
    assert [best(t) for t in decode([card({66: 0.999}), card({66: 0.999})], ANY)] == [(66, True)] * 2


def test_an_illegal_order_is_read_as_it_lies() -> None:
    told = decode([card({v: 0.999}) for v in (50, 20, 90, 10)], FIFTY)
    assert [best(t) for t in told] == [(50, True), (20, True), (90, True), (10, True)]


def test_numbers_outside_the_deck_are_not_considered() -> None:
    (told,) = decode([card({0: 0.6, 8: 0.39})], FIFTY)
    assert told[0].card.value == 8
    (told,) = decode([card({40: 0.6, 10: 0.39})], look_of("quick-and-easy"))
    assert told[0].card.value == 10


def test_numbers_known_to_be_elsewhere_are_not_considered() -> None:
    (told,) = decode([card({28: 0.6, 82: 0.39})], FIFTY, frozenset({28}))
    assert told[0].card.value == 82


def test_a_second_print_that_agrees_helps_and_one_that_differs_harms() -> None:
    alone, agreed, denied = (
        decode([card(*prints)], FIFTY)[0][0].probability
        for prints in ([{82: 0.9}], [{82: 0.9}, {82: 0.9}], [{82: 0.9}, {28: 0.9}])
    )
    assert agreed > alone > denied


@pytest.mark.parametrize(
    ("other", "weight", "junk", "doubted"),
    [
        ({9: 0.99}, 1.0, 0.0, True),
        ({6: 0.99}, 1.0, 0.0, False),
        ({9: 0.6}, 1.0, 0.0, False),
        ({9: 0.99}, 0.2, 0.0, False),
        ({9: 0.99}, 1.0, 0.5, False),
    ],
    ids=["differs", "agrees", "unclear", "covered", "junk"],
)
def test_two_free_prints_that_clearly_differ_dispute_a_card(
    other: dict[int, float], weight: float, junk: float, doubted: bool
) -> None:
    first, second = reading(says({6: 0.99})), reading(says(other, junk=junk))
    assert disputed([first, replace(second, weight=weight)], [24.0, 20.0]) is doubted


@pytest.mark.parametrize(
    ("high", "low", "doubted"), [(30.0, 9.0, False), (30.0, 13.0, True), (16.0, 9.0, True), (9.0, 9.0, True)]
)
def test_very_small_figures_dispute_no_far_larger_ones(high: float, low: float, doubted: bool) -> None:
    large, small = (reading(says({v: 0.99})) for v in (57, 67))
    assert disputed([large, small], [high, low]) is doubted
    assert disputed([small, large], [low, high]) is doubted


@pytest.mark.parametrize(
    ("values", "doubted"),
    [
        ((27, 27, 21), False),
        ((27, 21, 27), False),
        ((21, 27, 27), True),
        ((27, 21, 21), True),
        ((27, 21), True),
    ],
)
def test_one_print_alone_disputes_nothing_that_the_largest_and_another_say(
    values: tuple[int, ...], doubted: bool
) -> None:
    """The first one is the largest."""
    heights = [48.0, 13.0, 14.0][: len(values)]
    assert disputed([reading(says({v: 0.99})) for v in values], heights) is doubted


def test_a_print_that_is_probably_junk_is_never_sure() -> None:
    (told,) = decode([card({82: 0.2}, junk=0.8)], FIFTY)
    assert not is_sure(told)


def test_what_is_no_print_at_all_has_no_sure_number() -> None:
    (told,) = decode([Evidence((), {}, 0.0)], FIFTY)
    assert not is_sure(told)


@pytest.mark.parametrize(
    ("value", "turned"),
    [
        (6, 9),
        (9, 6),
        (66, 99),
        (68, 89),
        (91, 16),
        (18, 81),
        (86, 98),
        (8, None),
        (69, None),
        (60, None),
        (13, None),
        (12, 21),
        (85, 58),
        (52, 25),
    ],
)
def test_numbers_that_are_others_upside_down(value: int, turned: int | None) -> None:
    assert rotated(value) == turned


@pytest.mark.parametrize(("value", "read"), [(96, 96), (8, 8), (68, 89), (10, None), (75, None)])
def test_what_a_number_reads_as_upside_down(value: int, read: int | None) -> None:
    assert upside_down(value) == read


def test_a_print_read_both_ways_is_what_its_place_says_unless_that_is_junk() -> None:
    six, nine = (reading(says({v: 0.99})) for v in (6, 9))
    assert both_ways(six, nine).values.argmax() == 6
    assert both_ways(Reading(six.values, 0.999), nine).values.argmax() == 9


def test_a_figure_that_may_be_the_first_of_two_is_not_sure_and_may_grow() -> None:
    whole = reading(says({8: 0.998}))
    (told,) = decode([Evidence((cut_short(whole),), ORANGE, 1.0)], FIFTY)
    assert told[0].card.value == 8
    assert not is_sure(told)
    assert {80, 82, 83, 85, 86, 88, 89} >= {a.card.value for a in told[1:]}


def test_a_ten_whose_end_is_not_seen_may_be_a_hundred() -> None:
    (told,) = decode([Evidence((cut_short(reading(says({10: 0.998}))),), ORANGE, 1.0)], FIFTY)
    assert [a.card.value for a in told[:2]] == [10, 100]
    assert not is_sure(told)


def test_pass_cards_are_sure_by_their_probability() -> None:
    assert is_sure(pass_card(0.99))
    assert not is_sure(pass_card(0.8))
    assert pass_card(0.0) == ()
