"""Fifty Fifty, sentence by sentence."""

from typing import Any

import pytest

from companion.cards import Card, Colour, Zone
from companion.errors import IllegalAct
from companion.rules.base import Remark
from companion.rules.fifty_fifty_state import CARD, RunningJump
from tests.companion.rules.fifty_fifty_drawn import GAME, act, drawn, line, reveal, row

# The worked examples and their neighbours. Penalties are those of Ann, Ben, Cem, Dia before and after.
PLAYS = [
    # row            who    card  row after          penalties before and after
    ("", "Ann", "70", "70", "0 0 0 0", "0 0 0 0"),
    ("70a", "Ben", "77", "70 77", "0 0 0 0", "0 0 0 0"),
    ("70a 77b", "Cem", "73", "70 73", "0 0 0 0", "0 1 0 0"),
    ("70a 77b", "Cem", "73", "70 73", "0 0 4 0", "0 2 3 0"),
    ("70a 78b", "Cem", "73", "70 73", "0 0 4 0", "0 0 5 0"),
    ("12 40 59 66 77 80", "Ann", "62", "12 40 59 62", "0 0 0 0", "3 0 0 0"),
    ("41a", "Ben", "30", "30", "0 0 0 0", "0 1 0 0"),
    ("42a", "Ben", "30", "30", "0 0 0 0", "0 1 0 0"),
    ("20 55 P P", "Cem", "60", "20 55 60", "0 0 0 0", "0 0 2 0"),
    ("20 55 P P", "Cem", "50", "20 50", "0 0 0 0", "0 0 3 0"),
    ("20 55 P", "Cem", "60", "20 55 60", "1 1 1 1", "1 1 2 1"),
    ("20 55 P", "Cem", "10", "10", "0 0 0 0", "0 0 3 0"),
    ("P", "Ben", "10", "10", "0 0 0 0", "0 1 0 0"),
    ("P P", "Ben", "P", "P P P", "0 0 0 0", "0 0 0 0"),
    ("20 55", "Cem", "P", "20 55 P", "0 0 0 0", "0 0 0 0"),
    ("20 40 60", "Cem", "30", "20 30", "0 0 0 0", "0 0 2 0"),
]


@pytest.mark.parametrize(("before", "who", "card", "after", "penalties", "then"), PLAYS)
def test_a_card_lands_where_the_rulebook_says(
    before: str, who: str, card: str, after: str, penalties: str, then: str
) -> None:
    state = act(drawn(before, who, penalties=penalties), who, card)
    assert row(state) == after
    assert " ".join(map(str, state.penalties)) == then


def test_an_orange_card_goes_to_whoever_played_it_though_others_sit_between() -> None:
    state = drawn("70a", "Ben")
    state = act(state, "Ben", "77")
    state = act(state, "Cem", "76")
    assert state.penalties == (0, 1, 0, 0)
    state = act(state, "Dia", "74")
    assert state.penalties == (0, 1, 1, 0)
    assert state.row[-1].by == "Dia"


def test_a_purple_ruling_changes_who_takes_a_replaced_card() -> None:
    rules = {"purple": [77]}
    assert act(drawn("70a 77b", "Cem", rules=rules), "Cem", "73").penalties == (0, 0, 1, 0)
    assert act(drawn("70a 78b", "Cem", rules=rules), "Cem", "73").penalties == (0, 1, 0, 0)


def test_a_player_draws_back_up_while_the_pile_lasts() -> None:
    state = act(drawn("", draw_pile=1), "Ann", "5")
    assert (state.hands, state.draw_pile) == ((5, 5, 5, 5), 0)
    state = act(state, "Ben", "6")
    assert (state.hands, state.draw_pile) == ((5, 4, 5, 5), 0)


def test_a_jump_stops_the_game_until_somebody_takes_everything() -> None:
    state = act(drawn("10", "Ben"), "Ben", "73")
    state = act(state, "Ann", "jump 23")
    assert GAME.describe(state)["jump"] == {"card": 23, "by": "Ann", "on": "Ben"}
    assert state.to_move == "Ben"
    state = act(state, "Ben", "P")
    assert (state.to_move, row(state), state.draw_pile) == ("Cem", "10 73 P", 77)
    state = act(state, "Cem", "take")
    assert (state.penalties, state.row, state.jump) == ((0, 0, 4, 0), (), None)
    assert state.to_move == "Cem"
    state = act(state, "Cem", "P")
    assert (row(state), state.to_move) == ("P", "Dia")


def test_the_jumper_may_have_to_take_it_all() -> None:
    state = act(drawn("10", "Ben"), "Ben", "73")
    state = act(state, "Cem", "jump 23")
    state = act(act(state, "Ben", "P"), "Cem", "take")
    assert state.penalties == (0, 0, 4, 0)


def test_a_player_in_turn_may_jump_too_and_the_game_goes_back() -> None:
    state = act(drawn("10", "Ben"), "Ben", "73")
    state = act(state, "Cem", "jump 23")
    assert (state.to_move, state.hands) == ("Ben", (5, 5, 5, 5))


@pytest.mark.parametrize(("card", "other"), [(1, 51), (51, 1), (50, 100), (100, 50), (86, 36)])
def test_every_number_has_its_partner(card: int, other: int) -> None:
    state = act(drawn("", "Ben"), "Ben", str(card))
    state = act(state, "Dia", f"jump {other}")
    assert state.jump == RunningJump(other, "Dia", "Ben")


