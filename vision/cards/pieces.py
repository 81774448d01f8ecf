"""Tells what reads as a number and is no card of its own: figures of a number that is read whole, and rings.

In a font that sets its figures far apart, the finder sees a 23 as well as its 2 and its 3. Many tiles bear a
ring below their number, which reads as 0.
"""

from collections.abc import Sequence
from math import cos

from vision.cards.candidates import CLEAR_NUMBER
from vision.cards.geometry import RowAxes
from vision.prints.digits import JUNK
from vision.prints.finder import Print
from vision.prints.nets import FloatArray

NEAREST, FARTHEST = 0.2, 0.9
"""A figure stands so far from the middle of its number of two, in heights of the digits."""

IN_LINE = 0.35
"""No farther than this above or below it, in the same heights."""

AS_HIGH = 0.7
"""A figure is no lower than this share of its number, nor that number than this share of the figure."""

RING_BELOW = 0.9, 1.9
"""A ring stands so far below the middle of its tile's number, in heights of the digits; in a second row of
tiles the next number is farther off."""

RING_ASIDE = 0.5
"""No farther than this to the right or left."""

SAME_WAY = 0.9
"""Cosine of the most by which the two may be turned against each other."""


def pieces(prints: Sequence[Print], values: FloatArray) -> frozenset[int]:
    """Give the positions of the prints that are figures of a clear number of two figures around them.

    ``values``: the probabilities (N, 111) of what the N prints say.
    """
    told = [int(row[:JUNK].argmax()) for row in values]
    whole = [j for j, v in enumerate(told) if 10 <= v < 100 and values[j, v] >= CLEAR_NUMBER]
    return frozenset(
        i
        for i, value in enumerate(told)
        if value < 10 and any(value == _figure_at(prints[i], prints[j], told[j]) for j in whole)
    )


def rings(prints: Sequence[Print], values: FloatArray) -> frozenset[int]:
    """Give the positions of the prints that read as 0 and stand close below a clear number, as rings do.

    ``values``: the probabilities (N, 111) of what the N prints say.
    """
    told = [int(row[:JUNK].argmax()) for row in values]
    clear = [j for j, v in enumerate(told) if v > 0 and values[j, v] >= CLEAR_NUMBER]
    return frozenset(
        i
        for i, value in enumerate(told)
        if value == 0 and any(_is_below(prints[i], prints[j]) for j in clear)
    )


def _is_below(ring: Print, number: Print) -> bool:
    """Say whether a ring stands where a tile has it, whichever way up that is taken."""
    right, above = RowAxes(number.up).way(number.centre, ring.centre)
    high = max(number.height, 1.0)
    return abs(right) < RING_ASIDE * high and RING_BELOW[0] < -above / high < RING_BELOW[1]


def _figure_at(piece: Print, whole: Print, number: int) -> int | None:
    """Give which figure of a number of two stands where a smaller print was found, None where none does."""
    right, above = RowAxes(whole.up).way(whole.centre, piece.centre)
    aside = abs(right) / max(whole.height, 1.0)
    alike = AS_HIGH < piece.height / max(whole.height, 1.0) < 1 / AS_HIGH
    if not alike or cos(piece.up - whole.up) < SAME_WAY:
        return None
    if not NEAREST < aside < FARTHEST or abs(above) > IN_LINE * whole.height:
        return None
    return number // 10 if right < 0 else number % 10
