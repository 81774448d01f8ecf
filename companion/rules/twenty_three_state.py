"""23: what can happen at the table, and all that the table can know."""

from dataclasses import dataclass

from companion.rules.base import Act, GameState

LOWEST, HIGHEST = 1, 23
RANKS = range(LOWEST, HIGHEST + 1)
COPIES = (0, 1, 2, *(3,) * 21)
"""How many cards of each rank the deck has, by rank: 1, 2, then 3."""

HAND = 12
"""Cards in each hand when a round begins: 15 dealt, 3 put away."""

BONUS_CHIPS = 3
"""Bonus chips of each player, for the whole game."""

REACH = 5
"""How far one bonus chip moves the current rank, up or down."""

PASS_COST, FORCE_COST = 1, 2
"""Penalty chips for passing, and for passing so that the next player must not."""

LAST_CARD = 3
"""How many penalty chips go back, at most, when a player's last card is played."""

PER_BONUS_CHIP = 2
"""How many penalty chips a bonus chip cancels, at most, when the game is over."""

ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Play(Act):
    """A player lays ``count`` cards of one rank, after moving the current rank by ``bonus``.

    Raises ValueError for a rank that is not in the deck, and a count or bonus that is no whole number.
    """

    player: str
    rank: int
    count: int = 1
    bonus: int = 0

    def __post_init__(self) -> None:
        if type(self.rank) is not int or self.rank not in RANKS:
            raise ValueError(f"23 has the ranks 1 to 23, not {self.rank!r}")
        if type(self.count) is not int or type(self.bonus) is not int:
            raise ValueError(f"count and bonus are whole numbers, not {self.count!r} and {self.bonus!r}")

    @property
    def chips(self) -> int:
        """How many bonus chips the shift costs."""
        return -(-abs(self.bonus) // REACH)

    def to_record(self) -> dict[str, object]:
        """Give the record line; the usual count and bonus are left out."""
        line: dict[str, object] = {"player": self.player, "play": self.rank}
        if self.count != 1:
            line["count"] = self.count
        if self.bonus:
            line["bonus"] = self.bonus
        return line


@dataclass(frozen=True, slots=True)
class Pass(Act):
    """A player passes for one chip, or for two and forces whoever comes next to play.

    Raises ValueError for a ``force`` that is neither true nor false.
    """

    player: str
    force: bool = False

    def __post_init__(self) -> None:
        if type(self.force) is not bool:
            raise ValueError(f"a pass forces the next player or does not, it cannot be {self.force!r}")

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"player": self.player, "pass": "force" if self.force else True}


@dataclass(frozen=True, slots=True)
class Fold(Act):
    """A player leaves the round and takes a chip for each card in hand."""

    player: str

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"player": self.player, "fold": True}


@dataclass(frozen=True, slots=True)
class NewRound(Act):
    """The cards are dealt for the second round; ``starter`` holds the 1. Nobody's act, ``player`` is None.

    Raises ValueError for a player.
    """

    starter: str

    def __post_init__(self) -> None:
        if self.player is not None:
            raise ValueError(f"a new round is nobody's act, not {self.player!r}'s")

    def to_record(self) -> dict[str, object]:
        """Give the record line."""
        return {"round": ROUNDS, "starter": self.starter}


@dataclass(frozen=True, slots=True)
class TwentyThreeState(GameState):
    """The table; ``learning_deal`` says how it was dealt; what belongs to players is in table order.

    ``rank`` is None until the 1 lies. Who holds no cards is out of the round. ``played`` counts the cards of
    each rank in the pile, by rank (index 0 is always 0).
    """

    learning_deal: bool
    round: int
    rank: int | None
    chips: tuple[int, ...]
    bonus: tuple[int, ...]
    hands: tuple[int, ...]
    forced: bool
    played: tuple[int, ...]


def skipped(state: TwentyThreeState, act: Play) -> int:
    """Count the ranks that a play skips: one penalty chip each."""
    return max(0, act.rank - (state.rank or 0) - act.bonus - 1)


def following(state: TwentyThreeState, seat: int) -> str | None:
    """Give the next player clockwise of a seat who is still in, perhaps the same; None when all are out."""
    order = (*state.players[seat + 1 :], *state.players[: seat + 1])
    hands = (*state.hands[seat + 1 :], *state.hands[: seat + 1])
    return next((name for name, hand in zip(order, hands, strict=True) if hand), None)
