"""The tops of piles and stacks, and single cards about the table."""

from dataclasses import replace
from math import pi

import pytest

from companion.cards import Zone
from tests.vision.laid import SIZE, Lying, lies, placed
from vision.cards.layout import arrange
from vision.games import look_of

QUICK = look_of("quick-and-easy")


def test_the_pile_is_its_top_card() -> None:
    below = Lying("5", 262, 280)
    top = Lying("18", 300, 300)
    assert lies([below, top], look_of("23")) == {Zone.PILE: "18"}


@pytest.mark.parametrize(("x", "told"), [(400, [("10", 0.495), ("16", 0.495)]), (385, [("16", 0.99)])])
def test_what_is_not_seen_to_cover_another_card_of_the_pile_may_not_be_its_top(
    x: float, told: list[tuple[str, float]]
) -> None:
    """The lower one peeps out beside the upper one; nearer by, its own number would be hidden."""
    cards = [placed(Lying("10", 300, shows="middle")), placed(Lying("16", x))]
    (top,) = arrange(cards, look_of("23"), SIZE)
    assert top.sure == (len(told) == 1)
    assert sorted((str(a.card), a.probability) for a in top.alternatives) == told


@pytest.mark.parametrize(("up", "left", "right"), [(0.0, "7", "10"), (0.15, "7", "10"), (pi, "10", "7")])
def test_two_stacks_between_their_arrows(up: float, left: str, right: str) -> None:
    cards = [
        Lying("?", 100, up=up),
        Lying(left, 240, up=up),
        Lying(right, 500, up=up),
        Lying("?", 640, up=up),
    ]
    assert lies(cards, QUICK) == {Zone.UP: "7", Zone.DOWN: "10"}


@pytest.mark.parametrize(("arrow", "other", "zone"), [(160, 700, Zone.UP), (440, -100, Zone.DOWN)])
def test_a_lone_stack_is_told_by_both_arrows(arrow: float, other: float, zone: Zone) -> None:
    assert lies([Lying("4", 300), Lying("?", arrow), Lying("?", other)], QUICK) == {zone: "4"}


@pytest.mark.parametrize(
    ("unread", "zone"),
    [
        ([], Zone.UP),
        ([160], Zone.UP),  # the left arrow, or the other stack under a hand
        ([440], Zone.DOWN),
        ([160, 440], Zone.UP),
        ([560], Zone.UP),  # the other stack, or an arrow of a table laid wide
        ([40], Zone.DOWN),
    ],
)
def test_a_lone_stack_beside_which_less_is_seen_is_told_in_a_game_alone(
    unread: list[float], zone: Zone
) -> None:
    cards = [Lying("4", 300), *(Lying("?", x) for x in unread)]
    assert lies(cards, QUICK) == {zone: "?"}
    assert lies(cards, QUICK, game=True) == {zone: "4"}


def test_of_two_tops_the_one_that_is_not_read_surely_may_be_an_arrow() -> None:
    """The shaft of an arrow has been read as a 1."""
    tops = [replace(placed(Lying("1", 160)), sure=False), placed(Lying("7", 300))]
    assert [card.sure for card in arrange(tops, QUICK, SIZE)] == [False, False]
    assert [card.sure for card in arrange(tops, QUICK, SIZE, game=True)] == [False, True]
    arrows = [placed(Lying("?", x)) for x in (20, 440)]
    assert [card.sure for card in arrange([*tops, *arrows], QUICK, SIZE)] == [False, True]


def test_what_lies_off_the_line_of_the_stacks_is_no_arrow() -> None:
    assert lies([Lying("4", 300, 300), Lying("?", 400, 700)], QUICK, game=True) == {Zone.UP: "4"}


@pytest.mark.parametrize(
    ("left", "right", "seen"),
    [
        ("?", "10", {Zone.UP: "?", Zone.DOWN: "10"}),
        ("7", "?", {Zone.UP: "7", Zone.DOWN: "?"}),
        ("?", "?", {Zone.UP: "?", Zone.DOWN: "?"}),
    ],
)
def test_a_stack_between_the_arrows_that_cannot_be_read_is_a_question(
    left: str, right: str, seen: dict[Zone, str]
) -> None:
    cards = [Lying("?", 100), Lying(left, 240), Lying(right, 500), Lying("?", 640)]
    assert lies(cards, QUICK) == seen


def test_where_no_line_of_four_shows_a_card_that_cannot_be_read_may_be_an_arrow() -> None:
    aside = [Lying("?", 100), Lying("?", 240, 700), Lying("10", 500), Lying("?", 640)]
    assert lies(aside, QUICK, game=True) == {Zone.DOWN: "10"}
    outside = [Lying("?", 100), Lying("?", 240), Lying("?", 500), Lying("10", 640)]
    assert lies(outside, QUICK, game=True) == {Zone.UP: "10"}


def test_spots_go_clockwise_from_the_bottom_left_corner() -> None:
    cards = [Lying("5", 640, 650), Lying("4", 1100, 360), Lying("3", 640, 80), Lying("2", 150, 360, pi / 2)]
    assert lies(cards, look_of("futschikato")) == {Zone.SPOT: "2 3 4 5"}


def test_stacks_without_a_number_show_nothing() -> None:
    assert lies([Lying("?", 100)], QUICK) == {}
