"""Futschikato: what can happen at the table, and all that the table can know."""

from dataclasses import dataclass

from companion.rules.base import Act, GameState

NUMBERS = range(2, 21)
COPIES = (0, 0, 16, 12, 9, 8, 6, 6, 5, 4, 4, 4, 3, 3, 3, 2, 1, 1, 1, 1, 1)
"""How many cards of each number the deck has, by number: 90 in all."""

CARDS = sum(COPIES)
"""How many cards the deck has."""


@dataclass(frozen=True, slots=True)
class Play(Act):
    """A player lays a card in front of themselves. Raises ValueError for a number that is not in the deck."""

    player: str
    number: int

    def __post_init__(self) -> None:
        if type(self.number) is not int or self.number not in NUMBERS:
            raise ValueError(f"Futschikato has the numbers 2 to 20, not {self.number!r}")

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"player": self.player, "play": self.number}


@dataclass(frozen=True, slots=True)
class FutschikatoState(GameState):
    """The table; ``hands`` (how many cards) and ``fronts`` (the number that lies there) are in table order.

    ``discards`` counts the cards on the discard pile by number.
    """

    hands: tuple[int, ...]
    fronts: tuple[int | None, ...]
    draw_pile: int
    discards: tuple[int, ...]

    def out(self, number: int) -> int:
        """Count the copies of a number that lie in front of players or on the discards."""
        return self.discards[number] + self.fronts.count(number)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a play does: the cards in front once it lies, the worth of its group, and which seats lose theirs.

    ``flushed`` seats draw a card for it, ``pushed`` ones do not: the next player's turn begins.
    """

    fronts: tuple[int | None, ...]
    worth: int
    flushed: tuple[int, ...]
    pushed: tuple[int, ...]


def hand_size(players: int) -> int:
    """Say how many cards each player is dealt: 6, but 5 with seven or eight players."""
    return 5 if players >= 7 else 6


def effect(state: FutschikatoState, act: Play) -> Effect:
    """Say what a legal play does to the cards in front of the players."""
    seat = state.players.index(act.player)
    fronts = (*state.fronts[:seat], act.number, *state.fronts[seat + 1 :])
    worth = act.number * fronts.count(act.number)
    flushed = tuple(
        place for place, front in enumerate(fronts) if front and front * fronts.count(front) < worth
    )
    following = (seat + 1) % len(fronts)
    if fronts[following] is None or following in flushed:
        return Effect(fronts, worth, flushed, ())
    pushed = tuple(place for place, front in enumerate(fronts) if front == fronts[following])
    return Effect(fronts, worth, flushed, pushed)
