"""Looks from near by: at cards on which no number was read, or hardly one."""

import numpy as np
import pytest

from companion.cards import Card
from companion.evidence import Alternative
from tests.vision.laid import says
from vision.cards.candidates import Candidate
from vision.looks.near import NearLooks
from vision.prints.finder import CardHint, CardKind, Picture, Print
from vision.prints.nets import FloatArray


def hint(x: float, kind: CardKind = CardKind.NUMBER) -> CardHint:
    return CardHint((x, 200.0), 0.0, 180.0, 116.0, kind, 0.8, (x, 200.0))


def near(looks_like_a_pass: float) -> tuple[NearLooks, list[float]]:
    """Looks that say so of every card, and where they were asked to look."""
    asked: list[float] = []

    def knower(_: Picture, cards: object) -> FloatArray:
        assert isinstance(cards, list)
        asked.extend(card.centre[0] for card in cards)
        rest = (1 - looks_like_a_pass) / 2
        return np.array([(rest, looks_like_a_pass, rest)] * len(cards), np.float32).reshape(-1, 3)

    return NearLooks(knower, np.zeros((400, 800, 3), np.uint8)), asked


def printed(count: int = 1, score: float = 0.2, number: float = 0.9) -> tuple[list[Print], FloatArray]:
    """Prints in which finder and reader believe so far (0-1), the finder hardly, and what they read as."""
    print_ = Print((300.0, 200.0), 40.0, 0.0, score, hint(300))
    return [print_] * count, np.array([says({6: number}, junk=1 - number)] * count)


@pytest.mark.parametrize(
    ("number", "picture", "rather"), [(0.3, 0.99, True), (0.3, 0.9, False), (0.95, 0.99, False)], ids=str
)
def test_a_card_with_no_likely_number_that_surely_looks_like_a_pass_card_is_one(
    number: float, picture: float, rather: bool
) -> None:
    card = Candidate(hint(300), (0,), 0.8)
    looks, _ = near(picture)
    told = [(Alternative(Card.number(6), number),)]
    instead = looks.rather_passes([card], told, [hint(310, CardKind.CARD)], *printed())
    assert [c.hint.centre for c in instead.values()] == ([(310, 200.0)] if rather else [])


@pytest.mark.parametrize(
    ("score", "number", "rather"), [(0.6, 0.6, False), (0.4, 0.6, True), (0.6, 0.4, True)], ids=str
)
def test_what_finder_and_reader_take_for_a_number_is_none_of_a_pass_cards_picture(
    score: float, number: float, rather: bool
) -> None:
    card = Candidate(hint(300), (0,), 0.8)
    looks, _ = near(0.99)
    told = [(Alternative(Card.number(6), 0.5),)]
    shown = printed(1, score, number)
    instead = looks.rather_passes([card], told, [hint(310, CardKind.CARD)], *shown)
    assert bool(instead) is rather


@pytest.mark.parametrize(
    ("count", "score", "number", "rather"),
    [(2, 0.4, 0.9, False), (1, 0.4, 0.9, True), (2, 0.3, 0.9, True), (2, 0.4, 0.6, True)],
    ids=str,
)
def test_a_card_on_which_two_prints_are_numbers_is_no_pass_card_whichever_they_are(
    count: int, score: float, number: float, rather: bool
) -> None:
    """Neither is clear: each may as well be the one as the other."""
    card = Candidate(hint(300), tuple(range(count)), 0.8)
    looks, _ = near(0.99)
    prints, _ = printed(count, score)
    values = np.array([says({95: number / 2, 45: number / 2}, junk=1 - number)] * count)
    told = [(Alternative(Card.number(45), 0.5),)]
    assert bool(looks.rather_passes([card], told, [hint(310, CardKind.CARD)], prints, values)) is rather


@pytest.mark.parametrize(("picture", "none"), [(0.01, True), (0.1, False)])
def test_what_surely_looks_like_no_pass_card_from_near_by_is_none(picture: float, none: bool) -> None:
    card = Candidate(hint(300, CardKind.PASS), (), 0.8)
    looks, asked = near(picture)
    assert looks.no_passes([card, Candidate(hint(100), (0,), 0.8)]) == ({card.hint} if none else frozenset())
    assert asked == [300]


def test_only_cards_that_a_look_bears_out_are_asked_about() -> None:
    looks, asked = near(0.99)
    cards = [Candidate(hint(x), (k,), 0.8) for k, x in enumerate((100, 400, 700))]
    sure = (Alternative(Card.number(8), 0.99),)
    looks.rather_passes(cards, [(), sure, ()], [hint(100), hint(400)], *printed(3))
    assert asked == [100]
