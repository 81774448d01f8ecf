"""A second opinion on unsure cards by Tesseract, where it is installed; the only reader if so chosen.

Tesseract reads single numbers well when they are cut tightly, in black and white, at its own size; it
cannot find them. It starts a process for every number, so it is asked little and never waited for long.
"""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin
from time import monotonic

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import SettingsError
from vision.prints.digits import CLASSES, JUNK, VALUES
from vision.prints.finder import Print
from vision.prints.nets import FloatArray

DIGITS = 36
"""Height in pixels at which Tesseract reads digits best."""

WIDEST = 2.6
"""Width of three digits in digit heights: no number is wider."""

TRUST = 0.8
"""How often a number that Tesseract gives on such a crop is right; mostly it errs by losing a digit."""

RIM = 4
"""White pixels around the digits; with none, or with many, numbers of two digits are often misread."""

CONFIG = "--psm 13"
"""One line, taken as it is. No list of allowed letters: a letter read for a digit tells a misreading."""


@dataclass(frozen=True, slots=True)
class Tesseract:
    """Reads prints with Tesseract, ``seconds`` a picture at most; raises `SettingsError` without it."""

    seconds: float = 10.0

    def __post_init__(self) -> None:
        if not available():
            raise SettingsError("Tesseract is not installed: sudo apt install tesseract-ocr")

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        """Give probabilities (N, 111) as `digits.read` does; what there was no time for says nothing."""
        until = monotonic() + self.seconds
        return np.array([_row(self._number(image, p, until)) for p in prints], np.float32).reshape(
            -1, CLASSES
        )

    def _number(self, image: NDArray[np.uint8], print_: Print, until: float) -> int | None:
        """Give the number that Tesseract reads, None when it reads none, or not in time."""
        left = until - monotonic()
        text = _ask(tight(image, print_), left) if left > 0.05 else ""
        return int(text) if text.isdigit() and int(text) < VALUES and str(int(text)) == text else None


def available() -> bool:
    """Say whether the Tesseract program is there."""
    return shutil.which("tesseract") is not None


def tight(image: NDArray[np.uint8], print_: Print) -> NDArray[np.uint8]:
    """Cut a print upright, black on white, its digits 36 pixels high, with a thin white rim (H, W)."""
    grey = cv2.cvtColor(_upright(image, print_), cv2.COLOR_BGR2GRAY)
    dark = np.asarray(cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8)
    both = [_digits(dark), _digits(255 - dark)]
    digits = max(both, key=lambda digits: int((digits == 0).sum()))
    framed = cv2.copyMakeBorder(digits, RIM, RIM, RIM, RIM, cv2.BORDER_CONSTANT, value=(255,))
    return np.asarray(framed, np.uint8)


def _upright(image: NDArray[np.uint8], print_: Print) -> NDArray[np.uint8]:
    """Turn and scale a print upright, with a quarter of its height around it."""
    wide, high = round(DIGITS * WIDEST), round(DIGITS * 1.5)
    scale = max(print_.height, 1.0) / DIGITS
    s, c = sin(print_.up) * scale, cos(print_.up) * scale
    x, y = print_.centre
    back = np.array([[c, -s, x - c * wide / 2 + s * high / 2], [s, c, y - s * wide / 2 - c * high / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(image, back, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _digits(black: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Keep the black blobs that stand like digits, and cut to them; a white speck when there are none."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(255 - black)
    boxes = [(i, *(int(v) for v in stats[i, :4])) for i in range(1, len(stats))]
    digits = [(i, x, y, w, h) for i, x, y, w, h in boxes if _stands_like_a_digit(x, y, w, h, black.shape)]
    if not digits:
        return np.full((1, 1), 255, np.uint8)
    left, top = min(d[1] for d in digits), min(d[2] for d in digits)
    right, low = max(d[1] + d[3] for d in digits), max(d[2] + d[4] for d in digits)
    kept = np.where(np.isin(labels, [d[0] for d in digits]), 0, 255).astype(np.uint8)
    return np.asarray(kept[top:low, left:right], np.uint8)


def _stands_like_a_digit(x: int, y: int, w: int, h: int, crop: tuple[int, ...]) -> bool:
    """Say whether a blob is as high and slim as a digit and clear of the crop's rim."""
    inside = x > 0 and y > 0 and x + w < crop[1] and y + h < crop[0]
    return inside and 0.65 * DIGITS < h < 1.35 * DIGITS and w < WIDEST * DIGITS


def _ask(crop: NDArray[np.uint8], seconds: float) -> str:
    """Give what Tesseract reads on a crop, nothing when it takes too long or fails."""
    import pytesseract

    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    try:
        return str(pytesseract.image_to_string(crop, config=CONFIG, timeout=seconds)).strip()
    except (RuntimeError, pytesseract.TesseractError):
        return ""


def _row(value: int | None) -> FloatArray:
    """Turn an answer into probabilities (111,)."""
    row = np.full(CLASSES, (1 - TRUST) / (CLASSES - 1), np.float32)
    row[JUNK if value is None else value] = TRUST
    return row
