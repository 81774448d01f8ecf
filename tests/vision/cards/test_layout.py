"""Where the cards lie."""

from dataclasses import replace
from math import cos, pi, sin

import pytest

from companion.cards import PASS, Zone
from tests.vision.laid import FIFTY, HEIGHT, SIZE, WIDTH, Lying, face, lies, placed, row
from vision.cards.layout import arrange
from vision.games import look_of
from vision.prints.finder import CardKind


@pytest.mark.parametrize("pitch", [30, 60, 120, 140])
@pytest.mark.parametrize("up", [0.0, 0.2, -0.3, 1.4, pi, -2.5])
def test_a_row_is_read_from_its_start_in_any_direction(pitch: float, up: float) -> None:
    cards = row("3 17 ? 40 pass", pitch=pitch, up=up, at=(600, 300))
    assert lies(list(reversed(cards))) == {Zone.ROW: "3 17 ? 40 pass"}


@pytest.mark.parametrize("up", [0.0, 0.3, pi])
def test_closely_overlapped_cards_lie_as_their_indices_stand_though_their_middles_say_otherwise(
    up: float,
) -> None:
    cards = [placed(c) for c in row("3 17 24 40 55", pitch=40, up=up, at=(600, 300))]
    x, y = cards[1].hint.centre
    off = replace(cards[1].hint, centre=(x + 55 * cos(up), y + 55 * sin(up)))
    seen = arrange([cards[0], replace(cards[1], hint=off), *cards[2:]], FIFTY, SIZE)
    assert [face(card) for card in seen] == ["3", "17", "24", "40", "55"]


@pytest.mark.parametrize("up", [0.0, 0.3, pi])
def test_two_cards_side_by_side_are_no_column_though_their_middles_seem_one_above_the_other(
    up: float,
) -> None:
    """A hand lies over all but their indices, which stand beside each other."""
    first, second = (placed(c) for c in row("2 8", pitch=60, up=up, at=(600, 300)))
    x, y = second.hint.centre
    left, high = -0.33 * WIDTH, 0.3 * HEIGHT
    above = x + left * cos(up) + high * sin(up), y + left * sin(up) - high * cos(up)
    seen = arrange([first, replace(second, hint=replace(second.hint, centre=above))], FIFTY, SIZE)
    assert [face(card) for card in seen] == ["2", "8"]


def test_a_row_laid_towards_the_player_is_read_from_the_top() -> None:
    cards = [Lying(str(n), 300 + n, 100 + 60 * n) for n in (1, 2, 3, 4)]
    assert lies(cards) == {Zone.ROW: "1 2 3 4"}


@pytest.mark.parametrize(("game", "read"), [("fifty-fifty", "3 9 24 30"), ("no-thanks", "30 24 9 3")])
def test_only_a_row_that_grows_is_turned_to_its_lowest_number(game: str, read: str) -> None:
    """Cards that look the same both ways: where rows grow, the falling one lies upside down."""
    cards = [replace(placed(c), upright=0.0, seen=()) for c in row("30 24 9 3", pitch=140)]
    assert " ".join(face(c) for c in arrange(cards, look_of(game), SIZE)) == read


@pytest.mark.parametrize(("faces", "sure"), [("72 64", False), ("72 64 22 pass", False), ("64 72", True)])
def test_a_row_that_only_shrinks_is_asked_about_in_a_still_picture(faces: str, sure: bool) -> None:
    """It may be told from its end; whoever follows a game knows what was there first."""
    cards = [replace(placed(c), upright=2.0) for c in row(faces, pitch=140)]
    seen = arrange(cards, FIFTY, SIZE)
    assert " ".join(str(c.best) for c in seen) == faces
    assert {c.sure for c in seen} == {sure}
    assert any(c.sure for c in arrange(cards, FIFTY, SIZE, game=True))


def test_single_cards_upside_down_do_not_turn_the_row() -> None:
    cards = row("15 25 28 30 62 91")
    turned = [Lying(c.face, c.x, c.y, pi if c.face in ("25", "91") else 0.0) for c in cards]
    assert lies(turned) == {Zone.ROW: "15 25 28 30 62 91"}


