"""Fifty Fifty: what can happen at the table, and all that the table can know."""

from dataclasses import dataclass
from typing import Final

from companion.cards import PASS, Card
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


def _check_card(card: Card) -> None:
    if card is PASS:
        return
    if type(card) is not Card or card.colour is not None:
        raise ValueError(f"a card is played as a Card without a colour, not as {card!r}")
    if card.value is not None:
        _check_number(card.value)


def _check_hand(hand: tuple[str, tuple[Card, ...]]) -> str:
    """Give whose hand it is, when it is one."""
    if type(hand) is not tuple or len(hand) != 2:
        raise ValueError(f"a hand is a player and their cards, not {hand!r}")
    player, cards = hand
    if not isinstance(player, str) or type(cards) is not tuple:
        raise ValueError(f"a player reveals a tuple of cards, not {player!r} {cards!r}")
    for card in cards:
        _check_card(card)
    return player


@dataclass(frozen=True, slots=True)
class Play(Act):
    """A player lays one card on the end of the row: a number from 1 to 100 or a pass, without colour.

    Raises ValueError for any other card.
    """

    player: str
    card: Card

    def __post_init__(self) -> None:
        _check_card(self.card)

    def to_record(self) -> dict[str, object]:
        """Give the record line: the number or "pass" under ``play``."""
        return {"player": self.player, "play": shown(self.card)}


@dataclass(frozen=True, slots=True)
class Jump(Act):
    """A player lays a number beside the row, in or out of turn: the fifty-card jump.

    Raises ValueError for a number that is not in the deck, and where nobody jumps.
    """

    player: str
    number: int

    def __post_init__(self) -> None:
        _check_number(self.number)
        if self.player is None:
            raise ValueError("somebody jumps, not None")

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
    """All hands are laid open: one (player, cards) pair for each player who still holds cards.

    Nobody's act, ``player`` is None. Raises ValueError for a player, for what is no such pair, for one who is
    named twice, and for cards that cannot be played.
    """

    hands: tuple[tuple[str, tuple[Card, ...]], ...]

    def __post_init__(self) -> None:
        if self.player is not None:
            raise ValueError(f"a reveal is nobody's act, not {self.player!r}'s")
        if type(self.hands) is not tuple:
            raise ValueError(f"hands are a tuple, not {self.hands!r}")
        names = [_check_hand(hand) for hand in self.hands]
        if len(set(names)) < len(names):
            raise ValueError(f"each player reveals one hand, not {' and '.join(names)}")

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
