"""Sees whole the numbers of which the finder took but the first figures: fonts may set them far apart.

The reader judges a crop around where a number is said to be. Around the 10 of a widely set 100 it sees a 10,
and something at the crop's edge; farther along it sees all three figures.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, sin

import numpy as np

from vision.cards.turning import DigitReader
from vision.prints.finder import Picture, Print
from vision.prints.nets import FloatArray

TEN, HUNDRED = 10, 100

LIKELY, CERTAIN = 0.2, 0.93
"""A single figure read with a probability (0-1) between these may be the first of two. Of 26 numbers that
were seen whole farther along, the clearest first figure was read with 0.9. A 10 may begin a 100 however
clear it is."""

FARTHER = (0.45, 0.9, 1.2)
"""So far along its line, in digit heights, lies the middle of a number of which the first figures show."""

SEEN = 0.75
"""What reads with this probability (0-1) there, and begins with what was read before, is that. On rows at
home and wild ones: 16 numbers seen so, one of them wrong; of 356 single figures and 90 tens none."""

MAYBE = 0.5
"""With this probability it may be that: both readings are believed by half."""

ANOTHER = 0.5
"""Another print is a number of its own, and no further figures of this one, from this probability (0-1)
on."""

FIGURE, REACH = 0.8, 2.0
"""How wide a figure is, and how far from a print's middle, along its line, another number begins at most that
follows on it. Both in digit heights."""


def whole(
    image: Picture, prints: Sequence[Print], values: FloatArray, digits: DigitReader
) -> tuple[tuple[Print, ...], FloatArray]:
    """Give prints and their probabilities (N, 111), each that shows but first figures as the whole number.

    ``values`` are the probabilities of ``prints`` as they were found in a BGR picture (H, W, 3).
    """
    begun = {
        i: span
        for i in range(len(prints))
        if (span := _beginning(values[i])) is not None and not _is_followed(i, prints, values)
    }
    if not begun:
        return tuple(prints), values
    placed, better = list(prints), values.copy()
    tried = [_along(prints[i], far) for i in begun for far in FARTHER]
    rows = digits(image, tried).reshape(len(begun), len(FARTHER), -1)
    for k, (i, span) in enumerate(begun.items()):
        best = int(rows[k, :, span].max(axis=1).argmax())
        row, seen = rows[k, best], float(rows[k, best, span].max())
        if seen >= SEEN:
            placed[i], better[i] = tried[k * len(FARTHER) + best], row
        elif seen >= MAYBE:
            better[i] = np.asarray((better[i] + row) / 2, np.float32)
    return tuple(placed), better


def _beginning(row: FloatArray) -> slice | None:
    """Give the numbers that begin with what a print reads as, None where it may be no beginning."""
    if row[TEN] >= LIKELY:
        return slice(HUNDRED, HUNDRED + 1)
    first = int(row[1:TEN].argmax()) + 1
    return slice(10 * first, 10 * first + 10) if LIKELY <= row[first] <= CERTAIN else None


def _is_followed(i: int, prints: Sequence[Print], values: FloatArray) -> bool:
    """Say whether what stands farther along a print's line is the beginning of another number."""
    return any(_begins_near(prints[i], prints[j], values[j]) for j in range(len(prints)) if j != i)


def _begins_near(print_: Print, other: Print, row: FloatArray) -> bool:
    """Say whether another print reads as a number that begins close by, farther along a print's line."""
    value = int(row.argmax())
    if value > HUNDRED or row[value] < ANOTHER:
        return False
    x, y = other.centre[0] - print_.centre[0], other.centre[1] - print_.centre[1]
    along = x * cos(print_.up) + y * sin(print_.up)
    across = y * cos(print_.up) - x * sin(print_.up)
    begins = along - FIGURE * len(str(value)) / 2 * other.height
    return abs(across) < print_.height and along > 0 and begins < REACH * print_.height


def _along(print_: Print, far: float) -> Print:
    """Give a print as it would be farther along its line, by so many digit heights."""
    (x, y), step = print_.centre, far * print_.height
    return replace(print_, centre=(x + step * cos(print_.up), y + step * sin(print_.up)))
