"""Tells from near by whether a face-up card is a pass card: what is found there shows a picture, no number.

The finder sees the picture reduced; of a card that lies far off, no picture is left to know. This net sees
every card at the same height, with what lies around it, whichever part of it is to be seen.
"""

from collections.abc import Sequence
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import CardHint, Picture
from vision.crops import Window, upright
from vision.nets import FloatArray, shipped

CROP = 64
"""Width and height of a crop in pixels."""

CARD = 48
"""Height of the card in a crop; its middle is the middle of what is seen of the card."""

WINDOW = Window(CROP, CROP, CARD)

NUMBER, PASS, NOTHING = 0, 1, 2
"""What the net tells apart: cards with a number, pass cards, and all that is no face-up card."""

KINDS = 3


LOOKS = ((0.0, 1.0), (pi, 1.0), (0.0, 1.1), (pi, 0.92))
"""Each card is looked at so: turned by so many radians, with so much of its surroundings. The mean of four
looks finds a tenth more of the pass cards than one, with no more errors."""


def look(image: Picture, cards: Sequence[CardHint]) -> FloatArray:
    """Give how probably (N, 3) cards in a BGR picture (H, W, 3) are number cards, pass cards, neither."""
    if not cards:
        return np.zeros((0, KINDS), np.float32)
    crops = [cut(image, card, turned, room) for card in cards for turned, room in LOOKS]
    scores = shipped("faces")(np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255), np.float32))
    odds = np.exp(scores.reshape(len(cards), len(LOOKS), KINDS).mean(axis=1))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def cut(image: Picture, card: CardHint, turned: float = 0.0, room: float = 1.0) -> NDArray[np.uint8]:
    """Cut a crop (64, 64, 3) around what is seen of a card, turned as the card is thought to lie."""
    return upright(image, card.seen, card.height * room, card.up + turned, WINDOW)