@pytest.mark.parametrize(
    "jump",
    [
        Lying("73", 330, 300 + 1.25 * HEIGHT),
        Lying("73", 330, 300 - 1.25 * HEIGHT),
        Lying("73", 330, 300 - 0.95 * HEIGHT, pi / 2),
        Lying("73", 320 + 1.5 * WIDTH, 310),
        Lying("73", 320 + 1.5 * WIDTH, 300, -pi / 2),
    ],
    ids=["below", "above", "above, turned", "right", "right, turned"],
)
def test_a_card_beside_the_row_is_the_jump(jump: Lying) -> None:
    assert lies([jump, *row("3 17 23 40")]) == {Zone.ROW: "3 17 23 40", Zone.JUMP: "73"}


@pytest.mark.parametrize(("size", "sure"), [(0.6, False), (0.8, True), (1.3, True), (1.6, False)])
def test_what_is_far_smaller_or_larger_than_the_rows_cards_is_asked_about(size: float, sure: bool) -> None:
    """A number beside the row may stand on a die or a coin."""
    jump = placed(Lying("73", 330, 300 + 1.4 * HEIGHT))
    odd = replace(jump, hint=replace(jump.hint, height=size * HEIGHT, width=size * WIDTH))
    seen = arrange([*(placed(c) for c in row("3 17 23 40")), odd], FIFTY, SIZE)
    assert [c.sure for c in seen] == [True] * 4 + [sure]


@pytest.mark.parametrize(("size", "sure"), [(0.5, False), (0.6, True), (1.6, True), (1.9, False)])
def test_what_reads_clearly_in_two_places_may_be_a_card_seen_from_far_off(size: float, sure: bool) -> None:
    jump = placed(Lying("73", 330, 300 + 1.4 * HEIGHT))
    hint = replace(jump.hint, height=size * HEIGHT, width=size * WIDTH)
    odd = replace(jump, hint=hint, seen=(hint.centre, (hint.centre[0] - 20, hint.centre[1] - 30)))
    seen = arrange([*(placed(c) for c in row("3 17 23 40")), odd], FIFTY, SIZE)
    assert [c.sure for c in seen] == [True] * 4 + [sure]


@pytest.mark.parametrize(
    ("higher", "zones"), [(0.0, {Zone.ROW}), (0.2, {Zone.ROW}), (0.8, {Zone.ROW, Zone.JUMP})]
)
def test_a_card_in_line_between_two_of_the_row_is_no_jump_card(higher: float, zones: set[Zone]) -> None:
    """However roughly widths are told: here both gaps are wider than those before a next card may be."""
    ends = row("3 9 17", at=(200, 300), pitch=50) + row("40 45 51", at=(300 + 3.6 * WIDTH, 300), pitch=50)
    between = Lying("23", 300 + 1.8 * WIDTH, 300 - higher * HEIGHT, shows="middle")
    assert set(lies([*ends, between])) == zones


@pytest.mark.parametrize("row_y", [200, 480])
def test_of_two_as_long_the_row_is_the_one_that_is_read(row_y: float) -> None:
    """A hand on the jump card may look like another card beside it, whichever lies higher in the picture."""
    jump = row("? 49", at=(700, 680 - row_y))
    assert lies([*row("83 99", at=(500, row_y)), *jump])[Zone.ROW] == "83 99"


def test_a_row_with_a_hole_in_it_is_one_row() -> None:
    assert lies(row("3 17 23") + row("40 51", at=(560, 305))) == {Zone.ROW: "3 17 23 40 51"}


@pytest.mark.parametrize("first", [0, 3])
def test_a_row_under_a_hand_is_told_once_though_both_its_ends_are_as_long(first: int) -> None:
    """Whichever end is taken for the row's beginning."""
    cards = row("3 17 21", at=(200, 300)) + row("40 52 pass", at=(700, 290))
    assert lies(cards[first:] + cards[:first]) == {Zone.ROW: "3 17 21 40 52 pass"}


def test_of_two_lonely_cards_the_known_place_tells_the_row() -> None:
    cards = [Lying("23", 300, 200), Lying("73", 310, 450)]
    assert lies(cards) == {Zone.ROW: "?", Zone.JUMP: "?"}  # either may be the other one's jump card
    assert lies(cards, row_at=(300, 470)) == {Zone.ROW: "73", Zone.JUMP: "23"}
    followed = arrange([placed(c) for c in cards], FIFTY, SIZE, game=True)
    assert [(c.zone, face(c)) for c in followed] == [(Zone.ROW, "23"), (Zone.JUMP, "73")]


