"""Fifty Fifty in plain words."""

from random import Random
from typing import Any

import pytest

from companion.errors import IllegalAct
from companion.language import in_language
from companion.rules.base import Remark
from companion.rules.fifty_fifty_state import RunningJump
from companion.simulation.games import play, random_header
from tests.companion.rules.fifty_fifty_drawn import GAME, drawn, line, reveal

LATE: dict[str, Any] = {"draw_pile": 0, "hands": "3 3 2 2"}
LAST: dict[str, Any] = {"draw_pile": 0, "hands": "1 1 1 1", "reveal_due": True}
JUMP: dict[str, Any] = {"jump": RunningJump(23, "Cem", "Ben")}

SAID: list[tuple[str, dict[str, Any], tuple[str, str], str, str]] = [
    (
        "",
        {},
        ("Ann", "70"),
        "Ann starts the row with 70.",
        "Ann beginnt die Reihe mit der 70.",
    ),
    (
        "70d",
        {},
        ("Ann", "77"),
        "Ann plays 77 behind 70.",
        "Ann legt die 77 hinter die 70.",
    ),
    (
        "70d",
        {},
        ("Ann", "P"),
        "Ann passes.",
        "Ann passt.",
    ),
    (
        "70c 78d",
        {},
        ("Ann", "73"),
        "Ann replaces 78 with 73; 78 is purple, so Ann takes it.",
        "Ann ersetzt die 78 durch die 73; die 78 ist lila, also nimmt Ann sie selbst.",
    ),
    (
        "70c 77d",
        {"penalties": "1 0 0 0"},
        ("Ann", "73"),
        "Ann replaces 77 with 73; 77 is orange, so it goes back to Dia, "
        "and Ann gives Dia a penalty card as well.",
        "Ann ersetzt die 77 durch die 73; die 77 ist orange, also geht sie zurück an Dia, "
        "und Ann gibt Dia noch eine Strafkarte dazu.",
    ),
    (
        "12 40 59 66 77 80",
        {},
        ("Ann", "62"),
        "Ann takes 3 cards: 62 goes behind 59, so 66, 77 and 80 come off the row.",
        "Ann nimmt 3 Karten: Die 62 gehört hinter die 59, also kommen 66, 77 und 80 weg.",
    ),
    (
        "20 55 P",
        {},
        ("Ann", "60"),
        "Ann takes 1 card: 60 goes behind 55, so a pass comes off the row.",
        "Ann nimmt 1 Karte: Die 60 gehört hinter die 55, also kommt ein Pass weg.",
    ),
    (
        "20 55 P P",
        {},
        ("Ann", "50"),
        "Ann takes 3 cards: 50 goes behind 20, so 55 and 2 passes come off the row.",
        "Ann nimmt 3 Karten: Die 50 gehört hinter die 20, also kommen 55 und 2 Pässe weg.",
    ),
    (
        "P P",
        {},
        ("Ann", "50"),
        "Ann takes 2 cards: a number clears passes away, so 2 passes come off the row.",
        "Ann nimmt 2 Karten: Eine Zahl räumt die Pässe ab, also kommen 2 Pässe weg.",
    ),
    (
        "40 50",
        LATE,
        ("Ann", "30"),
        "Ann takes 2 cards: 30 is too low for the whole row, so 40 and 50 come off the row; "
        "the draw pile is empty, so the game ends and Ann takes the other hands too (7 cards).",
        "Ann nimmt 2 Karten: Die 30 ist zu niedrig für die ganze Reihe, also kommen 40 und 50 weg; "
        "der Nachziehstapel ist leer, also ist das Spiel aus "
        "und Ann nimmt auch die Handkarten der anderen (7 Karten).",
    ),
    (
        "10 73d",
        {},
        ("Ben", "jump 23"),
        "Ben jumps with 23 on the 73 by Dia, so Dia must pass or take the row.",
        "Ben springt mit der 23 auf die 73 von Dia, also muss Dia passen oder die Reihe nehmen.",
    ),
    (
        "10 73b",
        JUMP,
        ("Ann", "P"),
        "Ann passes, so Ben must pass too or take the row.",
        "Ann passt, also muss Ben auch passen oder die Reihe nehmen.",
    ),
    (
        "10 73b P",
        JUMP,
        ("Ann", "take"),
        "Ann does not pass and takes 4 cards: the row and the jump card 23; now Ann starts a new row.",
        "Ann passt nicht und nimmt 4 Karten: die Reihe und die Sprungkarte 23; "
        "nun beginnt Ann eine neue Reihe.",
    ),
    (
        "10 73b P",
        JUMP | LATE,
        ("Ann", "take"),
        "Ann does not pass and takes 4 cards: the row and the jump card 23; "
        "the draw pile is empty, so the game ends and Ann takes the other hands too (7 cards).",
        "Ann passt nicht und nimmt 4 Karten: die Reihe und die Sprungkarte 23; "
        "der Nachziehstapel ist leer, also ist das Spiel aus "
        "und Ann nimmt auch die Handkarten der anderen (7 Karten).",
    ),
]


