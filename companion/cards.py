"""Cards: what can lie on the table, with a short text form both ways.

``Card.parse(str(card)) == card`` for every card: ``73``, ``73 orange``, ``pass``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

HIGHEST_NUMBER = 109


class Kind(StrEnum):
    """What a card is: one with a number, or a pass card."""

    NUMBER = "number"
    PASS = "pass"


class Colour(StrEnum):
    """The colour of a number card's print or ground, as the decks of the five games name it."""

    ORANGE = "orange"
    PURPLE = "purple"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


class Zone(StrEnum):
    """Where on the table a card lies."""

    ROW = "row"
    JUMP = "jump"
    PILE = "pile"
    UP = "up"
    DOWN = "down"
    SPOT = "spot"


@dataclass(frozen=True, slots=True)
class Card:
    """One face: a number from 0 to 109, perhaps with a colour, or a pass card.

    Raises ValueError when born with a number outside the range, as a pass card with a number or a colour, or
    with a kind or a colour that is none.
    """

    kind: Kind
    value: int | None = None
    colour: Colour | None = None

    def __post_init__(self) -> None:
        if self.kind is Kind.NUMBER:
            if type(self.value) is not int or not 0 <= self.value <= HIGHEST_NUMBER:
                raise ValueError(f"a card's number lies in 0-{HIGHEST_NUMBER}, not {self.value!r}")
            if self.colour is not None and type(self.colour) is not Colour:
                raise ValueError(f"a card's colour is a Colour, not {self.colour!r}")
        elif self.kind is not Kind.PASS:
            raise ValueError(f"a card is a number or a pass, not {self.kind!r}")
        elif (self.value, self.colour) != (None, None):
            raise ValueError("a pass card has neither number nor colour")

    def __hash__(self) -> int:
        # Cards are looked up very often; nearly all are told apart by their numbers.
        return hash(self.value)

    @classmethod
    def number(cls, value: int, colour: Colour | None = None) -> "Card":
        """Give the card with this number."""
        return cls(Kind.NUMBER, value, colour)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read the short text form; raises ValueError on anything else."""
        if text == "pass":
            return PASS
        value, _, colour = text.partition(" ")
        return cls.number(int(value), Colour(colour) if colour else None)

    def __str__(self) -> str:
        if self.kind is Kind.PASS:
            return "pass"
        return f"{self.value} {self.colour}" if self.colour else str(self.value)


PASS = Card(Kind.PASS)


def plain(card: Card) -> Card:
    """Give a card's face without its colour."""
    return card if card.colour is None else _PLAIN[card.value]


_PLAIN: Final[Mapping[int | None, Card]] = {value: Card.number(value) for value in range(HIGHEST_NUMBER + 1)}
"""Made once: of a table that is hard to explain, hundreds of thousands of stories are looked at."""
