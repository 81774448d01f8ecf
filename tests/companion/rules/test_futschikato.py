from dataclasses import replace

import pytest

from companion.cards import Card, Zone
from companion.errors import BadRecord, Code
from companion.rules.base import Remark
from companion.rules.futschikato_state import COPIES, FutschikatoState, Play
from tests.companion.rules.futschikato_drawn import NAMES, RULES, drawn, fronts, on, table
from tests.companion.rules.futschikato_naive import DECK
from tests.companion.rules.lines import Line, begin, of, places, play, refused


@pytest.mark.parametrize(
    ("players", "hand", "pile"), [(3, 6, 72), (4, 6, 66), (5, 6, 60), (6, 6, 54), (7, 5, 55), (8, 5, 50)]
)
def test_the_start(players: int, hand: int, pile: int) -> None:
    names = NAMES[:players]
    assert RULES.describe(RULES.start(names, "Cem")) == {
        "to_move": "Cem",
        "hands": dict.fromkeys(names, hand),
        "over": False,
        "front": dict.fromkeys(names, None),
        "draw_pile": pile,
    }


def test_the_deck_has_ninety_cards() -> None:
    assert [COPIES[number] for number in range(21)] == [DECK.count(number) for number in range(21)]
    assert sum(COPIES) == 90


@pytest.mark.parametrize("players", [2, 9])
def test_three_to_eight_players(players: int) -> None:
    with pytest.raises(BadRecord):
        RULES.start([f"P{n}" for n in range(players)])


def test_there_are_no_house_rules() -> None:
    with pytest.raises(BadRecord):
        RULES.start(NAMES[:3], None, {"learning_deal": False})


def test_the_example_of_the_rulebook() -> None:
    state = on(begin(RULES, "Anne Paul Rachel Camille"), "")
    shown = []
    for number in (6, 8, 7, 7, 9, 14):
        state = on(state, str(number))
        shown.append((fronts(state), state.hands))
    assert shown == [
        ("6 - - -", (5, 6, 6, 6)),
        ("- 8 - -", (6, 5, 6, 6)),
        ("- 8 7 -", (6, 5, 5, 6)),
        ("- - 7 7", (6, 6, 5, 5)),
        ("9 - 7 7", (5, 6, 5, 5)),
        ("- 14 - -", (6, 5, 5, 5)),
    ]
    assert state.draw_pile == 90 - 24 - 3
    assert state.to_move == "Rachel"
    state = on(state, "6")
    assert (fronts(state), state.hands) == ("- 14 6 -", (6, 5, 4, 5))


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ("- - - -", 2, "2 - - -"),
        ("- 7 - -", 9, "9 - - -"),
        ("- - 7 -", 7, "7 - 7 -"),
        ("- - 7 -", 6, "6 - 7 -"),
        ("- - 6 -", 7, "7 - - -"),
        ("- - 6 9", 7, "7 - - 9"),
        ("- - 5 5", 9, "9 - 5 5"),
        ("- - 5 5", 10, "10 - 5 5"),
        ("- - 5 5", 11, "11 - - -"),
        ("- - 9 5", 5, "5 - - 5"),
        ("- - 10 5", 5, "5 - 10 5"),
        ("- - 20 3 3 3", 3, "3 - 20 3 3 3"),
        ("- - 11 3 3 3", 3, "3 - - 3 3 3"),
        ("- - 12 3 3 3", 3, "3 - 12 3 3 3"),
        ("- - 4 6 4 6", 3, "3 - 4 6 4 6"),
        ("- - 4 6 4 6", 9, "9 - - 6 - 6"),
        ("- - 4 6 4 6", 13, "13 - - - - -"),
        ("- - 2 2 2 2 2 2", 13, "13 - - - - - - -"),
        ("- - 2 2 2 2 2 2", 12, "12 - 2 2 2 2 2 2"),
    ],
)
def test_a_group_flushes_every_other_worth_less(before: str, card: int, after: str) -> None:
    """Ann plays; Ben, who is next, has nothing in front unless it is flushed."""
    state = drawn(before)
    played = on(state, str(card))
    assert fronts(played) == after
    flushed = played.fronts.count(None) + 1 - state.fronts.count(None)
    assert played.draw_pile == 50 - flushed
    for front, was, hand in zip(played.fronts[1:], state.fronts[1:], played.hands[1:], strict=True):
        assert hand == 4 + (front is None and was is not None)
    assert played.hands[0] == 3


@pytest.mark.parametrize(
    ("before", "card", "after", "draws"),
    [
        ("- 9 - -", 7, "7 - - -", 0),
        ("- 9 9 -", 7, "7 - - -", 0),
        ("- 9 - 9", 7, "7 - - -", 0),
        ("- 9 7 -", 7, "7 - 7 -", 1),
        ("- 9 9 7", 7, "7 - - 7", 0),
        ("- 7 - -", 7, "- - - -", 0),
        ("- 7 12 7", 7, "- - - -", 1),
        ("- 3 12 7", 3, "- - 12 7", 0),
        ("- 3 12 5", 3, "- - 12 -", 1),
    ],
)
def test_the_next_player_pushes_through_what_is_still_in_front(
    before: str, card: int, after: str, draws: int
) -> None:
    state = on(drawn(before), str(card))
    assert fronts(state) == after
    assert state.draw_pile == 50 - draws
    assert sum(state.hands) == 15 + draws
    assert state.to_move == "Ben"
    assert state.fronts[1] is None


