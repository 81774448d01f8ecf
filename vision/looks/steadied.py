"""Reads unclear numbers once more from a few places around: the mean of several looks errs less than one.

A crop is cut where a number is thought to stand. Moved, turned and resized by a trifle it shows the same
number on other pixels; what the reader says of a clear number hardly changes, of an unclear one it does.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.turning import DigitReader
from vision.prints.digits import CLASSES, JUNK, joint
from vision.prints.finder import Picture, Print
from vision.prints.nets import FloatArray

CLEAR = 0.9
"""A reading with at least this probability (0-1) is not looked at again, which costs time."""

HOPELESS = 0.6
"""What is no number with at least this probability (0-1) is not looked at again."""

SHAKES = (
    (0.05, 0.0, 1.05, 0.05),
    (-0.05, 0.03, 0.96, -0.05),
)
"""How the further looks are moved right and down (heights of the digits), resized, and turned (radians). With
these two some five of 620 drawn rows more are right in everything; four do no better."""


def steadied(digits: DigitReader) -> DigitReader:
    """Make a reader of digits that looks again, from a few places, at what is unclear."""

    def read(image: Picture, prints: Sequence[Print]) -> FloatArray:
        first = digits(image, prints)
        unclear = [i for i, row in enumerate(first) if row.max() < CLEAR and row[JUNK] < HOPELESS]
        if not unclear:
            return first
        again = digits(image, [shaken for i in unclear for shaken in _shaken(prints[i])])
        shaken_ = again.reshape(len(unclear), -1, CLASSES).swapaxes(0, 1)
        better = first.copy()
        better[unclear] = joint(np.concatenate([first[unclear][None], shaken_]))
        return better

    return read


def _shaken(print_: Print) -> list[Print]:
    """Give a print as it might as well have been found."""
    (x, y), high = print_.centre, print_.height
    return [
        replace(print_, centre=(x + right * high, y + down * high), height=high * grown, up=print_.up + turn)
        for right, down, grown, turn in SHAKES
    ]
