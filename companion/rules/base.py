"""The one interface behind which every game stands."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.cards import Card, Zone
from companion.language import Text


@dataclass(frozen=True, slots=True)
class Act(ABC):
    """Something observable that happened at the table. Each game has its own kinds, all frozen.

    ``player`` is None for what the table does together (a reveal, a flip, a new round, a remark). An act
    raises ValueError when born with a value that it cannot have; whether its player plays is for ``apply``.
    """

    player: str | None

    @abstractmethod
    def to_record(self) -> dict[str, object]:
        """Give the record line of this act, without ``t`` and ``note`` (docs/records.md)."""


@dataclass(frozen=True, slots=True)
class Remark(Act):
    """A line of the record that says something and does nothing; legal in every game at any time.

    It is not a thing that the table shows, so it is never among the candidates.
    """

    note: str

    def __post_init__(self) -> None:
        if not isinstance(self.note, str) or not isinstance(self.player, str | None):
            raise ValueError(f"a remark is text, of somebody or nobody, not {self.note!r} of {self.player!r}")

    def to_record(self) -> dict[str, object]:
        """Give the record line; here the note is the act, so it is part of it."""
        line: dict[str, object] = {} if self.player is None else {"player": self.player}
        return {**line, "note": self.note}


@dataclass(frozen=True, slots=True)
class GameState:
    """All that the table can know of a game at one moment; constant in size, whatever was played before.

    ``to_move`` is None when nobody is (the game is over, or the table must act together).
    """

    players: tuple[str, ...]
    to_move: str | None
    over: bool


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: its key, default, a line for people, and the values that it may have.

    ``allowed`` says in words what ``accepts`` tests. All games share the default, so it is a value that
    nobody can change: a tuple, where a record has a list.
    """

    key: str
    default: object
    about: str
    allowed: Text
    accepts: Callable[[object], bool]

    def is_default(self, value: object) -> bool:
        """Say whether a value is the default; a list is the tuple of the same."""
        return (tuple(value) if isinstance(value, list) else value) == self.default


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place (equal scores share one), score and whether the rules put them behind all others."""

    player: str
    place: int
    score: int
    eliminated: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. ``won`` is None but in cooperative games."""

    standings: tuple[Standing, ...]
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """What the camera ought to see: the cards of each zone, in order. Zones not named are empty."""

    zones: tuple[tuple[Zone, tuple[Card, ...]], ...]

    def zone(self, zone: Zone) -> tuple[Card, ...]:
        """Give the cards of one zone."""
        return next((cards for name, cards in self.zones if name is zone), ())


class Rules(Protocol):
    """One game. All methods are pure."""

    slug: str
    title: str
    players: range
    rulings: Mapping[str, HouseRule]

    def __hash__(self) -> int:
        """Tell one game's rules from another's."""
        ...

    def start(
        self, players: Sequence[str], starter: str | None = None, rulings: Mapping[str, object] | None = None
    ) -> GameState:
        """Give the state before the first act; raises BadRecord for players or rulings that cannot be."""
        ...

    def parse(self, fields: Mapping[str, object], state: GameState) -> Act:
        """Read the verbs of a record line; raises BadRecord when it is no act of this game."""
        ...

    def apply(self, state: GameState, act: Act) -> GameState:
        """Give the state after the act; raises IllegalAct(code, message) and changes nothing."""
        ...

    def candidates(self, state: GameState) -> Iterator[Act]:
        """Give every act that the table could show next, each once; ``apply`` accepts exactly these.

        Besides them ``apply`` accepts every Remark and, in Fifty Fifty where a reveal is due, the reveals:
        they can be millions, so ``FiftyFifty.reveals`` gives them on its own.
        """
        ...

    def layout(self, state: GameState) -> Layout:
        """Say what the camera ought to see."""
        ...

    def standings(self, state: GameState) -> tuple[Standing, ...]:
        """Give places and scores as they are now, ordered by place."""
        ...

    def outcome(self, state: GameState) -> Outcome | None:
        """Say how the game ended; None while it is running."""
        ...

    def describe(self, state: GameState) -> dict[str, object]:
        """Give the state as plain JSON values, as a replay prints it (docs/records.md)."""
        ...

    def explain(self, state: GameState, act: Act, language: str = "en") -> str:
        """Say in one sentence what a legal act does and by which rule.

        In English it is a text that can be said in any language later (``companion.language``).
        """
        ...
