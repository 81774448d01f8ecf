"""What is known of a card: readings of it joined, and how far two are alike."""

from dataclasses import replace

import pytest

from companion.cards import PASS, Card, Colour, Zone
from companion.evidence import Alternative, SeenCard
from tests.vision.memory.test_row import card, known, quad, told
from vision.memory.known import Known, affinity, fuse
from vision.memory.row import agree


def test_later_readings_overrule_an_early_guess() -> None:
    first = Known.once(card("12/17", 0.0))
    better = fuse(first, agree([[card("17", 0.0)]] * 2)[0])
    assert told([better]) == "17"


def test_readings_that_contradict_are_not_sure_until_most_agree() -> None:
    at_odds = fuse(known("12")[0], known("17")[0])
    assert not at_odds.card.sure
    settled = fuse(fuse(at_odds, known("17")[0]), known("17")[0])
    assert told([settled]) == "17"


def test_a_card_that_was_thought_another_is_sure_only_when_readings_outweigh_that() -> None:
    told_before = (Alternative(Card.parse("12"), 0.7), Alternative(Card.parse("17"), 0.15))
    guessed = agree([[replace(card("12?", 0.0), alternatives=told_before)]] * 2)[0]
    once = fuse(guessed, known("17")[0])
    assert told([once]) == "17?"
    assert told([fuse(once, known("17")[0])]) == "17"
    assert told([fuse(known("17")[0], guessed)]) == "17"


def test_a_colour_that_one_reading_told_is_kept() -> None:
    tinted = SeenCard(Zone.ROW, quad(0), (Alternative(Card.number(12, Colour.PURPLE), 0.9),), True)
    joined = fuse(Known.once(tinted), Known.once(card("12", 0.0)))
    assert joined.card.best == Card.number(12, Colour.PURPLE)


def test_faces_are_alike_as_far_as_their_probabilities_overlap() -> None:
    assert affinity(card("12", 0), card("12", 0)) == pytest.approx(0.96)
    assert affinity(card("12", 0), card("17", 0)) == 0
    assert affinity(card("12", 0), card("?", 0)) == 0.5
    assert 0.5 < affinity(card("12", 0), card("12/17", 0)) < 0.96
    assert card("pass", 0).best == PASS
