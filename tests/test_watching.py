"""The bundled recording, from frames to the record: every act found, none invented, the jump ruled on."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.record import read, replay
from tabletop import main

RECORDINGS = Path(__file__).parents[1] / "vision" / "recordings"
ACTS: tuple[dict[str, object], ...] = (
    {"t": 4.067, "player": "Dan", "play": 11},
    {"t": 5.933, "player": "Ada", "play": 12},
    {"t": 8.0, "player": "Bo", "play": 16},
    {"t": 11.8, "player": "Cleo", "play": 15},
    {"t": 14.333, "player": "Dan", "play": 17},
    {"t": 16.467, "player": "Ada", "play": 23},
    {"t": 17.267, "player": "Dan", "jump": 73},
    {"t": 19.4, "player": "Ada", "play": "pass"},
    {"t": 21.467, "player": "Bo", "take": True},
    {"t": 25.267, "player": "Bo", "play": 8},
    {"t": 27.2, "player": "Cleo", "play": 14},
    {"t": 29.8, "player": "Dan", "play": "pass"},
    {"t": 32.267, "player": "Ada", "play": "pass"},
    {"t": 36.0, "player": "Bo", "play": 19},
)
"""What is to be seen in the recording; ``t`` is the first frame that shows the card at its place."""
FRAME = 1 / 15
PENALTIES = {"Ada": 0, "Bo": 8 + 2, "Cleo": 0, "Dan": 0}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evening") / "game.jsonl"


@pytest.fixture(scope="module")
def lines(record: Path) -> list[dict[str, Any]]:
    """Everything that is announced of the recording."""
    printed = pytest.MonkeyPatch()
    said: list[str] = []
    printed.setattr("builtins.print", lambda text, **_: said.append(text))
    players = ["--players", "Ada,Bo,Cleo,Dan", "--starter", "Dan", "--seats", "south,west,north,east"]
    presses = ["--presses", str(RECORDINGS / "first-evening.presses.jsonl")]
    video = str(RECORDINGS / "first-evening.mp4")
    assert main(["watch", "--json", *players, *presses, "--record", str(record), video]) == 0
    printed.undo()
    return [json.loads(line) for line in said]


def of(lines: list[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["event"] == event]


def test_every_act_is_found_and_none_invented(lines: list[dict[str, Any]]) -> None:
    found = [{key: value for key, value in line["act"].items() if key != "t"} for line in of(lines, "act")]
    assert found == [{key: value for key, value in act.items() if key != "t"} for act in ACTS]


def test_each_touch_is_known_to_a_frame(lines: list[dict[str, Any]]) -> None:
    late = [line["t"] - float(str(act["t"])) for line, act in zip(of(lines, "act"), ACTS, strict=True)]
    assert max(map(abs, late)) <= 1.1 * FRAME


def test_the_jump_is_in_time(lines: list[dict[str, Any]]) -> None:
    verdict = of(lines, "verdict")[0]
    assert {key: verdict[key] for key in ("jump", "on", "by", "verdict", "margin_ms")} == {
        "jump": 73,
        "on": 23,
        "by": "Dan",
        "verdict": "in-time",
        "margin_ms": None,
    }


def test_the_record_replays_to_the_same_penalties(lines: list[dict[str, Any]], record: Path) -> None:
    assert lines
    game = read(record)
    *_, (_, state) = replay(game)
    rules_state: Any = state
    assert dict(zip(state.players, rules_state.penalties, strict=True)) == PENALTIES
