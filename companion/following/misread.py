"""Which card may be misread where one beside the row is fifty away from nothing. Pure.

Hardly anybody lays a card there that is no jump: the eye may have misread it, or the one that it jumps on.
"""

from collections.abc import Sequence

from companion.cards import Card, Zone, plain
from companion.evidence import SeenCard, Sighting
from companion.following.announcing import rule_on
from companion.following.outbox import Outbox
from companion.jumps.adjudicator import partner
from companion.observing.blanks import HARDLY, fits
from companion.observing.stories import PLAUSIBLE
from companion.rules.base import Act


def misread(outbox: Outbox, sighting: Sighting, card: SeenCard, acts: Sequence[Act]) -> SeenCard | None:
    """Give what may be misread, where a card beside the row is fifty away from nothing; None for nothing."""
    return card if _may_name_another(outbox, card, acts) else _named_by(card, sighting)


def _named_by(jump: SeenCard, sighting: Sighting) -> SeenCard | None:
    """Give the last card of the row that may be fifty away from one beside it.

    The eye holds that possible, or hardly anything is read on a card that lies where that number would.
    """
    number = jump.best.value if jump.best else None
    if number is None:
        return None
    meant, row = partner(number), sighting.zone(Zone.ROW)
    may = (i for i, card in enumerate(row) if _may_be(card, Card.number(meant)) or _hides(row, i, meant))
    last = max(may, default=None)
    return None if last is None else row[last]


def _hides(row: Sequence[SeenCard], at: int, number: int) -> bool:
    return not row[at].sure and row[at].confidence < HARDLY and fits(number, row, at)


def _may_be(card: SeenCard, face: Card) -> bool:
    """Say whether the eye holds another face possible on a card than the likeliest one."""
    others = card.alternatives[1:]
    return any(plain(a.card) == face and a.probability >= PLAUSIBLE for a in others)


def _may_name_another(outbox: Outbox, card: SeenCard, acts: Sequence[Act]) -> bool:
    """Say whether a card beside the row that is fifty away from nothing may be one that is.

    Hardly anybody lays a card there that is no jump: where the eye holds another number possible that would
    be one, it may have misread the card, and the table is asked.
    """
    others = (a.card.value for a in card.alternatives[1:] if a.probability >= PLAUSIBLE)
    return any(number is not None and rule_on(outbox, number, acts).target is not None for number in others)