RUNNING = RunningJump(23, "Cem", "Ben")
REFUSED: list[tuple[str, dict[str, Any], tuple[str, str] | dict[str, object], str]] = [
    # row, the rest of the table, who does what, code
    ("", {}, ("Zoe", "5"), "unknown-player"),
    ("", {}, ("Ben", "5"), "not-your-turn"),
    ("", {}, ("Ben", "take"), "not-your-turn"),
    ("", {}, ("Ann", "take"), "nothing-to-take"),
    ("", {"over": True, "to_move": None}, ("Zoe", "5"), "game-over"),
    ("10 73b", {"jump": RUNNING}, ("Ann", "80"), "passes-only"),
    ("10 73b", {"jump": RUNNING}, ("Ann", "73"), "passes-only"),
    ("10 73b", {"jump": RUNNING}, ("Dia", "jump 60"), "passes-only"),
    ("", {"rules": {"pass_opens_row": "forbidden"}}, ("Ann", "P"), "must-play"),
    ("10 P P", {"passes": 20}, ("Ann", "P"), "too-many-cards"),
    ("10 73b", {}, ("Ann", "73"), "already-played"),
    ("10 73b", {}, ("Ann", "jump 10"), "already-played"),
    ("10 73b", {}, ("Ben", "jump 23"), "own-card"),
    ("10 73b", {}, ("Ben", "jump 24"), "own-card"),
    ("10 73b", {}, ("Ann", "jump 24"), "not-a-jump"),
    ("10 73b", {}, ("Ann", "jump 60"), "jump-too-late"),
    ("10 73b P", {}, ("Ann", "jump 23"), "jump-too-late"),
    ("10 73b P", {}, ("Ben", "jump 23"), "jump-too-late"),
    ("", {}, ("Ann", "jump 23"), "not-a-jump"),
    ("", {"seen": 1 << 73}, ("Ann", "jump 23"), "jump-too-late"),
    ("10 73b", {"draw_pile": 0, "hands": "0 1 1 1"}, ("Ann", "jump 23"), "no-cards"),
    ("10 73b", {"draw_pile": 0, "hands": "0 1 1 1", "jump": RUNNING}, ("Ann", "P"),
     "no-cards"),
    ("10 73b", {"draw_pile": 0, "hands": "1 1 1 1", "reveal_due": True}, ("Ann", "5"), "reveal-due"),
    ("10 73b", {"draw_pile": 0, "hands": "1 1 1 1", "reveal_due": True}, ("Ann", "73"), "reveal-due"),
    ("10 73b", {"draw_pile": 0, "hands": "1 1 1 1", "reveal_due": True}, ("Ann", "P"), "reveal-due"),
    ("10 73b", {"draw_pile": 0, "hands": "1 1 1 1", "reveal_due": True}, ("Ann", "take"), "reveal-due"),
    ("10 73b", {"draw_pile": 0, "hands": "1 1 1 1", "reveal_due": True}, ("Ben", "5"), "not-your-turn"),
    ("10 73b", {}, reveal(Ann="1", Ben="2", Cem="3", Dia="4"), "no-reveal"),
    ("10 73b", {}, reveal(Ann="1", Zoe="2"), "unknown-player"),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "rest", "what", "code"), REFUSED)
def test_an_illegal_act_is_refused_with_its_first_reason(
    cards: str, rest: dict[str, Any], what: tuple[str, str] | dict[str, object], code: str
) -> None:
    state = drawn(cards, **rest)
    tried = GAME.parse(line(*what) if isinstance(what, tuple) else what, state)
    with pytest.raises(IllegalAct) as refusal:
        GAME.apply(state, tried)
    assert refusal.value.code == code
    assert refusal.value.message


def test_the_chance_to_jump_ends_with_the_next_card() -> None:
    state = act(drawn("10", "Ben"), "Ben", "73")
    state = act(state, "Cem", "P")
    with pytest.raises(IllegalAct, match="73 is not the card last played"):
        act(state, "Ann", "jump 23")


def test_a_jump_may_follow_a_replacement_and_a_removal() -> None:
    state = act(drawn("70a 77b", "Cem"), "Cem", "73")
    assert act(state, "Ann", "jump 23").jump == RunningJump(23, "Ann", "Cem")
    state = act(drawn("70a 77b", "Cem"), "Cem", "60")
    assert act(state, "Ben", "jump 10").jump == RunningJump(10, "Ben", "Cem")


def test_ties_share_a_place() -> None:
    places = GAME.standings(drawn("", penalties="4 2 4 2"))
    assert [(s.player, s.place) for s in places] == [("Ben", 1), ("Dia", 1), ("Ann", 3), ("Cem", 3)]


def test_the_camera_ought_to_see_the_row_in_its_colours_and_the_jump_card() -> None:
    layout = GAME.layout(act(drawn("9 P", "Ben"), "Ben", "73"))
    assert layout.zone(Zone.ROW) == (Card.number(9, Colour.PURPLE), Card.number(73, Colour.ORANGE))
    layout = GAME.layout(drawn("P", jump=RunningJump(24, "Ann", "Ben")))
    assert layout.zone(Zone.ROW) == (CARD[0],)
    assert layout.zone(Zone.JUMP) == (Card.number(24, Colour.PURPLE),)


def test_a_remark_changes_nothing_at_any_time() -> None:
    for state in (drawn("5"), drawn("5", over=True, to_move=None)):
        assert GAME.apply(state, Remark(None, "cut the cake")) is state
