"""The interface of a dealer: one table's hidden cards, and the players who hold them."""

from collections.abc import Mapping
from enum import StrEnum
from random import Random
from typing import Protocol

from companion.rules.base import Act, GameState


class Strategy(StrEnum):
    """How the simulated players choose among what they may do."""

    RANDOM = "random"
    """Any legal act, all about equally likely."""
    SIMPLE = "simple"
    """What costs least at this moment; no memory, no bluff."""


class Dealer(Protocol):
    """The hidden side of one game. It changes as the game goes on; the states do not."""

    def choose(self, state: GameState, random: Random) -> Act | None:
        """Give the next act at this table, legal in this state; None when nobody can do anything."""
        ...

    def follow(self, before: GameState, act: Act, after: GameState) -> None:
        """Move the hidden cards as the act did."""
        ...


class Dealing(Protocol):
    """How a game is dealt: what the simulator needs to know of it."""

    def deal(self, state: GameState, random: Random, strategy: Strategy) -> Dealer:
        """Shuffle and deal for the state before the first act."""
        ...

    def rulings(self, random: Random) -> Mapping[str, object]:
        """Choose house rules at random."""
        ...
