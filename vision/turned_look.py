"""Looks once more at cards with the picture turned: upright where they lie askew, else on their heads.

The finder has learnt numbers any way up, but what it misses of a row or sees amiss depends on how the picture
lies: a look at the very same cards the other way up errs elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, ceil, cos, pi, sin, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import Box, CardHint, Finding, Picture, Point, Print, find
from vision.geometry import wrapped
from vision.looking import Glance, around, least_distance

ASKEW = 0.2
"""Radians: cards that lie turned by less are looked at on their heads, others upright."""

SEEN = 0.4
"""Cards from this score (0-1) on say how the row is turned, where there are any."""


def turned(image: Picture, seen: Glance) -> Glance:
    """Look again at what a glance found in a BGR picture (H, W, 3), turned: a card, at least.

    What is found is told as it lies in the picture given.
    """
    high, wide = image.shape[:2]
    lying = _Turned.of(around(seen.finding, (high, wide)), _turn(seen.finding.cards))
    part = lying.cut(image)
    share = part.shape[0] * part.shape[1] / (high * wide)
    distance = max(seen.distance, least_distance((0, 0, part.shape[1], part.shape[0]), (high, wide)))
    return Glance(lying.back(find(part, distance / sqrt(share))), seen.distance)


def _turn(cards: Sequence[CardHint]) -> float:
    """Give which way is up (radians) in the look at cards: one at least."""
    clear = [card for card in cards if card.score >= SEEN] or cards
    axis = atan2(sum(sin(2 * card.up) for card in clear), sum(cos(2 * card.up) for card in clear)) / 2
    return axis if abs(axis) >= ASKEW else axis + pi


@dataclass(frozen=True, slots=True)
class _Turned:
    """A part of a picture seen with another direction up.

    ``turn`` (2, 2) takes directions of the picture to those of the part, ``corner`` (2,) is where the part
    begins among them; ``up``: the direction in the picture that is up in the part (radians).
    """

    turn: NDArray[np.float64]
    corner: NDArray[np.float64]
    size: tuple[int, int]
    up: float

    @classmethod
    def of(cls, box: Box, up: float) -> "_Turned":
        """Give the part around a box, with a direction of the picture up."""
        left, top, right, bottom = box
        turn = np.array([[cos(up), sin(up)], [-sin(up), cos(up)]])
        spots = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float) @ turn.T
        wide, high = np.ptp(spots, axis=0)
        return cls(turn, spots.min(axis=0), (ceil(wide), ceil(high)), up)

    def cut(self, image: Picture) -> Picture:
        """Cut the part out of the picture."""
        there = np.column_stack([self.turn, -self.corner])
        part = cv2.warpAffine(image, there, self.size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(part, np.uint8)

    def back(self, finding: Finding) -> Finding:
        """Tell what was found in the part as it lies in the picture."""
        return Finding(
            tuple(self._print(print_) for print_ in finding.prints),
            tuple(self._hint(hint) for hint in finding.passes),
            tuple(self._hint(hint) for hint in finding.cards),
        )

    def _print(self, print_: Print) -> Print:
        at, up = self._place(print_.centre), wrapped(print_.up + self.up)
        return replace(print_, centre=at, up=up, card=self._hint(print_.card))

    def _hint(self, hint: CardHint) -> CardHint:
        at, seen = self._place(hint.centre), self._place(hint.seen)
        return replace(hint, centre=at, seen=seen, up=wrapped(hint.up + self.up))

    def _place(self, point: Point) -> Point:
        x, y = (np.array(point) + self.corner) @ self.turn
        return float(x), float(y)
