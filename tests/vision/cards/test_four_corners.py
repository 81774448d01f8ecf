"""Numbers in all four corners of a card."""

from math import pi

import numpy as np
import pytest

from tests.vision.laid import HEIGHT, WIDTH, Lying, says
from vision.cards.candidates import Candidate
from vision.cards.four_corners import four_corners, one_each
from vision.prints.finder import CardKind, Detections, Print


def side(x: float, y: float = 300.0, slip: float = 0.0) -> list[Print]:
    """The two prints on one side of a card, each with a vote that is as far off as it likes."""
    card = Lying("9", 900).hint(CardKind.NUMBER)
    return [
        Print((x, y - 0.4 * HEIGHT), 20.0, 0.1, 0.6, card),
        Print((x + slip, y + 0.4 * HEIGHT), 20.0, pi - 0.1, 0.5, card),
    ]


def cards(prints: list[Print], *said: float, once: bool = True, seen: float | None = None) -> int:
    """Count the cards that pairs of prints make which read as 9 with these probabilities.

    ``seen``: how far to the right the middle of a card is seen.
    """
    values = np.array([says({9: p}) for p in said])
    pairs = [[k, k + 1] for k in range(0, len(prints), 2)]
    hints = [] if seen is None else [Lying("9", seen).hint(CardKind.NUMBER)]
    return len(four_corners(Detections(tuple(prints), (), tuple(hints)), values, pairs, once))


@pytest.mark.parametrize("unclear", [0.99, 0.37])
def test_both_sides_of_a_card_are_one_card(unclear: float) -> None:
    assert cards(side(300) + side(300 + 0.54 * WIDTH / 0.67), 0.99, 0.98, 0.99, unclear) == 1


@pytest.mark.parametrize(
    ("seen", "wanted"), [(300 + 0.4 * HEIGHT, 1), (300 + 0.8 * HEIGHT, 2), (None, 2)], ids=str
)
def test_a_card_before_a_low_camera_looks_wider_and_must_be_seen_between_its_sides(
    seen: float | None, wanted: int
) -> None:
    assert (
        cards(side(300) + side(300 + 0.8 * HEIGHT), 0.99, 0.98, 0.99, 0.98, once=False, seen=seen) == wanted
    )


@pytest.mark.parametrize("hidden", [(0,), (3,), ()], ids=str)
def test_a_large_number_in_the_middle_stands_between_the_corners(hidden: tuple[int, ...]) -> None:
    seen = Lying("9", 300 + 0.4 * HEIGHT).hint(CardKind.NUMBER)
    large = Print(seen.centre, 60.0, 0.1, 0.6, Lying("9", 340).hint(CardKind.NUMBER))
    whole = side(300) + side(300 + 0.8 * HEIGHT)
    prints = (large, *(p for k, p in enumerate(whole) if k not in hidden))
    values = np.array([says({9: 0.99})] * len(prints))
    apart = [[0, 1], list(range(2, len(prints)))]
    assert len(four_corners(Detections(prints, (), (seen,)), values, apart)) == 1
    other = Print((300.0, 300.0), 60.0, 0.1, 0.6, large.card)
    assert len(four_corners(Detections((other, *prints[1:]), (), (seen,)), values, apart)) == 2


