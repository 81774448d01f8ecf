"""Whatever stands in a file, reading and replaying it ends in states or in one refusal with a line."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Code
from companion.records.record import RecordError, read, replay
from companion.rules.catalogue import GAMES, find_game

VERBS = [
    *("play", "jump", "take", "reveal", "count", "bonus", "pass", "fold", "round", "starter"),
    *("lay", "stuck", "flip", "token", "note", "t"),
]
NAMES = ["Ann", "Ben", "Cem", "Zoe"]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 110)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from([*NAMES, "pass", "force", "up", "down", "red", "blue", ""])
    | st.text(max_size=3)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*NAMES, "stack", "value", "colour"]) | st.text(max_size=3), inner, max_size=3
        )
    ),
    max_leaves=6,
)
likely = st.fixed_dictionaries({"player": st.sampled_from(NAMES)}, optional=dict.fromkeys(VERBS, values))
lines = likely | st.dictionaries(st.sampled_from([*VERBS, "player"]), values, max_size=4) | values


def outcome(data: bytes) -> tuple[int, RecordError | None]:
    """Give how many acts were replayed, and what ended it."""
    acts = 0
    try:
        for _ in replay(read(data)):
            acts += 1
    except RecordError as error:
        return acts, error
    return acts, None


@settings(max_examples=120, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_or_read(data: bytes) -> None:
    _, error = outcome(data)
    assert error is not None
    assert (error.line, error.code) == (1, Code.BAD_RECORD)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(["game", "players", "starter", "rules"]), values)
def test_any_value_in_a_header_is_refused_or_taken(key: str, value: Any) -> None:
    for rules in GAMES:
        header = {"game": rules.slug, "players": NAMES[: max(rules.players[0], 3)], key: value}
        _, error = outcome(json.dumps(header).encode() + b"\n")
        assert error is None or (error.line, error.code) == (1, Code.BAD_RECORD)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_any_value_for_a_house_rule_is_refused_or_taken(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(GAMES))
    rulings = data.draw(st.dictionaries(st.sampled_from([*rules.rulings, "other"]), values, max_size=2))
    header = {"game": rules.slug, "players": NAMES[:3], "rules": rulings}
    _, error = outcome(json.dumps(header).encode() + b"\n")
    assert error is None or (error.line, error.code) == (1, Code.BAD_RECORD)


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
@settings(max_examples=120, deadline=None)
@given(acts=st.lists(lines, max_size=6))
def test_any_json_is_an_act_or_refused_in_its_line(game: str, acts: list[Any]) -> None:
    header = {"game": game, "players": NAMES[: max(find_game(game).players[0], 3)]}
    data = b"".join(json.dumps(line).encode() + b"\n" for line in (header, *acts))
    replayed, error = outcome(data)
    assert replayed == (len(acts) if error is None else error.line - 2)
    assert error is None or error.message


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_record_cut_off_anywhere_is_never_an_error_after_its_header(data: st.DataObject) -> None:
    acts = '{"player": "Ann", "play": 70, "note": "größer 🦊"}\n{"player": "Ben", "play": 80}\n'.encode()
    header = b'{"game": "fifty-fifty", "players": ["Ann", "Ben"]}\n'
    cut = data.draw(st.integers(0, len(acts)))
    _, error = outcome(header + acts[:cut])
    assert error is None
