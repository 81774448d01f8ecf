"""A running table between two games: what a tablet may say of the next one."""

from collections.abc import Callable, Mapping
from typing import Protocol

from companion.clock import Instant
from companion.sessions.events import Begin, BreakOff, Input, Rise, SayAnswer, Sit
from companion.sessions.lobby import Answer
from companion.sessions.session import Session
from companion.table import Table


class LobbyLike(Protocol):
    """The table between two games; refusals raise CompanionErrors, changes give their event's number."""

    def answer(self, answer: Answer, player: str | None = None) -> int:
        """Note what a player says; None: all who have not said yet."""
        ...

    def sit(self, player: str, place: int | None, side: str | None, *, new: bool) -> int:
        """Let somebody join or change places (see ``companion.sessions.events.Sit``)."""
        ...

    def rise(self, player: str) -> int:
        """Let somebody go."""
        ...

    def begin(
        self, game: str | None = None, starter: str | None = None, rules: Mapping[str, object] | None = None
    ) -> int:
        """Begin the next game."""
        ...

    def break_off(self) -> int:
        """End the running game before its end."""
        ...


class LobbyDoor:
    """Puts what is said between two games to the table; ``now`` gives the table's own time."""

    def __init__(self, table: Table[Session], now: Callable[[], Instant]) -> None:
        self._table = table
        self._now = now

    def answer(self, answer: Answer, player: str | None = None) -> int:
        """Note what a player says."""
        return self._ask(SayAnswer(answer, self._now(), player))

    def sit(self, player: str, place: int | None, side: str | None, *, new: bool) -> int:
        """Let somebody join or change places."""
        return self._ask(Sit(player, self._now(), place, side, new))

    def rise(self, player: str) -> int:
        """Let somebody go."""
        return self._ask(Rise(player, self._now()))

    def begin(
        self, game: str | None = None, starter: str | None = None, rules: Mapping[str, object] | None = None
    ) -> int:
        """Begin the next game."""
        return self._ask(Begin(self._now(), game, starter, rules))

    def break_off(self) -> int:
        """End the running game before its end."""
        return self._ask(BreakOff(self._now()))

    def _ask(self, item: Input) -> int:
        return self._table.ask(item).seq
