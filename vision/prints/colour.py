"""Tells the colour of a number card, under warm and under cold light.

A number is printed in white on colour or in colour on white, so every print brings its own white along: seen
against that white, the colour is the same under a bulb and by the window. The whites of all cards in a
picture are the best estimate of its light.

Colours are linear light, BGR, 1 = the white of the card. Hues are degrees, 0-360, as in HSV.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, exp, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Colour
from vision.prints.crops import Window, upright
from vision.prints.digits import CROP_DIGITS
from vision.prints.finder import CardHint, Print
from vision.prints.nets import FloatArray

GAMMA = 2.2
"""Of the camera's pictures, near enough for ratios."""

LINEAR = np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)
"""The linear light of each byte."""

PALE = 0.12
"""Below this saturation (0-1) a tint says nothing about the colour."""

PALEST = 0.05
"""Where a game has only two colours, far apart, a tint says nothing below this saturation (0-1). In 410 rows
44 cards that were read rightly had 0.05 to 0.12, thin figures; the hue of none was clearly the other's."""

LEAST_PART = 0.3
"""No light has less than this share of its strongest part in its weakest: the whites of 52 cards in 26 pairs
of stacks had 0.52 and more. What has less is the card that a thin figure lets through: in such light a yellow
card was of no colour. Of 3750 prints in 410 rows 193 have less, and 3354 instead of 3339 are clearly of their
number's colour so."""

DOUBT = 0.02
"""The share of each colour that no tint takes away: inks differ, and light plays tricks."""

STRANGE = 0.002
"""The density, per degree, of hues that no ink was thought to have."""

LIKELIER = 0.5
"""One colour must be as likely as all others together, or none is told."""

DIGITS = Window(2 * round(CROP_DIGITS * 0.7), 2 * round(CROP_DIGITS * 0.6), CROP_DIGITS)
"""The digits' own box, as large as the reader sees it."""

CARD = Window(34, 54, 64)
"""Most of a card of the height of 64 pixels, without its rim: the table may show beside it."""

_MIDDLE = ((DIGITS.high - 1) / 2, (DIGITS.wide - 1) / 2)

RIM = 0.03
"""Nearer to a card's edge than this, in its heights, the table may show: the edge is known no better."""

FIGURES, PRINTED = 0.2, 0.05
"""Of the digits' box, and of a card, no less than this share is in the number's colour."""

THIN = 0.05
"""Of the digits' box, thin figures leave no more than this share in their colour."""

STRONG = 0.3
"""Below this saturation (0-1) of a number, the rest of its card is asked as well. In 192 pictures of stacks
of twelve drawn decks 293 colours of 297 were right so, and one was wrong and sure; by the numbers alone 279,
and eight, and in 26 ray-traced and rendered pictures all 52 instead of 49."""

OTHER_HUE = 20.0
"""Degrees; what the rest of a card tells of its colour does not count where its figures tell a hue so far
from that: a hand lies on it, or the light is strange. Of six such looks in 178 pictures of stacks the figures
were right in all."""

OTHER_CARD = 40.0
"""Degrees; prints whose hues are so far apart stand on two cards."""

SKIN = (5.0, 44.0)
"""Degrees; hands, wood and things in warm light have such hues. Where a card's figures tell none, the rest of
it is not believed to be of one: of 15 such looks in those pictures 14 were at something else."""

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


def tints(image: NDArray[np.uint8], prints: Sequence[Print], cards: Sequence[CardHint] = ()) -> list[Tint]:
    """Give the tint of the card of each print in a BGR picture (H, W, 3).

    ``cards``: the one of each print, where all of each shows. Figures that are so thin that hardly
    any of their colour is left are then less heard than what else is printed on the card; where that says
    nothing, what is left of them is heard.
    """
    if not prints:
        return []
    # only the digits' own boxes, which are all on the cards but for those of thin figures at a rim
    boxes = [upright(image, p.centre, p.height, p.up, DIGITS) for p in prints]
    beside = [_beside(p, c) for p, c in zip(prints, cards, strict=True)] if cards else []
    figures = _seen(boxes, FIGURES, beside)
    if not cards:
        return _tints(*figures)
    on_all = _purest([upright(image, c.centre, c.height, c.up, CARD) for c in cards], PRINTED)
    seen = figures, on_all, _purest(boxes, THIN, beside)
    told = _tints(*(np.concatenate(each) for each in zip(*seen, strict=True)))
    own, all_of_it, thin = (told[k : k + len(prints)] for k in range(0, len(told), len(prints)))
    return [_most_telling(*each) for each in zip(own, all_of_it, thin, strict=True)]


