"""Cuts numbers and letters out of cards that are drawn for it, where no pool shows enough of them."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training import bending, decks
from training.decks import Deck, Face, Ink

TEXTURE = 300
"""Height of a drawn card in pixels."""

SMALLEST, LARGEST = 8.0, 40.0
"""So high are the digits in the picture that a crop is cut from, in pixels."""

PER_DECK = 24
"""So many crops are cut from the cards of one deck."""

LETTERED = 0.6
"""How many of the crops of playing cards show a letter instead of a number."""

Crop = NDArray[np.uint8]


def crop(rng: Generator, face: Face, ink: Ink, turned: bool, size: bending.Size) -> Crop:
    """Cut one number of a card, about as the product would; ``turned``: upside down in the crop."""
    picture, scale = _seen(rng, face, ink.size[1])
    high = ink.size[1] * scale
    x, y = (float(v) * scale + float(rng.normal(0, 0.06)) * high for v in ink.centre)
    up = (np.pi if turned else 0.0) + float(rng.normal(0, 0.07))
    return bending.cut(
        picture, (x, y), high * float(np.exp(rng.normal(0, 0.08))), up, bending.draw(rng), size
    )


def corner(rng: Generator, deck: Deck, size: bending.Size) -> tuple[Crop, int | None]:
    """Cut the corner of a playing card; gives crop and number, None where it shows a letter."""
    lettered = rng.random() < LETTERED
    value = int(rng.integers(2, 11))
    face = decks.court(deck, rng) if lettered else decks.number(deck, rng, value)
    ink = face.prints[int(rng.integers(len(face.prints)))]
    return crop(rng, face, ink, ink.turned, size), None if lettered else value


def _seen(rng: Generator, face: Face, high: float) -> tuple[Crop, float]:
    """Give the card as a camera sees it: small, blurred, noisy; and how much smaller it is."""
    size = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    scale = min(1.0, size / high)
    ground = np.full_like(face.picture, rng.integers(0, 256, 3).astype(np.uint8))
    alpha = face.alpha[..., None].astype(np.float32) / 255
    whole = (face.picture * alpha + ground * (1 - alpha)).astype(np.uint8)
    seen = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    if rng.random() < 0.6:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.0)))
    light = float(np.exp(rng.normal(-0.2, 0.35)))
    seen = seen * light + rng.normal(0, rng.uniform(0, 9), seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8), scale
