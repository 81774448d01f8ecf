"""How fast the rules are, measured against adding up the numbers below a thousand in the same run."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass

from companion.records.record import start_game
from companion.simulation.dealers.base import Chance
from companion.simulation.games import SimulatedGame, play, random_header

Ticks = Callable[[], int]
"""A clock that gives nanoseconds from any beginning."""

YARDSTICK_RUNS = 2000


@dataclass(frozen=True, slots=True)
class Speed:
    """What applying an act costs on average over random games of one game.

    ``ratio`` is the cost in yardsticks: times ``sum(range(1000))``. ``state_bytes`` is the size of the
    largest state that came up.
    """

    game: str
    games: int
    acts: int
    microseconds: float
    ratio: float
    state_bytes: int


def measure(game: str, games: int, chance: Chance, ticks: Ticks) -> Speed:
    """Play random games of one kind, then time each of their acts again."""
    played = [play(random_header(game, chance), chance) for _ in range(games)]
    acts = sum(len(one.acts) for one in played)
    yardstick = _yardstick(ticks)
    nanoseconds = sum(_time(one, ticks) for one in played) / acts
    yardstick = (yardstick + _yardstick(ticks)) / 2
    size = max(len(pickle.dumps(state)) for one in played for state in one.states)
    return Speed(game, games, acts, nanoseconds / 1000, nanoseconds / yardstick, size)


def _yardstick(ticks: Ticks) -> float:
    start = ticks()
    for _ in range(YARDSTICK_RUNS):
        sum(range(1000))
    return (ticks() - start) / YARDSTICK_RUNS


def _time(played: SimulatedGame, ticks: Ticks) -> int:
    rules, state = start_game(played.header)
    start = ticks()
    for act in played.acts:
        state = rules.apply(state, act)
    return ticks() - start
