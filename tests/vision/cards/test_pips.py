"""The pips of playing cards: counted where all are seen."""

from math import pi

import cv2
import numpy as np
import pytest

from tests.vision.laid import says
from vision.cards import pips as counting
from vision.cards.candidates import Candidate
from vision.cards.pips import PIPS, count, counted
from vision.prints.digits import CLASSES
from vision.prints.finder import CardHint, CardKind, Picture, Print
from vision.prints.nets import FloatArray

HIGH, WIDE = 300, 200
AT = (320.0, 240.0)
INK = (40, 30, 190)
SIDE, END = 0.29, 0.17
"""How far from the card's edges the outer pips stand, in shares of its width and height."""

HINT = CardHint(AT, 0.0, HIGH, WIDE, CardKind.NUMBER, 0.9, AT)


NOTHING = np.zeros((0, CLASSES), np.float32)


def saying(*numbers: int) -> FloatArray:
    """What prints say, one after the other."""
    return np.array([says({number: 0.9}) for number in numbers], np.float32)


def places(number: int) -> list[tuple[int, int]]:
    """Where the pips of a card stand in the picture."""
    left, top = AT[0] - WIDE / 2, AT[1] - HIGH / 2
    return [
        (
            round(left + WIDE * (SIDE + x * (1 - 2 * SIDE))),
            round(top + HIGH * (END + y * (1 - 2 * END))),
        )
        for x, y in PIPS[number]
    ]


def pip(image: Picture, at: tuple[int, int], size: int = 14) -> None:
    """Draw a diamond."""
    x, y = at
    corners = np.array([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], np.int32)
    cv2.fillPoly(image, [corners], INK, cv2.LINE_AA)


def playing(number: int, leave: int = 0) -> Picture:
    """A playing card on a table, its first pips left out."""
    image = np.full((480, 640, 3), (60, 110, 50), np.uint8)
    corner = (round(AT[0] - WIDE / 2), round(AT[1] - HIGH / 2))
    cv2.rectangle(image, corner, (corner[0] + WIDE, corner[1] + HIGH), (235, 240, 242), cv2.FILLED)
    for at in places(number)[leave:]:
        pip(image, at)
    for sign in (-1, 1):  # the smaller signs below the indices
        pip(image, (round(AT[0] + sign * 0.4 * WIDE), round(AT[1] + sign * 0.33 * HIGH)), 8)
    grain = np.random.default_rng(number).normal(0, 6, image.shape)
    return np.asarray(np.clip(image + grain, 0, 255), np.uint8)


def index(x: float, y: float, up: float = 0.0, high: float = 28.0) -> Print:
    """A number that stands so far right of the card's middle and below it, in its widths and heights."""
    at = AT[0] + x * WIDE, AT[1] + y * HIGH
    return Print(at, high, up, 0.9, HINT)


@pytest.mark.parametrize("number", PIPS)
@pytest.mark.parametrize("up", [0.0, pi], ids=["upright", "on its head"])
def test_all_pips_are_counted(number: int, up: float) -> None:
    hint = CardHint(AT, up, HIGH, WIDE, CardKind.NUMBER, 0.9, AT)
    assert count(playing(number), hint) == number


@pytest.mark.parametrize("number", [4, 7, 9, 10])
def test_cards_that_lie_askew_before_a_low_camera_are_counted(number: int) -> None:
    corners = np.array([(0, 0), (640, 0), (640, 480), (0, 480)], np.float32)
    seen = np.array([(30, 25), (600, 0), (640, 460), (0, 430)], np.float32)
    askew = cv2.warpPerspective(playing(number), cv2.getPerspectiveTransform(corners, seen), (640, 480))
    assert count(np.asarray(askew, np.uint8), HINT) == number


@pytest.mark.parametrize("number", [4, 6, 8, 9, 10])
@pytest.mark.parametrize("line", ["first", "last"])
def test_a_hand_over_a_line_of_pips_leaves_nothing_to_count(number: int, line: str) -> None:
    image = playing(number)
    top = round(AT[1] - HIGH / 2)
    lines = slice(top, top + 80) if line == "first" else slice(top + HIGH - 80, top + HIGH)
    image[lines, 100:540] = (120, 160, 205)
    assert count(image, HINT, [index(-0.4, -0.4), index(0.4, 0.4, pi)]) is None


def test_one_pip_too_many_is_no_number_of_pips() -> None:
    image = playing(6)
    pip(image, (round(AT[0]), round(AT[1] + 0.25 * HIGH)))
    pip(image, (round(AT[0]), round(AT[1])))
    assert count(image, HINT) is None


def test_a_column_beside_the_middle_is_that_of_another_card() -> None:
    beside = CardHint((AT[0] + 0.2 * WIDE, AT[1]), 0.0, HIGH, WIDE, CardKind.NUMBER, 0.9, AT)
    assert count(playing(4), beside) != 2


def test_figures_in_four_corners_are_no_pips() -> None:
    image = playing(4)
    corners = [index((x - AT[0]) / WIDE, (y - AT[1]) / HIGH) for x, y in places(4)]
    assert count(image, HINT, corners[:1]) == 4
    assert count(image, HINT, corners) is None


