"""Prints become cards."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from tests.vision.laid import HEIGHT, WIDTH, Lying, Table, row, says, table
from vision.cards.candidates import Candidate
from vision.cards.grouping import distinct, group
from vision.prints.finder import CardHint, CardKind, Detections, Print


def of_kind(candidates: tuple[Candidate, ...], kind: CardKind) -> list[Candidate]:
    return [c for c in candidates if c.hint.kind is kind]


def values_of(drawn: Table, candidates: tuple[Candidate, ...]) -> list[list[int]]:
    numbers = sorted(of_kind(candidates, CardKind.NUMBER), key=lambda c: c.hint.centre[0])
    return [[int(drawn.values[i].argmax()) for i in c.prints] for c in numbers]


@pytest.mark.parametrize("pitch", [32, 40, 80, 130])
@pytest.mark.parametrize("seed", range(5))
def test_the_prints_of_a_row_become_its_cards(pitch: float, seed: int) -> None:
    drawn = table(row("12 40 59 73 100", pitch=pitch), noise=0.02, seed=seed)
    assert values_of(drawn, group(drawn.finding, drawn.values)) == [[12], [40], [59], [73], [100] * 3]


def test_a_card_found_once_by_three_prints_lies_where_they_agree() -> None:
    drawn = table([Lying("88", 300, shows="tl br middle")], noise=0.02)
    (card,) = group(drawn.finding, drawn.values)
    assert card.hint.centre == pytest.approx((300, 300), abs=0.03 * HEIGHT)
    assert card.support == pytest.approx(0.9)


def test_two_prints_of_one_place_that_disagree_are_one_card() -> None:
    drawn = table([Lying("88", 300, shows="tl middle")])
    wrong = np.stack([says({88: 0.99}), says({83: 0.7})])
    assert [len(c.prints) for c in group(drawn.finding, wrong)] == [2]


@pytest.mark.parametrize(("lower", "cards"), [(9, [[6, 9]]), (6, [[6, 6]])])
def test_an_index_that_reads_as_the_other_one_on_its_head_is_the_same_cards(
    lower: int, cards: list[list[int]]
) -> None:
    """Some decks print the lower index upright: held to be on its head, the 6 there reads as a 9."""
    drawn = table([Lying("6", 300, shows="tl br")])
    upper, print_ = drawn.finding.prints
    aside = replace(print_.card, centre=(print_.card.centre[0] + 0.09 * HEIGHT, 300.0))
    finding = replace(drawn.finding, prints=(upper, replace(print_, card=aside)))
    values = np.stack([says({6: 0.95}), says({lower: 0.97})])
    assert values_of(Table(finding, values), group(finding, values)) == cards


def test_half_a_number_in_the_middle_belongs_to_the_card_whose_corner_is_whole() -> None:
    drawn = table([Lying("33", 300, shows="tl"), Lying("3", 300 - 0.2 * HEIGHT, shows="middle")])
    assert values_of(drawn, group(drawn.finding, drawn.values)) == [[33, 3]]


@pytest.mark.parametrize(("once", "cards"), [(True, [[23]]), (False, [[2], [23]])])
def test_a_figure_of_a_widely_set_number_is_no_card_where_cards_overlap(
    once: bool, cards: list[list[int]]
) -> None:
    drawn = table([Lying("23", 300), Lying("2", 250)])
    whole, figure = drawn.finding.prints
    beside = replace(figure, centre=(whole.centre[0] - 0.6 * whole.height, whole.centre[1]))
    finding = replace(drawn.finding, prints=(whole, beside))
    assert values_of(drawn, group(finding, drawn.values, once)) == cards


def test_corners_of_heavily_overlapped_cards_are_never_one() -> None:
    drawn = table(row("3 13 33", pitch=28), noise=0.02)
    assert values_of(drawn, group(drawn.finding, drawn.values)) == [[3], [13], [33, 33, 33]]


def test_a_print_reported_twice_is_read_once_and_a_weak_one_never() -> None:
    (print_,) = table([Lying("88", 300)]).finding.prints
    again = replace(print_, centre=(print_.centre[0] + 4, print_.centre[1]), score=0.6)
    weak = replace(print_, centre=(700, 300), score=0.2)
    assert distinct((again, print_, weak)) == (print_,)


def test_junk_is_no_card_but_the_look_of_a_card_is_an_unread_one() -> None:
    drawn = table([Lying("88", 300), Lying("44", 600)])
    values = np.stack([drawn.values[0], says({}, junk=0.97)])
    candidates = group(drawn.finding, values)
    assert [c.prints for c in of_kind(candidates, CardKind.NUMBER)] == [(0,)]
    assert [c.hint.centre for c in of_kind(candidates, CardKind.CARD)] == [(600, 300)]


def test_overlapped_pass_cards_stay_two_and_a_double_notice_becomes_one() -> None:
    drawn = table([*row("12 pass", pitch=40)[:1], Lying("pass", 240), Lying("pass", 280, shows="middle")])
    doubled = replace(drawn.finding, passes=drawn.finding.passes + drawn.finding.passes[:1])
    candidates = group(doubled, drawn.values)
    assert len(of_kind(candidates, CardKind.PASS)) == 2
    assert not of_kind(candidates, CardKind.CARD)


def test_a_pass_card_loses_its_place_to_a_clear_number_only() -> None:
    drawn = table([Lying("12", 300)])
    claim = replace(Lying("pass", 300).hint(CardKind.PASS, score=0.6), seen=drawn.finding.cards[0].seen)
    both = replace(drawn.finding, passes=(claim,))
    letters = np.stack([says({45: 0.6})])
    assert [c.hint.kind for c in group(both, drawn.values)] == [CardKind.NUMBER]
    assert [c.hint.kind for c in group(both, letters)] == [CardKind.PASS]


def test_letters_on_a_pass_card_are_no_card_of_their_own() -> None:
    drawn = table([Lying("pass", 300, shows="middle"), Lying("55", 300 - 0.3 * HEIGHT, shows="br")])
    letters = replace(drawn.finding.prints[0], centre=(305.0, 360.0))
    lettered = replace(drawn.finding, prints=(letters,), cards=drawn.finding.cards[:1])
    candidates = group(lettered, np.stack([says({55: 0.7})]))
    assert [c.hint.kind for c in candidates] == [CardKind.PASS]


def test_where_no_card_is_there_is_no_pass_card() -> None:
    drawn = table(row("12 40"))
    claim = Lying("pass", 900).hint(CardKind.PASS, score=0.8)
    faint = Lying("pass", 900).hint(CardKind.CARD, score=0.25)
    both = replace(drawn.finding, passes=(claim,), cards=(*drawn.finding.cards, faint))
    assert not of_kind(group(both, drawn.values), CardKind.PASS)


def test_an_unread_print_claims_no_second_card_where_one_is_read() -> None:
    drawn = table([Lying("88", 300, shows="tl br")])
    votes = ((285.0, 300.0), (317.0, 304.0))
    prints = [
        replace(p, card=replace(p.card, centre=at)) for p, at in zip(drawn.finding.prints, votes, strict=True)
    ]
    finding = replace(drawn.finding, prints=tuple(prints))
    values = np.stack([drawn.values[0], says({}, junk=0.97)])
    assert [c.hint.kind for c in group(finding, values)] == [CardKind.NUMBER]


def test_a_card_is_told_of_whose_strip_shows_but_the_unread_corner_of_the_one_before() -> None:
    read, next_ = Lying("88", 300, shows="tl br"), Lying("?", 300 + 0.66 * WIDTH)
    drawn = table([read, next_])
    values = np.stack([drawn.values[0], says({10: 0.2}, junk=0.75)])
    kinds = [c.hint.kind for c in group(drawn.finding, values)]
    assert kinds == [CardKind.NUMBER, CardKind.CARD]


def test_a_clear_number_beside_a_pass_card_is_of_the_card_beneath_though_its_place_is_told_badly() -> None:
    drawn = table([Lying("33", 250), Lying("pass", 310, shows="middle")])
    print_ = drawn.finding.prints[0]
    misplaced = replace(print_, card=replace(print_.card, centre=(292.0, 305.0)))
    finding = replace(drawn.finding, prints=(misplaced,))
    kinds = sorted(c.hint.kind.value for c in group(finding, drawn.values))
    assert kinds == [CardKind.NUMBER.value, CardKind.PASS.value]


def test_an_empty_table_has_no_cards() -> None:
    assert group(Detections((), (), ()), np.zeros((0, 111), np.float32)) == ()


def corner(x: float, y: float, up: float, *, vote: float) -> Print:
    """A corner's print of a card at (300, 300), with a vote that errs by so much to one side."""
    hint = CardHint((300 + vote, 300), 0.0, HEIGHT, 116, CardKind.NUMBER, 0.9, (x, y))
    return Print((x, y), 20, up, 0.9, hint)


