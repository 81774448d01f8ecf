"""Fifty Fifty: which lines are acts, and which games can begin."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.cards import Card
from companion.errors import BadRecord
from companion.rules.fifty_fifty_state import Play, Reveal
from tests.companion.rules.fifty_fifty_drawn import GAME, drawn

BAD_LINES: list[Mapping[str, object]] = [
    {},
    {"player": "Ann"},
    {"player": "Ann", "t": 3},
    {"play": 5},
    {"player": 5, "play": 5},
    {"player": None, "take": True},
    {"player": "Ann", "play": 5, "jump": 55},
    {"player": "Ann", "play": 0},
    {"player": "Ann", "play": 101},
    {"player": "Ann", "play": 7.0},
    {"player": "Ann", "play": "7"},
    {"player": "Ann", "play": True},
    {"player": "Ann", "play": None},
    {"player": "Ann", "play": "PASS"},
    {"player": "Ann", "jump": "pass"},
    {"player": "Ann", "jump": 0},
    {"player": "Ann", "take": False},
    {"player": "Ann", "take": 1},
    {"player": "Ann", "play": 5, "note": 7},
    {"player": "Ann", "play": 5, "t": "soon"},
    {"reveal": [5]},
    {"reveal": {"Ann": 5}},
    {"reveal": {"Ann": [0]}},
    {"reveal": {"Ann": ["P"]}},
    {"reveal": True},
    {"note": None},
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_that_is_no_act_is_refused_as_such(line: Mapping[str, object]) -> None:
    with pytest.raises(BadRecord):
        GAME.parse(line, drawn(""))


GOOD_LINES: list[dict[str, object]] = [
    {"player": "Ann", "play": 5},
    {"player": "Ann", "play": "pass"},
    {"player": "Ann", "jump": 5},
    {"player": "Ann", "take": True},
    {"reveal": {"Ann": [5, "pass"], "Ben": []}},
    {"note": "well"},
    {"player": "Zoe", "note": "well"},
]


@pytest.mark.parametrize("line", GOOD_LINES)
def test_an_act_is_written_as_it_is_read(line: dict[str, object]) -> None:
    assert GAME.parse({**line, "t": 1.5, "evidence": 3}, drawn("")).to_record() == line


BAD_STARTS: list[tuple[Any, Any, Any]] = [
    (None, None, {}),
    ("Ann", None, {}),
    ({"Ann": 1, "Ben": 2}, None, {}),
    (["Ann", 7], None, {}),
    (["Ann", "Ben"], ["Ann"], {}),
    (["Ann", "Ben"], None, ["purple"]),
    (["Ann"], None, {}),
    (["Ann", "Ben", "Cem", "Dia", "Eve", "Flo"], None, {}),
    (["Ann", "Ann"], None, {}),
    (["Ann", ""], None, {}),
    (["Ann", "x" * 33], None, {}),
    (["Ann", "Ben"], "Cem", {}),
    (["Ann", "Ben"], None, {"colour": "red"}),
    (["Ann", "Ben"], None, {"purple": "every-fourth"}),
    (["Ann", "Ben"], None, {"purple": [0]}),
    (["Ann", "Ben"], None, {"purple": [True]}),
    (["Ann", "Ben"], None, {"purple": 3}),
    (["Ann", "Ben"], None, {"pass_in_hand": "dead"}),
    (["Ann", "Ben"], None, {"pass_in_hand": None}),
    (["Ann", "Ben"], None, {"pass_opens_row": True}),
]


@pytest.mark.parametrize(("players", "starter", "rules"), BAD_STARTS)
def test_a_game_that_cannot_be_does_not_begin(players: Any, starter: Any, rules: Any) -> None:
    with pytest.raises(BadRecord):
        GAME.start(players, starter, rules)


def test_names_differ_when_they_are_not_exactly_equal() -> None:
    assert GAME.start(["Ann", "ann"]).to_move == "Ann"
    assert GAME.start(["Ann", "ann"], "ann").to_move == "ann"


@pytest.mark.parametrize("value", [0, 101, 109])
def test_a_number_that_the_deck_lacks_is_no_act(value: int) -> None:
    with pytest.raises(ValueError, match="1 to 100"):
        Play("Ann", Card.number(value))
    with pytest.raises(ValueError, match="1 to 100"):
        Reveal(None, (("Ann", (Card.number(value),)),))
