"""Says whether a line or a dot tells which way up a 6, a 9 or the like stands.

Printers put a mark at the feet of numbers that are another one upside down. The reader of numbers knows such
a number upright; taken upside down, with the mark at its head, it is to it just the other number.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.prints.digits import cut
from vision.prints.finder import Picture, Print
from vision.prints.nets import FloatArray, shipped

AT_FEET, AT_HEAD, NONE = 0, 1, 2
"""What the net tells apart: a mark at the feet, a mark at the head, and no mark."""

KINDS = 3


def told(image: Picture, prints: Sequence[Print]) -> FloatArray:
    """Give how probably (N, 3) numbers, as they are taken, bear a mark at their feet, at their head, none."""
    if not prints:
        return np.zeros((0, KINDS), np.float32)
    crops = [cut(image, p.centre, p.height, p.up) for p in prints]
    # what is said of a number turned round is as much worth
    crops += [np.asarray(cv2.flip(crop, -1), np.uint8) for crop in crops]
    scores = shipped("marks")(np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255), np.float32))
    once, turned = scores[: len(prints)], scores[len(prints) :, [AT_HEAD, AT_FEET, NONE]]
    odds = np.exp((once + turned) / 2)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)
