from dataclasses import replace

import pytest

from companion.cards import Card, Colour, Zone
from companion.errors import BadRecord, Code, IllegalAct
from companion.rules.base import Remark
from companion.rules.quick_and_easy_state import Lay, Placed, QuickAndEasyState, Stack, Tile
from tests.companion.rules.lines import Line, begin, of, play, refused
from tests.companion.rules.quick_and_easy_drawn import RULES, card, late, line, on, table, tops


@pytest.mark.parametrize(("players", "pile"), [(2, 46), (3, 44), (4, 42), (5, 40)])
def test_the_start(players: int, pile: int) -> None:
    names = ["Ann", "Ben", "Cem", "Dia", "Eve"][:players]
    assert RULES.describe(RULES.start(names, "Ben")) == {
        "to_move": "Ben",
        "hands": dict.fromkeys(names, 2),
        "over": False,
        "up": None,
        "down": None,
        "laid": 0,
        "draw_pile": pile,
    }


@pytest.mark.parametrize("players", ["Ann", "A B C D E F"])
def test_two_to_five_players(players: str) -> None:
    with pytest.raises(BadRecord):
        begin(RULES, players)


@pytest.mark.parametrize(
    ("ruling", "value"),
    [
        ("professional", 1),
        ("professional", "true"),
        ("professional", None),
        ("colours", None),
        ("colours", "red"),
        ("colours", "abcde"),
        ("colours", {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}),
        ("colours", ["red", "blue", "green", "yellow"]),
        ("colours", ["red", "blue", "green", "yellow", "red"]),
        ("colours", ["red", "blue", "green", "yellow", 5]),
        ("colours", ["red", "blue", "green", "yellow", None]),
        ("colours", ["red", "blue", "green", "yellow", []]),
        ("colours", ["red", "blue", "green", "yellow", ""]),
        ("colours", ["red", "blue", "green", "yellow", "x" * 33]),
        ("colours", ["red", "blue", "green", "yellow", "purple", "black"]),
        ("colors", ["red", "blue", "green", "yellow", "purple"]),
    ],
)
def test_house_rules_that_are_none(ruling: str, value: object) -> None:
    with pytest.raises(BadRecord):
        RULES.start(["Ann", "Ben"], None, {ruling: value})


def test_the_example_of_the_rulebook() -> None:
    state = begin(RULES, "Sarah Tim Linus Maria")
    shown = []
    for word in ("d7r", "d4b+d2g", "u5b", "d8g"):
        state = on(state, word)
        shown.append((tops(state), state.laid, state.draw_pile))
        assert state.hands == (2, 2, 2, 2)
    assert shown == [("- 7r", 1, 41), ("- 2g", 3, 39), ("5b 2g", 4, 38), ("5b 8g", 5, 37)]
    assert state.to_move == "Sarah"


@pytest.mark.parametrize(
    ("word", "after"),
    [
        ("u6r", "6r 5b"),
        ("u9y", "9y 5b"),
        ("u5r", None),
        ("u4r", None),
        ("u1g", "1g 5b"),
        ("d4r", "5g 4r"),
        ("d1y", "5g 1y"),
        ("d5r", None),
        ("d6r", None),
        ("d10b", "5g 10b"),
        ("u6r+u7y", "7y 5b"),
        ("u6r+d4y", "6r 4y"),
        ("d4y+u6r", "6r 4y"),
        ("u6r+u5y", None),
        ("u6r+u1r", "1r 5b"),
        ("u1r+u6r", None),
        ("d10b+d9r", "5g 9r"),
        ("d9r+d10b", None),
    ],
)
def test_what_fits(word: str, after: str | None) -> None:
    """The green 5 lies up, the blue 5 down."""
    state = table("u5g d5b")
    if after is None:
        assert refused(RULES, state, line("Cem", word)) is Code.DOES_NOT_FIT
    else:
        assert tops(on(state, word)) == after


def test_a_card_of_the_other_stacks_colour_needs_its_order() -> None:
    state = table("u5g d5b")
    assert refused(RULES, state, line("Cem", "u3b")) is Code.DOES_NOT_FIT
    assert refused(RULES, state, line("Cem", "d8g")) is Code.DOES_NOT_FIT


def test_as_many_cards_are_drawn_as_were_laid_while_the_pile_lasts() -> None:
    state = table("u1r+u2r u3r", "Ann Ben")
    assert (state.hands, state.draw_pile) == ((2, 2), 43)
    short = replace(state, draw_pile=1)
    assert (on(short, "u4r+u5r").hands, on(short, "u4r+u5r").draw_pile) == ((1, 2), 0)
    assert (on(short, "u4r u5r").hands, on(short, "u4r u5r").draw_pile) == ((2, 1), 0)


