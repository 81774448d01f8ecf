"""What two looks at the same cards say together."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.cards import PASS, Card, Colour, Zone
from companion.evidence import Alternative, SeenCard
from vision.cards.decode import SURE
from vision.looks.twice import joined, recalled

Told = Mapping[Any, float]


def seen(told: Told, x: float = 300, zone: Zone = Zone.ROW) -> SeenCard:
    """A card 60 x 90 around (x, 200), read with these probabilities; None is a pass card."""
    best = sorted(told.items(), key=lambda t: -t[1])
    alternatives = tuple(Alternative(PASS if v is None else Card.number(v), p) for v, p in best)
    quad = ((x - 30, 155.0), (x + 30, 155.0), (x + 30, 245.0), (x - 30, 245.0))
    return SeenCard(zone, quad, alternatives, bool(best) and best[0][1] >= SURE)


@pytest.mark.parametrize("order", [1, -1])
def test_what_one_look_leaves_open_the_other_may_settle(order: int) -> None:
    looks = [(seen({17: 0.85}),), (seen({17: 0.99}),)][::order]
    (card,) = joined(*looks)
    assert card.believed == Card.number(17)
    assert 0.85 < card.confidence < 0.99


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("other", [{12: 0.95}, {12: 0.55, 42: 0.4}])
def test_what_reads_as_another_number_from_elsewhere_is_open(order: int, other: Told) -> None:
    (card,) = joined(*[(seen({42: 0.92}),), (seen(other),)][::order])
    assert card.believed is None
    assert {a.card.value for a in card.alternatives} == {12, 42}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("worse", [[{3: 0.99}, {}], [{3: 0.99}, {40: 0.99}, {41: 0.7}], [{3: 0.99}], []])
def test_the_look_that_is_sure_of_more_says_what_lies_there(worse: list[Told], order: int) -> None:
    better = tuple(seen(told, 200 + 70 * k) for k, told in enumerate([{3: 0.99}, {40: 0.99}, {41: 0.99}]))
    other = tuple(seen(told, 201 + 70 * k) for k, told in enumerate(worse))
    assert [c.best and c.best.value for c in joined(*[better, other][::order])] == [3, 40, 41]


@pytest.mark.parametrize(("clear", "sure"), [(0.91, False), (0.99, True)])
@pytest.mark.parametrize("other", [(), (seen({}),), (seen({17: 0.99}, 380),)])
def test_what_only_one_look_read_must_be_clearer(
    clear: float, sure: bool, other: tuple[SeenCard, ...]
) -> None:
    """Whether the other look saw no card there, could not read it, or saw another one further on."""
    (card, *_) = (
        joined((seen({17: clear}),), other)
        if not other or other[0].sure
        else joined(other, (seen({17: clear}),))
    )
    assert card.sure is sure


def test_another_colour_is_no_other_card() -> None:
    """Which colour a card has is told less surely than its number; that of the better look counts."""
    card = seen({17: 0.95})
    red, blue = (
        replace(card, alternatives=(Alternative(Card.number(17, colour), 0.95),))
        for colour in (Colour.RED, Colour.BLUE)
    )
    (card,) = joined((red,), (blue,))
    assert card.believed == Card.number(17, Colour.RED)


def test_the_neighbour_of_a_card_that_one_look_missed_is_no_other_reading() -> None:
    """In a close row it lies as near as the card itself."""
    row = tuple(seen({n: 0.99}, 200 + 20 * n) for n in (3, 4, 5))
    assert [c.believed for c in joined(row, (row[0], row[2], seen({}, 260)))] == [c.believed for c in row]


@pytest.mark.parametrize(("clear", "sure"), [(0.91, False), (0.99, True)])
@pytest.mark.parametrize("missed", range(4))
def test_what_the_better_look_missed_is_not_lost(missed: int, clear: float, sure: bool) -> None:
    """One look is sure of more, but has not seen a card of which the other one is; the row is close."""
    numbers = (9, 34, 68, 93)
    row = [seen({n: clear if k == missed else 0.99}, 200 + 12 * k) for k, n in enumerate(numbers)]
    jump = seen({43: 0.99}, 500, Zone.JUMP)
    other = [*row[:missed], *row[missed + 1 :], jump]
    doubtful = [c if k == missed else seen({numbers[k]: 0.6}, 200 + 12 * k) for k, c in enumerate(row)]
    for looks in ((doubtful, other), (other, doubtful)):
        told = joined(*(tuple(look) for look in looks))
        assert [c.best and c.best.value for c in told] == [*numbers, 43]
        assert [c.sure for c in told[:4]][missed] is sure


@pytest.mark.parametrize("told", [{}, {4: 0.6}])
def test_a_card_that_the_better_look_did_not_see_is_asked_about(told: Told) -> None:
    """It may be the first of the row, in full view; beside a card that was seen it is a part of that one."""
    row = (seen({7: 0.99}, 300), seen({15: 0.99}, 350))
    for looks in (((seen(told, 230), *row), row), (row, (seen(told, 230), *row))):
        first, *rest = joined(*looks)
        assert (first.quad[0][0], first.sure, tuple(c.believed for c in rest)) == (
            200,
            False,
            tuple(c.believed for c in row),
        )
    better = (*row, seen({20: 0.99}, 400))
    assert len(joined(better, (*row, seen(told, 420)))) == 3
    assert len(joined(better, (*row, seen({20: 0.6}, 480)), once=True)) == 3


def test_a_card_that_two_looks_place_differently_is_one() -> None:
    """Of a covered card, where it lies is told badly."""
    one = (seen({5: 0.99}, 200), seen({18: 0.99}, 230))
    other = (seen({5: 0.6}, 210), seen({18: 0.99}, 262))
    for looks in ((one, other), (other, one)):
        assert [c.best and c.best.value for c in joined(*looks)] == [5, 18]


@pytest.mark.parametrize(("once", "cards"), [(True, 2), (False, 3)])
def test_a_number_that_exists_once_is_not_told_twice(once: bool, cards: int) -> None:
    """However far apart two looks place it, as an arm over the row may make them."""
    one = (seen({5: 0.99}, 200), seen({18: 0.99}, 300))
    other = (seen({5: 0.6}, 210), seen({18: 0.99}, 480))
    assert len(joined(one, other, once=once)) == len(joined(other, one, once=once)) == cards


def test_what_reads_otherwise_in_a_place_is_no_second_card() -> None:
    one = (seen({5: 0.99}, 200), seen({18: 0.99}, 300))
    told = joined(one, (seen({6: 0.99}, 203), seen({18: 0.6}, 300)))
    assert [c.sure for c in told] == [False, True]


def test_what_reads_the_same_is_the_same_card_before_what_lies_nearer() -> None:
    """A hand over the row makes a look tell the places of covered cards badly."""
    one = (seen({21: 0.95}, 200), seen({37: 0.95}, 240))
    other = (seen({21: 0.95}, 232), seen({37: 0.95}, 272))
    for looks in ((one, other), (other, one)):
        assert [c.believed for c in joined(*looks)] == [Card.number(21), Card.number(37)]


def test_two_looks_that_both_doubt_settle_nothing() -> None:
    (card,) = joined((seen({17: 0.89}),), (seen({17: 0.89}),))
    assert not card.sure


def test_a_pass_card_is_weighed_as_a_number_is() -> None:
    (card,) = joined((seen({None: 0.8}),), (seen({None: 0.99}),))
    assert card.believed == PASS
    (card,) = joined((seen({None: 0.93}),), (seen({8: 0.9}),))
    assert card.believed is None


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("other", "sure"), [(0.4, False), (0.6, True)])
def test_what_one_look_thinks_rather_no_pass_is_none_for_certain(
    other: float, sure: bool, order: int
) -> None:
    """Number cards whose figures an arm hides look like passes from one of several distances."""
    (card,) = joined(*[(seen({None: 0.97}),), (seen({None: other}),)][::order])
    assert card.sure is sure


def test_places_and_zones_are_those_of_the_better_look() -> None:
    (card,) = joined((seen({17: 0.5}, 300, Zone.JUMP),), (seen({17: 0.99}, 306),))
    assert (card.zone, card.quad[0][0]) == (Zone.ROW, 276)


def test_a_card_that_two_looks_ask_about_is_not_sure_there_for_a_third_that_tells_it_elsewhere() -> None:
    """They ask whether it is the row's last card, and it alone takes it for a jump card."""
    row = tuple(seen({v: 0.99}, 100 + 70 * v) for v in (1, 2, 3))
    asked, beside = replace(seen({4: 0.99}, 480), sure=False), seen({4: 0.99}, 480, Zone.JUMP)
    told = joined((*row, asked), (*row, beside), looks=2)
    assert [(card.zone, card.sure) for card in told][3:] == [(Zone.ROW, False)]


