"""Looks once more at cards with the picture turned: upright where they lie askew, else on their heads.

The finder has learnt numbers any way up, but what it misses of a row or sees amiss depends on how the picture
lies: a look at the very same cards the other way up errs elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, pi, sqrt

from companion.evidence import Point
from vision.cards.geometry import RowAxes
from vision.looks.distance import Glance, around, least_distance
from vision.prints.angles import shared_axis, wrapped
from vision.prints.crops import Window, upright
from vision.prints.finder import Box, CardHint, Detections, Picture, Print, find

ASKEW = 0.2
"""Radians: cards that lie turned by less are looked at on their heads, others upright."""

SEEN = 0.4
"""Cards from this score (0-1) on say how the row is turned, where there are any."""


def turned(image: Picture, seen: Glance) -> Glance:
    """Look again at what a glance found in a BGR picture (H, W, 3), turned: a card, at least.

    What is found is told as it lies in the picture given.
    """
    high, wide = image.shape[:2]
    part = _Part.of(around(seen.finding, (high, wide)), _turn(seen.finding.cards))
    share = part.wide * part.high / (high * wide)
    distance = max(seen.distance, least_distance((0, 0, part.wide, part.high), (high, wide)))
    return Glance(part.back(find(part.cut(image), distance / sqrt(share))), seen.distance)


def _turn(cards: Sequence[CardHint]) -> float:
    """Give which way is up (radians) in the look at cards: one at least."""
    clear = [card for card in cards if card.score >= SEEN] or cards
    axis = shared_axis(card.up for card in clear)
    return axis if abs(axis) >= ASKEW else axis + pi


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a picture seen with another direction up (radians): its middle there, its size in pixels."""

    centre: Point
    up: float
    wide: int
    high: int

    @classmethod
    def of(cls, box: Box, up: float) -> "_Part":
        """Give the part that holds a box, with a direction of the picture up."""
        frame, (left, top, right, bottom) = RowAxes(up), box
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        along, above = zip(*(frame.way((0.0, 0.0), corner) for corner in corners), strict=True)
        wide, high = ceil(max(along) - min(along)), ceil(max(above) - min(above))
        middle = min(along) + (wide - 1) / 2, max(above) - (high - 1) / 2
        return cls(frame.back((0.0, 0.0), (-middle[0], -middle[1])), up, wide, high)

    def cut(self, image: Picture) -> Picture:
        """Cut the part out of the picture, as large as it is there."""
        return upright(image, self.centre, 1.0, self.up, Window(self.wide, self.high, 1))

    def back(self, finding: Detections) -> Detections:
        """Tell what was found in the part as it lies in the picture."""
        return Detections(
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
        """Give where in the picture a point of the part lies."""
        x, y = point
        return RowAxes(self.up).back(self.centre, ((self.wide - 1) / 2 - x, y - (self.high - 1) / 2))
