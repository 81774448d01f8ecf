"""What is told of a look at the table: nothing where all is as it was told before."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.cards import Zone
from companion.clock import Span
from companion.evidence import Arrival, SeenCard, Side, Sighting, centre
from vision.memory.known import Known
from vision.motion.changes import Look
from vision.watching.settled import Settled, differ
from vision.watching.whose import when


def news(
    look: Look,
    old: Settled,
    known: Sequence[Known],
    left: tuple[Span | None, Side | None],
    partly: bool,
    unread: Sequence[SeenCard],
    fresh: Sequence[Arrival],
) -> Sighting | None:
    """Say what lies there now, what came, and when the first card left; None when it is as told before.

    A card that has come and now turns out to be another than was told is told as having come once more.
    ``left``: when a card left, to which side; ``partly``: an arm hides something; ``unread``: cards in which
    nothing is read; ``fresh``: cards that came and that are not among the known ones.
    """
    cards = placed([k.card for k in known], unread)
    told = {k.came: k.card.best for k in old.known if k.came}
    came = [k for k in known if k.came and (k.came not in told or told[k.came] != k.card.best)]
    uncovered = old.told.partly and not partly
    at, side = left
    if not (came or fresh or at or uncovered or differ(old.told.cards, cards)):
        return None
    again = tuple(replace(k.came, card=k.card) for k in came if k.came)
    return Sighting(look.span, cards, tuple(sorted((*again, *fresh), key=when)), at, side, partly)


def placed(known: Sequence[SeenCard], unread: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Put unread cards of the row where they lie along it: the next cards have come behind them since."""
    cards = list(known)
    for card in unread:
        row = [other for other in cards if other.zone is Zone.ROW]
        behind = next((other for other in row if _lies_before(card, other, row)), None)
        cards.insert(len(cards) if behind is None else cards.index(behind), card)
    return tuple(cards)


def _lies_before(card: SeenCard, other: SeenCard, row: Sequence[SeenCard]) -> bool:
    """Say whether a card lies nearer than another one to where the row begins."""
    first, last = np.array(centre(row[0].quad)), np.array(centre(row[-1].quad))
    way = np.array(centre(other.quad)) - np.array(centre(card.quad))
    return card.zone is Zone.ROW and bool(way @ (last - first) > 0)
