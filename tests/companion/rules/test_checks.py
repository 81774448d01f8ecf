"""The checks that all games share."""

from typing import Any

import pytest

from companion.errors import BadRecord
from companion.rules.base import Remark
from companion.rules.checks import (
    REMARK,
    check_flag,
    check_name,
    check_number,
    check_players,
    check_starter,
    choice,
    house_rules,
    next_player,
    rank,
    settle_rulings,
    switch,
    the_remark,
    the_verb,
)

RULES = house_rules(choice("end", "how it ends", "soon", "late"), switch("short", "a short game"))


def test_house_rules_have_their_defaults() -> None:
    assert settle_rulings(RULES, None) == {"end": "soon", "short": False}
    assert settle_rulings(RULES, {"end": "late", "short": True}) == {"end": "late", "short": True}


@pytest.mark.parametrize(
    "given", [{"end": "never"}, {"end": True}, {"short": 1}, {"short": "true"}, {"odd": 1}, [], "end"]
)
def test_other_house_rules_are_refused(given: Any) -> None:
    with pytest.raises(BadRecord):
        settle_rulings(RULES, given)


@pytest.mark.parametrize("name", ["A", "x" * 32, "🦊" * 32, "Zoë", " ", "a\u0308"])
def test_a_name_has_1_to_32_code_points(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize("name", ["", "x" * 33, 7, None, ["Ann"], "\ud83e"])
def test_what_is_no_name_is_refused(name: object) -> None:
    with pytest.raises(BadRecord):
        check_name(name)


def test_players_are_distinct_and_as_many_as_can_play() -> None:
    assert check_players(["Ann", "ann"], range(2, 4)) == ("Ann", "ann")
    for names in (["Ann"], ["Ann", "Ann"], ["a", "b", "c", "d"]):
        with pytest.raises(BadRecord):
            check_players(names, range(2, 4))


def test_the_first_player_begins_unless_another_is_named() -> None:
    assert check_starter(["Ann", "Ben"], None) == "Ann"
    assert check_starter(["Ann", "Ben"], "Ben") == "Ben"
    with pytest.raises(BadRecord):
        check_starter(["Ann", "Ben"], "Cem")


def test_the_next_player_sits_clockwise() -> None:
    assert [next_player("ABC", player) for player in "ABC"] == ["B", "C", "A"]


VERBS = ("play", "take")


@pytest.mark.parametrize(
    ("fields", "verb"),
    [
        ({"play": 5}, "play"),
        ({"take": True, "note": "so", "t": 4.5, "odd": None}, "take"),
        ({"note": "so"}, REMARK),
        ({"note": "so", "player": "Ann", "odd": 1}, REMARK),
    ],
)
def test_an_act_has_one_verb(fields: dict[str, object], verb: str) -> None:
    assert the_verb(fields, VERBS) == verb


@pytest.mark.parametrize(
    "fields",
    [{}, {"player": "Ann"}, {"play": 1, "take": True}, {"play": 1, "note": 1}, {"play": 1, "t": True}],
)
def test_a_line_with_another_number_of_verbs_is_no_act(fields: dict[str, object]) -> None:
    with pytest.raises(BadRecord):
        the_verb(fields, VERBS)


def test_a_remark_is_written_as_it_was_read() -> None:
    assert the_remark({"note": "so", "t": 3}).to_record() == {"note": "so"}
    assert the_remark({"note": "so", "player": "Ann"}) == Remark("Ann", "so")
    assert Remark("Ann", "so").to_record() == {"player": "Ann", "note": "so"}


@pytest.mark.parametrize("value", [0, 6, 3.0, "3", True, None, [3]])
def test_only_whole_numbers_in_the_range_count(value: object) -> None:
    assert check_number(3, "it", range(1, 6)) == 3
    with pytest.raises(BadRecord, match="a whole number from 1 to 5"):
        check_number(value, "it", range(1, 6))


@pytest.mark.parametrize("value", [False, 1, "true", None])
def test_a_flag_is_true_and_nothing_else(value: object) -> None:
    check_flag({"take": True}, "take")
    with pytest.raises(BadRecord):
        check_flag({"take": value}, "take")


PLACES: list[tuple[str, str, str]] = [
    # scores, eliminated, players with their places
    ("A3 B1 C2", "", "B1 C2 A3"),
    ("A1 B1 C2", "", "A1 B1 C3"),
    ("A2 B1 C1 D1", "", "B1 C1 D1 A4"),
    ("A5 B1 C1", "B", "C1 A2 B3"),
    ("A5 B1 C1", "BC", "A1 B2 C2"),
    ("A2 B1", "AB", "B1 A2"),
]


@pytest.mark.parametrize(("scores", "out", "places"), PLACES)
def test_equal_scores_share_a_place_and_the_eliminated_come_last(scores: str, out: str, places: str) -> None:
    standings = rank([(token[0], int(token[1:])) for token in scores.split()], tuple(out))
    assert " ".join(f"{s.player}{s.place}" for s in standings) == places
    assert "".join(sorted(s.player for s in standings if s.eliminated)) == out
