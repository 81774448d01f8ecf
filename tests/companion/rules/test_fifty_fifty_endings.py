"""Fifty Fifty: how it ends."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.errors import IllegalAct
from tests.companion.rules.fifty_fifty_drawn import GAME, act, drawn, reveal, row

# Endings. The pile is empty and the hands are uneven only where the row says so.
LATE: dict[str, Any] = {"draw_pile": 0, "hands": "3 3 2 2", "penalties": "10 20 30 25"}


def test_a_removal_of_the_whole_row_ends_the_game_once_the_pile_is_empty() -> None:
    state = act(drawn("40 50 P", **LATE), "Ann", "30")
    assert state.over
    assert state.to_move is None
    assert state.penalties == (10 + 3 + 3 + 2 + 2, 20, 30, 25)
    assert state.hands == (2, 0, 0, 0)
    assert row(state) == "30"
    assert sum(state.penalties) + sum(state.hands) + len(state.row) == sum((10, 20, 30, 25, 3, 3, 2, 2, 3))


def test_with_one_card_left_to_draw_a_removal_goes_on() -> None:
    state = act(drawn("40 50", draw_pile=1), "Ann", "30")
    assert (state.over, state.draw_pile, state.hands) == (False, 0, (5, 5, 5, 5))


def test_a_row_of_passes_only_counts_as_a_row() -> None:
    assert act(drawn("P P", **LATE), "Ann", "30").over


def test_a_part_of_the_row_never_ends_the_game() -> None:
    assert not act(drawn("20 50 60", **LATE), "Ann", "30").over
    assert not act(drawn("", **LATE), "Ann", "30").over


def test_a_card_whose_removal_ended_the_game_cannot_be_jumped_on() -> None:
    with pytest.raises(IllegalAct) as refusal:
        act(act(drawn("40 50", **LATE), "Ann", "30"), "Ben", "jump 80")
    assert refusal.value.code == "game-over"


def test_a_jump_penalty_ends_the_game_once_the_pile_is_empty() -> None:
    state = drawn("10 73b", "Cem", **LATE)
    state = act(act(state, "Ann", "jump 23"), "Ben", "P")
    assert state.hands == (2, 2, 2, 2)
    state = act(state, "Cem", "take")
    assert state.over
    assert state.row == ()
    assert state.jump is None
    assert state.penalties == (10, 20, 30 + 4 + 6, 25)
    assert state.hands == (0, 0, 2, 0)


def test_a_take_looks_at_the_pile_as_it_then_is() -> None:
    state = act(drawn("10 73b", "Cem", draw_pile=1), "Ann", "jump 23")
    assert state.draw_pile == 0
    assert act(state, "Ben", "take").over
    state = act(drawn("10 73b", "Cem", draw_pile=2), "Ann", "jump 23")
    assert not act(state, "Ben", "take").over


LAST: dict[str, Any] = {"draw_pile": 0, "hands": "2 1 1 1", "penalties": "10 20 30 33"}


def last_turn(rules: Mapping[str, object] | None = None) -> dict[str, Any]:
    return {**LAST, "rules": dict(rules or {})}


def test_the_last_card_in_hand_brings_the_reveal() -> None:
    state = act(drawn("40", **LAST), "Ann", "50")
    assert (state.reveal_due, state.to_move, state.over) == (True, "Ben", False)


def revealed(hands: dict[str, object], **rules: object) -> object:
    state = act(drawn("40", **last_turn(rules)), "Ann", "50")
    after = GAME.apply(state, GAME.parse(hands, state))
    outcome = GAME.outcome(after)
    assert outcome is not None
    places = [(s.player, s.place, s.score, s.eliminated) for s in outcome.standings]
    return after.hands, row(after), places


def test_the_lowest_number_takes_the_row_and_the_other_hands() -> None:
    assert revealed(reveal(Ann="9", Ben="8", Cem="99", Dia="100")) == (
        (0, 1, 0, 0),
        "",
        [("Ann", 1, 10, False), ("Ben", 2, 25, False), ("Cem", 3, 30, False), ("Dia", 4, 33, False)],
    )


def test_a_pass_in_hand_eliminates() -> None:
    assert revealed(reveal(Ann="P", Ben="8", Cem="99", Dia="100")) == (
        (0, 1, 0, 0),
        "",
        [("Ben", 1, 25, False), ("Cem", 2, 30, False), ("Dia", 3, 33, False), ("Ann", 4, 10, True)],
    )


def test_a_pass_in_hand_may_be_spared() -> None:
    hands = reveal(Ann="P", Ben="8", Cem="99", Dia="100")
    assert revealed(hands, pass_in_hand="spared") == (
        (0, 1, 0, 0),
        "",
        [("Ann", 1, 10, False), ("Ben", 2, 25, False), ("Cem", 3, 30, False), ("Dia", 4, 33, False)],
    )


@pytest.mark.parametrize(("ruling", "out"), [("eliminated", True), ("spared", False)])
def test_nobody_takes_the_row_when_all_show_passes(ruling: str, out: bool) -> None:
    hands = reveal(Ann="P", Ben="P", Cem="P", Dia="P")
    assert revealed(hands, pass_in_hand=ruling) == (
        (1, 1, 1, 1),
        "40 50",
        [("Ann", 1, 10, out), ("Ben", 2, 20, out), ("Cem", 3, 30, out), ("Dia", 4, 33, out)],
    )


BAD_REVEALS = [
    (reveal(Ann="9", Ben="8", Cem="99", Dia="50"), "already-played"),
    (reveal(Ann="9", Ben="8", Cem="9", Dia="51"), "already-played"),
    (reveal(Ann="9 10", Ben="8", Cem="9", Dia="51"), "already-played"),
    (reveal(Ann="9", Ben="8", Cem="99"), "wrong-count"),
    (reveal(Ann="9 10", Ben="8", Cem="99", Dia="51"), "wrong-count"),
    (reveal(Ann="P P", Ben="8", Cem="99", Dia="51"), "too-many-cards"),
    (reveal(Ann="", Ben="8", Cem="99", Dia="51"), "wrong-count"),
    (reveal(Ann="9", Ben="8", Cem="99", Zoe="51"), "unknown-player"),
]


@pytest.mark.parametrize(("hands", "code"), BAD_REVEALS)
def test_a_reveal_must_be_what_the_players_can_hold(hands: dict[str, object], code: str) -> None:
    state = act(drawn("40", **LAST, passes=19), "Ann", "50")
    with pytest.raises(IllegalAct) as refusal:
        GAME.apply(state, GAME.parse(hands, state))
    assert refusal.value.code == code


def test_a_jump_stays_open_until_hands_are_revealed_and_is_settled_first() -> None:
    state = act(drawn("40", **LAST), "Ann", "50")
    state = act(state, "Cem", "jump 100")
    assert (state.reveal_due, state.to_move, state.hands) == (False, "Ann", (1, 1, 0, 1))
    state = act(act(state, "Ann", "P"), "Ben", "P")
    assert not state.reveal_due
    with pytest.raises(IllegalAct) as refusal:
        act(state, "Cem", "P")
    assert refusal.value.code == "no-cards"
    state = act(state, "Cem", "take")
    assert (state.over, state.penalties) == (True, (10, 20, 30 + 5 + 1, 33))


def test_a_pass_can_bring_the_reveal_and_then_nothing_else_is_possible() -> None:
    state = act(drawn("40", **LAST), "Ann", "P")
    assert state.reveal_due
    assert list(GAME.candidates(state)) == []


def test_whoever_shows_a_pass_is_out_though_a_low_number_lies_beside_it() -> None:
    state = drawn("40", draw_pile=0, hands="2 1 1 1", reveal_due=True)
    after = GAME.apply(state, GAME.parse(reveal(Ann="P 1", Ben="8", Cem="99", Dia="100"), state))
    assert after.eliminated == ("Ann",)
    assert after.penalties == (0, 1 + 4, 0, 0)


def test_whoever_holds_no_card_cannot_be_expected_to_play_one() -> None:
    state = drawn("10 73b", draw_pile=0, hands="0 2 0 2")
    assert [act.to_record() for act in GAME.candidates(state)] == [{"player": "Dia", "jump": 23}]
