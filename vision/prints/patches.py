"""Lays a card beside one that is known, patch by patch: how much of it looks like the same part of the other.

Of a pass card under other cards or a hand, only parts are seen, and where it lies is told badly. Its like in
the same row is as large and lies nearly as straight; so the known one's size and turn are taken, and of all
patches in the part that can be seen the better half must agree on one place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.crops import Window, upright
from vision.prints.finder import CardHint, Picture
from vision.prints.known_passes import FACE, Face, visible

SMALL = (FACE.wide // 2, FACE.high // 2)
"""A card is compared so small, in pixels: finer, it knows no more cards and takes longer."""

REACH = 9
"""Pixels of a small card, in all directions together: so far its place may be told wrongly."""

AROUND = Window(FACE.wide + 2 * REACH, FACE.high + 2 * REACH, FACE.digits, step=1.5)
"""What is cut out of the picture, before it is made small: a card with room around it. So small, it looks the
same whether each pixel is looked at or two of three."""

PATCH, STEP = (10, 12), (7, 6)
"""Width and height of a patch in such pixels, and from one to the next."""

SLACK = 5
"""Pixels of a small card: so much more of it may be seen, or less, than is thought."""

TURNS = (-0.08, 0.0, 0.08)
"""Radians; neighbours in a row are turned so far against each other."""

FEWEST = 3
"""Fewer patches tell nothing."""

PLAIN = 12.0
"""Grey levels (standard deviation): a patch that varies less shows nothing to know it by."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownFace:
    """A card that is known: its face, upright, and its height (pixels) and turn (radians) in the picture."""

    face: Face
    height: float
    up: float


def likeness(image: Picture, card: CardHint, known: KnownFace) -> float | None:
    """Give how much what is seen of a card in a BGR picture looks like a known one (-1 to 1), either way up.

    None where too little of it is seen, or what is seen is too plain, to say.
    """
    left, right = (x // 2 for x in visible(card))
    small = _small(known.face, *SMALL)
    faces = (small, np.ascontiguousarray(small[::-1, ::-1]))
    shown = [patches for face in faces if len(patches := _patches(face, left, right)) >= FEWEST]
    if not shown:
        return None
    fields = np.stack([_field(image, card, known, turn) for turn in TURNS])
    return max(_agreement(fields, patches) for patches in shown)


def _field(image: Picture, card: CardHint, known: KnownFace, turn: float) -> Picture:
    """Cut a card with some room around it, as large as the known one and turned like it, up or down."""
    off = (known.up - card.up + pi / 2) % pi - pi / 2
    view = upright(image, card.centre, known.height, card.up + off + turn, AROUND)
    return _small(view, SMALL[0] + REACH, SMALL[1] + REACH)


def _small(view: Picture, wide: int, high: int) -> Picture:
    return np.asarray(cv2.resize(view, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def _patches(face: Face, left: int, right: int) -> list[tuple[int, int, Face]]:
    """Give the patches of a small face between two columns that show something, with where they begin."""
    wide, high = PATCH
    columns = [x for x in range(0, SMALL[0] - wide + 1, STEP[0]) if left - SLACK <= x <= right + SLACK - wide]
    places = [(x, y) for y in range(0, SMALL[1] - high + 1, STEP[1]) for x in columns]
    patches = [np.ascontiguousarray(face[y : y + high, x : x + wide]) for x, y in places]
    varied = np.asarray(patches).reshape(len(patches), -1).std(axis=1) if patches else []
    shown = zip(places, patches, varied, strict=True)
    return [(x, y, patch) for (x, y), patch, v in shown if v >= PLAIN]


def _agreement(fields: NDArray[np.uint8], patches: Sequence[tuple[int, int, Face]]) -> float:
    """Give the mean correlation of the better half of the patches, where it is highest in any field.

    ``fields`` (N, H, W, 3) are laid one below the other, and each patch is sought in all of them at once.
    """
    wide, high = PATCH[0] + REACH, PATCH[1] + REACH
    tops = range(0, len(fields) * high, high)
    maps = []
    for x, y, patch in patches:
        tower = fields[:, y : y + high, x : x + wide].reshape(-1, wide, 3)
        found = cv2.matchTemplate(tower, patch, cv2.TM_CCOEFF_NORMED)
        maps.append([found[top : top + REACH + 1] for top in tops])
    ranked: NDArray[np.float32] = np.sort(np.nan_to_num(np.asarray(maps, np.float32)), axis=0)
    return float(ranked[len(ranked) // 2 :].mean(axis=0).max())
