"""No Thanks!: what can happen at the table, and all that the table can know."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.base import Act, GameState

NUMBERS = range(3, 36)
"""The cards of the deck, one of each."""

IN_PLAY = 24
"""How many of the 33 cards are played; nine are removed unseen."""

TOKENS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}
"""Tokens of each player at the start, by the number of players."""


@dataclass(frozen=True, slots=True)
class Flip(Act):
    """The next card of the deck is turned up; nobody's act, ``player`` is None.

    Raises ValueError for a number that is not in the deck, or a player.
    """

    number: int

    def __post_init__(self) -> None:
        if type(self.number) is not int or self.number not in NUMBERS:
            raise ValueError(f"No Thanks! has the cards 3 to 35, not {self.number!r}")
        if self.player is not None:
            raise ValueError(f"a card that is turned up is nobody's act, not {self.player!r}'s")

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"flip": self.number}


@dataclass(frozen=True, slots=True)
class Token(Act):
    """A player puts a token on the open card and ends the turn."""

    player: str

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"player": self.player, "token": True}


@dataclass(frozen=True, slots=True)
class Take(Act):
    """A player takes the open card and the tokens on it, and faces the next card."""

    player: str

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"player": self.player, "take": True}


@dataclass(frozen=True, slots=True)
class NoThanksState(GameState):
    """The table: ``open`` is the card turned up, if any, ``pot`` the tokens on it.

    ``tokens`` and ``cards`` (each player's, ascending) are in table order. While no card is open, the player
    to move is the one who will face the next.
    """

    open: int | None
    pot: int
    tokens: tuple[int, ...]
    cards: tuple[tuple[int, ...], ...]

    @property
    def taken(self) -> int:
        """How many cards the players have taken (0-24)."""
        return sum(map(len, self.cards))


def points(cards: Iterable[int], tokens: int) -> int:
    """Count the lowest card of each run of consecutive numbers, less the tokens.

    >>> points([11, 12, 15, 16, 17, 20], 0)
    46
    """
    owned = set(cards)
    return sum(card for card in owned if card - 1 not in owned) - tokens
