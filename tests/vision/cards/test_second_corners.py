"""Numbers in all four corners of overlapped cards: the second corner of a card is no card of its own."""

import numpy as np
import pytest

from tests.vision.laid import says
from vision.cards.second_corners import on_two_sides, second_corners
from vision.prints.finder import CardHint, CardKind, Detections, Print

HIGH, WIDE = 20.0, 116.0
SECOND = 80.0
"""How far a card's second corner stands from its first, in pixels; what shows of it in part stands nearer."""


def corner(x: float, *, y: float = 200.0, up: float = 0.0) -> Print:
    votes = CardHint((x + 40, y + 60), 0.0, 180.0, WIDE, CardKind.NUMBER, 0.8, (x, y))
    return Print((x, y), HIGH, up, 0.6, votes)


def row(
    *corners: tuple[float, int, float], turned: bool = False
) -> tuple[Detections, np.typing.NDArray[np.float32], list[list[int]]]:
    """Corners at a place each, with what they read as and how probably; each for itself."""
    if turned:  # the lower corners of the same row: all stand on their heads
        prints = tuple(corner(x, y=340.0, up=np.pi) for x, _, _ in corners)
    else:
        prints = tuple(corner(x) for x, _, _ in corners)
    values = np.array([says({value: p}) for _, value, p in corners])
    return Detections(prints, (), ()), values, [[i] for i in range(len(corners))]


SHOWN = ((400.0, 93, 0.99), (400.0 + SECOND, 93, 0.98))
"""The row's last card, which shows both its corners."""


def test_two_level_corners_of_one_number_are_one_card() -> None:
    assert on_two_sides(*row((100, 42, 0.99), *SHOWN)) == [[0], [1, 2]]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ((400.0 + 10, 93, 0.99), "too near"),
        ((400.0 + 2 * WIDE, 93, 0.99), "farther off than a card is wide"),
        ((400.0 + SECOND, 39, 0.99), "another number"),
        ((400.0 + SECOND, 93, 0.5), "not clear"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_others_stay_apart(other: tuple[float, int, float], why: str) -> None:
    assert on_two_sides(*row((400.0, 93, 0.99), other)) == [[0], [1]], why


def test_single_figures_may_be_what_shows_of_two_numbers() -> None:
    assert on_two_sides(*row((400.0, 9, 0.99), (400.0 + SECOND, 9, 0.99))) == [[0], [1]]


def second(*corners: tuple[float, int, float], turned: bool = False) -> frozenset[int]:
    """The second corners in a row of such corners, those of one card joined."""
    finding, values, clusters = row(*corners, turned=turned)
    return second_corners(finding, values, on_two_sides(finding, values, clusters))


@pytest.mark.parametrize("reads", [(4, 0.95), (4, 0.6), (7, 0.4), (1, 0.6)], ids=str)
def test_what_shows_of_a_second_corner_is_no_card_of_its_own(reads: tuple[int, float]) -> None:
    """Of the 42 the next card leaves the 4, which reads so clearly, or as something less clearly."""
    assert second((100, 42, 0.99), (100 + SECOND - 6, *reads), *SHOWN) == {1}


@pytest.mark.parametrize(
    ("x", "reads", "why"),
    [
        (SECOND - 6, (58, 0.99), "it clearly reads as another number"),
        (SECOND - 6, (58, 0.7), "it is likely another number"),
        (SECOND - 6, (2, 0.95), "no number of which the end is covered shows so"),
        (SECOND / 2, (4, 0.95), "it stands elsewhere"),
        (-SECOND + 6, (4, 0.95), "it stands on the side that no later card covers"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_another_card_is_not_lost(x: float, reads: tuple[int, float], why: str) -> None:
    assert not second((150, 42, 0.99), (150 + x, *reads), *SHOWN), why


def test_a_single_figure_in_both_corners_is_one_card_where_others_tell_how_far_off_they_stand() -> None:
    both = (100.0, 5, 0.99), (100.0 + SECOND + 0.62 * HIGH, 5, 0.99)
    assert second((0.0, 31, 0.99), *both, *SHOWN) == {2}


def test_on_its_head_the_beginning_of_a_number_is_covered() -> None:
    assert second((100, 42, 0.99), (100 + SECOND - 6, 2, 0.95), *SHOWN, turned=True) == {1}


def test_a_card_with_another_clear_corner_is_no_second_corner() -> None:
    finding, values, _ = row(
        (100, 42, 0.99), (100 + SECOND - 6, 4, 0.6), (100 + SECOND - 6, 47, 0.99), *SHOWN
    )
    assert not second_corners(finding, values, [[0], [1, 2], [3, 4]])


def test_where_no_card_shows_both_several_that_show_a_part_tell_as_much() -> None:
    """Passes lie on the row's last number."""
    parts = [(100.0, 40, 0.99), (174.0, 4, 0.95), (220.0, 51, 0.99), (294.0, 5, 0.95)]
    assert second(*parts) == {1, 3}
    assert not second(*parts[:3])