def test_nothing_seen_is_nothing() -> None:
    assert joined((), ()) == ()


@pytest.mark.parametrize("order", [1, -1])
def test_a_pass_card_that_one_look_alone_sees_beside_another_is_asked_about(order: int) -> None:
    """All pass cards read alike, and they lie as near to one another as any cards of a row."""
    one = seen({17: 0.99}, 200), seen({None: 0.99}, 260)
    both = (*one, replace(seen({None: 0.99}, 320), sure=False))
    told = joined(*[one, both][::order])
    assert [(card.best and card.best.value, card.sure) for card in told] == [
        (17, True),
        (None, True),
        (None, False),
    ]


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("perhaps", "sure"), [(0.4, True), (0.99, False)])
def test_what_may_be_a_pass_from_elsewhere_hardly_speaks_against_a_clear_number(
    perhaps: float, sure: bool, order: int
) -> None:
    (card,) = joined(*[(seen({7: 0.998}),), (replace(seen({None: perhaps}), sure=False),)][::order])
    assert card.sure is sure
    assert not sure or card.believed == Card.number(7)


@pytest.mark.parametrize("order", [1, -1])
def test_a_look_that_shows_nothing_leaves_what_the_other_asks(order: int) -> None:
    (card,) = joined(*[(seen({8: 0.8}),), ()][::order])
    assert card.best == Card.number(8)
    assert not card.sure