def test_players_without_cards_are_skipped() -> None:
    state = late("5r", "6b", "7r 8r 9r 2g 3g 4g", "2 0 2")
    assert of(RULES, on(state, "u7r"), "to_move", "hands") == ["Cem", {"Ann": 1, "Ben": 0, "Cem": 2}]
    state = on(state, "u7r u8r u9r")
    assert of(RULES, state, "to_move", "hands") == ["Cem", {"Ann": 0, "Ben": 0, "Cem": 1}]


def test_alone_with_cards_one_goes_on() -> None:
    assert on(late("5r", "6b", "7r 8r 9r", "0 2 0"), "").to_move == "Ann"
    state = replace(late("5r", "6b", "7r 8r", "0 2 0"), to_move="Ben")
    assert of(RULES, on(state, "u7r"), "to_move", "over") == ["Ben", False]


def test_the_team_wins_when_all_fifty_lie() -> None:
    state = on(late("5r", "6b", "7r 8r", "1 1 0"), "u7r")
    assert RULES.outcome(state) is None
    assert [(s.player, s.place, s.score) for s in RULES.standings(state)] == [
        ("Ann", 1, 1),
        ("Ben", 1, 1),
        ("Cem", 1, 1),
    ]
    state = on(state, "u8r")
    assert of(RULES, state, "over", "to_move", "laid") == [True, None, 50]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.won is True
    assert [(s.place, s.score) for s in outcome.standings] == [(1, 0)] * 3
    assert list(RULES.candidates(state)) == []
    for act in (line("Ann", "u8r"), line("Zoe", "stuck")):
        assert refused(RULES, state, act) is Code.GAME_OVER


def test_the_team_loses_when_somebody_is_stuck() -> None:
    state = on(table("u9r d2b"), "stuck")
    assert of(RULES, state, "over", "to_move", "laid", "hands", "draw_pile") == [
        True,
        None,
        2,
        {"Ann": 2, "Ben": 2, "Cem": 2},
        42,
    ]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.won is False
    assert [(s.player, s.place, s.score) for s in outcome.standings] == [
        ("Ann", 1, 48),
        ("Ben", 1, 48),
        ("Cem", 1, 48),
    ]
    assert refused(RULES, state, line("Cem", "u10r")) is Code.GAME_OVER


@pytest.mark.parametrize(
    ("state", "believed"),
    [
        (table(""), False),
        (table("u10r"), False),
        (table("d1r"), False),
        (table("u3r d7b"), False),
        (table("u6r d7b"), False),
        (table("u7r d7b"), True),
        (table("u8r d7b"), True),
        (late("7r", "7b", "7g 7y 1r", "2 0 1"), True),
        (late("7r", "7b", "7g 3y 1r", "2 0 1"), False),
        (late("7r", "7b", "7g 3y 1r", "1 1 1"), True),
        (late("7r", "7b", "2g 3y 1r", "1 1 1"), False),
        (late("9r", "2b", "5r 6b", "1 1 0"), False),
        (late("9r", "2b", "5r 6g", "1 1 0"), True),
        (late("9r", "2b", "5r 6g", "2 0 0"), False),
        (late("9r", "2r", "5g 6g", "2 0 0"), True),
    ],
)
def test_stuck_is_believed_unless_the_table_proves_it_false(state: QuickAndEasyState, believed: bool) -> None:
    act = line(state.to_move, "stuck")
    if believed:
        assert play(RULES, state, act).over
    else:
        assert refused(RULES, state, act) is Code.NOT_STUCK


def test_the_professional_version_lays_exactly_one_card() -> None:
    state = table("u4r d8b", professional=True)
    assert refused(RULES, state, line("Cem", "u5g+u6g")) is Code.TOO_MANY_CARDS
    assert of(RULES, on(state, "u5g"), "hands", "draw_pile") == [{"Ann": 2, "Ben": 2, "Cem": 2}, 41]
    assert table("u4r+u6b", professional=False).laid == 2


