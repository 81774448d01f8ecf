"""What a claim of a jump that the table has not settled holds back, or rules out. Pure."""

from collections.abc import Sequence

from companion.following.announcing import OPEN_VERDICTS, laid_face
from companion.rules.base import Act
from companion.sessions.session import Session, Stray


def refused(session: Session, acts: Sequence[Act]) -> bool:
    """Say whether what lies there is a jump of which the table has ruled that it is none."""
    number = session.stray.number if session.stray and session.stray.refused else None
    return number is not None and any(act.to_record().get("jump") == number for act in acts)


def disputed(session: Session) -> bool:
    """Say whether a jump was ruled on after the next card had been announced, so that it may come back."""
    return bool(session.stray and not session.stray.held and session.stray.verdict in OPEN_VERDICTS)


def undisputed(session: Session, stray: Stray, acts: Sequence[Act]) -> Sequence[Act]:
    """Give the acts to tell while a claim waits for the table: not the one that ends the chance to jump.

    Where somebody has played on after that, the table has gone on without the jump.
    """
    target = session.verdict["on"] if session.verdict else None
    at = next((i for i, act in enumerate(acts) if laid_face(act) == target), None)
    until = 0 if at is None else at + 1
    return acts[:until] if stray.held and len(acts) - until <= 1 else acts
