"""Disputes to test with: the close call of three players, and pictures for it."""

from companion.cards import Zone
from companion.disputes.dispute import Dispute, disputes_of
from companion.evidence import Side, Still
from companion.sessions.events import Event
from tests.companion.drawn import arrival, table, touched
from tests.companion.evening import Evening, close_jump, late_jump

JPEG = b"\xff\xd8 no real picture \xff\xd9"


def numbered(evening: Evening) -> list[tuple[int, Event]]:
    return list(enumerate(evening.events, start=1))


def disputes(evening: Evening) -> tuple[Dispute, ...]:
    return disputes_of(numbered(evening))


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
