"""One card seen whole teaches where the others lie."""

from dataclasses import replace
from math import cos, sin

import pytest

from tests.vision.laid import HEIGHT, Lying, Table, row, table
from vision.cards.alignment import aligned
from vision.prints.finder import Print


def misled(print_: Print, right: float, high: float) -> Print:
    """Move a vote as a finder errs on an unseen deck: the same way in every print's own frame."""
    if print_.height > 0.2 * HEIGHT:
        return print_  # the number in the middle votes for where it is
    s, c = sin(print_.up), cos(print_.up)
    x, y = print_.card.centre
    dx, dy = right * c + high * s, right * s - high * c
    return replace(print_, card=replace(print_.card, centre=(x + dx * HEIGHT, y + dy * HEIGHT)))


def error(prints: tuple[Print, ...], truth: Table) -> float:
    """Give the largest error of all votes, in card heights."""
    pairs = zip(prints, truth.finding.prints, strict=True)
    return max(abs(p.card.centre[k] - t.card.centre[k]) / HEIGHT for p, t in pairs for k in (0, 1))


@pytest.mark.parametrize("up", [0.0, 0.4, 3.0])
@pytest.mark.parametrize("last", ["tl br", "tl middle", "tl br middle"])
def test_votes_that_all_err_alike_are_set_right(up: float, last: str) -> None:
    cards = row("12 40 59 73", pitch=60, up=up, at=(600, 300))
    truth = table([*cards[:-1], replace(cards[-1], shows=last)])
    wrong = tuple(misled(p, 0.1, -0.12) for p in truth.finding.prints)
    assert error(wrong, truth) > 0.05
    assert error(aligned(wrong, truth.values), truth) < 0.01


def test_right_votes_stay_where_they_are() -> None:
    truth = table(row("12 40 59 73", pitch=60))
    assert error(aligned(truth.finding.prints, truth.values), truth) < 1e-6


def test_without_a_card_seen_twice_nothing_moves() -> None:
    truth = table([Lying("12", 200), Lying("40", 300)])
    wrong = tuple(misled(p, 0.1, 0.1) for p in truth.finding.prints)
    assert aligned(wrong, truth.values) == wrong


def test_equal_numbers_far_apart_teach_nothing() -> None:
    truth = table([Lying("7", 200, shows="tl"), Lying("7", 800, shows="br")])
    assert aligned(truth.finding.prints, truth.values) == truth.finding.prints