def test_a_deck_may_have_other_colours() -> None:
    colours = ["black", "white", "pink", "grün", "purple"]
    state = begin(RULES, "Ann Ben", colours=colours)
    state = play(RULES, state, {"player": "Ann", "lay": [{"stack": "up", "value": 4, "colour": "grün"}]})
    assert of(RULES, state, "up") == [{"value": 4, "colour": "grün"}]
    red = {"player": "Ben", "lay": [{"stack": "up", "value": 5, "colour": "red"}]}
    assert refused(RULES, state, red) is Code.BAD_RECORD
    assert RULES.layout(state).zone(Zone.UP) == (Card.number(4),)
    state = play(RULES, state, {"player": "Ben", "lay": [{"stack": "down", "value": 5, "colour": "purple"}]})
    assert RULES.layout(state).zone(Zone.DOWN) == (Card.number(5, Colour.PURPLE),)


def test_the_names_of_colours_have_1_to_32_letters() -> None:
    colours = ("r", "R", "ø", "2", "x" * 32)
    assert RULES.start(["Ann", "Ben"], None, {"colours": list(colours)}).colours == colours


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (
            "u4g",
            "Cem cannot lay the green 4 on the ascending stack, on the red 5; "
            "a higher card or one of the same colour can be laid",
        ),
        (
            "d5y",
            "Cem cannot lay the yellow 5 on the descending stack, on the blue 5; "
            "a lower card or one of the same colour can be laid",
        ),
    ],
)
def test_what_is_said_of_a_card_that_does_not_fit(word: str, message: str) -> None:
    with pytest.raises(IllegalAct) as caught:
        play(RULES, TABLE, line("Cem", word))
    assert caught.value.message == message


def test_a_card_of_a_colour_that_the_deck_has_not_fits_nowhere() -> None:
    with pytest.raises(IllegalAct) as caught:
        RULES.apply(TABLE, Lay("Cem", (Placed(Stack.UP, Tile(6, "pink")),)))
    assert caught.value.code == Code.DOES_NOT_FIT
    assert caught.value.message == (
        "Cem cannot lay the pink 6, which is not in this deck; "
        "its colours are red, blue, green, yellow and purple"
    )


TABLE = table("u5r d5b")
EMPTY_HANDED = replace(TABLE, hands=(2, 2, 1))
PROFESSIONAL = table("u5r d5b", professional=True)


def cem(*cards: dict[str, object]) -> Line:
    return {"player": "Cem", "lay": list(cards)}


@pytest.mark.parametrize(
    ("state", "act", "code"),
    [
        (TABLE, {"player": "Cem", "lay": card("u6r")}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "lay": "u6r"}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "lay": None}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "lay": True}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "lay": [6]}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "lay": [["up", 6, "red"]]}, Code.BAD_RECORD),
        (TABLE, cem({"stack": "up", "value": 6}), Code.BAD_RECORD),
        (TABLE, cem({"stack": "up", "colour": "red"}), Code.BAD_RECORD),
        (TABLE, cem({"value": 6, "colour": "red"}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "stack": "Up"}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "stack": ["up"]}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "value": 0}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "value": 11}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "value": 6.0}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "value": "6"}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "value": True}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "colour": "orange"}), Code.BAD_RECORD),
        (TABLE, cem({**card("u6g"), "colour": 3}), Code.BAD_RECORD),
        (TABLE, cem(card("u6g"), {**card("u6g"), "value": 0}), Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "stuck": 1}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "stuck": False}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "stuck": True, "lay": []}, Code.BAD_RECORD),
        (TABLE, {"stuck": True}, Code.BAD_RECORD),
        (TABLE, {"lay": [card("u6r")]}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem"}, Code.BAD_RECORD),
        (TABLE, {"player": "Cem", "play": 7}, Code.BAD_RECORD),
        (TABLE, line("Zoe", "u5r"), Code.UNKNOWN_PLAYER),
        (TABLE, line("Zoe", "stuck"), Code.UNKNOWN_PLAYER),
        (TABLE, line("Ann", "u5r"), Code.NOT_YOUR_TURN),
        (TABLE, line("Ann", "stuck"), Code.NOT_YOUR_TURN),
        (TABLE, line("Cem", "u5r"), Code.ALREADY_PLAYED),
        (TABLE, line("Cem", "d5r"), Code.ALREADY_PLAYED),
        (TABLE, line("Cem", "u6g+d6g"), Code.ALREADY_PLAYED),
        (TABLE, line("Cem", "d6y+u5r"), Code.ALREADY_PLAYED),
        (TABLE, line("Cem", "u6g+u7g+u5b"), Code.ALREADY_PLAYED),
        (PROFESSIONAL, line("Cem", "u6g+u6g"), Code.ALREADY_PLAYED),
        (TABLE, line("Cem", "u6g+u7g+u8g"), Code.TOO_MANY_CARDS),
        (TABLE, line("Cem", "u4g+u3y+u2p"), Code.TOO_MANY_CARDS),
        (EMPTY_HANDED, line("Cem", "u6g+u7g+u8g"), Code.TOO_MANY_CARDS),
        (PROFESSIONAL, line("Cem", "u4g+u3y"), Code.TOO_MANY_CARDS),
        (EMPTY_HANDED, line("Cem", "u6g+u7g"), Code.NO_CARDS),
        (EMPTY_HANDED, line("Cem", "u4g+u3y"), Code.NO_CARDS),
        (TABLE, line("Cem", "u4g"), Code.DOES_NOT_FIT),
        (TABLE, line("Cem", "u6g+u4y"), Code.DOES_NOT_FIT),
        (TABLE, {"player": "Cem", "lay": []}, Code.MUST_LAY),
        (PROFESSIONAL, {"player": "Cem", "lay": []}, Code.MUST_LAY),
        (table("u5r"), line("Ben", "stuck"), Code.NOT_STUCK),
    ],
)
def test_refusals(state: QuickAndEasyState, act: Line, code: Code) -> None:
    assert refused(RULES, state, act) is code


