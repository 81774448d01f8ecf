"""Reads the numbers that `vision.prints.finder` found: for each print, how likely each value is.

Every print is cut upright from the full-resolution picture; all go through a quick net, many at a time, and
what may be a number through a larger one too. Two nets seldom err alike: of what their joint word is sure of,
a third less is wrong than of the larger one's own. Where time is short, only what the quick net is not clear
about is asked of the other.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.crops import Window, upright
from vision.prints.finder import Print
from vision.prints.nets import FloatArray, shipped

VALUES = 110
"""The net knows the numbers 0 to 109: class n is the number n."""

JUNK = 110
"""The class for everything that is no whole number: letters, halves of numbers, backs, table."""

CLASSES = 111

CROP = (72, 48)
"""Width and height of a crop in pixels."""

CROP_DIGITS = 24
"""Height of the digits in a crop: as much again lies around them, so an underline or a dot is inside."""

WINDOW = Window(*CROP, CROP_DIGITS)

TEMPERATURE = 1.02
"""Divides the net's scores so that its probabilities are honest. With the quick net's, of 467 prints said to
be 94.5 % sure on average 94.0 % were right, among 4638 that the finder found in 500 scenes of decks in fonts
that no net has seen; 0.97 would surprise them least, by very little."""

QUICK_TEMPERATURE = 0.95
"""Divides the quick net's scores so that its probabilities are honest."""

CLEAR = 0.9
"""What the quick net says with at least this probability (0-1) is not asked of the larger one."""

FAINT = 1e-6
"""Probabilities are taken to be at least this: one net that rules a number out is not the last word."""

BATCH = 32
"""Crops that go through the net together; more gains nothing and costs memory."""


def read(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
    """Give calibrated probabilities (N, 111), a row a print: columns 0..109 its value, column 110 junk.

    The larger net is asked of all that may be a number.
    """
    crops = _crops(image, prints)
    odds = quick(crops)
    return _heard_again(odds, crops, np.flatnonzero(odds[:, JUNK] < CLEAR))


def read_quickly(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
    """Give the same sooner: of what the quick net is clear about, the larger one is not asked.

    In 576 drawn rows, of 3364 sure cards 34 were wrong so, and 27 where both were heard of every print.
    """
    crops = _crops(image, prints)
    odds = quick(crops)
    return _heard_again(odds, crops, np.flatnonzero(odds.max(axis=1) < CLEAR))


def _heard_again(odds: FloatArray, crops: Sequence[NDArray[np.uint8]], some: NDArray[np.intp]) -> FloatArray:
    """Give what both nets say of some crops, and of the others what the quick one said."""
    if len(some):
        second = _probabilities("digits", [crops[i] for i in some], TEMPERATURE)
        odds[some] = joint(np.stack([odds[some], second]))
    return odds


def _crops(image: NDArray[np.uint8], prints: Sequence[Print]) -> list[NDArray[np.uint8]]:
    return [cut(image, p.centre, p.height, p.up) for p in prints]


def quick(crops: Sequence[NDArray[np.uint8]]) -> FloatArray:
    """Give what the quick net alone says of crops (48, 72, 3): its honest probabilities (N, 111)."""
    return _probabilities("quick", crops, QUICK_TEMPERATURE)


def joint(looks: FloatArray) -> FloatArray:
    """Join the probabilities (K, N, 111) of K looks at the same prints: the mean of their logs (N, 111)."""
    means = np.exp(np.log(looks + FAINT).mean(axis=0))
    return np.asarray(means / means.sum(axis=1, keepdims=True), np.float32)


def cut(image: NDArray[np.uint8], centre: tuple[float, float], height: float, up: float) -> NDArray[np.uint8]:
    """Cut an upright crop (48, 72, 3) around a print, from the picture (H, W, 3) that it was found in."""
    return upright(image, centre, height, up, WINDOW)


def _probabilities(net: str, crops: Sequence[NDArray[np.uint8]], temperature: float) -> FloatArray:
    """Run a net on crops (48, 72, 3) and give its honest probabilities (N, 111)."""
    parts = [_scores(net, crops[i : i + BATCH]) for i in range(0, len(crops), BATCH)]
    scores = np.concatenate(parts) if parts else np.zeros((0, CLASSES), np.float32)
    odds = np.exp((scores - scores.max(axis=1, keepdims=True)) / temperature)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def _scores(net: str, crops: Sequence[NDArray[np.uint8]]) -> FloatArray:
    """Run a net once."""
    scores = shipped(net)(np.asarray(cv2.dnn.blobFromImages(list(crops), 1 / 255), np.float32))
    return scores.reshape(len(crops), CLASSES)
