"""JSON Lines, and values as they stand in them."""

import json

import pytest

from companion.errors import BadRecord, Refusal
from companion.json_lines import as_json, decode_line
from companion.records.record import Header
from companion.rules.base import GameState, Rules
from companion.rules.catalogue import GAMES, find_game


@pytest.mark.parametrize(
    "value",
    [
        True,
        False,
        None,
        7,
        7.0,
        "pass",
        'Ann "the fox"',
        "Zoë",
        "\ud83e",
        "a\u202eb",
        "a\nb",
        [],
        {"a": [None, True]},
    ],
)
def test_a_value_is_shown_as_a_line_has_it(value: object) -> None:
    shown = as_json(value)
    assert json.loads(shown) == value
    assert shown.encode().decode().isprintable(), "it can be printed, and turns nothing round"


def test_what_json_cannot_say_stays_as_python_has_it() -> None:
    assert as_json({5}) == "{5}"
    assert as_json(float("inf")) == "inf"


VALUES: list[object] = [True, False, None, "it's", 5.5, {"a": True}]
LINES = {
    "fifty-fifty": (
        {"player": "Ann", "play": 5},
        {"player": "Ann", "jump": 5},
        {"player": "Ann", "take": True},
    ),
    "23": (
        {"player": "Ann", "pass": True},
        {"player": "Ann", "play": 1, "count": 1},
        {"round": 2, "starter": "Ann"},
    ),
    "quick-and-easy": ({"player": "Ann", "stuck": True}, {"player": "Ann", "lay": []}),
    "no-thanks": ({"flip": 5}, {"player": "Ann", "token": True}),
    "futschikato": ({"player": "Ann", "play": 5},),
}


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
def test_what_is_wrong_with_an_act_is_shown_as_it_was_written(game: str) -> None:
    rules = find_game(game)
    state = rules.start(["Ann", "Ben", "Cem"])
    said = [
        (message, value)
        for line in LINES[game]
        for key in (*line, "t", "note")
        for value in VALUES
        if (message := refusal(rules, state, {**line, key: value}))
    ]
    assert len(said) > len(VALUES)
    for message, value in said:
        assert f"not {json.dumps(value)}" in message


def refusal(rules: Rules, state: GameState, line: dict[str, object]) -> str:
    """Say why a line is no act; "" where it is one."""
    try:
        rules.parse(line, state)
    except BadRecord as error:
        return error.message
    return ""


@pytest.mark.parametrize("value", VALUES)
def test_what_is_wrong_with_a_header_is_shown_as_it_was_written(value: object) -> None:
    for fields in ({"players": value}, {"starter": value}, {"rules": {"purple": value}}):
        with pytest.raises(Refusal) as caught:
            Header.parse({"game": "fifty-fifty", "players": ["Ann", "Ben"], **fields})
        assert json.dumps(value) in caught.value.message


def test_a_line_that_is_no_object_is_shown() -> None:
    with pytest.raises(BadRecord, match='no JSON object but "Zoë"'):
        decode_line('"Zoë"'.encode())
