"""Tables of 23, written in one line: "1 8x2 17+5 p pp f Ben:"."""

import re
from collections.abc import Mapping
from dataclasses import replace

from companion.rules.base import GameState
from companion.rules.twenty_three import TwentyThree
from companion.rules.twenty_three_state import TwentyThreeState
from tests.companion.rules.lines import (
    Line,
    begin,
    play,
)

RULES = TwentyThree()
WORD = re.compile(r"(?P<play>\d+)(x(?P<count>\d+))?(?P<bonus>[+-]\d+)?")


def line(name: str | None, word: str) -> Line:
    """Read "8", "8x2", "17+5", "p" (pass), "pp" (pass and force), "f" (fold), "Ben:" (round 2 begins)."""
    if word.endswith(":"):
        return {"round": 2, "starter": word[:-1]}
    verbs: Mapping[str, Line] = {"p": {"pass": True}, "pp": {"pass": "force"}, "f": {"fold": True}}
    if word in verbs:
        return {"player": name, **verbs[word]}
    found = WORD.fullmatch(word)
    assert found is not None
    return {"player": name, **{key: int(value) for key, value in found.groupdict().items() if value}}


def on(state: GameState, text: str) -> TwentyThreeState:
    for word in text.split():
        state = play(RULES, state, line(state.to_move, word))
    assert isinstance(state, TwentyThreeState)
    return state


def table(
    text: str, players: str = "Ann Ben Cem", starter: str | None = None, **house: object
) -> TwentyThreeState:
    return on(begin(RULES, players, starter, **house), text)


def last_card(chips: int) -> TwentyThreeState:
    """Ann, with one card left and so many chips, is to move on a 5."""
    return replace(table("1 3 5"), hands=(1, 9, 9), chips=(chips, 0, 0))


START = table("")
RANK_10 = table("1 5 10")
FORCED = table("1 5 pp")
ALL_TENS = table("1 10 10 10")
ONE_CARD = last_card(0)
POOR = replace(RANK_10, bonus=(1, 3, 3))
BETWEEN = table("1 7 f f f")
