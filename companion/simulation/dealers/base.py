"""The interface of a dealer: one table's hidden cards, and the players who hold them."""

from collections.abc import Mapping, MutableSequence, Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

from companion.rules.base import Act, GameState

T = TypeVar("T")


class Chance(Protocol):
    """Where all chance comes from: a seeded ``random.Random``, made outside the core."""

    def random(self) -> float:
        """Give a number from 0 up to 1."""
        ...

    def randrange(self, start: int, stop: int, /) -> int:
        """Give a whole number from start up to stop, which is left out."""
        ...

    def choice(self, things: Sequence[T], /) -> T:
        """Give one of some things."""
        ...

    def sample(self, things: Sequence[T], count: int, /) -> list[T]:
        """Give so many different ones of some things."""
        ...

    def shuffle(self, things: MutableSequence[T], /) -> None:
        """Put things into another order, in place."""
        ...


class Strategy(StrEnum):
    """How the simulated players choose among what they may do."""

    RANDOM = "random"
    """Any legal act, all about equally likely."""
    SIMPLE = "simple"
    """What costs least at this moment; no memory, no bluff."""


class Dealer(Protocol):
    """The hidden side of one game. It changes as the game goes on; the states do not."""

    def choose(self, state: GameState, chance: Chance) -> Act | None:
        """Give the next act at this table, legal in this state; None when nobody can do anything."""
        ...

    def follow(self, before: GameState, act: Act, after: GameState) -> None:
        """Move the hidden cards as the act did."""
        ...


class Dealing(Protocol):
    """How a game is dealt: what the simulator needs to know of it."""

    def deal(self, state: GameState, chance: Chance, strategy: Strategy) -> Dealer:
        """Shuffle and deal for the state before the first act."""
        ...

    def rulings(self, chance: Chance) -> Mapping[str, object]:
        """Choose house rules at random."""
        ...
