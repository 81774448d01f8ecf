"""Tables of Futschikato, drawn in a line: "9 - 7 7" are the cards in front, clockwise."""

from dataclasses import replace

from companion.rules.base import GameState
from companion.rules.futschikato import Futschikato
from companion.rules.futschikato_state import FutschikatoState
from tests.companion.rules.lines import begin, play

RULES = Futschikato()
NAMES = ["Ann", "Ben", "Cem", "Dia", "Eve", "Flo", "Gus", "Hal"]


def on(state: GameState, text: str) -> FutschikatoState:
    """Let whoever is to move play "6 8 7"."""
    for word in text.split():
        state = play(RULES, state, {"player": state.to_move, "play": int(word)})
    assert isinstance(state, FutschikatoState)
    return state


def table(text: str, players: int = 4) -> FutschikatoState:
    return on(begin(RULES, " ".join(NAMES[:players])), text)


def drawn(fronts: str, hands: str = "", to_move: str = "Ann", pile: int = 50) -> FutschikatoState:
    """Give the table with these fronts; hands are four cards each unless they are given."""
    lying = tuple(None if word == "-" else int(word) for word in fronts.split())
    counts = tuple(int(word) for word in hands.split()) or (4,) * len(lying)
    start = table("", len(lying))
    return replace(start, to_move=to_move, fronts=lying, hands=counts, draw_pile=pile)


def fronts(state: FutschikatoState) -> str:
    return " ".join("-" if front is None else str(front) for front in state.fronts)