def test_a_number_in_all_four_corners_is_one_card() -> None:
    upper = [corner(260, 225, 0.0, vote=-60), corner(340, 225, 0.0, vote=60)]
    lower = [corner(260, 375, pi, vote=-60), corner(340, 375, pi, vote=60)]
    finding = Detections((*upper, *lower), (), ())
    (card,) = group(finding, np.stack([says({7: 0.99})] * 4))
    assert set(card.prints) == {0, 1, 2, 3}


def test_a_number_without_a_card_of_its_own_is_that_of_the_card_it_stands_on() -> None:
    left, right = corner(260, 225, 0.0, vote=0), corner(340, 225, 0.0, vote=90)
    look = CardHint((300, 300), 0.0, HEIGHT, 116, CardKind.CARD, 0.8, (300, 300))
    finding = Detections((left, right), (), (look,))
    (card,) = group(finding, np.stack([says({7: 0.99})] * 2))
    assert card.prints == (0,)
    others = group(finding, np.stack([says({7: 0.99}), says({8: 0.99})]))
    assert len(others) == 2, "another number is another card"


def test_what_is_left_of_a_number_in_the_far_corner_is_no_card_of_its_own() -> None:
    whole, rest = corner(260, 225, 0.0, vote=0), corner(320, 375, pi, vote=70)
    looks = tuple(
        CardHint((300 + off, 300), 0.0, HEIGHT, 116, CardKind.CARD, 0.8, (300, 300)) for off in (0, 70)
    )
    finding = Detections((whole, rest), (), looks)

    def read(first: int, second: int) -> list[tuple[int, ...]]:
        values = np.stack([says({first: 0.99}), says({second: 0.9})])
        return [c.prints for c in group(finding, values) if c.hint.kind is CardKind.NUMBER]

    assert read(30, 0) == [(0,)]
    assert read(92, 12) == [(0,)], "of the 9 a stroke is left"
    assert sorted(read(92, 13)) == [(0,), (1,)]
    assert sorted(read(30, 7)) == [(0,), (1,)], "what the number does not end in is another card's"


