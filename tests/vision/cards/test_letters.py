"""Letters of court cards that read as figures: what no print says clearly is asked about."""

import numpy as np

from companion.cards import Card, Colour
from companion.evidence import Alternative
from tests.vision.laid import says
from vision.cards.candidates import Candidate
from vision.cards.decode import is_sure
from vision.cards.letters import figures
from vision.prints.finder import CardHint, CardKind
from vision.prints.nets import FloatArray

HINT = CardHint((320.0, 240.0), 0.0, 300, 200, CardKind.NUMBER, 0.9, (320.0, 240.0))


def said(value: int, probability: float) -> Alternative:
    return Alternative(Card.number(value, Colour.RED), probability)


def prints(*rows: dict[int, float]) -> FloatArray:
    return np.array([says(row) for row in rows], np.float32)


def test_two_unclear_corners_do_not_make_a_number_sure() -> None:
    queen, values = Candidate(HINT, (0, 1), 0.9), prints({10: 0.7}, {10: 0.6, 0: 0.3})
    (told,) = figures([[said(10, 0.97), said(0, 0.02)]], [queen], values, ())
    assert not is_sure(told)
    assert [a.card.value for a in told] == [10, 0]


def test_one_clear_corner_does_and_that_of_another_card_does_not() -> None:
    ten, queen = Candidate(HINT, (0, 1), 0.9), Candidate(HINT, (2,), 0.9)
    values = prints({10: 0.4}, {10: 0.95}, {10: 0.6})
    first, second = figures([[said(10, 0.97)], [said(10, 0.97)]], [ten, queen], values, ())
    assert is_sure(first)
    assert not is_sure(second)


def test_a_clear_print_of_another_number_says_nothing_for_this_one() -> None:
    card, values = Candidate(HINT, (0, 1), 0.9), prints({8: 0.6}, {3: 0.95})
    (told,) = figures([[said(8, 0.96)]], [card], values, ())
    assert not is_sure(told)


def test_a_card_whose_pips_were_counted_needs_no_clear_print() -> None:
    card, values = Candidate(HINT, (0,), 0.9), prints({7: 0.5})
    (told,) = figures([[said(7, 0.99)]], [card], values, {card: 7})
    assert is_sure(told)


def test_a_card_of_which_nothing_is_read_stays_so() -> None:
    assert figures([[]], [Candidate(HINT, (), 0.9)], prints(), ()) == [()]