@pytest.mark.parametrize(("cards", "rest", "what", "english", "german"), SAID)
def test_an_act_is_explained_with_its_rule(
    cards: str, rest: dict[str, Any], what: tuple[str, str], english: str, german: str
) -> None:
    state = drawn(cards, **rest)
    act = GAME.parse(line(*what), state)
    assert GAME.explain(state, act) == english
    assert GAME.explain(state, act, "de") == german


REVEALED = [
    (
        reveal(Ann="9", Ben="8", Cem="99", Dia="100"),
        "eliminated",
        "All show their hands: 8 by Ben is the lowest number, so Ben takes the row and the other hands "
        "(5 cards).",
        "Alle zeigen ihre Karten: Die 8 von Ben ist die niedrigste Zahl, also nimmt Ben die Reihe und die "
        "Handkarten der anderen (5 Karten).",
    ),
    (
        reveal(Ann="9", Ben="P", Cem="P", Dia="100"),
        "eliminated",
        "All show their hands, and Ben and Cem are eliminated for a pass: 9 by Ann is the lowest number, "
        "so Ann takes the row and the other hands (5 cards).",
        "Alle zeigen ihre Karten, und Ben und Cem sind wegen eines Passes aus: Die 9 von Ann ist die "
        "niedrigste Zahl, also nimmt Ann die Reihe und die Handkarten der anderen (5 Karten).",
    ),
    (
        reveal(Ann="9", Ben="P", Cem="98", Dia="100"),
        "spared",
        "All show their hands, and Ben is spared for a pass: 9 by Ann is the lowest number, "
        "so Ann takes the row and the other hands (5 cards).",
        "Alle zeigen ihre Karten, und Ben ist wegen eines Passes verschont: Die 9 von Ann ist die "
        "niedrigste Zahl, also nimmt Ann die Reihe und die Handkarten der anderen (5 Karten).",
    ),
    (
        reveal(Ann="P", Ben="P", Cem="P", Dia="P"),
        "spared",
        "All show their hands, and Ann, Ben, Cem and Dia are spared for a pass: nobody is left with only "
        "numbers, so nobody takes the row.",
        "Alle zeigen ihre Karten, und Ann, Ben, Cem und Dia sind wegen eines Passes verschont: Niemand hat "
        "nur Zahlen, also nimmt niemand die Reihe.",
    ),
]


@pytest.mark.parametrize(("hands", "ruling", "english", "german"), REVEALED)
def test_a_reveal_is_explained(hands: dict[str, object], ruling: str, english: str, german: str) -> None:
    state = drawn("40 50d", **LAST, rules={"pass_in_hand": ruling})
    act = GAME.parse(hands, state)
    assert GAME.explain(state, act) == english
    assert GAME.explain(state, act, "de") == german


def test_a_remark_is_given_as_it_is() -> None:
    assert GAME.explain(drawn(""), Remark("Ann", "cut the cake.")) == "Note: cut the cake."
    assert GAME.explain(drawn(""), Remark(None, "Kuchen"), "de") == "Notiz: Kuchen."


def test_an_illegal_act_has_no_explanation() -> None:
    state = drawn("40")
    with pytest.raises(IllegalAct):
        GAME.explain(state, GAME.parse(line("Ben", "50"), state))


def test_a_language_that_nobody_translated_is_english() -> None:
    state = drawn("40")
    assert GAME.explain(state, GAME.parse(line("Ann", "50"), state), "fr") == "Ann plays 50 behind 40."


def test_what_is_said_in_english_can_be_said_in_german_later() -> None:
    state = drawn("40")
    said = GAME.explain(state, GAME.parse(line("Ann", "50"), state))
    assert in_language(said, "de") == "Ann legt die 50 hinter die 40."


def test_every_act_of_whole_games_is_one_sentence() -> None:
    for seed in range(20):
        chance = Random(seed)
        played = play(random_header("fifty-fifty", chance), chance)
        for state, act in zip(played.states, played.acts, strict=False):
            for language in ("en", "de"):
                said = GAME.explain(state, act, language)
                assert said.endswith(".")
                assert said.count(".") == 1
                assert "{" not in said
