"""How cards lie to one another."""

from dataclasses import replace
from math import pi

import pytest

from companion.cards import Zone
from companion.evidence import SeenCard
from tests.vision.laid import HEIGHT, Lying, row, table
from vision.cards.geometry import (
    CUT_SHORT,
    HIDDEN,
    Placed,
    clearness,
    covers,
    cut_off,
    height_of,
    up_of,
    width_of,
)
from vision.prints.finder import CardKind, Print


def laid(cards: list[Lying]) -> tuple[list[Placed], list[list[Print]]]:
    prints = [list(table([c]).finding.prints) for c in cards]
    return [
        Placed(c.hint(CardKind.NUMBER), (), False, tuple(p.centre for p in own))
        for c, own in zip(cards, prints, strict=True)
    ], prints


def test_the_later_card_covers_the_earlier() -> None:
    (first, second, third), _ = laid(row("1 2 3", pitch=60))
    assert covers(second, first)
    assert covers(third, second)
    assert not covers(first, second)


def test_cards_apart_do_not_cover_each_other() -> None:
    (first, second), _ = laid(row("1 2", pitch=150))
    assert not covers(first, second)
    assert not covers(second, first)


def test_a_print_under_the_next_card_counts_little_beside_a_clear_one() -> None:
    cards = [Lying("48", 300, shows="tl br"), Lying("49", 380)]
    placed, prints = laid(cards)
    assert clearness(placed, prints, [], 0.0, [False, False]) == [[1.0, HIDDEN], [1.0]]


@pytest.mark.parametrize(("disputed", "weight"), [(False, 1.0), (True, CUT_SHORT)])
def test_of_two_readings_the_one_beside_the_next_card_may_be_cut_short(disputed: bool, weight: float) -> None:
    """Of a 44 the far corner may show a 14, the rest of its first figure under the next card."""
    placed, prints = laid([Lying("44", 300, shows="tl br"), Lying("47", 415)])
    assert clearness(placed, prints, [], 0.0, [disputed, False]) == [[1.0, weight], [1.0]]


def test_the_only_print_of_a_card_always_counts() -> None:
    placed, prints = laid([Lying("48", 300, shows="br"), Lying("49", 380)])
    assert clearness(placed, prints, [], 0.0, [False, False]) == [[1.0], [1.0]]


def moved(print_: Print, right: float) -> Print:
    """Give a print that stands so many heights of its digits further right."""
    return replace(print_, centre=(print_.centre[0] + right * print_.height, print_.centre[1]))


@pytest.mark.parametrize(("pitch", "right", "cut"), [(26, 0.0, False), (26, -0.3, True), (60, -0.3, False)])
def test_a_figure_beside_the_next_card_may_be_the_first_of_two(pitch: float, right: float, cut: bool) -> None:
    """Not where it stands in the middle of the place that other cards of the row have for two."""
    placed, prints = laid(row("8 24 35", pitch=pitch + right * 0.1 * HEIGHT))
    upon = [c.hint for c in placed]
    figure = moved(prints[0][0], right)
    assert cut_off(figure, upon, 0.0, [prints[1][0], prints[2][0]]) is cut
    assert cut_off(figure, upon, 0.0, []) is (pitch < 60)


@pytest.mark.parametrize(("right", "cut"), [(0.0, False), (0.05, False), (-0.25, True)])
@pytest.mark.parametrize("others", [True, False])
@pytest.mark.parametrize("next_at", [368, 385, 395])
def test_a_large_figure_left_of_the_middle_of_its_card_may_be_the_first_of_two(
    right: float, cut: bool, others: bool, next_at: float
) -> None:
    """The middle of the card as it looks itself, which the number's own vote does not know.

    The next card may leave a little of the second figure: no more than a stroke that belongs to no number.
    """
    cards = [Lying("8", 300, shows="middle"), Lying("35", next_at, shows="middle")]
    placed, prints = laid(cards)
    looks = [c.hint(CardKind.CARD) for c in cards]
    figure = moved(prints[0][0], right)
    voted = replace(figure, card=replace(figure.card, centre=figure.centre))
    whole = prints[1] if others else []
    assert cut_off(voted, [c.hint for c in placed], 0.0, whole, looks) is cut
    assert not cut_off(voted, [c.hint for c in placed], 0.0, whole, [])
    assert not cut_off(voted, [placed[0].hint], 0.0, whole, looks)


def test_what_is_read_in_the_middle_of_a_later_card_counts_for_nothing() -> None:
    """The letters of a pass card, read upside down, look like a number of the card before it."""
    placed, prints = laid([Lying("8", 300), Lying("55", 300, shows="br")])
    pass_card = Lying("pass", 330, 315).hint(CardKind.PASS)
    assert clearness(placed, prints, [pass_card], 0.0, [False, False]) == [[1.0], [0.0]]


def test_a_cards_height_and_width_are_its_own_however_it_lies() -> None:
    upright = SeenCard(Zone.ROW, ((0, 0), (30, 0), (30, 50), (0, 50)), (), False)
    on_its_side = SeenCard(Zone.ROW, ((50, 0), (50, 30), (0, 30), (0, 0)), (), False)
    assert [(height_of(card), width_of(card)) for card in (upright, on_its_side)] == [(50, 30), (50, 30)]
    assert [up_of(card) for card in (upright, on_its_side)] == pytest.approx([0, pi / 2])