def row_of(*values: int) -> tuple[SeenCard, ...]:
    """A sure row as it is told, from the left of the picture to the right."""
    return tuple(seen({v: 0.99}, 200 + 70 * k) for k, v in enumerate(values))


@pytest.mark.parametrize("other", [(12, 40, 55, 81), (12, 40, 55)])
def test_a_look_that_tells_the_row_from_its_other_end_does_not_turn_it_round(other: tuple[int, ...]) -> None:
    told = joined(row_of(12, 40, 55, 81), row_of(*other)[::-1])
    assert [c.believed and c.believed.value for c in told] == [12, 40, 55, 81]


def test_unless_it_is_sure_of_more_of_the_row() -> None:
    whole = row_of(12, 40, 55, 81)
    first = (whole[0], seen({40: 0.6}, 270), *whole[2:])
    assert [c.believed and c.believed.value for c in joined(first, whole[::-1])] == [81, 55, 40, 12]
    several = joined(first, whole[::-1], looks=2)
    assert [c.believed and c.believed.value for c in several] == [12, 40, 55, 81]


def test_what_such_a_look_alone_is_sure_of_comes_to_its_place() -> None:
    whole = row_of(12, 40, 55, 81)
    other = (whole[0], seen({40: 0.6}, 270), *whole[2:])
    both = joined((*whole[:2], whole[3]), other[::-1])
    assert [c.best and c.best.value for c in both] == [12, 40, 55, 81]


def test_the_cards_beside_a_row_that_is_told_from_its_other_end_stay_beside_it() -> None:
    first, jump = row_of(12, 40), seen({66: 0.99}, 700, Zone.JUMP)
    told = joined(first, (jump, *row_of(12, 40)[::-1]))
    assert [(c.zone, c.best and c.best.value) for c in told if c.zone is Zone.JUMP] == [(Zone.JUMP, 66)]
    assert [c.best and c.best.value for c in told if c.zone is Zone.ROW] == [12, 40]


def test_what_several_looks_could_not_read_one_more_must_read_the_more_clearly() -> None:
    said = [joined((), (seen({17: 0.97}),), looks=looks)[0].confidence for looks in (1, 2, 3)]
    assert said[0] > said[1] > said[2] > 0.5
    unread = joined((seen({}),), (seen({17: 0.97}),), looks=3)
    assert unread[0].confidence == pytest.approx(said[2])
    before = joined((seen({17: 0.97}),), (), looks=3)
    assert before[0].confidence == pytest.approx(said[0])


@pytest.mark.parametrize("other", [{}, {17: 0.4, 11: 0.35, 71: 0.25}, {71: 0.9, 17: 0.1}])
def test_what_a_card_may_be_is_never_more_than_certain(other: Told) -> None:
    (card,) = joined((seen({17: 0.9, 11: 0.05, 71: 0.05}),), (seen(other),))
    assert sum(a.probability for a in card.alternatives) <= 1 + 1e-9


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_likely_number_that_one_look_alone_saw_is_asked_about_in_its_place(place: int) -> None:
    row = row_of(3, 17, 40, 55)
    full = tuple(replace(c, alternatives=seen({c.best.value: 0.8}).alternatives) for c in row if c.best)
    told = row[:place] + row[place + 1 :]
    cards = recalled(told, [told, full, told], once=True)
    assert [c.best and c.best.value for c in cards] == [3, 17, 40, 55]
    assert [c.sure for c in cards] == [k != place for k in range(4)]


