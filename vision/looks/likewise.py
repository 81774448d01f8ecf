"""Reads unclear numbers once more, as large and as upright as the clear ones around them stand.

All cards of a deck are printed alike, and in a row they lie alike. A number that is taken for larger than
its like, because of a line beneath it, or for leaning, because its figures slant, is cut out of the picture
badly, and is then no number to the reader. Its like tell how it should be cut.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, hypot, sin
from statistics import median

import numpy as np

from vision.cards.decode import rotated
from vision.cards.turning import CLEAR, DigitReader
from vision.prints.angles import wrapped
from vision.prints.closeup import Closeup
from vision.prints.digits import JUNK
from vision.prints.finder import Picture, Print
from vision.prints.nets import FloatArray

FEWEST, MOST = 2, 6
"""So many clear numbers of two figures, the nearest ones, tell how another stands."""

ALIKE = 1.5
"""Numbers whose heights differ by no more than this ratio may be printed alike: a corner index is less than
half as high as the number in the middle."""

BETTER = 0.1
"""A reading must be more probable by this much to take the place of another. Of 411 unclear numbers on drawn
rows, 53 became clear so (0.9); so did 16 of which a little is covered, and two were wrong."""

SURELY_NONE = 0.9
"""What is no number with this probability (0-1) is not read again: it takes time, and gains one in twelve."""

NEAR, ASIDE = 0.8, 0.3
"""Digit heights: what was found so near to a number's middle, but farther to either side, is its figures. The
1 and the 2 of two cards that lie close to each other look like a 12 between them."""

OTHER_WAY = tuple(rotated(value) for value in range(JUNK))
"""What each number may read as upside down."""

TURNED = 0.08
"""What may be, with this probability (0-1), the same figures upside down is not read otherwise."""


def as_others(
    image: Picture,
    faint: Sequence[Print],
    prints: Sequence[Print],
    values: FloatArray,
    closeup: Closeup,
    digits: DigitReader,
) -> tuple[tuple[Print, ...], FloatArray]:
    """Give prints and their probabilities (N, 111), the unclear ones as they read where their like tell.

    ``faint``: all that the finder took for a number, however weakly. ``values`` are the probabilities of
    ``prints`` in a BGR picture (H, W, 3).
    """
    told = {
        i: like
        for i in range(len(prints))
        if values[i, :JUNK].max() < CLEAR
        and values[i, JUNK] < SURELY_NONE
        and not _is_astride(prints[i], faint)
        and (like := _like(i, prints, values)) is not None
    }
    if not told:
        return tuple(prints), values
    close = closeup(image, list(told.values()))
    tried = [t for like, near in zip(told.values(), close, strict=True) for t in _placed(like, near)]
    rows = digits(image, tried).reshape(len(told), -1, values.shape[1])
    placed, better = list(prints), values.copy()
    for k, i in enumerate(told):
        each = [_believable(row, values[i]) for row in rows[k]]
        best = int(np.argmax([row[:JUNK].max() for row in each]))
        read = each[best][:JUNK].max()
        if read > max(each[best][JUNK], values[i, :JUNK].max() + BETTER):
            placed[i], better[i] = tried[k * len(each) + best], each[best]
    return tuple(placed), better


def _like(i: int, prints: Sequence[Print], values: FloatArray) -> Print | None:
    """Give a print as large and as upright as the clear numbers nearest to it; None if these are too few."""
    own = prints[i]
    clear = [p for p, row in zip(prints, values, strict=True) if row[10:JUNK].max() > CLEAR]
    alike = [p for p in clear if 1 / ALIKE < p.height / own.height < ALIKE]
    if len(alike) < FEWEST:
        return None
    alike.sort(key=lambda p: hypot(p.centre[0] - own.centre[0], p.centre[1] - own.centre[1]))
    # a card may lie upside down in its row
    lean = median(wrapped(2 * (p.up - own.up)) / 2 for p in alike[:MOST])
    return replace(own, height=median(p.height for p in alike[:MOST]), up=wrapped(own.up + lean))


def _is_astride(own: Print, faint: Sequence[Print]) -> bool:
    """Say whether something was found on both sides of a print's middle: the figures of two cards."""
    as_high = [p for p in faint if 1 / ALIKE < p.height / own.height < ALIKE]
    ways = [(p.centre[0] - own.centre[0], p.centre[1] - own.centre[1]) for p in as_high]
    near = [(x, y) for x, y in ways if hypot(x, y) < NEAR * own.height]
    along = [x * cos(own.up) + y * sin(own.up) for x, y in near]
    return min(along, default=0.0) < -ASIDE * own.height and max(along, default=0.0) > ASIDE * own.height


def _placed(like: Print, near: Print) -> tuple[Print, Print, Print]:
    """Give where a number may stand: as seen from near by; as large as its like; as upright as these, too."""
    large = replace(near, height=like.height)
    return near, large, replace(large, up=like.up)


def _believable(row: FloatArray, before: FloatArray) -> FloatArray:
    """Give a new reading without what a badly cut number shows too easily.

    That is a single figure, or figures that were read the other way up before.
    """
    none = [
        v for v, other in enumerate(OTHER_WAY) if v < 10 or (other is not None and before[other] > TURNED)
    ]
    new = row.copy()
    new[JUNK] += row[none].sum()
    new[none] = 0.0
    return new
