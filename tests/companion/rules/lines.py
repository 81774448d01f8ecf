"""Plays record lines on a game's rules: what the tests of all games need."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from companion.errors import BadRecord, Code, IllegalAct, Refusal
from companion.rules.base import Act, GameState, Rules

Line = Mapping[str, object]


def begin(rules: Rules, players: str, starter: str | None = None, **house: object) -> GameState:
    """Give the first state; players are written "Ann Ben Cem"."""
    return rules.start(players.split(), starter, house)


def play(rules: Rules, state: GameState, *lines: Line) -> GameState:
    """Give the state after some record lines, all of which must be legal."""
    for line in lines:
        state = rules.apply(state, rules.parse(line, state))
    return state


def refused(rules: Rules, state: GameState, line: Line) -> Code:
    """Give the code with which a line is refused; its message is whole and the state is as it was."""
    before = rules.describe(state)
    with pytest.raises(Refusal) as caught:
        rules.apply(state, rules.parse(line, state))
    assert isinstance(caught.value, BadRecord | IllegalAct)
    assert len(caught.value.message) > 20
    assert rules.describe(state) == before
    return caught.value.code


def accepted(rules: Rules, state: GameState, lines: Iterable[Line]) -> list[Act]:
    """Give the acts among these lines that the rules accept."""
    return [act for line in lines if (act := _tried(rules, state, line)) is not None]


def _tried(rules: Rules, state: GameState, line: Line) -> Act | None:
    try:
        act = rules.parse(line, state)
        rules.apply(state, act)
    except Refusal:
        return None
    return act


def any_act(state: GameState, act: Act) -> bool:
    """Let every candidate into the tree."""
    return True


def count_tree(
    rules: Rules, state: GameState, depth: int, possible: Callable[[Any, Act], bool] = any_act
) -> int:
    """Count the sequences of so many candidates from a state, of those that a deal makes possible."""
    if depth == 0:
        return 1
    acts = (act for act in rules.candidates(state) if possible(state, act))
    return sum(count_tree(rules, rules.apply(state, act), depth - 1, possible) for act in acts)


def places(rules: Rules, state: GameState) -> list[tuple[str, int, int]]:
    """Give the standings as (player, place, score)."""
    return [(s.player, s.place, s.score) for s in rules.standings(state)]


def of(rules: Rules, state: GameState, *keys: str) -> list[object]:
    """Give some values of the described state."""
    described = rules.describe(state)
    return [described[key] for key in keys]


def by_turns(players: Sequence[str], starter: str) -> Iterator[str]:
    """Give the players clockwise, for ever."""
    at = players.index(starter)
    while True:
        yield players[at % len(players)]
        at += 1
