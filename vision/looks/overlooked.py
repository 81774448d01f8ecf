"""Says whether a number may have been overlooked where all that was seen is sure, so that nobody looks again.

Things that lie on a row may hide so much of a card that the finder hardly believes in the number beside them,
though it can be read.
"""

from collections.abc import Sequence

from companion.cards import Zone
from companion.evidence import SeenCard, centre
from vision.cards.geometry import RowAxes, height_of, up_of, width_of
from vision.cards.grouping import WEAKEST_PRINT, distinct
from vision.cards.turning import DigitReader
from vision.prints.closeup import Closeup
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Picture, Print

WEAKEST = 0.15
"""A number that the finder believes in less (0-1) is none."""

CLEAR = 0.95
"""From this probability (0-1) on a faint number that no card was told of is worth another look: of 534 rows
all of which was sure three had such, and in one of them three cards had been overlooked."""

AS_HIGH = 1.33
"""A deck's numbers, and its cards, are as high, up to this ratio, as one of those that were found."""

NEIGHBOUR, CLOSEST, FURTHEST, ALIGNED = 0.15, 0.9, 1.6, 0.25
"""What the finder takes for a card by so much (0-1) may be one, side by side with one of a row: its middle
between so many widths along it and no more heights out of line."""

APART = 0.8
"""What lies closer to a card (widths along the row) is a part of it, or lies under it or on it."""


def overlooked(
    image: Picture, faint: Sequence[Print], told: Sequence[SeenCard], closeup: Closeup, digits: DigitReader
) -> bool:
    """Say whether a number stands in the picture (BGR) that is on none of the cards told of.

    ``faint``: all that the finder took for a number, however weakly.
    """
    found = distinct(faint)
    spots = [
        p
        for p in faint
        if WEAKEST <= p.score < WEAKEST_PRINT
        and any(1 / AS_HIGH < p.height / max(f.height, 1e-6) < AS_HIGH for f in found)
    ]
    if not spots:
        return False
    read = digits(image, closeup(image, spots))[:, :JUNK]
    numbers = {card.best.value for card in told if card.best is not None}
    return any(row.max() >= CLEAR and int(row.argmax()) not in numbers for row in read)


def left_out(found: Sequence[CardHint], told: Sequence[SeenCard]) -> bool:
    """Say whether what may be a card lies side by side with those told of in a row, of their size."""
    row = [card for card in told if card.zone is Zone.ROW]
    return any(_is_neighbour(card, row) for card in found if card.score >= NEIGHBOUR)


def _is_neighbour(card: CardHint, row: Sequence[SeenCard]) -> bool:
    """Say whether what may be a card lies next to one of a row, and is not a part of any."""
    ways = [_way(card, other) for other in row]
    heights = [card.height / max(height_of(other), 1e-6) for other in row]
    next_to = any(
        CLOSEST < along < FURTHEST and across < ALIGNED and 1 / AS_HIGH < high < AS_HIGH
        for (along, across), high in zip(ways, heights, strict=True)
    )
    return next_to and not any(along < APART and across < APART for along, across in ways)


def _way(card: CardHint, other: SeenCard) -> tuple[float, float]:
    """Give how far a card lies from another along its width and across, in its widths and heights."""
    along, across = RowAxes(up_of(other)).way(centre(other.quad), card.centre)
    return abs(along) / max(width_of(other), 1e-6), abs(across) / max(height_of(other), 1e-6)
