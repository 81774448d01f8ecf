"""What one look takes for one number, and another one for two that lie side by side."""

import pytest

from companion.evidence import SeenCard
from tests.vision.looks.test_twice import Told, seen
from vision.looks.side_by_side import parted
from vision.looks.twice import joined

TWO = (seen({1: 0.99}, 200), seen({3: 0.99}, 246), seen({6: 0.99}, 290), seen({44: 0.99}, 350))


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("told", [{36: 0.97}, {36: 0.6, 30: 0.1}, {96: 0.2}, {30: 0.3}])
def test_two_figures_of_two_cards_are_no_number_and_speak_against_neither(told: Told, order: int) -> None:
    merged = (seen({1: 0.99}, 200), seen(told, 272), seen({44: 0.99}, 350))
    cards = joined(*[TWO, merged][::order])
    assert [c.believed and c.believed.value for c in cards] == [1, 3, 6, 44]


@pytest.mark.parametrize(
    ("told", "x"),
    [
        ({36: 0.97}, 350),  # it lies elsewhere
        ({63: 0.97}, 268),  # not in this order
        ({31: 0.97}, 268),  # surely another number with the same first figure
        ({82: 0.6}, 268),  # none of its figures
        ({3: 0.97}, 250),
        ({}, 268),
        ({None: 0.97}, 268),
    ],
)
def test_what_is_not_made_of_two_neighbours_is_kept(told: Told, x: float) -> None:
    card = seen(told, x)
    assert parted((card,), TWO) == (card,)


@pytest.mark.parametrize(
    "other",
    [
        (seen({3: 0.99}, 246), seen({6: 0.7}, 290)),  # one of the two is unsure
        (seen({3: 0.99}, 230), seen({6: 0.99}, 310)),  # they lie too far apart to be taken for one
        (seen({3: 0.99}, 246), seen({14: 0.99}, 268), seen({6: 0.99}, 290)),  # no neighbours
        (seen({13: 0.99}, 246), seen({6: 0.99}, 290)),
        (),
    ],
)
def test_only_sure_neighbours_of_one_figure_tell(other: tuple[SeenCard, ...]) -> None:
    card = seen({36: 0.6}, 268)
    assert parted((card,), other) == (card,)
