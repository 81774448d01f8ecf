"""The commands of the core, as a shell sees them."""

import argparse
import json
from pathlib import Path

import pytest

from companion.commands import add

HEADER = '{"game": "fifty-fifty", "players": ["Ann", "Ben"]}\n'
ANN = '{"player": "Ann", "play": 70}\n'
AGAIN = '{"player": "Ben", "play": 70}\n'

Capture = pytest.CaptureFixture[str]


def companion(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add(parser.add_subparsers(required=True))
    arguments = parser.parse_args(words)
    status: int = arguments.run(arguments)
    return status


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def test_replay_prints_the_standings_for_people(record: Path, capsys: Capture) -> None:
    record.write_text(HEADER + ANN + '{"player": "Ben", "play": 60}\n')
    assert companion("replay", str(record)) == 0
    out, err = capsys.readouterr()
    assert out == (
        "Fifty Fifty, 2 acts: still running, Ann is to move.\n"
        "  1. Ann: 0 penalty cards\n"
        "  2. Ben: 1 penalty card\n"
    )
    assert err == ""


def test_replay_prints_every_state_and_the_result_for_programs(record: Path, capsys: Capture) -> None:
    record.write_text(HEADER + ANN)
    assert companion("replay", "--json", str(record)) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        {
            "line": 2,
            "state": {
                "to_move": "Ben",
                "over": False,
                "row": [70],
                "jump": None,
                "hands": {"Ann": 5, "Ben": 5},
                "penalties": {"Ann": 0, "Ben": 0},
                "draw_pile": 89,
                "reveal_due": False,
            },
        },
        {
            "result": {
                "over": False,
                "standings": [
                    {"player": "Ann", "place": 1, "score": 0, "eliminated": False},
                    {"player": "Ben", "place": 1, "score": 0, "eliminated": False},
                ],
            }
        },
    ]


def test_a_forbidden_act_is_the_last_line_for_programs(record: Path, capsys: Capture) -> None:
    record.write_text(HEADER + ANN + AGAIN)
    assert companion("replay", str(record), "--json") == 3
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["line"] for line in lines] == [2, 3]
    assert lines[-1]["error"]["code"] == "already-played"
    assert "70" in lines[-1]["error"]["message"]


def test_a_forbidden_act_is_told_to_people_with_file_and_line(record: Path, capsys: Capture) -> None:
    record.write_text(HEADER + ANN + AGAIN)
    assert companion("replay", str(record)) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{record}:3: Ben cannot play 70")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_bad_header_is_line_1(record: Path, capsys: Capture, options: tuple[str, ...]) -> None:
    record.write_text(ANN)
    assert companion("replay", str(record), *options) == 3
    out, err = capsys.readouterr()
    assert '"line": 1, "error": {"code": "bad-record"' in out if options else f"{record}:1: " in err


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_record_that_breaks_off_is_done_and_says_so(
    record: Path, capsys: Capture, options: tuple[str, ...]
) -> None:
    record.write_text(HEADER + ANN + '{"player": "B')
    assert companion("replay", str(record), *options) == 0
    out, err = capsys.readouterr()
    assert f"{record}:3: the record breaks off" in err
    assert out


def test_a_record_that_is_not_there_cannot_be_opened(record: Path, capsys: Capture) -> None:
    assert companion("replay", str(record)) == 1
    assert "cannot be opened" in capsys.readouterr().err


def test_wrong_use_is_status_2() -> None:
    with pytest.raises(SystemExit) as stop:
        companion("replay")
    assert stop.value.code == 2


def test_games_lists_players_and_house_rules(capsys: Capture) -> None:
    assert companion("games") == 0
    out = capsys.readouterr().out
    assert "fifty-fifty: Fifty Fifty, 2 to 5 players\n" in out
    assert 'pass_in_hand = "eliminated"' in out


def test_games_lists_a_line_a_game_for_programs(capsys: Capture) -> None:
    assert companion("games", "--json") == 0
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    fifty = next(game for game in games if game["game"] == "fifty-fifty")
    assert fifty["players"] == [2, 5]
    assert fifty["rules"]["purple"]["default"] == "every-third"


def test_one_is_not_said_as_many(record: Path, capsys: Capture) -> None:
    record.write_text(HEADER + ANN)
    assert companion("replay", str(record)) == 0
    assert capsys.readouterr().out.startswith("Fifty Fifty, 1 act: ")
    assert companion("simulate", "--games", "1") == 0
    assert capsys.readouterr().out.startswith("Fifty Fifty, 1 game, ")
    assert companion("simulate", "--players", "1") == 2
    assert capsys.readouterr().err.startswith("1 player cannot play")
    assert companion("bench", "rules", "--games", "1") == 0
    assert " acts in 1 game, " in capsys.readouterr().out


def test_simulate_counts_games_for_people_and_for_programs(capsys: Capture) -> None:
    words = ("simulate", "--game", "fifty-fifty", "--players", "3", "--games", "5", "--seed", "2")
    assert companion(*words) == 0
    plain = capsys.readouterr().out
    assert plain.startswith("Fifty Fifty, 5 games, 0 of them stuck\n    acts a game: ")
    assert companion(*words, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 5
    assert f"median {report['acts']['median']:g}" in plain


@pytest.mark.parametrize("players", ["1", "6"])
def test_too_few_or_too_many_cannot_be_simulated(capsys: Capture, players: str) -> None:
    assert companion("simulate", "--game", "fifty-fifty", "--players", players) == 2
    assert "2 to 5 can" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["0", "-1", "some"])
def test_a_count_is_a_whole_number_above_0(capsys: Capture, word: str) -> None:
    with pytest.raises(SystemExit) as stop:
        companion("simulate", "--games", word)
    assert stop.value.code == 2
    assert "no whole number above 0" in capsys.readouterr().err


def test_bench_measures_every_game(capsys: Capture) -> None:
    assert companion("bench", "rules", "--games", "2", "--json") == 0
    speeds = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {speed["game"] for speed in speeds} >= {"fifty-fifty"}
    assert all(speed["ratio"] > 0 for speed in speeds)
    assert companion("bench", "rules", "--games", "2") == 0
    assert "times sum(range(1000))" in capsys.readouterr().out