def agreed(told: Sequence[Tint]) -> Tint:
    """Give the most vivid of what most of a card's prints tell of its colour, none where they are at odds.

    What is printed in another colour is another card's.
    """
    clear = [tint for tint in told if tint.saturation >= PALE]
    like = [sum(_off(tint.hue, other.hue) <= OTHER_CARD for other in clear) for tint in clear]
    most = [tint for tint, count in zip(clear, like, strict=True) if count == max(like)]
    vivid = max(most or told, key=lambda tint: tint.saturation)
    at_odds = any(_off(tint.hue, vivid.hue) > OTHER_CARD for tint in most)
    return replace(vivid, saturation=0.0) if at_odds else vivid


def _off(one: float, other: float) -> float:
    """Give how far apart two hues are, in degrees."""
    return abs((one - other + 180) % 360 - 180)


def _most_telling(figures: Tint, all_of_it: Tint, thin: Tint) -> Tint:
    """Give what tells a card's colour: its figures, else all of it, else what thin figures leave of it."""
    told = figures
    if figures.saturation < min(STRONG, all_of_it.saturation):
        told = _borne_out(all_of_it, figures if figures.saturation >= PALE else thin)
    return thin if told.saturation < PALE else told


def _borne_out(all_of_it: Tint, own: Tint) -> Tint:
    """Give what all of a card tells of its colour, unless a hand or a table may have told it.

    That is what its figures say otherwise, or what they do not say of a hue that such things have.
    """
    if own.saturation < PALE:
        return own if SKIN[0] < all_of_it.hue < SKIN[1] else all_of_it
    return own if _off(own.hue, all_of_it.hue) > OTHER_HUE else all_of_it


def _beside(print_: Print, card: CardHint) -> NDArray[np.bool_]:
    """Mark the pixels (P,) of the box of a print's digits that show its card's rim or the table beside it."""
    step = max(print_.height, 1.0) / DIGITS.digits
    down, across = (np.mgrid[: DIGITS.high, : DIGITS.wide].reshape(2, -1).T - _MIDDLE).T * step
    turn, (x, y) = print_.up - card.up, (print_.centre[0] - card.centre[0], print_.centre[1] - card.centre[1])
    off_x = cos(card.up) * x + sin(card.up) * y + cos(turn) * across - sin(turn) * down
    off_y = cos(card.up) * y - sin(card.up) * x + sin(turn) * across + cos(turn) * down
    rim = RIM * card.height
    return np.asarray((abs(off_x) > card.width / 2 - rim) | (abs(off_y) > card.height / 2 - rim), np.bool_)


def _seen(
    boxes: Sequence[NDArray[np.uint8]], share: float, beside: Sequence[NDArray[np.bool_]] = ()
) -> tuple[FloatArray, FloatArray]:
    """Give the whites and the colours, linear BGR (N, 3), of crops: of that share of each that has most.

    ``beside``: the pixels (P,) of each that are not on the card, if any; they have no say in the colour.
    """
    light, whites = _light(boxes)
    vivid = np.asarray(light / np.maximum(whites, 1e-4)[:, None], np.float32)
    return whites, _mean(light, _without(1 - _least(vivid), beside), share)


def _without(merit: FloatArray, beside: Sequence[NDArray[np.bool_]]) -> FloatArray:
    """Give the merits (N, P) of pixels, those beside the card below all others."""
    return np.where(np.stack(beside), np.float32(-np.inf), merit) if beside else merit


