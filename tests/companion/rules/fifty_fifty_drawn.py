"""Draw a table of Fifty Fifty: ``drawn("70a 77b P")`` is a row of three, played by Ann, Ben and nobody named.

A token is a number or ``P``, and the small first letter of who played it; without a letter it was Dia.
"""

from dataclasses import replace
from typing import Any

from companion.rules.fifty_fifty import FiftyFifty
from companion.rules.fifty_fifty_state import CARD, FiftyFiftyState, Laid

GAME = FiftyFifty()
NAMES = {"a": "Ann", "b": "Ben", "c": "Cem", "d": "Dia"}


def laid(token: str) -> Laid:
    by = NAMES.get(token[-1], "Dia")
    face = token.rstrip("abcd")
    return Laid(CARD[0 if face == "P" else int(face)], by)


def drawn(row: str, move: str = "Ann", **counts: Any) -> FiftyFiftyState:
    """Give a table with Ann, Ben, Cem and Dia; ``hands``, ``penalties`` are numbers in that order.

    Other keywords set fields of the state as they are; ``rules`` sets house rules.
    """
    rules = counts.pop("rules", None)
    cards = tuple(laid(token) for token in row.split())
    state = replace(
        GAME.start(list(NAMES.values()), move, rules),
        row=cards,
        seen=sum(1 << (card.card.value or 0) for card in cards if card.card.value),
        passes=sum(card.card.value is None for card in cards),
    )
    for key in ("hands", "penalties"):
        if key in counts:
            counts[key] = tuple(int(n) for n in str(counts[key]).split())
    return replace(state, **counts)


def row(state: FiftyFiftyState) -> str:
    """Draw the row without who played it."""
    return " ".join("P" if card.card.value is None else str(card.card.value) for card in state.row)


def line(who: str, verb: str) -> dict[str, object]:
    """Give the record line of ``"73"``, ``"P"``, ``"jump 23"`` or ``"take"``."""
    if verb == "take":
        return {"player": who, "take": True}
    if verb.startswith("jump"):
        return {"player": who, "jump": int(verb.split()[1])}
    return {"player": who, "play": "pass" if verb == "P" else int(verb)}


def reveal(**hands: str) -> dict[str, object]:
    """Give the record line of a reveal: a word per card, ``P`` for a pass."""
    cards = {
        name: ["pass" if card == "P" else int(card) for card in hand.split()] for name, hand in hands.items()
    }
    return {"reveal": cards}


def act(state: FiftyFiftyState, who: str, verb: str) -> FiftyFiftyState:
    """Let somebody do something, as ``line`` has it."""
    return GAME.apply(state, GAME.parse(line(who, verb), state))
