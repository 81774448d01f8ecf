"""Plays record lines on a game's rules: what the tests of all games need."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import pytest

from companion.errors import BadRecord, Code, IllegalAct, Refusal
from companion.rules.base import Act, GameState, Rules

Line = Mapping[str, object]
N = TypeVar("N", bound="Naive")


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


class Naive(Protocol):
    """A game once more, written plainly and apart from the rules: what they are checked against.

    What changes in it are its attributes and the lists, sets and dicts that these are, nothing deeper.
    """

    def do(self, line: Line) -> None:
        """Do what a record line says; raises ValueError when it must not be."""

    def lines(self) -> Iterator[Line]:
        """Give every line that could be tried now, legal or not."""

    def state(self) -> dict[str, object]:
        """Give the state as a replay prints it."""


def naive_tree(
    game: Naive, depth: int, possible: Callable[[Any, Any], bool] = lambda game, line: True
) -> int:
    """Count the sequences of so many legal lines by trying all of them on copies."""
    if depth == 0:
        return 1
    nexts = (after for line in game.lines() if possible(game, line) and (after := tried(game, line)))
    return sum(naive_tree(after, depth - 1, possible) for after in nexts)


def tried(game: N, line: Line) -> N | None:
    """Give the game after a line; None when the line is illegal. The game itself stays as it is."""
    after = object.__new__(type(game))
    vars(after).update(copied(vars(game)))
    try:
        after.do(line)
    except ValueError:
        return None
    return after


def copied(values: Mapping[str, Any]) -> dict[str, Any]:
    """Copy values that are plain, or lists, sets and dicts of plain ones: `deepcopy` takes far longer."""
    return {k: v.copy() if isinstance(v, list | set | dict) else v for k, v in values.items()}
