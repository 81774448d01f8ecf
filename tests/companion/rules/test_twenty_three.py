from dataclasses import replace

import pytest

from companion.errors import BadRecord, Code
from companion.rules.base import Remark
from companion.rules.twenty_three_state import TwentyThreeState
from tests.companion.rules.lines import (
    Line,
    begin,
    of,
    places,
    play,
    refused,
)
from tests.companion.rules.twenty_three_drawn import (
    ALL_TENS,
    BETWEEN,
    FORCED,
    ONE_CARD,
    POOR,
    RANK_10,
    RULES,
    START,
    last_card,
    line,
    on,
    table,
)


def test_the_start() -> None:
    assert RULES.describe(table("", starter="Cem")) == {
        "to_move": "Cem",
        "hands": {"Ann": 12, "Ben": 12, "Cem": 12},
        "over": False,
        "rank": None,
        "chips": {"Ann": 0, "Ben": 0, "Cem": 0},
        "bonus": {"Ann": 3, "Ben": 3, "Cem": 3},
        "forced": False,
        "out": [],
        "round": 1,
    }


def test_the_learning_deal_begins_with_the_same_hands() -> None:
    learning = table("1 3", learning_deal=True)
    assert RULES.describe(learning) == RULES.describe(table("1 3"))
    assert replace(learning, learning_deal=False) == table("1 3", learning_deal=False) == table("1 3")


@pytest.mark.parametrize("value", [1, 0, "true", None, 12])
def test_a_learning_deal_is_true_or_false(value: object) -> None:
    with pytest.raises(BadRecord):
        begin(RULES, "Ann Ben", learning_deal=value)


@pytest.mark.parametrize("players", ["Ann", "A B C D E", "Ann Ann"])
def test_two_to_four_distinct_players(players: str) -> None:
    with pytest.raises(BadRecord):
        begin(RULES, players)


@pytest.mark.parametrize(
    ("before", "word", "chips"),
    [
        ("1", "1", None),
        ("1", "2", 0),
        ("1", "2x2", 0),
        ("1 2", "2", 0),
        ("1", "5", 3),
        ("1 5", "8x2", 2),
        ("1 5", "8x3", 2),
        ("1 2 5", "5", 0),
        ("1 5 14", "10x2-5", 0),
        ("1 5 14", "10x2-4", 0),
        ("1 5 14", "10x2-3", None),
        ("1 5 10", "17+5", 1),
        ("1 5 10", "17+1", 5),
        ("1 5 10", "17+6", 0),
        ("1 5 10", "17+7", 0),
        ("1 5 10", "17+8", None),
        ("1 5 10", "17-5", 11),
        ("1 5 17", "20x2", 2),
        ("1", "23", 21),
        ("1", "23+15", 6),
        ("1", "23+16", None),
        ("1 23", "23", 0),
        ("1 23", "8-15", 0),
        ("1 23", "7-15", None),
    ],
)
def test_what_a_play_costs(before: str, word: str, chips: int | None) -> None:
    state = table(before, "Ann Ben")
    name = str(state.to_move)
    seat = state.players.index(name)
    if chips is None:
        refused(RULES, state, line(name, word))
    else:
        assert on(state, word).chips[seat] - state.chips[seat] == chips


@pytest.mark.parametrize(
    ("shift", "left"), [(0, 3), (1, 2), (5, 2), (6, 1), (10, 1), (11, 0), (15, 0), (-1, 2), (-6, 1)]
)
def test_each_bonus_chip_moves_the_rank_by_up_to_five(shift: int, left: int) -> None:
    assert on(table("1 7"), f"22{shift:+}").bonus == (3, 3, left)


def test_bonus_chips_are_for_the_whole_game() -> None:
    between = table("1 12+6 f f", "Ann Ben")
    assert of(RULES, between, "bonus") == [{"Ann": 3, "Ben": 1}]
    state = on(between, "Ann: 1")
    assert of(RULES, state, "bonus") == [{"Ann": 3, "Ben": 1}]
    assert refused(RULES, state, line("Ben", "12+6")) is Code.NO_BONUS
    assert on(state, "12+5").bonus == (3, 0)


