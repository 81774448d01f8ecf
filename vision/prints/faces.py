"""Tells from near by whether a face-up card is a pass card: what is found there shows a picture, no number.

The finder sees the picture reduced; of a card that lies far off, no picture is left to know. This net sees
every card at the same height, with what lies around it, whichever part of it is to be seen.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.crops import Window, upright
from vision.prints.finder import CardHint, Picture
from vision.prints.nets import FloatArray, shipped

CROP = 96
"""Width and height of a crop in pixels."""

CARD = 72
"""Height of the card in a crop; its middle is the middle of what is seen of the card."""

NUMBER, PASS, NOTHING = 0, 1, 2
"""What the net tells apart: cards with a number, pass cards, and all that is no face-up card."""

KINDS = 3

ROOMS = (96, 102)
"""Each card is looked at so: with a little more around it the second time, when it is turned round. Four
looks find no more of the pass cards than these two."""

WINDOW = Window(max(ROOMS), max(ROOMS), CARD)
"""What is cut out of the picture once, for all looks: that is what takes time."""


def look(image: Picture, cards: Sequence[CardHint]) -> FloatArray:
    """Give how probably (N, 3) cards in a BGR picture (H, W, 3) are number cards, pass cards, neither."""
    if not cards:
        return np.zeros((0, KINDS), np.float32)
    crops = [crop for card in cards for crop in looks(image, card)]
    scores = shipped("faces")(np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255), np.float32))
    odds = np.exp(scores.reshape(len(cards), len(ROOMS), KINDS).mean(axis=1))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def looks(image: Picture, card: CardHint) -> list[NDArray[np.uint8]]:
    """Cut crops (96, 96, 3) around what is seen of a card, turned as the card is thought to lie and round."""
    wide = upright(image, card.seen, card.height, card.up, WINDOW)
    return [_inner(wide, room, turned=k % 2 == 1) for k, room in enumerate(ROOMS)]


def _inner(wide: NDArray[np.uint8], room: int, turned: bool) -> NDArray[np.uint8]:
    """Take the middle of a crop, so many pixels wide and high, in the net's size."""
    rim = (len(wide) - room) // 2
    middle = wide[rim : rim + room, rim : rim + room]
    crop = middle if room == CROP else cv2.resize(middle, (CROP, CROP), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.flip(crop, -1) if turned else crop, np.uint8)
