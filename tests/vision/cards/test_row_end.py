"""What goes on with a row at its end, and what lies beside it."""

import pytest

from companion.cards import Zone
from tests.vision.laid import HEIGHT, WIDTH, Lying, lies, row


@pytest.mark.parametrize(("pitch", "last"), [(1.3, "40"), (1.38, "?"), (1.45, None)])
def test_a_card_nearly_as_near_as_the_next_one_is_asked_about(pitch: float, last: str | None) -> None:
    """How wide cards are is told roughly: it may lie in the row or beside it."""
    seen = lies([*row("3 17"), Lying("40", 240 + pitch * WIDTH, 300)])
    assert seen == ({Zone.ROW: f"3 17 {last}"} if last else {Zone.ROW: "3 17", Zone.JUMP: "40"})


@pytest.mark.parametrize(("turned", "beside"), [(0.1, False), (0.26, True)])
def test_beyond_a_card_seen_in_part_the_row_goes_on_with_one_that_lies_as_the_others(
    turned: float, beside: bool
) -> None:
    """Jump cards are laid down askew."""
    last = Lying("40", 240 + 1.6 * WIDTH, 300, turned, "middle")
    assert (Zone.JUMP in lies([*row("3 17 23")[:2], last])) is beside


def test_a_row_that_ends_in_part_of_a_card_may_go_on_behind_what_hides_it() -> None:
    """The last card of a row lies on top: where it is seen in part, a hand may cover what follows."""
    start = row("3 17 23", at=(200, 300))[:2]
    last = Lying("40", 240 + 1.8 * WIDTH, 300, shows="middle")
    assert lies([*start, last]) == {Zone.ROW: "3 17 ?"}
    whole = Lying("17", 240, 300, shows="middle")
    assert lies([start[0], whole, last]) == {Zone.ROW: "3 17", Zone.JUMP: "40"}


@pytest.mark.parametrize(("turned", "read"), [(0.4, "3 17 ? ?"), (0.6, "3 17 ?")])
def test_beyond_a_card_that_was_not_read_the_row_may_end_askew(turned: float, read: str) -> None:
    """A hand over the row's end hides most of what says how its last card is turned."""
    cards = row("3 17 ?", at=(200, 300))
    last = Lying("40", cards[-1].x + 1.7 * WIDTH, 300, turned)
    assert lies([*cards, last])[Zone.ROW] == read


@pytest.mark.parametrize(
    ("higher", "read"),
    [
        (0.1, {Zone.ROW: "3 17 ? ?"}),
        (0.3, {Zone.ROW: "3 17 ? ?"}),
        (0.5, {Zone.ROW: "3 17 ?", Zone.JUMP: "40"}),
    ],
)
def test_beyond_a_card_that_was_not_read_what_lies_in_line_is_asked_about(
    higher: float, read: dict[Zone, str]
) -> None:
    """It may be the row's end, or a jump card to its right."""
    cards = row("3 17 ?", at=(200, 300))
    assert lies([*cards, Lying("40", cards[-1].x + 1.6 * WIDTH, 300 - higher * HEIGHT)]) == read


@pytest.mark.parametrize("higher", [0.5, 0.75])
def test_a_row_that_runs_on_behind_an_arm_may_seem_out_of_line(higher: float) -> None:
    """Cards that show little say roughly how the row lies; a card alone is no part of a row so far off it."""
    start, end = row("3 17 21", at=(200, 300)), row("40 52 61 70", at=(620, 300 - higher * HEIGHT))
    assert lies([*start, *end]) == {Zone.ROW: "3 17 21 40 52 61 70"}
    assert "70" not in lies([*start, end[-1]])[Zone.ROW]


@pytest.mark.parametrize(("higher", "last"), [(0.15, "40"), (0.3, "?"), (0.6, None)])
def test_a_card_too_far_off_for_a_jump_is_asked_about_where_it_is_not_in_line(
    higher: float, last: str | None
) -> None:
    cards = row("3 17", at=(200, 300))
    seen = lies([*cards, Lying("40", cards[-1].x + 2.6 * WIDTH, 300 - higher * HEIGHT)])
    assert seen == ({Zone.ROW: f"3 17 {last}"} if last else {Zone.ROW: "3 17", Zone.JUMP: "40"})


@pytest.mark.parametrize(("turned", "beside"), [(0.4, False), (0.6, True)])
def test_a_card_too_far_off_for_a_jump_may_be_the_row_s_end_askew(turned: float, beside: bool) -> None:
    cards = row("3 17", at=(200, 300))
    last = Lying("40", cards[-1].x + 2.3 * WIDTH, 300, turned)
    assert (Zone.JUMP in lies([*cards, last])) is beside


@pytest.mark.parametrize(
    ("faces", "pitch", "away", "asked"),
    [
        ("3 17 40 99", 0.6, 1.25, True),
        ("3 17 40 99", 0.6, 1.05, False),  # it may lie upon the 99
        ("3 17 40 99", 1.1, 1.25, False),  # so do the others
        ("3 17 40 45", 0.6, 1.25, False),  # a higher one
    ],
)
def test_a_lower_number_clear_of_an_overlapped_row_may_be_a_jump_card(
    faces: str, pitch: float, away: float, asked: bool
) -> None:
    cards = row(faces, pitch=pitch * WIDTH)
    end = Lying("49", cards[-1].x + away * WIDTH, 300, 0.15, "tl br middle")
    told = lies([*cards, end])
    assert list(told) == [Zone.ROW]
    assert told[Zone.ROW].endswith(" ?" if asked else " 49")
