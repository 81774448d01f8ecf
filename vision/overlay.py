"""Draws what was seen onto a picture: the only drawing of the eye."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Zone
from companion.evidence import SeenCard

Paint = tuple[int, int, int]

PAINTS: dict[Zone, Paint] = {
    Zone.ROW: (80, 200, 60),
    Zone.JUMP: (230, 120, 30),
    Zone.PILE: (80, 200, 60),
    Zone.UP: (200, 170, 30),
    Zone.DOWN: (200, 60, 170),
    Zone.SPOT: (80, 200, 60),
}
"""BGR outlines of sure cards by zone."""

UNSURE: Paint = (40, 60, 240)
"""BGR outline of a card that is not sure."""

HEAD, MAKER = b"\xff\xd8\xff\xe0", b"Cards as the tabletop companion sees them"
"""With this a drawn file begins, and this its comment says."""

JFIF = 20
"""Bytes of a JPEG file up to where comments may begin: its mark, and the head of JFIF."""

FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw(image: NDArray[np.uint8], cards: Sequence[SeenCard]) -> NDArray[np.uint8]:
    """Give a copy of a BGR picture (H, W, 3) with each card's outline, its top edge bold, and its reading."""
    drawn = image.copy()
    unit = max(1, round(min(image.shape[:2]) / 400))
    for card in cards:
        _outline(drawn, card, unit)
    for place, card in enumerate(cards, 1):
        _label(drawn, f"{place}: {label(card)}", _middle(card), _paint(card), unit)
    return drawn


def drawn_jpeg(image: NDArray[np.uint8], cards: Sequence[SeenCard]) -> bytes:
    """Give ``draw`` of a picture as the bytes of a JPEG file that says of itself what it is."""
    jpeg = cv2.imencode(".jpg", draw(image, cards))[1].tobytes()
    comment = b"\xff\xfe" + (len(MAKER) + 2).to_bytes(2, "big") + MAKER
    return jpeg[:JFIF] + comment + jpeg[JFIF:]


def label(card: SeenCard) -> str:
    """Say in a few characters what a card reads, with the doubt where there is one: ``82? 28? 61%``."""
    if card.sure:
        return _face(card, 0)
    if not card.alternatives:
        return "?"
    doubts = " ".join(f"{_face(card, i)}?" for i in range(min(2, len(card.alternatives))))
    return f"{doubts} {card.confidence:.0%}"


def _face(card: SeenCard, index: int) -> str:
    seen = card.alternatives[index].card
    return "pass" if seen.value is None else str(seen.value)


def _paint(card: SeenCard) -> Paint:
    return PAINTS[card.zone] if card.sure else UNSURE


def _outline(image: NDArray[np.uint8], card: SeenCard, unit: int) -> None:
    """Draw the quad, and its top edge twice as bold, so that one sees which way up the card was taken."""
    corners = np.asarray(card.quad).round().astype(np.int32)
    cv2.polylines(image, [corners.reshape(-1, 1, 2)], True, _paint(card), unit, cv2.LINE_AA)
    top_left, top_right = (tuple(int(v) for v in corner) for corner in corners[:2])
    cv2.line(image, top_left, top_right, _paint(card), 3 * unit, cv2.LINE_AA)


def _middle(card: SeenCard) -> tuple[int, int]:
    """Give where a card's label goes: a little below its top left corner, which overlapping leaves free."""
    (x0, y0), (x1, y1) = card.quad[0], card.quad[2]
    return round(x0 + (x1 - x0) * 0.08), round(y0 + (y1 - y0) * 0.35)


def _label(image: NDArray[np.uint8], text: str, at: tuple[int, int], paint: Paint, unit: int) -> None:
    """Write text on a plate of its own, so that it can be read on any card."""
    size = 0.4 * unit
    (wide, high), below = cv2.getTextSize(text, FONT, size, unit)
    x, y = at
    cv2.rectangle(image, (x - 2, y - high - 2), (x + wide + 2, y + below), (20, 20, 20), cv2.FILLED)
    cv2.putText(image, text, (x, y), FONT, size, paint, unit, cv2.LINE_AA)