def _purest(
    boxes: Sequence[NDArray[np.uint8]], share: float, beside: Sequence[NDArray[np.bool_]] = ()
) -> tuple[FloatArray, FloatArray]:
    """Give whites and colours as ``_seen`` does, but of colours the purest: black, as of an outline, is none.

    Where hardly anything is white, as around thin figures on a coloured card, the light is taken for white.
    """
    light, whites = _light(boxes)
    most = _most(whites)
    ground = np.where(whites.min(axis=1, keepdims=True) < LEAST_PART * most, most, whites)
    vivid = np.asarray(light / np.maximum(ground, 1e-4)[:, None], np.float32)
    pure = np.asarray(vivid.max(axis=2) - _least(vivid), np.float32)
    return whites, _mean(light, _without(pure, beside), share)


def _light(boxes: Sequence[NDArray[np.uint8]]) -> tuple[FloatArray, FloatArray]:
    """Give the linear light (N, P, 3) of crops, smoothed, and their whites (N, 3)."""
    smooth = np.asarray([cv2.blur(box, (3, 3)) for box in boxes], np.uint8)
    light = LINEAR.take(smooth.reshape(len(boxes), -1, 3))
    return light, _mean(light, _least(light), 0.15)


def white_balance(whites: FloatArray) -> FloatArray:
    """Estimate the colour of the light, linear BGR with its largest part 1, from all prints' whites (N, 3).

    Prints without any true white (ink on a coloured ground) are outvoted: the middle one of all whites
    counts. Figures so thin that the ground shines through are left out, and if all are, the light is white.
    """
    shares = whites / np.maximum(_most(whites), 1e-6)
    plausible = shares[shares.min(axis=1) >= LEAST_PART]
    return np.asarray(np.median(plausible if len(plausible) else np.ones((1, 3)), axis=0), np.float32)


def likelihoods(tint: Tint, colours: Sequence[Colour]) -> dict[Colour, float]:
    """Give how well each colour explains a tint; they add up to 1. Nothing where it tells none."""
    if tint.saturation < (PALE if len(colours) > 2 else PALEST):
        return {}
    fits = {c: _fit(tint.hue, *INKS[c]) for c in colours}
    total = sum(fits.values()) + 1e-9
    shares = {
        c: DOUBT / len(colours) + (1 - DOUBT) * (fits[c] + 1e-9 / len(colours)) / total for c in colours
    }
    return shares if max(shares.values()) >= LIKELIER else {}


def _fit(hue: float, mean: float, spread: float) -> float:
    """Weigh a hue against an ink; a hue that no ink has says nothing about any."""
    off = _off(hue, mean) / spread
    return exp(-off * off / 2) / spread + STRANGE


def _least(pixels: FloatArray) -> FloatArray:
    """Give the smallest part of each pixel (N, P, 3)."""
    return np.minimum(np.minimum(pixels[..., 0], pixels[..., 1]), pixels[..., 2])


def _most(colours: FloatArray) -> FloatArray:
    """Give the largest part of each colour (N, 3), as a column (N, 1)."""
    return np.asarray(colours.max(axis=1, keepdims=True), np.float32)


def _mean(pixels: FloatArray, merit: FloatArray, share: float) -> FloatArray:
    """Average (N, 3) the share of each print's pixels (N, P, 3) that has the highest merit (N, P)."""
    count = max(1, int(pixels.shape[1] * share))
    best = np.argpartition(merit, -count, axis=1)[:, -count:, None]
    return np.asarray(np.take_along_axis(pixels, best, axis=1).mean(axis=1), np.float32)


def _tints(whites: FloatArray, colours: FloatArray) -> list[Tint]:
    """Give the tints of prints from their whites and colours (N, 3): what they would be in white light."""
    bright = colours / np.maximum(_most(whites), 1e-4)
    seen = np.asarray(bright / np.maximum(white_balance(whites), 0.05), np.float32)
    pixels = (seen / np.maximum(_most(seen), 1e-4)) ** np.float32(1 / GAMMA)
    told = cv2.cvtColor(pixels[None], cv2.COLOR_BGR2HSV)[0]
    return [Tint(float(hue), float(vivid)) for hue, vivid, _ in told]