def test_two_cards_of_one_number_side_by_side_stay_two() -> None:
    one = [corner(260, 225, 0.0, vote=0), corner(340, 375, pi, vote=0)]
    moved = [replace(p, centre=(p.centre[0] + 130, p.centre[1])) for p in one]
    other = [replace(p, card=replace(p.card, centre=(430, 300))) for p in moved]
    found = group(Detections((*one, *other), (), ()), np.stack([says({7: 0.99})] * 4))
    assert sorted(len(c.prints) for c in found) == [2, 2]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("pitch", [28, 36, 50])
def test_overlapped_cards_of_one_number_stay_two(pitch: float, seed: int) -> None:
    drawn = table(row("2 2 8", pitch=pitch), noise=0.02, seed=seed)
    assert values_of(drawn, group(drawn.finding, drawn.values)) == [[2], [2], [8, 8, 8]]


def test_the_indices_of_a_card_that_seems_smaller_than_it_is_are_of_one_card() -> None:
    drawn = table([Lying("6", 300, shows="tl br")])
    small = [
        replace(p, card=replace(p.card, height=0.45 * HEIGHT, centre=(p.centre[0] + off, p.centre[1])))
        for p, off in zip(drawn.finding.prints, (20.0, -20.0), strict=True)
    ]
    finding = replace(drawn.finding, prints=tuple(small), cards=())
    assert [len(c.prints) for c in group(finding, drawn.values)] == [2]


@pytest.mark.parametrize(("once", "cards"), [(False, 1), (True, 2)])
def test_a_sign_of_a_playing_card_claims_no_card_for_itself(once: bool, cards: int) -> None:
    """A pip that was found as a print, and is none, votes for a card close beside the one that bears it."""
    drawn = table([Lying("8", 300, shows="tl br")])
    beside = replace(Lying("8", 335).hint(CardKind.NUMBER), seen=(300.0, 270.0))
    pip = replace(drawn.finding.prints[0], centre=beside.seen, card=beside, score=0.4)
    finding = replace(drawn.finding, prints=(*drawn.finding.prints, pip))
    values = np.vstack([drawn.values, says({}, junk=0.99)])
    assert len(group(finding, values, once)) == cards
