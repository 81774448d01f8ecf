"""Which card of a look is which of those known: at its place, nudged, pushed along, or another one there."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.cards import Zone
from companion.evidence import Quad
from tests.vision.memory.test_row import PITCH, after, card, known, row, scene, told
from vision.memory.known import Scene
from vision.memory.row import agree, remember


@pytest.mark.parametrize(("alike", "new"), [(0.9, ""), (0.75, "11"), (0.4, "11")])
def test_a_sure_card_on_a_sure_ones_place_is_a_misreading_only_where_its_print_is_as_it_was(
    alike: float, new: str
) -> None:
    where = scene()
    a_little = Scene(lambda quad, over: 0.2, where.hidden, where.free, alike=lambda quad, over: alike)
    assert after("12", "11", a_little)[1] == new


@pytest.mark.parametrize(("alike", "told_of"), [(0.4, ("97", "97", "100")), (0.9, ("100?", "", ""))])
def test_another_number_has_come_where_the_print_is_another_though_hardly_anything_has_changed(
    alike: float, told_of: tuple[str, str, str]
) -> None:
    """Thin figures are little of a white card."""
    hardly = replace(scene(), changed=lambda quad, over: 0.03, alike=lambda quad, over: alike)
    assert after("100", "97", hardly, shift=6.0) == told_of
    change = remember(known("100"), agree([row("97")] * 2), hardly)
    assert told(change.instead) == told_of[1]


@pytest.mark.parametrize(
    ("beside", "alike", "new"), [(0.1, 0.9, "61"), (0.6, 0.9, "48 61"), (0.1, 0.4, "48 61")]
)
def test_an_unsure_card_that_is_surely_read_under_the_next_one_is_the_one_that_lay_there(
    beside: float, alike: float, new: str
) -> None:
    """It was thought to be a pass, and what shows of it beside the 61 is as it was; else a 48 has come."""

    def changed(place: Quad, over: Sequence[Quad]) -> float:
        return 0.0 if place[0][0] < PITCH else (beside if over else 1.0)

    where = Scene(changed, scene().hidden, lambda place, over: 0.5 if over else 1.0)
    where = replace(where, alike=lambda place, over: alike)
    change = remember(known("46 pass?"), agree([row("46 48 61")] * 2), where)
    assert (told(change.known), told(change.arrived)) == ("46 48 61", new)
    doubtful = remember(known("46 pass?"), agree([row("46 48? 61")] * 2), where)
    assert told(doubtful.arrived) == new.replace("48", "48?")


@pytest.mark.parametrize(("changed", "new"), [((80,), ""), ((40, 80), "37")])
def test_an_unsure_card_that_is_surely_read_beside_itself_is_no_new_one(
    changed: Sequence[float], new: str
) -> None:
    """It was bared by the last one's leaving; a poor look still sees it where it was thought to lie."""
    before = agree([row("33 3/37 49")] * 2)
    now = [card("33", 0), card("3/37", PITCH), card("37", PITCH + 30)]
    change = remember(before, agree([now] * 2), scene(changed=(*changed, PITCH + 30)))
    assert told(change.arrived) == new


def test_a_row_that_was_shifted_is_the_same_row() -> None:
    everywhere = scene(changed=[0, 40, 80, 30, 70, 110])
    assert after("12 17 pass", "12 17 pass", everywhere, shift=30.0) == ("12 17 pass", "", "")


def test_a_row_that_a_hand_carries_off_lies_nowhere_else() -> None:
    there = [card(face, i * PITCH + 5, 300.0) for i, face in enumerate(["12", "17", "23"])]
    carried = scene(changed=[0, 40, 80, 5, 45, 85], hidden=[5, 45, 85])
    change = remember(known("12 17 23"), agree([there] * 2), carried)
    assert (told(change.known), told(change.gone)) == ("", "12 17 23")


@pytest.mark.parametrize(("seen", "new"), [("12 4? 61", ""), ("12 4?", "4?")])
def test_a_card_under_one_that_lies_there_still_was_nudged_and_not_replaced(seen: str, new: str) -> None:
    where = scene()
    nudged = Scene(lambda quad, over: 0.2, where.hidden, where.free)
    assert after("12 42 61", seen, nudged)[1] == new


def test_another_card_at_the_same_place_is_new() -> None:
    assert after("12 17", "12 23", scene(changed=[40])) == ("12 23", "23", "")


def test_cards_that_a_look_sees_a_place_off_are_the_same_cards() -> None:
    """An index may be told for that of the card beside; where nothing has changed, no card has moved."""
    change = remember(known("3 6 8 9"), agree([row("3 6 8 9", -0.95 * PITCH)] * 2), scene())
    assert [told(cards) for cards in (change.known, change.arrived, change.gone)] == ["3 6 8 9", "", ""]


def test_a_card_moved_into_another_zone_is_new() -> None:
    before = agree([[card("73", 300.0, 300.0, Zone.JUMP)]] * 2)
    change = remember(before, agree([[card("73", 0.0)]] * 2), scene(changed=[0, 300]))
    assert (told(change.arrived), told(change.gone)) == ("73", "73")


def test_a_poor_look_at_a_card_that_was_nudged_is_no_new_one_beside_the_next() -> None:
    seen = [card("12", 0.0), card("15/5", 48.0), card("pass", 80.0)]

    def shaded(quad: Quad, over: Sequence[Quad]) -> float:
        return 1.0 if quad[0][0] > 60 else 0.3

    whole = scene()
    change = remember(known("12 40"), agree([seen, seen]), Scene(shaded, whole.hidden, whole.free))
    assert (told(change.known), told(change.arrived)) == ("12 40 pass", "pass")


@pytest.mark.parametrize(
    ("look", "now"),
    [
        ("4?", "12 43 orange 61"),
        ("4/7/17", "12 43 orange 61"),
        ("8?", "12 8? 61"),
        ("4", "12 43 orange 61"),
        ("8", "12 8 61"),
        ("43?", "12 43 orange 61"),
    ],
)
def test_the_last_card_is_itself_under_the_next_one_that_leaves_but_a_figure_of_it(
    look: str, now: str
) -> None:
    """Whoever laid the 61 has nudged the 43."""

    def half(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.5 if over else 1.0

    free, where = scene(), Scene(lambda quad, over: 0.6, scene().hidden, half)
    first = [card("12", 0), card("43 orange", PITCH)]
    lain = remember(agree([first] * 2), agree([first] * 2), free).known
    change = remember(lain, agree([row(f"12 {look} 61")] * 2), where)
    assert told(change.known) == now


@pytest.mark.parametrize(("look", "now"), [("4 61", "43 61"), ("8 61", "8 61"), ("61 4", "61 4")])
def test_a_card_that_shows_but_a_figure_stays_itself_where_the_row_is_pushed_along(
    look: str, now: str
) -> None:
    def half(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.5 if over else 1.0

    where = Scene(lambda quad, over: 0.9, scene().hidden, half)
    lain = remember(known("43"), known("43"), scene()).known
    lain = remember(lain, known("43 61"), Scene(scene(changed=[PITCH]).changed, scene().hidden, half)).known
    change = remember(lain, agree([row(look, 45.0)] * 2), where)
    assert told(change.known) == now
