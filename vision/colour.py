"""Tells the colour of a number card, under warm and under cold light.

A number is printed in white on colour or in colour on white, so every print brings its own white along: seen
against that white, the colour is the same under a bulb and by the window. The whites of all cards in a
picture are the best estimate of its light.

Colours are linear light, BGR, 1 = the white of the card. Hues are degrees, 0-360, as in HSV.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Colour
from vision.cards import Print
from vision.crops import Window, upright
from vision.digits import CROP_DIGITS
from vision.nets import FloatArray

GAMMA = 2.2
"""Of the camera's pictures, near enough for ratios."""

LINEAR = np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)
"""The linear light of each byte."""

PALE = 0.12
"""Below this saturation (0-1) a tint says nothing about the colour."""

DOUBT = 0.02
"""The share of each colour that no tint takes away: inks differ, and light plays tricks."""

STRANGE = 0.002
"""The density, per degree, of hues that no ink was thought to have."""

LIKELIER = 0.5
"""One colour must be as likely as all others together, or none is told."""

DIGITS = Window(2 * round(CROP_DIGITS * 0.7), 2 * round(CROP_DIGITS * 0.6), CROP_DIGITS)
"""The digits' own box, as large as the reader sees it."""

INKS: dict[Colour, tuple[float, float]] = {
    Colour.RED: (356.0, 10.0),
    Colour.ORANGE: (22.0, 9.0),
    Colour.YELLOW: (46.0, 9.0),
    Colour.GREEN: (135.0, 28.0),
    Colour.BLUE: (214.0, 18.0),
    Colour.PURPLE: (264.0, 16.0),
}
"""Mean and spread of each colour's hue, in degrees."""


@dataclass(frozen=True, slots=True)
class Tint:
    """What colour a card's print or ground has when its white is white: hue in degrees, saturation 0-1."""

    hue: float
    saturation: float


@dataclass(frozen=True, slots=True)
class _Swatch:
    """The white and the colour of one print, linear BGR, 0-1."""

    white: FloatArray
    colour: FloatArray


def tints(image: NDArray[np.uint8], cards: Sequence[Sequence[Print]]) -> list[Tint | None]:
    """Give each card's tint from its prints in a BGR picture (H, W, 3); None for a card without prints."""
    swatches = [[_swatch(image, print_) for print_ in prints] for prints in cards]
    light = white_balance([s for card in swatches for s in card])
    return [_tint(card, light) for card in swatches]


def white_balance(swatches: Sequence[_Swatch]) -> FloatArray:
    """Estimate the colour of the light, linear BGR with its largest part 1, from the whites of all prints.

    Prints without any true white (ink on a coloured ground) are outvoted: the middle one of all whites
    counts.
    """
    whites = [s.white / max(float(s.white.max()), 1e-6) for s in swatches]
    return np.asarray(np.median(whites, axis=0) if whites else np.ones(3), np.float32)


def likelihoods(tint: Tint | None, colours: Sequence[Colour]) -> dict[Colour, float]:
    """Give how well each colour explains a tint; they add up to 1. Nothing where it tells none."""
    if tint is None or tint.saturation < PALE:
        return {}
    fits = {c: _fit(tint.hue, *INKS[c]) for c in colours}
    total = sum(fits.values()) + 1e-9
    shares = {
        c: DOUBT / len(colours) + (1 - DOUBT) * (fits[c] + 1e-9 / len(colours)) / total for c in colours
    }
    return shares if max(shares.values()) >= LIKELIER else {}


def _fit(hue: float, mean: float, spread: float) -> float:
    """Weigh a hue against an ink; a hue that no ink has says nothing about any."""
    off = abs((hue - mean + 180) % 360 - 180) / spread
    return exp(-off * off / 2) / spread + STRANGE


def _swatch(image: NDArray[np.uint8], print_: Print) -> _Swatch:
    """Split a print into its white and its colour; only its digits' own box, which is all on the card."""
    middle = upright(image, print_.centre, print_.height, print_.up, DIGITS)
    light = LINEAR[cv2.blur(middle, (3, 3)).reshape(-1, 3)]
    white = _mean(light, _least(light), 0.15)
    vivid = light / np.maximum(white, 1e-4)
    return _Swatch(white, _mean(light, 1 - _least(vivid), 0.2))


def _least(pixels: FloatArray) -> FloatArray:
    """Give the smallest part of each pixel (N, 3)."""
    return np.minimum(np.minimum(pixels[:, 0], pixels[:, 1]), pixels[:, 2])


def _mean(pixels: FloatArray, merit: FloatArray, share: float) -> FloatArray:
    """Average the share of the pixels (N, 3) that has the highest merit (N)."""
    count = max(1, int(len(pixels) * share))
    return np.asarray(pixels[np.argpartition(merit, -count)[-count:]].mean(axis=0), np.float32)


def _tint(card: Sequence[_Swatch], light: FloatArray) -> Tint | None:
    """Give the tint of one card: its colour as it would be if the light were white."""
    if not card:
        return None
    bright = [s.colour / max(float(s.white.max()), 1e-4) for s in card]
    seen = np.mean(bright, axis=0) / np.maximum(light, 0.05)
    pixel = np.asarray(seen / max(float(seen.max()), 1e-4), np.float32) ** np.float32(1 / GAMMA)
    hue, saturation, _ = cv2.cvtColor(pixel.reshape(1, 1, 3), cv2.COLOR_BGR2HSV)[0, 0]
    return Tint(float(hue), float(saturation))
