"""Keeps a learnt deck's pass cards, and lays a card beside them.

A pass card that was once seen whole is kept as a small picture, upright. A face-up card on which no number
stands is laid beside it: the whole of it, or the strip that other cards leave to be seen.
"""

from collections.abc import Sequence
from math import cos, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evidence import Quad, SeenCard
from vision.prints.crops import Window, upright
from vision.prints.finder import CardHint, Picture

Face = NDArray[np.uint8]
"""A card held upright, (72, 48, 3) BGR."""

FACE = Window(48, 72, 72)
ROOM = 9
"""Pixels around a face: so far off a card's place may be told."""

NARROWEST = 12
"""Pixels: of a narrower strip of a card, nothing can be told."""

PLAIN = 9.0
"""Grey levels (standard deviation): what varies less shows nothing to know a card by."""

ALIKE = 0.6
"""The correlation (-1 to 1) from which a card is a pass card for certain."""

MOST = 4
"""No more pictures of pass cards than this are kept of a deck."""

COVERED = 0.06
"""A card that shares more than this part of itself with another one may be covered by it."""


def likeness(image: Picture, card: CardHint, faces: Sequence[Face]) -> float:
    """Give how much of what is seen of a card looks like one of the faces, either way up (-1 to 1)."""
    wide = Window(FACE.wide + 2 * ROOM, FACE.high + 2 * ROOM, FACE.digits)
    view = upright(image, card.centre, card.height, card.up, wide)
    left, right = visible(card)
    if right - left < NARROWEST:
        return -1.0
    field = view[:, left : right + 2 * ROOM]
    turned = [np.ascontiguousarray(face[::-1, ::-1]) for face in faces]
    return max((_match(field, face[:, left:right]) for face in (*faces, *turned)), default=-1.0)


def whole_faces(image: Picture, cards: Sequence[SeenCard], wanted: Sequence[SeenCard]) -> list[Face]:
    """Cut the wanted ones of a picture's cards, in their order, that no later card can lie on."""
    after = {id(c): cards[k + 1 :] for k, c in enumerate(cards)}
    free = [c for c in wanted if not any(_shared(c.quad, o.quad) > COVERED for o in after[id(c)])]
    return [_cut(image, c.quad) for c in free]


def free_face(image: Picture, card: CardHint) -> Face | None:
    """Cut a card that lies free; None where another one covers it or it is too plain to know it by."""
    if visible(card) != (0, FACE.wide):
        return None
    face = upright(image, card.centre, card.height, card.up, FACE)
    return face if float(face.std()) >= PLAIN else None


def chosen(faces: Sequence[Face]) -> tuple[Face, ...]:
    """Give the few faces that are worth keeping: none that is plain, or much like one already kept."""
    kept: list[Face] = []
    for face in faces:
        known = max((_match(_padded(face), k) for k in kept), default=-1.0)
        if len(kept) < MOST and float(face.std()) >= PLAIN and known < 0.9:
            kept.append(face)
    return tuple(kept)


def all_alike(faces: Sequence[Face]) -> bool:
    """Say whether faces show the same picture, either way up."""
    first = faces[0]
    turned = np.ascontiguousarray(first[::-1, ::-1])
    return all(max(_match(_padded(f), first), _match(_padded(f), turned)) >= ALIKE for f in faces[1:])


def visible(card: CardHint) -> tuple[int, int]:
    """Give the columns of a face that can be seen of a card: the middle of its visible part tells."""
    dx, dy = card.seen[0] - card.centre[0], card.seen[1] - card.centre[1]
    off = (dx * cos(card.up) + dy * sin(card.up)) / max(card.width, 1.0)
    shown = round(FACE.wide * (1 - 2 * min(abs(off), 0.5)))
    if abs(off) < 0.1:
        return 0, FACE.wide
    return (0, shown) if off < 0 else (FACE.wide - shown, FACE.wide)


def _match(field: Picture, face: Picture) -> float:
    """Give the best correlation of a face, or a part of one, anywhere in a field that is larger."""
    if float(face.std()) < PLAIN or float(field.std()) < PLAIN:
        return -1.0
    return float(cv2.matchTemplate(field, np.ascontiguousarray(face), cv2.TM_CCOEFF_NORMED).max())


def _padded(face: Face) -> Picture:
    room = (ROOM,) * 4
    return np.asarray(cv2.copyMakeBorder(face, *room, cv2.BORDER_REPLICATE), np.uint8)


def _cut(image: Picture, quad: Quad) -> Face:
    """Cut a card upright."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    up = float(np.arctan2((x0 + x1 - x2 - x3), -(y0 + y1 - y2 - y3)))
    height = float(np.hypot(x0 + x1 - x2 - x3, y0 + y1 - y2 - y3)) / 2
    return upright(image, ((x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4), height, up, FACE)


def _shared(a: Quad, b: Quad) -> float:
    """Give the part of a card (0-1) that another one's outline takes up too."""
    one, other = np.array(a, np.float32), np.array(b, np.float32)
    return float(cv2.intersectConvexConvex(one, other)[0]) / max(float(cv2.contourArea(one)), 1.0)