@pytest.mark.parametrize("number", [6, 7, 9])
def test_a_pip_that_touches_the_index_counts(number: int) -> None:
    image = playing(number)
    x, y = places(number)[0]
    cv2.line(image, (x - 40, y - 10), (x, y), INK, 8)
    assert count(image, HINT) == number


def test_an_empty_card_bears_none() -> None:
    assert count(playing(2, leave=2), HINT) is None


def ace(signs: int = 1) -> Picture:
    """A card with a large sign in its middle, and perhaps another one above it."""
    image = playing(2, leave=2)
    pip(image, (round(AT[0]), round(AT[1])), 30)
    if signs > 1:
        pip(image, (round(AT[0]), round(AT[1] - 0.25 * HIGH)), 12)
    return image


def test_one_sign_in_the_middle_is_that_of_an_ace() -> None:
    assert count(ace(), HINT) == 1
    assert count(ace(2), HINT) is None
    assert count(playing(4), HINT) == 4


def test_a_deck_whose_cards_bear_one_sign_in_the_middle_has_no_aces() -> None:
    hints = [CardHint(AT, 0.0, HIGH + k, WIDE, CardKind.NUMBER, 0.9, AT) for k in range(3)]
    cards = [Candidate(hint, (0,), 0.9) for hint in hints]
    print_ = index(-0.4, -0.4)
    assert counted(ace(), (print_,), saying(4), cards[:1])[1] == {cards[0]: 1}
    assert counted(ace(), (print_,), saying(4), cards)[1] == {}


def test_pips_tell_of_a_card_without_an_index() -> None:
    card = Candidate(CardHint(AT, 0.0, HIGH, WIDE, CardKind.CARD, 0.9, AT), (), 0.9)
    assert counted(playing(9), (), NOTHING, [card]) == ((card,), {card: 9})


@pytest.mark.parametrize(("away", "cards"), [(0.35, 1), (0.7, 2)])
def test_pips_are_counted_once_though_two_cards_seem_to_bear_them(
    monkeypatch: pytest.MonkeyPatch, away: float, cards: int
) -> None:
    monkeypatch.setattr(counting, "count", lambda *_: 6)
    hint = CardHint((AT[0] - away * WIDE, AT[1]), 0.0, HIGH, WIDE, CardKind.CARD, 0.3, AT)
    both = [Candidate(HINT, (0,), 0.7), Candidate(hint, (), 0.3)]
    _, pips = counted(playing(6), (index(0.45, 0.4, pi),), saying(6), both)
    assert len(pips) == cards


def test_pips_are_those_of_the_card_that_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of which only the first corner shows is told to lie where the next one's pips are."""
    monkeypatch.setattr(counting, "count", lambda *_: 7)
    under = CardHint((AT[0] - 0.1 * WIDE, AT[1]), 0.0, HIGH, WIDE, CardKind.NUMBER, 0.9, AT)
    lower, upper = Candidate(under, (0,), 0.9), Candidate(HINT, (1,), 0.9)
    prints = (index(-0.7, -0.4), index(-0.4, -0.4))
    _, pips = counted(playing(7), prints, saying(6, 7), [lower, upper])
    assert pips == {upper: 7}
    _, pips = counted(playing(7), prints, saying(6, 8), [lower, upper])
    assert pips == {lower: 7, upper: 7}


def test_pips_that_read_as_a_number_are_no_card() -> None:
    prints = (index(-0.4, -0.4), index(0.4, 0.4, pi), index(0.0, 0.1))
    card, within = Candidate(HINT, (0, 1), 0.9), Candidate(HINT, (2,), 0.3)
    kept, pips = counted(playing(9), prints, saying(9, 9, 11), [card, within])
    assert kept == (card,)
    assert pips == {card: 9}


@pytest.mark.parametrize(("away", "says_", "cards"), [(0.6, 8, 2), (0.6, 9, 1), (0.9, 9, 2)])
def test_a_second_card_beside_it_stays_unless_it_seems_but_an_index_of_the_first(
    away: float, says_: int, cards: int
) -> None:
    far = CardHint((AT[0] + WIDE, AT[1]), 0.0, HIGH, WIDE, CardKind.NUMBER, 0.9, AT)
    prints = (index(-0.4, -0.4), index(away, -0.4))
    both = [Candidate(HINT, (0,), 0.9), Candidate(far, (1,), 0.0)]
    kept, _ = counted(playing(9), prints, saying(9, says_), both)
    assert len(kept) == cards


def test_an_index_that_lies_badly_is_that_of_the_card_it_stands_on() -> None:
    whole = Candidate(CardHint(AT, 0.0, HIGH, WIDE, CardKind.CARD, 0.9, AT), (), 0.9)
    off = CardHint((AT[0] + 0.6 * WIDE, AT[1]), 0.0, HIGH, WIDE, CardKind.NUMBER, 0.4, AT)
    kept, pips = counted(playing(9), (index(0.4, -0.4),), saying(9), [whole, Candidate(off, (0,), 0.0)])
    assert [(card.hint.centre, card.hint.kind, card.prints) for card in kept] == [(AT, CardKind.NUMBER, (0,))]
    assert list(pips.values()) == [9]
