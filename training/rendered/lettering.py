"""Groups font files into families, picks one for a deck, and draws words with it."""

import re
from functools import lru_cache
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

from training import fonts

SLIGHT = re.compile(r"thin|light|hairline|italic|oblique|slanted|[-_][123]00\b", re.IGNORECASE)
"""Fonts that hardly any number card is printed in are left out."""

HEAVY = re.compile(r"bold|demi|black|heavy|[-_][6-9]00\b", re.IGNORECASE)
WEIGHT = re.compile(
    r"\b(thin|(extra|ultra|semi|demi)? ?(light|bold)|medium|regular|book|black|heavy)\b", re.IGNORECASE
)
HEAVY_SHARE = 0.75
"""The share of decks in a heavy face of their family, as most cards are."""

UNEVEN = 1.12
"""A font whose tallest digit is so many times as high as its lowest has old-style figures."""

TRIES = 1000
DRAWN = 200
"""The size in pixels at which words are drawn, before they are scaled."""

Colour = tuple[int, int, int]
Families = dict[str, list[str]]


def families(folder: Path | None) -> Families:
    """Group the upright fonts of regular weight and more by family.

    folder: holds font files, at any depth; without it all usable fonts that are installed are taken.
    """
    if folder:
        paths = sorted(str(p) for p in folder.rglob("*") if p.suffix.lower() in fonts.SUFFIXES)
    else:
        paths = list(fonts.number_fonts())
    found: Families = {}
    for path in paths:
        name, style = _named(path)
        if name and not SLIGHT.search(f"{name} {style} {Path(path).stem}"):
            found.setdefault(WEIGHT.sub("", name).strip() or name, []).append(path)
    if not found:
        raise SystemExit("there is no font to print numbers with")
    return dict(sorted(found.items()))


def pick(r: Random, of: Families) -> str:
    """Draw a family, each as often as any other, and a face of it; gives the path of its file."""
    for _ in range(TRIES):
        faces = of[r.choice(list(of))]
        heavy = [f for f in faces if HEAVY.search(f"{' '.join(_named(f))} {Path(f).stem}")]
        path = r.choice(heavy or faces) if r.random() < HEAVY_SHARE else r.choice(faces)
        if _lining(path):
            return path
    raise SystemExit("none of the fonts can print numbers")


def word(font: str, text: str, height: float, ink: Colour) -> Image.Image:
    """Draw a text tightly, its ink ``height`` pixels high; an RGBA picture."""
    face = ImageFont.truetype(font, DRAWN)
    left, top, right, bottom = face.getbbox(text)
    mask = Image.new("L", (int(right - left) + 20, int(bottom - top) + 20))
    ImageDraw.Draw(mask).text((10 - left, 10 - top), text, fill=255, font=face)
    mask = mask.crop(mask.getbbox())
    wide = max(1, round(mask.width * height / mask.height))
    mask = mask.resize((wide, round(height)), Image.Resampling.LANCZOS)
    drawn = Image.new("RGBA", mask.size, (*ink, 0))
    drawn.putalpha(mask)
    return drawn


@lru_cache(maxsize=8192)
def _named(path: str) -> tuple[str, str]:
    """Read what a font calls its family and its style; nothing if it cannot be read."""
    try:
        family, style = ImageFont.truetype(path, 20).getname()
    except OSError:
        return "", ""
    return family or "", style or ""


@lru_cache(maxsize=8192)
def _lining(path: str) -> bool:
    """Tell whether a font has all ten digits, of one height."""
    if not fonts.usable(path):
        return False
    boxes = [ImageFont.truetype(path, DRAWN).getbbox(digit) for digit in "0123456789"]
    heights = [box[3] - box[1] for box in boxes]
    return max(heights) < UNEVEN * min(heights)