@pytest.mark.parametrize("higher", [-12.0, 12.0])
def test_of_two_level_cards_apart_the_second_is_the_jump(higher: float) -> None:
    both = [Lying("34", 300, shows="middle"), Lying("84", 300 + 1.8 * WIDTH, 300 - higher, shows="middle")]
    assert lies(both) == {Zone.ROW: "34", Zone.JUMP: "84"}
    same_upside_down = [replace(placed(c), upright=0.25) for c in both]
    assert not any(card.sure for card in arrange(same_upside_down, FIFTY, SIZE))


def test_what_looks_like_a_card_far_from_all_others_is_left_out() -> None:
    assert lies([*row("3 17"), Lying("?", 900)]) == {Zone.ROW: "3 17"}


def test_a_pass_card_far_from_the_row_is_left_out() -> None:
    assert lies([*row("3 17"), Lying("pass", 900), Lying("pass", 250, 560)]) == {Zone.ROW: "3 17"}


@pytest.mark.parametrize("read", ["3 17 ? ? ? pass", "3 17 ? ? ? pass pass"])
def test_a_pass_card_behind_a_hand_is_the_rows(read: str) -> None:
    seen = [card for card in row(read, pitch=90, at=(200, 300)) if card.face != "?"]
    assert lies(seen) == {Zone.ROW: read.replace("? ", "")}
    off = [*seen[:2], *(Lying(c.face, c.x, c.y + 0.5 * HEIGHT, c.up) for c in seen[2:])]
    assert lies(off) == {Zone.ROW: "3 17"}


def test_a_pass_card_behind_a_hand_may_lie_askew() -> None:
    """It is the row's line that it lies on, not its own."""
    seen = [*row("3 17", pitch=90, at=(200, 300)), Lying("pass", 590, 290, 0.24)]
    assert lies(seen) == {Zone.ROW: "3 17 pass"}


def test_a_row_may_begin_with_what_surely_is_a_pass_card() -> None:
    alone = placed(Lying("pass", 600))
    assert [c.believed for c in arrange([alone], FIFTY, SIZE)] == [PASS]
    assert arrange([replace(alone, sure=False)], FIFTY, SIZE) == ()
    assert arrange([replace(alone, hint=replace(alone.hint, score=0.6))], FIFTY, SIZE) == ()


@pytest.mark.parametrize(("score", "away", "cards"), [(0.6, 40.0, 2), (0.4, 40.0, 0), (0.6, 400.0, 0)])
def test_a_pass_card_that_covers_the_only_number_is_told(score: float, away: float, cards: int) -> None:
    upper, under = placed(Lying("pass", 600)), placed(Lying("?", 600 - away))
    faint = [replace(c, hint=replace(c.hint, score=score)) for c in (under, upper)]
    assert len(arrange(faint, FIFTY, SIZE)) == cards


def test_a_pass_card_before_a_number_is_not_believed() -> None:
    assert lies(row("3 pass 17 pass")) == {Zone.ROW: "3 ? 17 pass"}


def test_without_jumps_everything_is_one_row() -> None:
    cards = row("3 9 9", pitch=180)
    assert lies(cards, look_of("any")) == {Zone.ROW: "3 9 9"}


@pytest.mark.parametrize("slug", ["fifty-fifty", "23", "quick-and-easy", "futschikato", "no-thanks", "any"])
def test_an_empty_table_shows_nothing(slug: str) -> None:
    assert arrange([], look_of(slug), SIZE) == ()


@pytest.mark.parametrize(
    ("face", "size", "told"), [("pass", 1.5, True), ("pass", 2.0, False), ("?", 1.5, False)]
)
def test_a_sure_pass_card_is_told_though_the_numbers_cards_seem_smaller(
    face: str, size: float, told: bool
) -> None:
    """Of cards of which a hand leaves the indices, the heights are told roughly."""
    last = placed(Lying(face, 330, 300, shows="middle"))
    large = replace(last, hint=replace(last.hint, height=size * HEIGHT, width=size * WIDTH))
    cards = [placed(c) for c in row("62 68", at=(200, 300))]
    assert len(arrange([*cards, large], FIFTY, SIZE)) == 2 + told


def test_what_lies_by_an_unread_card_is_told_as_what_lies_by_a_read_one() -> None:
    """A row of which a hand covers all numbers but those at its other end."""
    near, far = Lying("?", 900, 310), row("? pass", at=(940, 310))
    alone = [replace(placed(near), hint=near.hint(CardKind.CARD, 0.9)), *(placed(c) for c in far)]
    seen = arrange([*(placed(c) for c in row("3 9 17")), *alone], FIFTY, SIZE)
    assert [str(c.believed) if c.believed else "?" for c in seen] == ["3", "9", "17", "?", "?", "pass"]