@pytest.mark.parametrize(
    ("chips", "word", "after"),
    [(0, "5", 0), (2, "6", 0), (3, "6", 0), (10, "6", 7), (0, "8", 0), (0, "10", 1)],
)
def test_the_last_card_returns_up_to_three_after_its_own_chips(chips: int, word: str, after: int) -> None:
    state = on(last_card(chips), word)
    assert state.chips == (after, 0, 0)
    assert of(RULES, state, "out", "to_move") == [["Ann"], "Ben"]


def test_folding_costs_a_chip_a_card_and_those_out_are_skipped() -> None:
    state = table("1 2x2 f p")
    assert of(RULES, state, "to_move", "hands", "chips", "out") == [
        "Ben",
        {"Ann": 11, "Ben": 10, "Cem": 0},
        {"Ann": 1, "Ben": 0, "Cem": 12},
        ["Cem"],
    ]
    assert of(RULES, on(state, "p p"), "to_move", "chips") == ["Ben", {"Ann": 2, "Ben": 1, "Cem": 12}]


def test_a_force_binds_whoever_is_to_move_until_a_card_is_played() -> None:
    state = table("1 2 pp", "Ann Ben Cem Dia")
    assert of(RULES, state, "forced", "to_move", "chips") == [
        True,
        "Dia",
        {"Ann": 0, "Ben": 0, "Cem": 2, "Dia": 0},
    ]
    assert refused(RULES, state, line("Dia", "p")) is Code.MUST_PLAY
    assert refused(RULES, state, line("Dia", "pp")) is Code.MUST_PLAY
    after_fold = on(state, "f")
    assert of(RULES, after_fold, "forced", "to_move") == [True, "Ann"]
    assert refused(RULES, after_fold, line("Ann", "p")) is Code.MUST_PLAY
    assert of(RULES, on(after_fold, "3"), "forced") == [False]
    assert of(RULES, on(after_fold, "3 p"), "forced") == [False]


def test_alone_in_the_round_one_may_pass_and_force_oneself() -> None:
    state = table("1 f p", "Ann Ben")
    assert of(RULES, state, "to_move", "chips", "forced") == ["Ann", {"Ann": 1, "Ben": 12}, False]
    state = on(state, "pp")
    assert of(RULES, state, "to_move", "chips", "forced") == ["Ann", {"Ann": 3, "Ben": 12}, True]
    assert refused(RULES, state, line("Ann", "p")) is Code.MUST_PLAY
    assert of(RULES, on(state, "4 p"), "to_move", "forced") == ["Ann", False]


def test_a_round_that_ends_takes_the_force_with_it() -> None:
    assert of(RULES, table("1 pp f f", "Ann Ben"), "forced", "to_move") == [False, None]


def test_between_the_rounds_nobody_is_to_move() -> None:
    assert RULES.describe(BETWEEN) == {
        "to_move": None,
        "hands": {"Ann": 0, "Ben": 0, "Cem": 0},
        "over": False,
        "rank": 7,
        "chips": {"Ann": 11, "Ben": 16, "Cem": 12},
        "bonus": {"Ann": 3, "Ben": 3, "Cem": 3},
        "forced": False,
        "out": ["Ann", "Ben", "Cem"],
        "round": 1,
    }
    assert RULES.outcome(BETWEEN) is None
    assert places(RULES, BETWEEN) == [("Ann", 1, 11), ("Cem", 2, 12), ("Ben", 3, 16)]


def test_the_second_round_begins_with_the_holder_of_the_one() -> None:
    state = on(BETWEEN, "Cem:")
    assert of(RULES, state, "to_move", "rank", "round", "out", "over") == ["Cem", None, 2, [], False]
    assert of(RULES, state, "hands", "chips") == [
        {"Ann": 12, "Ben": 12, "Cem": 12},
        {"Ann": 11, "Ben": 16, "Cem": 12},
    ]
    state = on(state, "1 7x3 9")
    assert of(RULES, state, "rank", "to_move") == [9, "Cem"]


