"""Disputes to test with: the close call of three players, and pictures for it."""

from collections.abc import Iterable
from pathlib import Path

from companion.cards import Zone
from companion.disputes.book import DisputeBook
from companion.disputes.clips import ClipStore
from companion.disputes.dispute import Dispute
from companion.evidence import Side, Still
from companion.sessions.events import Event
from tests.companion.drawn import arrival, table, touched
from tests.companion.evening import Evening, close_jump, late_jump

JPEG = b"\xff\xd8 no real picture \xff\xd9"


def numbered(evening: Evening) -> list[tuple[int, Event]]:
    return list(enumerate(evening.events, start=1))


def disputes(evening: Evening) -> tuple[Dispute, ...]:
    return told_in(numbered(evening))


def told_in(events: Iterable[tuple[int, Event]]) -> tuple[Dispute, ...]:
    """Give all disputes among numbered events, the oldest first."""
    return DisputeBook(lambda after: events, ClipStore(Path("nowhere"))).all()


def close() -> Evening:
    evening = Evening()
    close_jump(evening)
    return evening


def late() -> Evening:
    evening = Evening()
    late_jump(evening)
    return evening


def plain() -> Evening:
    """A jump in time, with no next card yet."""
    evening = Evening()
    evening.see(
        table("53", 1.5, arrival("53", 1.0, side=Side.EAST)),
        table("53 | 3", 3.0, arrival("3", 2.5, Zone.JUMP, Side.NORTH)),
    )
    return evening


def stills(*moments: float) -> tuple[Still, ...]:
    return tuple(Still(touched(at), JPEG + str(at).encode(), "driver") for at in moments)