def test_a_remark_changes_nothing_at_any_time() -> None:
    for state in (TABLE, on(table("u9r d2b"), "stuck")):
        assert play(RULES, state, {"note": "tea", "player": "Cem"}) is state
        assert RULES.parse({"note": "tea"}, state) == Remark(None, "tea")


def test_unknown_keys_are_ignored() -> None:
    laid = {**card("u6g"), "sure": False}
    assert play(RULES, TABLE, {"player": "Cem", "lay": [laid], "flip": 3}) == on(TABLE, "u6g")


def test_the_layout_is_the_two_tops() -> None:
    assert RULES.layout(table("")).zones == ()
    assert RULES.layout(TABLE).zone(Zone.UP) == (Card.number(5, Colour.RED),)
    assert RULES.layout(TABLE).zone(Zone.DOWN) == (Card.number(5, Colour.BLUE),)


@pytest.mark.parametrize(
    ("state", "word", "english", "german"),
    [
        (
            table(""),
            "d7r",
            "Ann lays the red 7 as the first card of the descending stack; 1 card is drawn for it.",
            "Ann legt die 7 in Rot als erste Karte auf den absteigenden Stapel; dafür wird 1 Karte gezogen.",
        ),
        (
            table("d7r"),
            "d4b+d2g",
            "Ben lays the blue 4 on the descending stack, lower than the red 7, then the green 2 on the "
            "descending stack, lower than the blue 4; 2 cards are drawn for it.",
            "Ben legt die 4 in Blau auf den absteigenden Stapel, niedriger als die 7 in Rot, dann die 2 "
            "in Grün auf den absteigenden Stapel, niedriger als die 4 in Blau; dafür werden 2 Karten "
            "gezogen.",
        ),
        (
            late("5r", "6b", "3r 8y 2g", "1 1 1"),
            "u3r",
            "Ann lays the red 3 on the ascending stack, by the reverse trick, as the red 5 has the same "
            "colour; the draw pile is empty, so there is no card to draw.",
            "Ann legt die 3 in Rot auf den aufsteigenden Stapel, als Rückwärtstrick, denn die 5 in Rot "
            "hat dieselbe Farbe; der Nachziehstapel ist leer, also wird keine Karte gezogen.",
        ),
        (
            late("5r", "6b", "8y", "1 0 0"),
            "u8y",
            "Ann lays the yellow 8 on the ascending stack, higher than the red 5, and with it all 50 "
            "cards lie: the team wins.",
            "Ann legt die 8 in Gelb auf den aufsteigenden Stapel, höher als die 5 in Rot, und damit "
            "liegen alle 50 Karten: Das Team gewinnt.",
        ),
        (
            table("u9r d2b"),
            "stuck",
            "Cem can lay no card in hand, so the team loses at once with 48 cards left.",
            "Cem kann keine Handkarte legen, also verliert das Team sofort, mit 48 Karten übrig.",
        ),
        (
            late("9r", "2b", "5y", "1 0 0"),
            "stuck",
            "Ann can lay no card in hand, so the team loses at once with 1 card left.",
            "Ann kann keine Handkarte legen, also verliert das Team sofort, mit 1 Karte übrig.",
        ),
    ],
)
def test_explanations(state: QuickAndEasyState, word: str, english: str, german: str) -> None:
    act = RULES.parse(line(state.to_move, word), state)
    assert RULES.explain(state, act) == english
    assert RULES.explain(state, act, "de") == german