@pytest.mark.parametrize("hidden", [0, 3, None], ids=str)
def test_three_corners_around_a_card_that_is_seen_are_one_card(hidden: int | None) -> None:
    whole = side(300) + side(300 + 0.8 * HEIGHT)
    prints = tuple(p for k, p in enumerate(whole) if k != hidden)
    values = np.array([says({9: 0.99})] * len(prints))
    seen = Lying("9", 300 + 0.4 * HEIGHT).hint(CardKind.NUMBER)
    apart = [[0], list(range(1, len(prints)))]
    assert len(four_corners(Detections(prints, (), (seen,)), values, apart)) == 1


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (side(300 + 0.2 * HEIGHT), "the next card's near side"),
        (side(300 + 0.75 * HEIGHT), "the next card's other side"),
        (side(300 + 0.54 * HEIGHT, 340), "not level"),
        (side(300 + 0.54 * HEIGHT, slip=0.3 * HEIGHT), "not straight"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sides_of_two_cards_are_two_cards(other: list[Print], why: str) -> None:
    assert cards(side(300) + other, 0.99, 0.98, 0.99, 0.4) == 2, why


def test_a_side_of_which_nothing_is_clear_is_left_alone() -> None:
    assert cards(side(300) + side(300 + 0.54 * HEIGHT), 0.99, 0.98, 0.6, 0.4) == 2


@pytest.mark.parametrize("missed", [0, 3])
def test_cards_of_one_number_that_overlap_are_two(missed: int) -> None:
    """All their free corners are clear, but for one that was not found."""
    prints = [p for k, p in enumerate(side(300) + side(300 + 0.35 * HEIGHT)) if k != missed]
    values = np.array([says({9: 0.99})] * len(prints))
    pairs = [[0], [1, 2]] if missed == 0 else [[0, 1], [2]]
    assert len(four_corners(Detections(tuple(prints), (), ()), values, pairs)) == 2


@pytest.mark.parametrize("once", [True, False])
def test_slender_cards_are_whole_where_no_number_is_printed_twice(once: bool) -> None:
    slender = side(300) + side(300 + 0.35 * HEIGHT)
    assert cards(slender, 0.99, 0.99, 0.99, 0.99, once=once) == (1 if once else 2)


def test_four_corners_of_a_card_that_is_clearly_seen_are_one_though_some_are_read_badly() -> None:
    both = side(300) + side(300 + 0.54 * WIDTH / 0.67)
    middle = 300 + 0.27 * WIDTH / 0.67
    assert cards(both, 0.85, 0.4, 0.5, 0.6, once=False, seen=middle) == 1
    assert cards(both, 0.7, 0.4, 0.5, 0.6, once=False, seen=middle) == 2


def told_apart(apart: float, numbers: tuple[int, int], *, seen: int = 1, lower: float = 0.0) -> int:
    """Count the cards that two upper corners make, so many widths apart, of which so many cards are seen."""
    cards = [Lying("9", 300), Lying("9", 300 + apart * WIDTH, 300 + lower * HEIGHT)]
    hints = [card.hint(CardKind.NUMBER) for card in cards]
    prints = tuple(Print((h.centre[0] - 40, h.centre[1] - 70), 20.0, 0.0, 0.9, h) for h in hints)
    values = np.array([says({number: 0.99}) for number in numbers])
    looks = tuple(card.hint(CardKind.CARD) for card in cards[:seen])
    candidates = [Candidate(h, (i,), 0.9 if i < seen else 0.0) for i, h in enumerate(hints)]
    return len(one_each(candidates, Detections(prints, (), looks), values))


def test_two_upper_corners_of_the_one_card_that_is_seen_are_one_card() -> None:
    assert told_apart(0.85, (9, 9)) == 1


@pytest.mark.parametrize("apart", [0.45, 1.05])
def test_overlapped_cards_and_tiles_side_by_side_are_two(apart: float) -> None:
    assert told_apart(apart, (9, 9)) == 2


def test_upper_corners_that_read_differently_are_of_two_cards() -> None:
    assert told_apart(0.85, (9, 8)) == 2


def test_where_two_cards_are_seen_there_are_two() -> None:
    assert told_apart(0.85, (9, 9), seen=2) == 2


def test_a_number_lower_down_is_of_another_card() -> None:
    assert told_apart(0.85, (9, 9), lower=0.3) == 2


@pytest.mark.parametrize(("seen", "cards_"), [(True, 2), (False, 1)])
def test_a_first_corner_of_the_next_card_that_is_seen_is_no_third_corner_of_the_one_before(
    seen: bool, cards_: int
) -> None:
    """Two cards of one number side by side: three prints stand as in the corners of the first."""
    first, second = (Lying("9", x).hint(CardKind.CARD) for x in (300.0, 300 + 0.8 * WIDTH))
    left, top = 300 - 0.4 * WIDTH, 300 - 0.42 * HEIGHT
    prints = (
        Print((left, top), 20.0, 0.0, 0.9, first),
        Print((300 + 0.4 * WIDTH, 300 + 0.42 * HEIGHT), 20.0, pi, 0.9, first),
        Print((left + 0.8 * WIDTH, top), 20.0, 0.0, 0.9, second),
    )
    looks = (first, second) if seen else (first,)
    values = np.array([says({9: 0.99})] * 3)
    assert len(four_corners(Detections(prints, (), looks), values, [[0, 1], [2]])) == cards_