def test_pushing_the_last_card_through_wins_at_once() -> None:
    state = on(drawn("- 9 - -", "4 0 4 4"), "7")
    assert of(RULES, state, "over", "to_move") == [True, None]
    assert fronts(state) == "7 - - -"
    assert places(RULES, state) == [("Ben", 1, 0), ("Ann", 2, 4), ("Cem", 2, 4), ("Dia", 2, 4)]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.standings == RULES.standings(state)
    assert outcome.won is None
    assert list(RULES.candidates(state)) == []
    for act in ({"player": "Ben", "play": 7}, {"player": "Zoe", "play": 7}):
        assert refused(RULES, state, act) is Code.GAME_OVER


def test_several_win_together_also_in_another_turn() -> None:
    state = on(drawn("- 9 9 5", "1 0 0 4"), "9")
    assert places(RULES, state) == [("Ann", 1, 0), ("Ben", 1, 0), ("Cem", 1, 0), ("Dia", 4, 5)]


def test_who_shares_the_number_wins_while_the_one_to_move_goes_on_holding_cards() -> None:
    state = on(drawn("- 9 9 5", "4 2 0 4"), "3")
    assert state.over
    assert places(RULES, state) == [("Cem", 1, 0), ("Ben", 2, 2), ("Ann", 3, 4), ("Dia", 4, 5)]


def test_a_last_card_that_is_flushed_wins_nothing() -> None:
    state = on(drawn("- 9 - -", "4 0 4 4"), "10")
    assert of(RULES, state, "over", "to_move", "hands") == [
        False,
        "Ben",
        {"Ann": 3, "Ben": 1, "Cem": 4, "Dia": 4},
    ]
    assert RULES.outcome(state) is None
    assert places(RULES, state) == [("Ben", 1, 1), ("Ann", 2, 4), ("Cem", 2, 4), ("Dia", 2, 4)]


def test_a_last_card_in_front_is_no_win_before_the_own_turn() -> None:
    state = on(drawn("- - 9 -", "1 4 0 4"), "7")
    assert of(RULES, state, "over", "to_move") == [False, "Ben"]


def few(pile: int) -> FutschikatoState:
    """Three cards lie that Ann's 20 flushes; 30 are discarded, among them all fours."""
    discards = tuple({4: 9, 2: 16, 3: 5}.get(number, 0) for number in range(21))
    return replace(drawn("- 9 - 12 13", pile=pile), discards=discards)


@pytest.mark.parametrize(("pile", "after"), [(4, 1), (3, 0), (2, 32), (1, 31), (0, 30)])
def test_the_discards_are_shuffled_when_a_card_must_be_drawn_and_none_is_left(pile: int, after: int) -> None:
    state = on(few(pile), "20")
    assert (fronts(state), state.draw_pile, state.hands) == ("20 - - - -", after, (3, 5, 4, 5, 5))
    assert sum(state.discards) == (33 if pile >= 3 else 0)


def test_what_was_shuffled_can_be_played_again() -> None:
    kept, shuffled = on(few(3), "20"), on(few(2), "20")
    assert refused(RULES, kept, {"player": "Ben", "play": 4}) is Code.ALREADY_PLAYED
    assert fronts(on(shuffled, "4")) == "20 4 - - -"
    assert refused(RULES, shuffled, {"player": "Ben", "play": 20}) is Code.ALREADY_PLAYED


def test_pushed_cards_come_after_the_draw() -> None:
    """Ann's pair of 8 flushes Dia's card with the last discards; Ben's 20 goes to the discards after that."""
    state = on(drawn("- 20 8 12", pile=0), "8")
    assert (fronts(state), state.draw_pile) == ("8 - 8 -", 0)
    assert [number for number, count in enumerate(state.discards) if count] == [20]


TABLE = drawn("- - 16 2")
ALL_OUT = replace(drawn("- 20 15 2"), discards=tuple(int(number == 15) for number in range(21)))


