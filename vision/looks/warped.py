"""A picture seen another way: from straight above, turned, or stretched."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evidence import Point, Quad, SeenCard
from vision.prints.finder import Picture

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Warped:
    """Where a picture's points are seen so: a homography (3, 3); its size (wide, high) then, in pixels."""

    homography: Floats
    size: tuple[int, int]

    def see(self, image: Picture) -> Picture:
        """Give a BGR picture (H, W, 3) as it is seen so."""
        warped = cv2.warpPerspective(
            image, self.homography, self.size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(warped, np.uint8)

    def there(self, point: Point) -> Point:
        """Give where a point of the picture is seen."""
        x, y = mapped(self.homography, np.array([point]))[0]
        return float(x), float(y)

    def back(self, cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
        """Put cards that were seen so where they lie in the picture itself."""
        home = np.linalg.inv(self.homography)
        quads = (tuple((float(x), float(y)) for x, y in mapped(home, np.array(c.quad))) for c in cards)
        return tuple(replace(c, quad=cast(Quad, quad)) for c, quad in zip(cards, quads, strict=True))


def mapped(homography: Floats, points: Floats) -> Floats:
    """Map points (N, 2)."""
    return np.asarray(cv2.perspectiveTransform(points[None], homography)[0])
