"""The light: what a picture of a table would look like in that of another one.

Clouds and lamps change all of it alike, or softly from one side to the other; a camera adapts itself, scales
its colours and lifts its shadows. What is left after that has changed on the table.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Floats = NDArray[np.float64]

BLOWN_OUT = 250
"""From this level on nobody knows how bright a colour was."""

ALIKE = 8
"""Levels by which a colour may be off and be explained."""

SPARSE = 4
"""Every so many pixels are enough to tell the light by, each way."""

SAME_LIGHT = 0.01
"""A smaller change of the light is not worth the arithmetic."""

NEARLY = 0.05
"""An arm over the table may seem an even change of the light by less than this: such looks are compared as
they are. Heeding every trifle cost one of four lively recordings fifteen of its 26 acts."""

COARSE = (16, 9)
"""Places across and down at which the light is compared."""

FITS = 0.05
"""Where the light is off by no more than this (of 1), a soft shadow explains it."""

MOSTLY = 0.76
"""A soft shadow must explain this share (0-1) of the places, and leave the colours there as they are."""

EXPLAINED, TONED, BETTER, FEWEST = 0.75, 0.75, 0.15, 100
"""Where a gain explains less than the first share of the picture, and other tones at least the second and
more by the third, the camera has changed these; they are told from so many places at least."""

UNEVEN = 0.04
"""A shadow that changes the light by less than this nowhere matters."""

EVENLY = 0.8
"""Where so large a share of the places has changed by less, there is none: the rest are arms and cards."""

DEEPEST = 0.4
"""The logarithm of the light changes by no more than this within a soft shadow."""

DEGREE = 4
"""Of the surface that says how deep a soft shadow is where: one has a middle and two flanks."""

FITTINGS = 6
"""So often a shadow is fitted anew to the places that it explains."""


def relit(settled: Image, look: Image) -> Image:
    """Give a settled picture (h, w, 3) in a look's light: colours scaled, soft shadows laid on, or new tones.

    What was blown out was any brighter: in less light it may be as bright as before, or less.
    """
    then, now = (np.ascontiguousarray(image[::SPARSE, ::SPARSE]) for image in (settled, look))
    gain = _gain(then, now)
    tone = _tone(then, now, gain)
    shade = _shade(settled, look, gain) if tone is None else None
    if shade is None and tone is None and np.abs(gain - 1).max() < SAME_LIGHT:
        return settled
    lit = _curved(settled, *((gain, np.zeros(3)) if tone is None else tone))
    lit = lit if shade is None else np.asarray(cv2.multiply(lit, shade, dtype=cv2.CV_8U), np.uint8)
    blown = settled >= BLOWN_OUT
    lit[blown] = np.maximum(lit[blown], np.minimum(look[blown], settled[blown]))
    return lit


def even_curves(picture: Image, look: Image) -> NDArray[np.uint8] | None:
    """Give the new level (1, 256, 3) of each level of a picture's colours in a look's light, if that is even.

    None where the light is nearly the same: an arm over the table may seem as much. Far cheaper than `relit`,
    which must tell shadows from arms.
    """
    gain = _gain(*(image[::SPARSE, ::SPARSE] for image in (picture, look)))
    return None if np.abs(gain - 1).max() < NEARLY else _curves(gain, np.zeros(3))


def _gain(then: Image, now: Image) -> Floats:
    """Give by how much each colour (3,) of most places has grown lighter."""
    return np.asarray(np.median((now + 1.0) / (then + 1.0), axis=(0, 1)), np.float64)


def _curves(slopes: Floats, offsets: Floats) -> NDArray[np.uint8]:
    """Give each level (1, 256, 3) of colours that are multiplied (3,) and added to."""
    return np.clip(np.rint(np.outer(np.arange(256), slopes) + offsets), 0, 255).astype(np.uint8)[None]


def _curved(image: Image, slopes: Floats, offsets: Floats) -> Image:
    """Multiply each colour (3,) of a picture and add to it."""
    return np.asarray(cv2.LUT(image, _curves(slopes, offsets)), np.uint8)


def _tone(then: Image, now: Image, gain: Floats) -> tuple[Floats, Floats] | None:
    """Give by what each colour is multiplied and what is added to it, (3,) each, where tones have changed.

    A camera lifts its shadows when a lamp goes off. None where a mere ``gain`` explains as much.
    """
    by_gain = _alike(_curved(then, gain, np.zeros(3)), now)
    if by_gain >= EXPLAINED:
        return None
    levels = (image.reshape(-1, 3).T.astype(np.float64) for image in (then, now))
    slopes, offsets = np.array([_straight(a, b) for a, b in zip(*levels, strict=True)]).T
    by_tone = _alike(_curved(then, slopes, offsets), now)
    return (slopes, offsets) if by_tone >= max(TONED, by_gain + BETTER) else None


def _alike(one: Image, other: Image) -> float:
    """Give the share of places at which two pictures differ by little only."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    most = cv2.max(cv2.max(blue, green), red)
    return 1 - cv2.countNonZero(cv2.threshold(most, ALIKE, 255, cv2.THRESH_BINARY)[1]) / most.size