@pytest.mark.parametrize(
    ("state", "act", "code"),
    [
        (TABLE, {"player": "Ann", "play": 1}, Code.BAD_RECORD),
        (TABLE, {"player": "Ann", "play": 21}, Code.BAD_RECORD),
        (TABLE, {"player": "Ann", "play": 7.0}, Code.BAD_RECORD),
        (TABLE, {"player": "Ann", "play": "7"}, Code.BAD_RECORD),
        (TABLE, {"player": "Ann", "play": True}, Code.BAD_RECORD),
        (TABLE, {"player": "Ann", "play": [7]}, Code.BAD_RECORD),
        (TABLE, {"play": 7}, Code.BAD_RECORD),
        (TABLE, {"player": ["Ann"], "play": 7}, Code.BAD_RECORD),
        (TABLE, {"player": "Ann"}, Code.BAD_RECORD),
        (TABLE, {"player": "Ann", "pass": True}, Code.BAD_RECORD),
        (TABLE, {"player": "Zoe", "play": 7}, Code.UNKNOWN_PLAYER),
        (TABLE, {"player": "ann", "play": 16}, Code.UNKNOWN_PLAYER),
        (TABLE, {"player": "Ben", "play": 7}, Code.NOT_YOUR_TURN),
        (TABLE, {"player": "Cem", "play": 16}, Code.NOT_YOUR_TURN),
        (TABLE, {"player": "Ann", "play": 16}, Code.ALREADY_PLAYED),
        (ALL_OUT, {"player": "Ann", "play": 15}, Code.ALREADY_PLAYED),
        (ALL_OUT, {"player": "Ann", "play": 20}, Code.ALREADY_PLAYED),
    ],
)
def test_refusals(state: FutschikatoState, act: Line, code: Code) -> None:
    assert refused(RULES, state, act) is code


def test_a_remark_changes_nothing_at_any_time() -> None:
    for state in (TABLE, on(drawn("- 9 - -", "4 0 4 4"), "7")):
        assert play(RULES, state, {"note": "tea", "player": "Cem"}) is state
        assert RULES.parse({"note": "tea"}, state) == Remark(None, "tea")


def test_unknown_keys_are_ignored() -> None:
    assert play(RULES, TABLE, {"player": "Ann", "play": 7, "count": 2, "t": 1.5}) == on(TABLE, "7")


def test_the_layout_shows_what_lies_in_front() -> None:
    assert RULES.layout(TABLE).zone(Zone.SPOT) == (Card.number(16), Card.number(2))
    assert RULES.layout(table("")).zones == ()


@pytest.mark.parametrize(
    ("state", "card", "english", "german"),
    [
        (
            table(""),
            6,
            "Ann plays 6; no other card on the table is worth less.",
            "Ann spielt die 6; keine andere Karte auf dem Tisch zählt weniger.",
        ),
        (
            table("6"),
            8,
            "Ben plays 8, which is more than the 6 of Ann: flushed, and a card drawn for it.",
            "Ben spielt die 8, das ist mehr als die 6 von Ann: weggespült, und dafür wird eine Karte "
            "gezogen.",
        ),
        (
            table("6 8 7"),
            7,
            "Dia plays 7, the 2 together are worth 14, which is more than the 8 of Ben: flushed, and a card "
            "drawn for it.",
            "Dia spielt die 7, die 2 zusammen zählen 14, das ist mehr als die 8 von Ben: weggespült, und "
            "dafür wird eine Karte gezogen.",
        ),
        (
            table("6 8 7 7 9"),
            14,
            "Ben plays 14, which is more than the 9 of Ann: flushed, and a card drawn for it; Cem is next "
            "and still has the 7 in front, so it is pushed through without a draw, and so is that of Dia.",
            "Ben spielt die 14, das ist mehr als die 9 von Ann: weggespült, und dafür wird eine Karte "
            "gezogen; nun ist Cem dran und hat noch die 7 vor sich: durchgebracht, weg ohne Nachziehen, "
            "ebenso die von Dia.",
        ),
        (
            drawn("- 9 5 6", "4 0 4 4"),
            7,
            "Ann plays 7, which is more than the 5 of Cem and the 6 of Dia: flushed, and a card drawn for "
            "each; Ben is next and still has the 9 in front, so it is pushed through without a draw; Ben "
            "has no card left and wins.",
            "Ann spielt die 7, das ist mehr als die 5 von Cem und die 6 von Dia: weggespült, und für jede "
            "wird eine Karte gezogen; nun ist Ben dran und hat noch die 9 vor sich: durchgebracht, weg "
            "ohne Nachziehen; Ben hat keine Karte mehr und gewinnt.",
        ),
        (
            drawn("- 9 9 -", "1 0 0 4"),
            9,
            "Ann plays 9, the 3 together are worth 27; no other card on the table is worth less; Ben is "
            "next and still has the 9 in front, so it is pushed through without a draw, and so is that of "
            "Ann and Cem; Ann, Ben and Cem have no card left and win together.",
            "Ann spielt die 9, die 3 zusammen zählen 27; keine andere Karte auf dem Tisch zählt weniger; "
            "nun ist Ben dran und hat noch die 9 vor sich: durchgebracht, weg ohne Nachziehen, ebenso die "
            "von Ann und Cem; Ann, Ben und Cem haben keine Karte mehr und gewinnen gemeinsam.",
        ),
    ],
)
def test_explanations(state: FutschikatoState, card: int, english: str, german: str) -> None:
    act = Play(str(state.to_move), card)
    assert RULES.explain(state, act) == english
    assert RULES.explain(state, act, "de") == german
