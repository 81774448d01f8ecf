"""Where a card lies that is still turned a little, or held a little higher, than it comes to lie.

Whoever slides a card into place often straightens it meanwhile. Its patches do not move alike then, but all
as one turned card would.
"""

import cv2
import numpy as np

from vision.motion.drift import PATCH, Floats

WITHIN = 1.0
"""Grey pixels by which a patch may lie elsewhere than the turned card has it."""

VOTES = 8
"""At least so many patches must lie as the turned card has them."""

SPREAD = 4.0
"""Those patches lie at least so many grey pixels (standard deviation) about the line that fits them best: all
in one line they could slide along an edge."""

SHARE = 1 / 3
"""At least this share (0-1) of all patches that were found must lie as the turned card has them."""

TURNED = 0.1
"""A card that is pushed into place is turned by no more than this, in radians."""

GROWN = 0.06
"""A card that is pushed into place looks larger or smaller by no more than this share (of 1): one that looks
more so is in the air."""


def askew(at: Floats, shifts: Floats) -> tuple[float, float, int] | None:
    """Give how far off what shows of a turned card is (x, y), and how many patches say so; None without one.

    ``at`` (N, 2): the top left corners of the patches where the card comes to lie, ``shifts`` (N, 2): how far
    off each was found, in grey pixels.
    """
    if len(at) < VOTES:
        return None
    places = at + PATCH / 2
    way, fits = cv2.estimateAffinePartial2D(places, places + shifts, ransacReprojThreshold=WITHIN)
    votes = 0 if way is None else int(fits.sum())
    if votes < max(VOTES, SHARE * len(at)):
        return None
    size, turn = float(np.hypot(way[0, 0], way[1, 0])), float(np.arctan2(way[1, 0], way[0, 0]))
    fitting = places[fits.ravel() > 0]
    if abs(size - 1) > GROWN or abs(turn) > TURNED or _spread(fitting) < SPREAD:
        return None
    middle = fitting.mean(axis=0)
    x, y = way[:, :2] @ middle + way[:, 2] - middle
    return float(x), float(y), votes


def _spread(places: Floats) -> float:
    """Give how far points (N, 2) lie about the line along which they lie farthest apart."""
    return float(np.sqrt(max(0.0, np.linalg.eigvalsh(np.cov(places.T))[0])))