def _straight(then: Floats, now: Floats) -> tuple[float, float]:
    """Fit a straight line to how levels (N,) have changed, most of them; gives its slope and offset."""
    counts = (then < BLOWN_OUT) & (now < BLOWN_OUT)
    slope, offset = 1.0, float(np.median(now - then))
    for _ in range(FITTINGS):
        if counts.sum() < FEWEST or np.ptp(then[counts]) < 2 * ALIKE:
            break
        slope, offset = np.polyfit(then[counts], now[counts], 1)
        off = np.abs(now - slope * then - offset)
        counts = (then < BLOWN_OUT) & (now < BLOWN_OUT) & (off <= max(ALIKE, float(np.median(off))))
    return float(slope), float(offset)


def _shade(settled: Image, look: Image, gain: Floats) -> NDArray[np.float32] | None:
    """Give by how much the light has changed place by place, (h, w, 3); None where it did so evenly.

    A person who bends over the table, or a cloud, darkens it softly; a smooth surface says how. What an arm
    or a card covers does not fit it; where too much does not, nothing is made of it.
    """
    then, now = (cv2.resize(image, COARSE, interpolation=cv2.INTER_AREA) + 1.0 for image in (settled, look))
    each = np.log(now / then / gain).reshape(-1, 3)
    lighter, tint = each.mean(axis=1), np.ptp(each, axis=1)
    if (np.abs(lighter) < UNEVEN).mean() >= EVENLY or (tint < FITS).mean() < MOSTLY:
        return None
    found, off = _fitted(lighter)
    if (off < FITS).mean() < MOSTLY or np.abs(found).max() < UNEVEN:
        return None
    field = np.exp(np.clip(found, -DEEPEST, DEEPEST)).reshape(COARSE[::-1]).astype(np.float32)
    wide = cv2.resize(field, look.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.merge([wide] * 3), np.float32)


def _fitted(values: Floats) -> tuple[Floats, Floats]:
    """Fit a smooth surface to values on the coarse grid; gives it, and how far each value is off."""
    counts = np.ones(len(values), bool)
    for _ in range(FITTINGS):
        terms = _TERMS[counts]
        found = _TERMS @ np.linalg.lstsq(terms.T @ terms, terms.T @ values[counts], rcond=None)[0]
        off = np.abs(values - found)
        counts = off <= max(FITS, float(np.median(off)))
    return found, off


def _terms() -> Floats:
    """Give x^i y^j, i + j up to 4, at each place of the coarse grid (N, 15), x and y from -1 to 1."""
    y, x = np.meshgrid(np.linspace(-1, 1, COARSE[1]), np.linspace(-1, 1, COARSE[0]), indexing="ij")
    powers = [x**i * y**j for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i)]
    return np.stack([power.ravel() for power in powers], axis=1)


_TERMS = _terms()
