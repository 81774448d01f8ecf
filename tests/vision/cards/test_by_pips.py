"""What pips that were counted are worth against a reading."""

import pytest

from companion.cards import Card, Colour
from companion.evidence import Alternative
from vision.cards.by_pips import all_heard, heard, unprinted
from vision.cards.candidates import Candidate
from vision.cards.decode import is_sure
from vision.cards.pips import PIPS
from vision.prints.finder import CardHint, CardKind


def said(value: int, probability: float) -> Alternative:
    return Alternative(Card.number(value, Colour.RED), probability)


def test_what_reads_as_a_4_on_an_ace_is_asked_about() -> None:
    assert not is_sure(heard([said(4, 0.998)], 1))
    assert is_sure(heard([said(7, 0.998)], 1))


def test_pips_make_sure_what_was_likely() -> None:
    told = heard([said(9, 0.7), said(2, 0.2)], 9)
    assert is_sure(told)
    assert told[0].card == Card.number(9, Colour.RED)


def test_pips_against_a_sure_reading_leave_it_open() -> None:
    told = heard([said(2, 0.99)], 9)
    assert not is_sure(told)
    assert {a.card.value for a in told} == {2, 9}


def test_an_index_that_can_hardly_be_read_speaks_little_against_nine_pips() -> None:
    told = heard([said(4, 0.39), said(1, 0.03), said(9, 0.02)], 9)
    assert is_sure(told)
    assert told[0].card.value == 9


def test_no_playing_card_bears_a_larger_number() -> None:
    told = heard([said(90, 0.93), said(9, 0.05)], 9)
    assert told[0].card.value == 9


def test_four_signs_in_corners_alone_hardly_speak_against_a_number_of_another_deck() -> None:
    assert heard([said(37, 0.998)], 4)[0].card.value == 37


@pytest.mark.parametrize(
    ("read", "pips"), [((9, 3), (9, None)), ((3, 2), (3, 2)), ((5, 3), (5, 2)), ((6, 8), (6, 9))]
)
def test_among_cards_whose_pips_say_what_is_read_none_is_above_ten(
    read: tuple[int, ...], pips: tuple[int | None, ...]
) -> None:
    told = [[said(value, 0.998)] for value in read]
    four = all_heard([*told, [said(44, 0.92), said(4, 0.06)]], [*pips, None])[-1]
    assert four[0].card.value == 4
    assert not is_sure(four)
    ten = all_heard([*told, [said(11, 0.5), said(10, 0.49)]], [*pips, None])[-1]
    assert is_sure(ten)
    assert ten[0].card.value == 10


@pytest.mark.parametrize("pips", [(None, None), (3, None), (None, 4), (9, 8), (1, 1)])
def test_else_a_number_above_ten_stays_one(pips: tuple[int | None, ...]) -> None:
    told = [[said(3, 0.998)], [said(7, 0.998)], [said(44, 0.92), said(4, 0.06)]]
    assert [a[0].card.value for a in all_heard(told, [*pips, None])][-1] == 44
    assert is_sure(all_heard(told, [*pips, None])[-1])


@pytest.mark.parametrize("number", PIPS)
def test_probabilities_stay_probabilities(number: int) -> None:
    told = heard([said(3, 0.5), said(8, 0.3), said(80, 0.1)], number)
    assert sum(a.probability for a in told) <= 1 + 1e-9
    assert [a.probability for a in told] == sorted((a.probability for a in told), reverse=True)


def test_without_an_index_the_pips_tell_the_number_but_a_seven_is_asked_about() -> None:
    hint = CardHint((320.0, 240.0), 0.0, 300, 200, CardKind.CARD, 0.9, (320.0, 240.0))
    for number, sure in ((9, True), (7, False)):
        (placed,) = unprinted({Candidate(hint, (), 0.9): number})
        assert placed.alternatives[0].card.value == number
        assert placed.sure is sure
