"""Finds the installed fonts that can print numbers, and draws text with them."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

ROOTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
SUFFIXES = (".ttf", ".otf", ".woff")
BANNED = (
    "emoji",
    "symbol",
    "math",
    "icons",
    "dseg",
    "barcode",
    "braille",
    "unifont",
    "mona",
    "signwriting",
    "lastresort",
)
ODD, PLAIN = 0.2, 0.65
"""How like the mean of all fonts (-1 to 1) a font must be to show digits at all, and to be a plain one."""

NO_OVERPRINT = 0.9
"""How much of two figures' ink is left at least where they stand side by side."""

PLAIN_SHARE = 0.6
"""The share of prints in a plain font: most cards are printed so that grandparents can read them."""

SYMBOLS = ROOTS[0] / "truetype/ancient-scripts/Symbola_hint.ttf"
EMOJI = ROOTS[0] / "truetype/noto/NotoColorEmoji.ttf"

Mask = NDArray[np.uint8]
Box = tuple[float, float, float, float]


@lru_cache(maxsize=64)
def sized(path: str, size: int) -> ImageFont.FreeTypeFont:
    """Load a font at a size in pixels."""
    return ImageFont.truetype(path, size)


def text_mask(path: str, text: str, height: int) -> Mask:
    """Draw text tightly so that its ink is `height` pixels high; 0..255, shape (height, W)."""
    font = sized(path, 96)
    left, top, right, bottom = font.getbbox(text)
    canvas = Image.new("L", (int(right - left) + 16, int(bottom - top) + 16))
    ImageDraw.Draw(canvas).text((8 - left, 8 - top), text, fill=255, font=font)
    ink = np.asarray(canvas)
    rows, columns = np.nonzero(ink.max(1) > 60)[0], np.nonzero(ink.max(0) > 60)[0]
    if len(rows) == 0 or len(columns) == 0:
        raise ValueError(f"{path} draws nothing for {text!r}")
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    wide = max(2, round(ink.shape[1] * height / ink.shape[0]))
    how = cv2.INTER_AREA if height < ink.shape[0] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(ink, (wide, height), interpolation=how), np.uint8)


@lru_cache(maxsize=4096)
def draws(path: str, letters: str) -> bool:
    """Say whether a font has ink for each of these letters."""
    try:
        return all(text_mask(path, letter, 32).any() for letter in letters)
    except (OSError, ValueError):
        return False


def usable(path: str) -> bool:
    """Tell whether all ten digits are there, differ, and stand in one line at about one height."""
    try:
        boxes = [sized(path, 96).getbbox(d) for d in "0123456789"]
        if _overprinted(path):
            return False
        inks = [np.asarray(cv2.resize(text_mask(path, d, 32), (24, 32)), np.float32) for d in "0123456789"]
    except (OSError, ValueError, ZeroDivisionError):
        return False
    heights = [b[3] - b[1] for b in boxes]
    bases = [b[3] for b in boxes]
    if min(heights) < 20 or max(heights) > 1.2 * min(heights) or max(bases) - min(bases) > 16:
        return False  # old-style figures hang below the line: few card printers use them
    flat = np.stack([i.ravel() / 255 for i in inks])
    apart = np.abs(flat[:, None] - flat[None]).mean(2) + np.eye(10)
    return bool(apart.min() > 0.04 and 0.08 < flat.mean() < 0.9)


def _overprinted(path: str) -> bool:
    """Tell whether a font draws figures on top of the ones before: 13 and 31 would look the same."""
    pairs = ("13", "14", "48", "70")
    return any(_ink(path, pair) < NO_OVERPRINT * sum(_ink(path, digit) for digit in pair) for pair in pairs)


def _ink(path: str, text: str) -> float:
    """Sum up what a font inks for a text."""
    return float(np.asarray(sized(path, 96).getmask(text), np.float32).sum())


@lru_cache(maxsize=1)
def number_fonts() -> tuple[str, ...]:
    """List the usable fonts, one face a file, thinned so that no family crowds out the others."""
    paths = sorted(str(p) for root in ROOTS for p in root.rglob("*") if p.suffix.lower() in SUFFIXES)
    kept: dict[str, list[str]] = {}
    for path in paths:
        name = Path(path).stem
        if any(word in path.lower() for word in BANNED):
            continue
        family = "Noto" + name[4:8] if name.startswith("Noto") else name.split("-")[0][:9]
        if len(kept.setdefault(family, [])) < 8 and usable(path):
            kept[family].append(path)
    return tuple(p for faces in kept.values() for p in faces)


@lru_cache(maxsize=1)
def _plain_and_fancy() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Part the fonts into plain and fancy ones, without those whose digits hardly anybody could read."""
    paths = number_fonts()
    glyphs = np.stack([[_small(path, digit) for digit in "0123456789"] for path in paths])
    mean = glyphs.mean(0)
    mean /= np.linalg.norm(mean, axis=(1, 2), keepdims=True)
    like = (glyphs * mean).sum((2, 3)).mean(1)
    plain = tuple(p for p, v in zip(paths, like, strict=True) if v >= PLAIN)
    return plain, tuple(p for p, v in zip(paths, like, strict=True) if ODD <= v < PLAIN)


def _small(path: str, digit: str) -> NDArray[np.float32]:
    """Draw a digit small and soft, of mean 0 and length 1, to be compared with others."""
    ink = cv2.resize(text_mask(path, digit, 32), (24, 32)).astype(np.float32)
    soft = cv2.GaussianBlur(ink, (0, 0), 1.6)
    soft -= soft.mean()
    return np.asarray(soft / (np.linalg.norm(soft) + 1e-6), np.float32)


def is_plain(path: str) -> bool:
    """Say whether a font is one that anybody can read."""
    return path in _plain_and_fancy()[0]


def pick(rng: np.random.Generator) -> str:
    """Draw a font, more often than not a plain one."""
    plain, fancy = _plain_and_fancy()
    some = plain if plain and (rng.random() < PLAIN_SHARE or not fancy) else fancy
    return some[int(rng.integers(len(some)))]