def test_bonus_chips_cancel_two_each_when_the_game_is_over() -> None:
    running = on(BETWEEN, "Cem: 1 f f")
    assert places(RULES, running) == [("Cem", 1, 12), ("Ann", 2, 23), ("Ben", 3, 28)]
    state = on(running, "f")
    assert of(RULES, state, "over", "to_move", "round") == [True, None, 2]
    assert of(RULES, state, "chips", "bonus") == [
        {"Ann": 23, "Ben": 28, "Cem": 23},
        {"Ann": 3, "Ben": 3, "Cem": 3},
    ]
    assert places(RULES, state) == [("Ann", 1, 17), ("Cem", 1, 17), ("Ben", 3, 22)]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.standings == RULES.standings(state)
    for after in (line("Ann", "p"), line(None, "Ann:"), line("Zoe", "f"), line(None, "Zoe:")):
        assert refused(RULES, state, after) is Code.GAME_OVER


@pytest.mark.parametrize(("chips", "bonus", "score"), [(0, 3, 0), (3, 2, 0), (4, 2, 0), (5, 2, 1), (9, 0, 9)])
def test_a_score_is_never_below_zero(chips: int, bonus: int, score: int) -> None:
    state = replace(BETWEEN, over=True, round=2, chips=(chips, 30, 30), bonus=(bonus, 0, 0))
    assert places(RULES, state)[0] == ("Ann", 1, score)


@pytest.mark.parametrize(
    ("state", "act", "code"),
    [
        (RANK_10, {"player": "Ann", "play": 0}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 24}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11.0}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": "11"}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": True}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11, "count": 1.0}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11, "count": True}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11, "count": None}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11, "bonus": 1.0}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11, "bonus": False}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11, "bonus": "1"}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "play": 11, "pass": True}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "pass": False}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "pass": 1}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "pass": "Force"}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "pass": "true"}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "fold": 1}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "fold": "force"}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "fold": None}, Code.BAD_RECORD),
        (RANK_10, {"play": 11}, Code.BAD_RECORD),
        (RANK_10, {"player": None, "play": 11}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann"}, Code.BAD_RECORD),
        (RANK_10, {"player": "Ann", "take": True}, Code.BAD_RECORD),
        (BETWEEN, {"round": 1, "starter": "Ann"}, Code.BAD_RECORD),
        (BETWEEN, {"round": 3, "starter": "Ann"}, Code.BAD_RECORD),
        (BETWEEN, {"round": 2.0, "starter": "Ann"}, Code.BAD_RECORD),
        (BETWEEN, {"round": True, "starter": "Ann"}, Code.BAD_RECORD),
        (BETWEEN, {"round": 2}, Code.BAD_RECORD),
        (BETWEEN, {"round": 2, "starter": 1}, Code.BAD_RECORD),
        (BETWEEN, {"round": 2, "starter": "Ann", "fold": True}, Code.BAD_RECORD),
        (RANK_10, {"player": "Zoe", "play": 1}, Code.UNKNOWN_PLAYER),
        (BETWEEN, {"player": "Zoe", "fold": True}, Code.UNKNOWN_PLAYER),
        (BETWEEN, {"round": 2, "starter": "Zoe"}, Code.UNKNOWN_PLAYER),
        (RANK_10, {"round": 2, "starter": "Zoe"}, Code.UNKNOWN_PLAYER),
        (RANK_10, {"player": "Ben", "play": 1}, Code.NOT_YOUR_TURN),
        (START, {"player": "Ben", "play": 1}, Code.NOT_YOUR_TURN),
        (FORCED, {"player": "Ben", "pass": True}, Code.NOT_YOUR_TURN),
        (START, {"player": "Ann", "pass": True}, Code.MUST_PLAY),
        (START, {"player": "Ann", "pass": "force"}, Code.MUST_PLAY),
        (START, {"player": "Ann", "fold": True}, Code.MUST_PLAY),
        (START, {"player": "Ann", "play": 2}, Code.MUST_PLAY),
        (START, {"player": "Ann", "play": 1, "count": 2}, Code.MUST_PLAY),
        (START, {"player": "Ann", "play": 1, "count": 0}, Code.MUST_PLAY),
        (START, {"player": "Ann", "play": 1, "bonus": 1}, Code.MUST_PLAY),
        (FORCED, {"player": "Ann", "pass": True}, Code.MUST_PLAY),
        (BETWEEN, {"player": "Ann", "play": 8}, Code.ROUND_OVER),
        (BETWEEN, {"player": "Cem", "pass": True}, Code.ROUND_OVER),
        (BETWEEN, {"player": "Ben", "fold": True}, Code.ROUND_OVER),
        (RANK_10, {"round": 2, "starter": "Ann"}, Code.ROUND_NOT_OVER),
        (START, {"round": 2, "starter": "Ann"}, Code.ROUND_NOT_OVER),
        (table("1 f f f Ann: 1"), {"round": 2, "starter": "Ann"}, Code.ROUND_NOT_OVER),
        (RANK_10, {"player": "Ann", "play": 9}, Code.RANK_TOO_LOW),
        (RANK_10, {"player": "Ann", "play": 1}, Code.RANK_TOO_LOW),
        (RANK_10, {"player": "Ann", "play": 9, "count": 9}, Code.RANK_TOO_LOW),
        (RANK_10, {"player": "Ann", "play": 11, "bonus": 2}, Code.RANK_TOO_LOW),
        (RANK_10, {"player": "Ann", "play": 4, "bonus": -5}, Code.RANK_TOO_LOW),
        (RANK_10, {"player": "Ann", "play": 23, "bonus": 90}, Code.RANK_TOO_LOW),
        (RANK_10, {"player": "Ann", "play": 23, "bonus": 14}, Code.RANK_TOO_LOW),
        (POOR, {"player": "Ann", "play": 9, "bonus": -6}, Code.NO_BONUS),
        (POOR, {"player": "Ann", "play": 9, "bonus": -90}, Code.NO_BONUS),
        (POOR, {"player": "Ann", "play": 23, "bonus": 6, "count": 0}, Code.NO_BONUS),
        (RANK_10, {"player": "Ann", "play": 9, "bonus": -10}, Code.BAD_SHIFT),
        (RANK_10, {"player": "Ann", "play": 9, "bonus": -10, "count": 4}, Code.BAD_SHIFT),
        (RANK_10, {"player": "Ann", "play": 11, "count": 4}, Code.WRONG_COUNT),
        (RANK_10, {"player": "Ann", "play": 11, "count": 0}, Code.WRONG_COUNT),
        (RANK_10, {"player": "Ann", "play": 11, "count": -1}, Code.WRONG_COUNT),
        (RANK_10, {"player": "Ann", "play": 10, "count": 3}, Code.WRONG_COUNT),
        (ALL_TENS, {"player": "Ben", "play": 10}, Code.WRONG_COUNT),
        (RANK_10, {"player": "Ann", "play": 2, "count": 3, "bonus": -9}, Code.WRONG_COUNT),
        (RANK_10, {"player": "Ann", "play": 1, "bonus": -9}, Code.WRONG_COUNT),
        (ONE_CARD, {"player": "Ann", "play": 11, "count": 4}, Code.WRONG_COUNT),
        (ONE_CARD, {"player": "Ann", "play": 11, "count": 2}, Code.NO_CARDS),
    ],
)
def test_refusals(state: TwentyThreeState, act: Line, code: Code) -> None:
    assert refused(RULES, state, act) is code


