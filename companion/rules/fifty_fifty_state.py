"""Fifty Fifty: what can happen at the table, and all that the table can know."""

from dataclasses import dataclass
from typing import Final

from companion.cards import PASS, Card, Kind
from companion.rules.base import Act, GameState

NUMBERS: Final = range(1, 101)
PASSES: Final = 20
CARDS_IN_PLAY: Final = 100
"""How many of the 120 cards are not removed unseen."""

HAND: Final = 5
HALF: Final = 50

CARD: Final = (PASS, *(Card.number(value) for value in NUMBERS))
"""The face of every number at its own index; the pass card at 0."""


def partner(number: int) -> int:
    """Give the only number of the deck that is exactly 50 away."""
    return number - HALF if number > HALF else number + HALF


def _check_number(number: int) -> None:
    if type(number) is not int or number not in NUMBERS:
        raise ValueError(f"Fifty Fifty has the numbers 1 to 100, not {number!r}")


@dataclass(frozen=True, slots=True)
class Play(Act):
    """A player lays one card on the end of the row: a number from 1 to 100 or a pass, without colour."""

    player: str
    card: Card

    def __post_init__(self) -> None:
        if self.card.kind is Kind.NUMBER:
            _check_number(self.card.value or 0)

    def to_record(self) -> dict[str, object]:
        """Give the record line: the number or "pass" under ``play``."""
        return {"player": self.player, "play": shown(self.card)}


@dataclass(frozen=True, slots=True)
class Jump(Act):
    """A player lays a number beside the row, in or out of turn: the fifty-card jump."""

    player: str
    number: int

    def __post_init__(self) -> None:
        _check_number(self.number)

    def to_record(self) -> dict[str, object]:
        """Give the record line: the number under ``jump``."""
        return {"player": self.player, "jump": self.number}


@dataclass(frozen=True, slots=True)
class Take(Act):
    """After a jump, a player does not pass but takes the row, the passes and the jump card."""

    player: str

    def to_record(self) -> dict[str, object]:
        """Give the record line: the flag ``take``."""
        return {"player": self.player, "take": True}


@dataclass(frozen=True, slots=True)
class Reveal(Act):
    """All hands are laid open: one (player, cards) pair for each player who still holds cards."""

    hands: tuple[tuple[str, tuple[Card, ...]], ...]

    def __post_init__(self) -> None:
        for _, cards in self.hands:
            for card in cards:
                if card.kind is Kind.NUMBER:
                    _check_number(card.value or 0)

    def to_record(self) -> dict[str, object]:
        """Give the record line: the cards of each player under ``reveal``."""
        return {"reveal": {player: [shown(card) for card in cards] for player, cards in self.hands}}


def shown(card: Card) -> int | str:
    """Give a card as records have it: its number, or "pass"."""
    return "pass" if card.value is None else card.value


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of one game."""

    purple: frozenset[int]
    eliminates: bool
    pass_opens_row: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the row and who played it."""

    card: Card
    by: str


@dataclass(frozen=True, slots=True)
class RunningJump:
    """The jump card beside the row, who played it, and who was jumped on."""

    number: int
    by: str
    on: str


@dataclass(frozen=True, slots=True)
class FiftyFiftyState(GameState):
    """All that the table can know of Fifty Fifty at one moment.

    ``hands`` and ``penalties`` are counts in the order of the players. ``seen`` has bit n set once the number
    n has been shown, ``passes`` counts the passes that were; each card is there only once.
    """

    house: House
    row: tuple[Laid, ...]
    hands: tuple[int, ...]
    penalties: tuple[int, ...]
    draw_pile: int
    jump: RunningJump | None
    reveal_due: bool
    seen: int
    passes: int
    eliminated: tuple[str, ...]

    @property
    def target(self) -> Laid | None:
        """The card that may be jumped on now: the one last played, while it is a number and nobody has."""
        if self.over or self.jump is not None or not self.row or self.row[-1].card.value is None:
            return None
        return self.row[-1]

    def is_seen(self, number: int) -> bool:
        """Say whether this number has been shown in this game."""
        return bool(self.seen >> number & 1)

    def seat(self, player: str) -> int:
        """Give the place of a player in ``hands`` and ``penalties``."""
        return self.players.index(player)
