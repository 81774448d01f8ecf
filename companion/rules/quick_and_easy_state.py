"""The Game: Quick & Easy: what can happen at the table, and all that the table can know."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from companion.rules.base import Act, GameState

VALUES: Final = range(1, 11)
COLOURS: Final = ("red", "blue", "green", "yellow", "purple")
"""The colours of the deck unless the house says otherwise."""

CARDS: Final = len(VALUES) * len(COLOURS)
HAND: Final = 2


class Stack(StrEnum):
    """The two stacks: the ascending and the descending one."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Tile:
    """A number card, 1 to 10, in one of the deck's five colours, whichever these are.

    Raises ValueError for another number, or a colour that is no name.
    """

    value: int
    colour: str

    def __post_init__(self) -> None:
        if type(self.value) is not int or self.value not in VALUES:
            raise ValueError(f"Quick & Easy has the numbers 1 to 10, not {self.value!r}")
        if not isinstance(self.colour, str):
            raise ValueError(f"a colour is a name, not {self.colour!r}")


@lru_cache(maxsize=16)
def deck(colours: tuple[str, ...]) -> tuple[Tile, ...]:
    """Give all cards of a deck, colour by colour, lowest first."""
    return tuple(Tile(value, colour) for colour in colours for value in VALUES)


@dataclass(frozen=True, slots=True)
class Placed:
    """A card and the stack that it is laid on. Raises ValueError for what is no stack or no card."""

    stack: Stack
    tile: Tile

    def __post_init__(self) -> None:
        if type(self.stack) is not Stack or type(self.tile) is not Tile:
            raise ValueError(f"a Tile is laid on a Stack, not {self.tile!r} on {self.stack!r}")


@dataclass(frozen=True, slots=True)
class Lay(Act):
    """A player lays cards, one after the other. Raises ValueError for other things than cards."""

    player: str
    cards: tuple[Placed, ...]

    def __post_init__(self) -> None:
        if type(self.cards) is not tuple:
            raise ValueError(f"cards are laid as a tuple, not {self.cards!r}")
        for card in self.cards:
            if type(card) is not Placed:
                raise ValueError(f"a card is laid as a Placed, not {card!r}")

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        lay = [{"stack": str(c.stack), "value": c.tile.value, "colour": c.tile.colour} for c in self.cards]
        return {"player": self.player, "lay": lay}


@dataclass(frozen=True, slots=True)
class Stuck(Act):
    """A player says that no card in hand can be laid, which loses the game."""

    player: str

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"player": self.player, "stuck": True}


@dataclass(frozen=True, slots=True)
class QuickAndEasyState(GameState):
    """The table: the top of each stack, the cards that lie (a bit each), and hands (counts) in table order.

    ``colours`` are the five of this deck, ``professional`` says that exactly one card is laid in a turn.
    """

    professional: bool
    colours: tuple[str, ...]
    up: Tile | None
    down: Tile | None
    seen: int
    hands: tuple[int, ...]
    draw_pile: int

    @property
    def laid(self) -> int:
        """How many cards lie on the stacks."""
        return self.seen.bit_count()

    @property
    def left(self) -> int:
        """How many cards the team has still to lay; 0 is a win."""
        return CARDS - self.laid

    def bit(self, tile: Tile) -> int:
        """Give the bit of a card in ``seen``: its place in ``deck``."""
        return 1 << (self.colours.index(tile.colour) * len(VALUES) + tile.value - VALUES[0])

    def top(self, stack: Stack) -> Tile | None:
        """Give the card on top of a stack; None where none lies."""
        return self.up if stack is Stack.UP else self.down

    def unseen(self) -> Iterator[Tile]:
        """Give every card that does not lie yet, colour by colour."""
        return (tile for place, tile in enumerate(deck(self.colours)) if not self.seen >> place & 1)


def fits(stack: Stack, top: Tile | None, tile: Tile) -> bool:
    """Say whether a card may be laid: the first of a stack, in its order, or of the colour on top."""
    if top is None or tile.colour == top.colour:
        return True
    return tile.value > top.value if stack is Stack.UP else tile.value < top.value
