"""Says whether a number may have been overlooked where all that was seen is sure, so that nobody looks again.

Things that lie on a row may hide so much of a card that the finder hardly believes in the number beside them,
though it can be read.
"""

from collections.abc import Sequence

from companion.evidence import SeenCard
from vision.cards.grouping import WEAKEST_PRINT, distinct
from vision.cards.turning import DigitReader
from vision.prints.closeup import Closeup
from vision.prints.digits import JUNK
from vision.prints.finder import Picture, Print

WEAKEST = 0.15
"""A number that the finder believes in less (0-1) is none."""

CLEAR = 0.95
"""From this probability (0-1) on a faint number that no card was told of is worth another look: of 534 rows
all of which was sure three had such, and in one of them three cards had been overlooked."""

AS_HIGH = 1.33
"""A deck's numbers are as high, up to this ratio, as one of those that were found."""


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
