"""Tables of Quick & Easy, written in a line: "d7r u4b+u6b" lays the red 7 down, then the blue 4 and 6 up."""

import re
from dataclasses import replace

from companion.rules.base import GameState
from companion.rules.quick_and_easy import QuickAndEasy
from companion.rules.quick_and_easy_state import QuickAndEasyState, Tile
from tests.companion.rules.lines import Line, begin, play

RULES = QuickAndEasy()
COLOURS = {"r": "red", "b": "blue", "g": "green", "y": "yellow", "p": "purple"}
STACKS = {"u": "up", "d": "down"}
CARD = re.compile(r"([ud])(\d+)([rbgyp])")


def card(text: str) -> dict[str, object]:
    found = CARD.fullmatch(text)
    assert found is not None
    return {"stack": STACKS[found[1]], "value": int(found[2]), "colour": COLOURS[found[3]]}


def line(name: str | None, word: str) -> Line:
    """Read "u4b", "u4b+d7r" or "stuck"."""
    if word == "stuck":
        return {"player": name, "stuck": True}
    return {"player": name, "lay": [card(text) for text in word.split("+")]}


def on(state: GameState, text: str) -> QuickAndEasyState:
    """Let whoever is to move lay what is written."""
    for word in text.split():
        state = play(RULES, state, line(state.to_move, word))
    assert isinstance(state, QuickAndEasyState)
    return state


def table(
    text: str, players: str = "Ann Ben Cem", starter: str | None = None, **house: object
) -> QuickAndEasyState:
    return on(begin(RULES, players, starter, **house), text)


def tile(text: str) -> Tile:
    return Tile(int(text[:-1]), COLOURS[text[-1]])


def late(up: str, down: str, left: str, hands: str) -> QuickAndEasyState:
    """Give a table with an empty draw pile on which all cards lie but those left; Ann is to move."""
    state = table("")
    seen = sum(state.bit(each) for each in state.unseen())
    for text in left.split():
        seen -= state.bit(tile(text))
    counts = tuple(int(word) for word in hands.split())
    return replace(state, up=tile(up), down=tile(down), seen=seen, hands=counts, draw_pile=0)


def tops(state: QuickAndEasyState) -> str:
    shown = ("-" if top is None else f"{top.value}{top.colour[0]}" for top in (state.up, state.down))
    return " ".join(shown)
