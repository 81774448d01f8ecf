"""Cards that lay beside the row and are gone before anybody could rule on them. Pure.

An arm may rest over the table for as long as a jump card lies there. Its touch was seen all the same, and so
was that of the next card: the claim is ruled on once the table is whole again.
"""

from collections.abc import Sequence

from companion.cards import Zone
from companion.clues import Clues
from companion.evidence import Arrival, Sighting
from companion.rules.base import Act
from companion.session import Session


def overlooked(session: Session, sighting: Sighting, acts: Sequence[Act], clues: Clues) -> int | None:
    """Give the number of such a card, the last one that came since the last act; None where there is none."""
    lying = {card.best.value for card in sighting.cards if card.best}
    jumps = {act.to_record().get("jump") for act in acts}
    found = (a for a in reversed(clues.arrivals) if a.side and a.card.sure and a.card.zone is Zone.JUMP)
    left = (a for a in found if not ruled_on(session, a))
    numbers = (a.card.best.value for a in left if a.card.best and a.card.best.value not in lying | jumps)
    return next((number for number in numbers if number is not None), None)


def ruled_on(session: Session, came: Arrival) -> bool:
    """Say whether the last ruling was on this card, which had come by then."""
    claim = session.claim
    if claim is None or came.card.best is None:
        return False
    return bool(claim.data["jump"] == came.card.best.value and claim.at >= came.touch.latest)