def test_copies_are_counted_for_each_round() -> None:
    state = on(table("1 2x2 3x3 f f f"), "Ann: 1 2x2 3x3")
    assert state.hands == (11, 10, 9)
    assert refused(RULES, state, line("Ann", "3")) is Code.WRONG_COUNT


def test_a_remark_changes_nothing_at_any_time() -> None:
    for state in (START, BETWEEN, on(BETWEEN, "Cem: 1 f f f")):
        assert play(RULES, state, {"note": "tea"}) is state
        assert RULES.parse({"player": "Ann", "note": "tea"}, state) == Remark("Ann", "tea")


def test_what_no_verb_needs_is_ignored() -> None:
    assert play(RULES, RANK_10, {"player": "Ann", "pass": True, "count": 2, "why": 1}) == on(RANK_10, "p")
    assert play(RULES, BETWEEN, {"round": 2, "starter": "Ben", "player": "Zoe"}) == on(BETWEEN, "Ben:")


@pytest.mark.parametrize("number", [10**4299, 1 - 10**4300, 10**4300 - 1])
def test_a_number_of_any_length_is_refused_in_words(number: int) -> None:
    for key in ("count", "bonus"):
        refused(RULES, RANK_10, {"player": "Ann", "play": 11, key: number})
    assert refused(RULES, RANK_10, {"player": "Ann", "play": number}) is Code.BAD_RECORD
