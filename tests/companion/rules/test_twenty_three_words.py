from dataclasses import replace

import pytest

from companion.cards import Card, Zone
from companion.errors import IllegalAct
from companion.language import in_language
from companion.rules.base import Act
from companion.rules.twenty_three_state import Fold, NewRound, Pass, Play, TwentyThreeState
from tests.companion.rules.twenty_three_drawn import BETWEEN, RANK_10, RULES, START, last_card


def test_the_layout_is_the_top_of_the_pile() -> None:
    assert RULES.layout(RANK_10).zone(Zone.PILE) == (Card.number(10),)
    assert RULES.layout(START).zones == ()


@pytest.mark.parametrize(
    ("state", "act", "english", "german"),
    [
        (
            START,
            Play("Ann", 1),
            "Ann holds the 1 and begins the round with it.",
            "Ann hat die 1 und beginnt damit die Runde.",
        ),
        (
            RANK_10,
            Play("Ann", 17, bonus=5),
            "Ann plays 17, the rank moved from 10 to 15 by 1 bonus chip, and takes 1 penalty chip, "
            "one for each rank skipped (16).",
            "Ann spielt 17, wobei sich der Wert durch 1 Bonuschip von 10 auf 15 verschiebt, und nimmt "
            "1 Strafchip, einen für jeden übersprungenen Wert (16).",
        ),
        (
            RANK_10,
            Play("Ann", 13, 2),
            "Ann plays 2 × 13 and takes 2 penalty chips, one for each rank skipped (11–12).",
            "Ann spielt 2 × 13 und nimmt 2 Strafchips, einen für jeden übersprungenen Wert (11–12).",
        ),
        (
            last_card(9),
            Play("Ann", 6),
            "Ann plays 6 and takes no penalty chip, as no rank is skipped; no card is left in hand, "
            "so 3 penalty chips of up to 3 go back.",
            "Ann spielt 6 und nimmt keinen Strafchip, da kein Wert übersprungen wird; die Hand ist damit "
            "leer, also gehen 3 Strafchips von höchstens 3 zurück.",
        ),
        (
            RANK_10,
            Pass("Ann"),
            "Ann passes, which costs 1 penalty chip.",
            "Ann passt, das kostet 1 Strafchip.",
        ),
        (
            RANK_10,
            Pass("Ann", force=True),
            "Ann passes for 2 penalty chips and so forces Ben: no passing until a card is played.",
            "Ann passt für 2 Strafchips und zwingt Ben: Passen ist verboten, bis eine Karte liegt.",
        ),
        (
            RANK_10,
            Fold("Ann"),
            "Ann folds with 11 cards in hand, takes 11 penalty chips, one for each, and is out for this "
            "round.",
            "Ann steigt mit 11 Karten auf der Hand aus, nimmt 11 Strafchips, einen für jede Karte, und "
            "ist in dieser Runde nicht mehr dran.",
        ),
        (
            BETWEEN,
            NewRound(None, "Cem"),
            "Round 2 begins with 12 cards in each hand, and Cem holds the 1; all chips stay where they are.",
            "Runde 2 beginnt mit 12 Karten auf jeder Hand, und Cem hat die 1; alle Chips bleiben liegen.",
        ),
    ],
)
def test_explanations(state: TwentyThreeState, act: Act, english: str, german: str) -> None:
    assert RULES.explain(state, act) == english
    assert RULES.explain(state, act, "de") == german


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            Play("Ann", 9, bonus=-16),
            "Ann cannot move the rank by -16: that takes 4 bonus chips, 3 left; 15 up or down is the most",
        ),
        (
            Play("Ann", 9, bonus=-10),
            "Ann cannot move the rank by -10, from 10; a moved rank lies in 1-23",
        ),
        (
            Play("Ann", 11, bonus=2),
            "Ann cannot play 11 on rank 10 moved by +2; as high or higher can be played, "
            "or bonus chips spent to lower that rank",
        ),
        (
            Play("Ann", 10, 3),
            "Ann cannot play 3 × 10: of the 3 in the deck 2 can still come; at most 2 can be played",
        ),
        (
            Play("Ann", 1, bonus=-9),
            "Ann cannot play 1 × 1: of the 1 in the deck 0 can still come; another rank can be played",
        ),
    ],
)
def test_refusals_say_what_would_be_right(act: Play, message: str) -> None:
    with pytest.raises(IllegalAct) as caught:
        RULES.apply(RANK_10, act)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("state", "act", "english", "german"),
    [
        (
            RANK_10,
            Play("Ben", 12, 2),
            "it is not the turn of Ben, who cannot play 2 × 12 now; Ann is to move",
            "Ben ist nicht dran und kann jetzt nicht 2 × 12 spielen; Ann ist dran",
        ),
        (
            RANK_10,
            Play("Ben", 9, bonus=-5),
            "it is not the turn of Ben, who cannot play 9 and move the rank by -5 now; Ann is to move",
            "Ben ist nicht dran und kann jetzt nicht 9 spielen und den Wert um -5 verschieben; Ann ist dran",
        ),
        (
            RANK_10,
            Fold("Ben"),
            "it is not the turn of Ben, who cannot fold now; Ann is to move",
            "Ben ist nicht dran und kann jetzt nicht aussteigen; Ann ist dran",
        ),
        (
            START,
            Play("Ann", 1, bonus=1),
            "Ann cannot play 1 and move the rank by +1 at the beginning of a round; "
            "Ann holds the 1 and plays it alone, without bonus chips",
            "Ann kann zu Beginn einer Runde nicht 1 spielen und den Wert um +1 verschieben; "
            "Ann hat die 1 und spielt sie allein, ohne Bonuschips",
        ),
        (
            START,
            Pass("Ann"),
            "Ann cannot pass the turn at the beginning of a round; "
            "Ann holds the 1 and plays it alone, without bonus chips",
            "Ann kann zu Beginn einer Runde nicht passen; "
            "Ann hat die 1 und spielt sie allein, ohne Bonuschips",
        ),
        (
            replace(RANK_10, forced=True),
            Pass("Ann", force=True),
            "Ann cannot pass and force the next player, being forced; Ann must play or fold",
            "Ann ist gezwungen und kann nicht passen und zum Spielen zwingen; "
            "Ann muss spielen oder aussteigen",
        ),
    ],
)
def test_refusals_name_what_was_tried(state: TwentyThreeState, act: Act, english: str, german: str) -> None:
    with pytest.raises(IllegalAct) as caught:
        RULES.apply(state, act)
    assert in_language(caught.value.message, "en") == english
    assert in_language(caught.value.message, "de") == german