@pytest.mark.parametrize(
    ("told", "x"),
    [({12: 0.5}, 340), ({}, 340), ({None: 0.95}, 340), ({5: 0.9}, 308), ({17: 0.9}, 340), ({4: 0.9}, 345)],
)
def test_what_is_unlikely_or_no_number_or_part_of_another_or_told_already_is_not(
    told: Told, x: float
) -> None:
    cards = (seen({17: 0.99}, 300), seen({40: 0.99}, 380))
    assert recalled(cards, [cards, (*cards, seen(told, x))], once=True) == cards


def test_what_several_looks_saw_and_the_last_lost_is_told_once() -> None:
    cards = (seen({17: 0.99}, 300), seen({40: 0.99}, 380))
    looks = [(cards[0], seen({25: 0.8}, x), cards[1]) for x in (339, 341)]
    assert [c.best and c.best.value for c in recalled(cards, looks, once=True)] == [17, 25, 40]


def test_a_likely_pass_that_two_looks_saw_is_asked_about_though_the_last_lost_it() -> None:
    """Under a hand a last look may see but one card, and be sure of it: that one's word counts."""
    last, passing = (seen({17: 0.99}, 300),), [seen({None: p}, x) for p, x in ((0.97, 339), (0.95, 341))]
    looks = [(*last, card) for card in passing]
    told = recalled(last, [*looks, last], once=True)
    assert [(c.best and c.best.value, c.sure) for c in told] == [(17, True), (None, False)]
    assert recalled(last, [looks[0], last], once=True) == last
    elsewhere = (*last, seen({None: 0.97}, 420))
    assert recalled(last, [looks[0], elsewhere, last], once=True) == last


def test_a_pass_that_is_told_already_is_told_once() -> None:
    cards = (seen({17: 0.99}, 300), seen({None: 0.99}, 380))
    looks = [(*cards[:1], seen({None: 0.8}, x)) for x in (355, 360)]
    assert recalled(cards, looks, once=True) == cards
    unread = (cards[0], seen({}, 380))
    assert recalled(unread, looks, once=True) == unread


def test_what_stands_on_a_card_that_is_told_as_unread_is_no_other_card() -> None:
    cards = (seen({17: 0.99}, 300), seen({}, 380))
    assert recalled(cards, [cards, (cards[0], seen({40: 0.8}, 350), cards[1])], once=True) == cards
    assert len(recalled(cards, [cards, (cards[0], seen({40: 0.8}, 338), cards[1])], once=True)) == 3


@pytest.mark.parametrize("order", [1, -1])
def test_a_lone_stack_goes_down_where_one_look_says_so(order: int) -> None:
    """Up is what is told of one beside which nothing is seen; what but one look is sure of counts."""
    up, down = seen({4: 0.99}, zone=Zone.UP), seen({4: 0.99}, zone=Zone.DOWN)
    (card,) = joined(*[(up,), (down,)][::order])
    assert card.zone is Zone.DOWN
    (card,) = joined(*[(up,), (replace(down, sure=False),)][::order])
    assert card.zone is Zone.UP
    other = seen({7: 0.99}, 600, Zone.DOWN)
    assert {c.zone for c in joined((up, other), (up, other))} == {Zone.UP, Zone.DOWN}


@pytest.mark.parametrize(("looks", "zone"), [(1, Zone.JUMP), (2, Zone.ROW)])
def test_where_a_card_lies_is_no_matter_of_one_look_against_several(looks: int, zone: Zone) -> None:
    """In one of four looks a row of two was told as one card with another beside it, more surely."""
    before = (seen({1: 0.83}, 300), seen({42: 0.999}, 370))
    last = (seen({42: 0.999}, 370), seen({1: 0.97}, 300, Zone.JUMP))
    told = joined(before, last, looks=looks)
    assert {card.believed.value: card.zone for card in told if card.believed} == {1: zone, 42: Zone.ROW}


def test_the_pile_has_one_top_even_if_two_looks_take_different_cards_for_it() -> None:
    one, other = seen({10: 0.99}, 300, Zone.PILE), seen({16: 0.99}, 350, Zone.PILE)
    (top,) = joined((one,), (other,))
    assert not top.sure
    assert {a.card.value for a in top.alternatives} == {10, 16}
