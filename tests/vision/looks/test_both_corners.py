"""Numbers in two opposite corners: heard however faintly the finder saw them, if both say the same."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from tests.vision.laid import says
from vision.looks.both_corners import heard_twice, opposite
from vision.looks.near import FaceKnower
from vision.prints.digits import CLASSES
from vision.prints.finder import CardHint, CardKind, Detections, Picture, Print
from vision.prints.nets import FloatArray

HIGH, WIDE = 300.0, 200.0
AT = (320.0, 240.0)
CARD = CardHint(AT, 0.0, HIGH, WIDE, CardKind.CARD, 0.9, AT)
IMAGE = np.zeros((480, 640, 3), np.uint8)
NOTHING = np.zeros((0, CLASSES), np.float32)


def corner(right: float, down: float, up: float = 0.0, score: float = 0.15, high: float = 30.0) -> Print:
    """A print in a place of the card, in shares of its sides from the middle."""
    at = AT[0] + right * WIDE, AT[1] + down * HIGH
    return Print(at, high, up, score, CardHint(AT, 0.0, HIGH, WIDE, CardKind.NUMBER, score, at))


UPPER, LOWER = corner(-0.35, -0.4), corner(0.35, 0.4, pi)


def looks_like(a_pass: float) -> FaceKnower:
    """What says of every card how surely it is a pass card (0-1), else a number."""
    return lambda _, cards: np.array([[1 - a_pass, a_pass, 0.0]] * len(cards), np.float32)


def heard(
    faint: tuple[Print, ...],
    *said: dict[int, float],
    found: tuple[Print, ...] = (),
    passes: tuple[CardHint, ...] = (),
    again: bool = False,
    like_a_pass: float = 0.1,
) -> Detections:
    """Hear prints of which each says something, best first; ``like_a_pass``: how the card looks (0-1)."""

    def digits(_: Picture, prints: object) -> FloatArray:
        return np.array([says(one) for one in said], np.float32)

    values = np.array([says({9: 0.9})] * len(found), np.float32).reshape(-1, CLASSES)
    finding = Detections(found, passes, (CARD,))
    told, rows = heard_twice(
        IMAGE, faint, finding, values, lambda _, prints: tuple(prints), digits, looks_like(like_a_pass), again
    )
    assert len(rows) == len(told.prints)
    return told


def test_what_two_opposite_corners_say_clearly_is_heard() -> None:
    told = heard((UPPER, LOWER), {85: 0.99}, {85: 0.97})
    assert [p.centre for p in told.prints] == [UPPER.centre, LOWER.centre]


@pytest.mark.parametrize("said", [({85: 0.99}, {58: 0.97}), ({85: 0.99}, {85: 0.6}), ({}, {})])
def test_what_they_do_not_both_say_clearly_is_not(said: tuple[dict[int, float], ...]) -> None:
    assert not heard((UPPER, LOWER), *said).prints


@pytest.mark.parametrize(
    ("clear", "passes", "prints"),
    [(0.3, 0.3, 2), (0.9, 0.3, 1), (0.3, 0.9, 0)],
)
def test_a_table_that_was_read_before_is_heard_where_neither_number_nor_pass_is_clear(
    clear: float, passes: float, prints: int
) -> None:
    found = (corner(-0.35, -0.4, score=0.8),) if clear > 0.5 else ()
    hint = replace(CARD, kind=CardKind.PASS, score=passes)
    told = heard((UPPER, LOWER), {85: 0.99}, {85: 0.97}, found=found, passes=(hint,), again=True)
    assert len(told.prints) == prints


@pytest.mark.parametrize(("like_a_pass", "prints"), [(0.94, 2), (0.96, 0)])
def test_what_looks_like_figures_on_what_surely_is_a_pass_card_is_not_heard(
    like_a_pass: float, prints: int
) -> None:
    assert len(heard((UPPER, LOWER), {4: 0.99}, {4: 0.97}, like_a_pass=like_a_pass).prints) == prints


def test_a_number_that_was_read_already_is_heard_once() -> None:
    clear = corner(-0.35, -0.4, score=0.8)
    told = heard((clear, LOWER), {85: 0.99}, {85: 0.97}, found=(clear,))
    assert [p.centre for p in told.prints] == [clear.centre, LOWER.centre]


@pytest.mark.parametrize(
    "other",
    [
        corner(0.35, 0.4),  # not turned round
        corner(0.35, 0.4, pi, high=50.0),  # much larger
        corner(0.35, -0.2, pi),  # not opposite
        corner(0.1, 0.1, pi),  # too near
    ],
)
def test_what_does_not_stand_as_one_number_in_two_corners_is_no_pair(other: Print) -> None:
    assert not opposite((UPPER, other), (CARD,))


def test_clear_prints_and_cards_hardly_seen_are_left_alone() -> None:
    clear = corner(-0.35, -0.4, score=0.8), corner(0.35, 0.4, pi, score=0.7)
    assert not opposite(clear, (CARD,))
    hardly = CardHint(AT, 0.0, HIGH, WIDE, CardKind.CARD, 0.4, AT)
    assert not opposite((UPPER, LOWER), (hardly,))
    assert opposite((UPPER, LOWER), (CARD, CARD)) == [(UPPER, LOWER)]


def test_without_a_pair_nothing_is_looked_at() -> None:
    finding = Detections((), (), (CARD,))
    read, look = (lambda *_: pytest.fail("read")), (lambda *_: pytest.fail("looked at from near by"))
    told, rows = heard_twice(IMAGE, (UPPER,), finding, NOTHING, lambda _, p: tuple(p), read, look)
    assert told is finding
    assert rows is NOTHING
