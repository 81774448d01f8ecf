"""Whatever an act is given, in every game: it is refused at birth, or by the rules, or its line says it."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.cards import PASS, Card, Colour
from companion.errors import IllegalAct
from companion.json_lines import decode_line, encode_line
from companion.rules.base import Act, GameState, Remark
from companion.rules.catalogue import GAMES, find_game
from companion.rules.fifty_fifty_state import Reveal
from companion.simulation.games import play, random_header

NUMBERS: list[object] = [*range(-2, 24), 50, 73, 101, 10**30, np.int64(5), np.uint8(1), True, False]
WORDS: list[object] = ["", "Ann", "Ben", "pink", "red", "up", "pass"]
ODD: list[object] = [*NUMBERS, 1.0, 5.0, 0.5, float("nan"), *WORDS, None, (), [], {}]
ODD_CARDS: list[object] = [PASS, Card.number(5), Card.number(5, Colour.PURPLE), Card.number(101)]


def bent(value: Any) -> Iterator[Any]:
    """Give other values in place of one: odd ones, and the same with something odd in it that can be born."""
    yield from ODD
    if isinstance(value, Card):
        yield from ODD_CARDS
    if is_dataclass(value) and not isinstance(value, type):
        yield from variants(value)
    if isinstance(value, tuple):
        yield from (value * 2, value[:-1], list(value))
        for at, one in enumerate(value[:2]):
            yield from ((*value[:at], other, *value[at + 1 :]) for other in bent(one))


def variants(value: Any) -> Iterator[Any]:
    """Give every one like this with another value in one field; those refused at birth are left out."""
    for field in fields(value):
        for other in bent(getattr(value, field.name)):
            try:
                yield replace(value, **{field.name: other})
            except ValueError:
                continue


def moments(game: str) -> list[tuple[GameState, Act]]:
    """Give moments of random games, with what was done: the first and the last ones of each kind of act."""
    found: dict[object, tuple[GameState, Act]] = {}
    for seed in range(10):
        chance = Random(seed)
        played = play(random_header(game, chance), chance)
        for state, act in zip(played.states, played.acts, strict=False):
            found.setdefault(type(act), (state, act))
            found[type(act), "last"] = state, act
        found["over"] = played.end, Remark(None, "tea")
    return list(found.values())


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
def test_an_act_is_refused_or_its_line_says_it(game: str) -> None:
    rules, kept = find_game(game), set()
    found = moments(game)
    for act in [act for _, act in found]:
        for odd in (act, *variants(act)):
            for state, _ in found:
                try:
                    rules.apply(state, odd)
                except IllegalAct:
                    continue
                assert rules.parse(decode_line(encode_line(odd.to_record())), state) == odd
                kept.add(type(odd))
    assert kept >= {type(act) for _, act in found}


def test_nobody_reveals_two_hands() -> None:
    five = (Card.number(5),)
    with pytest.raises(ValueError, match="A and A"):
        Reveal(None, (("A", five), ("A", (Card.number(6),))))
