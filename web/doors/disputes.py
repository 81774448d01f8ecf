"""The disputes of a running table as the dashboard sees them, and the table's own rulings."""

from collections.abc import Callable
from typing import Protocol

from companion.clock import Instant
from companion.disputes.book import DisputeBook
from companion.disputes.clips import FrameNote, clip_name
from companion.disputes.dispute import Dispute
from companion.errors import Outdated
from companion.sessions.events import Pause, RuleOn
from companion.sessions.session import Session
from companion.sessions.table_ruling import gone_on, may_rule
from companion.table import Table


class DisputesLike(Protocol):
    """Disputes as the pages need them; every method may be called from many threads at once."""

    def all(self) -> tuple[Dispute, ...]:
        """Give all disputes, the oldest first."""
        ...

    def find(self, number: int) -> Dispute | None:
        """Give the dispute with this number; None where there is none."""
        ...

    def frames(self, dispute: Dispute) -> tuple[FrameNote, ...]:
        """List the pictures that are kept of it."""
        ...

    def picture(self, dispute: Dispute, place: int) -> bytes | None:
        """Give one of them as JPEG; None where there is none."""
        ...

    def size(self, dispute: Dispute) -> tuple[int, int] | None:
        """Give width and height of its pictures in pixels; None where that is unknown."""
        ...

    def may_rule(self, dispute: Dispute) -> bool:
        """Say whether the table can still rule on it itself."""
        ...

    def rule(self, dispute: Dispute, counts: bool, by: str | None) -> int:
        """Rule on it; gives the number of the last event. Raises CompanionError where it cannot be."""
        ...

    def pause(self, on: bool) -> int:
        """Let the game wait, or go on; gives the number of the last event."""
        ...


class DisputesDoor:
    """The disputes of a table (``DisputesLike``); ``now`` gives the table's own time."""

    def __init__(self, table: Table[Session], book: DisputeBook, now: Callable[[], Instant]) -> None:
        self._table, self._book, self._now = table, book, now

    def all(self) -> tuple[Dispute, ...]:
        """Give all disputes, the oldest first."""
        return self._book.all()

    def find(self, number: int) -> Dispute | None:
        """Give the dispute with this number."""
        return self._book.find(number)

    def frames(self, dispute: Dispute) -> tuple[FrameNote, ...]:
        """List the pictures that are kept of it."""
        return self._book.clips.frames(clip_name(dispute))

    def picture(self, dispute: Dispute, place: int) -> bytes | None:
        """Give one of them as JPEG."""
        return self._book.clips.jpeg(clip_name(dispute), place)

    def size(self, dispute: Dispute) -> tuple[int, int] | None:
        """Give width and height of its pictures."""
        return self._book.clips.size(clip_name(dispute))

    def may_rule(self, dispute: Dispute) -> bool:
        """Say whether the table can still rule on it itself."""
        session = self._table.current.state
        return self._is_meant(session, dispute) and may_rule(session)

    def rule(self, dispute: Dispute, counts: bool, by: str | None) -> int:
        """Rule on it."""
        if not self._is_meant(self._table.current.state, dispute):
            raise Outdated(gone_on())
        wish = RuleOn(dispute.ruling["jump"], dispute.at, counts, self._now(), by)
        return self._table.ask(wish).seq

    def pause(self, on: bool) -> int:
        """Let the game wait, or go on."""
        return self._table.ask(Pause(on, self._now())).seq

    @staticmethod
    def _is_meant(session: Session, dispute: Dispute) -> bool:
        """Say whether it is the newest claim of the running game."""
        game, claim = session.game, session.claim
        return bool(game and claim and (game.started, claim.at) == (dispute.started, dispute.at))
