"""How far a reading may be believed, by how its number was seen."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card
from companion.evidence import Alternative
from vision.cards.decode import SURE
from vision.prints.trust import (
    CARDLESS,
    DISPUTED,
    DOUBT_LEFT,
    MOST,
    Sight,
    believed,
    pass_probability,
    probability,
)

CLEAR, SMALL, FAINT = (Sight(h, s, lone=False) for h, s in ((40.0, 0.75), (10.0, 0.75), (40.0, 0.35)))

sights = st.builds(Sight, st.floats(1.0, 400.0), st.floats(0.0, 1.0))


def told(*values: tuple[int, float]) -> tuple[Alternative, ...]:
    return tuple(Alternative(Card.number(v), p) for v, p in values)


@given(st.floats(0.0, 1.0), sights)
def test_a_belief_is_a_probability(said: float, sight: Sight) -> None:
    assert 0 < probability(said, sight) < 1


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0), sights)
def test_what_is_said_more_surely_is_believed_no_less(a: float, b: float, sight: Sight) -> None:
    low, high = sorted((a, b))
    assert probability(low, sight) <= probability(high, sight)


@pytest.mark.parametrize(("worse", "least"), [(SMALL, 0.005), (FAINT, 0.02)])
def test_a_small_or_faintly_seen_number_is_believed_less(worse: Sight, least: float) -> None:
    assert probability(0.05, worse) < probability(0.05, CLEAR) - least


@pytest.mark.parametrize(
    ("said", "high", "sure"), [(0.75, 10.5, False), (0.75, 11.5, True), (0.95, 10.5, True)]
)
def test_tiny_digits_are_sure_only_if_they_are_clearer_than_others(
    said: float, high: float, sure: bool
) -> None:
    """A 38 of digits 10 pixels high was a 35."""
    assert (probability(said, Sight(high, 0.75)) >= SURE) is sure


def test_tiny_digits_that_are_unclear_are_not_lost() -> None:
    """They are told as likely, and asked about."""
    assert probability(0.5, Sight(10.5, 0.75)) > 0.7


def test_a_single_figure_that_a_card_may_lie_over_is_believed_less_than_two() -> None:
    free, under = Sight(30.0, 0.5, lone=False), Sight(30.0, 0.5, lone=False, covered=True)
    (single,), (two,) = (believed(told((v, 0.7)), under) for v in (8, 82))
    assert single.probability < two.probability - 0.05
    assert believed(told((8, 0.7)), free)[0].probability == two.probability


def test_a_second_number_on_the_card_is_no_second_witness() -> None:
    assert probability(0.05, Sight(30.0, 0.5, lone=False)) < probability(0.05, Sight(30.0, 0.5))


@given(st.floats(0.0, 1.0), sights)
def test_a_number_far_from_all_cards_is_never_sure(said: float, sight: Sight) -> None:
    assert probability(said, replace(sight, card=False)) <= min(probability(said, sight), CARDLESS) < SURE


@given(st.floats(0.0, 1.0), sights)
def test_what_another_print_of_the_card_contradicts_is_never_sure(said: float, sight: Sight) -> None:
    assert probability(said, replace(sight, disputed=True)) <= min(probability(said, sight), DISPUTED) < SURE


@given(st.floats(0.0, 1.0), sights)
def test_however_well_it_is_seen_a_doubtful_number_stays_doubtful(said: float, sight: Sight) -> None:
    assert 1 - probability(said, sight) >= (1 - min(said, MOST)) * DOUBT_LEFT - 1e-9


@given(st.floats(0.34, 1.0), st.floats(0.0, 1.0), sights)
def test_the_order_of_the_alternatives_stays(first: float, share: float, sight: Sight) -> None:
    before = told((8, first), (3, min(first, 1 - first) * share))
    after = believed(before, sight)
    assert [a.card for a in after] == [a.card for a in before]
    assert after[0].probability >= after[1].probability
    assert sum(a.probability for a in after) <= 1 + 1e-9


def test_a_card_of_which_nothing_is_told_stays_so() -> None:
    assert believed((), CLEAR) == ()


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_a_pass_card_is_believed_the_more_the_more_it_looks_like_one(
    near: float, other: float, like: float, unlike: float
) -> None:
    low, high = sorted((near, other))
    assert 0 < pass_probability(low) <= pass_probability(high) < 1
    assert pass_probability(near, min(like, unlike)) <= pass_probability(near, max(like, unlike))
    assert pass_probability(near, like) < pass_probability(near, like, behind=True)
    assert pass_probability(near, like) > pass_probability(near, like, lonely=True)
