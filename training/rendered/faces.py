"""Draws the faces and backs of a deck's cards."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training.fonts import EMOJI
from training.rendered.deck import Deck, row_colour
from training.rendered.lettering import Colour, word

WIDE, HIGH = 590, 920
"""A face's size in pixels: ten a millimetre."""

MIDDLE = (WIDE / 2, HIGH / 2)
BRIGHT = 380
"""Paper whose channels add up to more than this is printed on in black."""

BITMAP = 109
"""The only size that the emoji font comes in."""

TURNS_INTO = set("01689")
"""The digits that are digits upside down, too: numbers of these alone need a mark, if they hold a 6 or 9."""

ARROW = (
    (WIDE / 2, 200), (WIDE - 140, 470), (WIDE - 240, 470), (WIDE - 240, 740), (240, 740), (240, 470),
    (140, 470),
)  # fmt: skip
ARROW_COLOURS = {"up": ((150, 190, 230), (40, 60, 90)), "down": ((230, 130, 130), (90, 30, 30))}
"""Paper and ink of the cards that say which way a stack counts."""


class Print(NamedTuple):
    """Where a number is printed on a face: its middle and size in pixels of the face."""

    name: str
    x: float
    y: float
    width: float
    height: float
    turned: bool


def number(deck: Deck, value: int, colour: str | None = None) -> tuple[Image.Image, list[Print]]:
    """Draw a number card and say where its prints are.

    colour: one of the five; without it that of a row.
    """
    in_rows = {"purple": deck.purple, "orange": deck.orange}
    tint = deck.five[colour] if colour else in_rows[row_colour(value)]
    paper, ink = (deck.paper, tint) if deck.reverse else (tint, deck.paper)
    face = _ground(deck, paper, ink)
    if deck.layout == "centre":
        _disc(deck, face, ink)
        high = min(deck.big, 0.3) * HIGH
        return face, [_stamp(deck, face, value, "centre", MIDDLE, high, WIDE * 0.58, paper)]
    prints = _indices(deck, face, value, ink)
    if deck.layout == "corners":
        _ornament(deck, face, ink)
    else:
        low = deck.layout == "offset"
        at, widest = ((WIDE / 2, HIGH * 0.6), WIDE * 0.75) if low else (MIDDLE, WIDE * 0.8)
        prints.append(_stamp(deck, face, value, "centre", at, deck.big * HIGH, widest, ink))
    return face, prints


def passing(deck: Deck) -> Image.Image:
    """Draw a deck's pass card: an emoji in the middle and in two corners, and the word on some."""
    paper = deck.pass_paper
    ink = (30, 30, 35) if sum(paper) > BRIGHT else (245, 245, 240)
    face = _ground(deck, paper, ink)
    large, small = _emoji(deck, 330), _emoji(deck, 80)
    face.paste(large, (WIDE // 2 - 165, HIGH // 2 - large.height // 2), large)
    face.paste(small, (40, 44), small)
    turned = small.rotate(180)
    face.paste(turned, (WIDE - 120, HIGH - 44 - small.height), turned)
    if deck.says_pass:
        text = word(deck.font, "PASS", 90, ink)
        if text.width > WIDE * 0.8:
            text = text.resize((int(WIDE * 0.8), int(text.height * WIDE * 0.8 / text.width)))
        face.paste(text, (WIDE // 2 - text.width // 2, 690), text)
    return face


def back(deck: Deck) -> Image.Image:
    """Draw the back of a deck's cards."""
    face = Image.new("RGB", (WIDE, HIGH), deck.back)
    draw = ImageDraw.Draw(face)
    red, green, blue = (min(255, v + 60) for v in deck.back)
    pale = (red, green, blue)
    if deck.back_pattern == "grid":
        for x in range(-HIGH, WIDE, 44):
            draw.line((x, 0, x + HIGH, HIGH), fill=pale, width=5)
            draw.line((x + HIGH, 0, x, HIGH), fill=pale, width=5)
    elif deck.back_pattern == "dots":
        for x, y in ((x, y) for y in range(20, HIGH, 50) for x in range(20, WIDE, 50)):
            draw.ellipse(box_about((x, y), 10), fill=pale)
    elif deck.back_pattern == "rings":
        for radius in range(40, 700, 50):
            draw.ellipse(box_about(MIDDLE, radius), outline=pale, width=10)
    else:
        text = word(deck.font, "GAME", 60, pale)
        for y in range(60, HIGH, 120):
            face.paste(text, (60, y), text)
    draw.rectangle((0, 0, WIDE, HIGH), outline=(240, 240, 235), width=24)
    return face


def arrow(way: str) -> Image.Image:
    """Draw the card that lies beside a stack that counts ``up`` or ``down``."""
    paper, ink = ARROW_COLOURS[way]
    face = Image.new("RGB", (WIDE, HIGH), paper)
    points = [(x, y if way == "up" else HIGH - y) for x, y in ARROW]
    ImageDraw.Draw(face).polygon(points, fill=ink)
    return face


def _ground(deck: Deck, paper: Colour, ink: Colour) -> Image.Image:
    """Draw a face without anything on it but the deck's pattern and border."""
    face = _pattern(deck, Image.new("RGB", (WIDE, HIGH), paper), paper)
    draw = ImageDraw.Draw(face)
    if deck.border == "line":
        draw.rounded_rectangle((22, 22, WIDE - 23, HIGH - 23), 30, outline=ink, width=7)
    elif deck.border == "thin":
        draw.rounded_rectangle((16, 16, WIDE - 17, HIGH - 17), 24, outline=ink, width=3)
    elif deck.border == "frame":
        draw.rectangle((0, 0, WIDE, HIGH), outline=ink, width=26)
    return face


def _pattern(deck: Deck, face: Image.Image, paper: Colour) -> Image.Image:
    """Draw the deck's pattern in a tone close to the paper's."""
    draw = ImageDraw.Draw(face)
    tone = tuple(int(v * 0.9 + (25.5 if sum(paper) < BRIGHT else 0)) for v in paper)
    if deck.pattern == "dots":
        for y in range(0, HIGH, 34):
            for x in range((y // 34 % 2) * 17, WIDE, 34):
                draw.ellipse(box_about((x, y), 5), fill=tone)
    elif deck.pattern == "stripes":
        for x in range(-HIGH, WIDE, 40):
            draw.line((x, 0, x + HIGH, HIGH), fill=tone, width=12)
    elif deck.pattern == "rays":
        for k in range(0, 24, 2):
            ends = [
                (WIDE / 2 + 900 * math.cos(a), HIGH / 2 + 900 * math.sin(a))
                for a in (k * math.pi / 12, (k + 1) * math.pi / 12)
            ]
            draw.polygon([MIDDLE, *ends], fill=tone)
    elif deck.pattern == "fade":
        shades = np.asarray(face).astype(float) * np.linspace(1.05, 0.88, HIGH)[:, None, None]
        return Image.fromarray(np.clip(shades, 0, 255).astype(np.uint8))
    return face


def _indices(deck: Deck, face: Image.Image, value: int, ink: Colour) -> list[Print]:
    """Print the small numbers: in two corners, larger where no large one follows, or in all four."""
    high = deck.index * HIGH * (1.45 if deck.layout == "corners" else 1)
    half = min(word(deck.font, str(value), high, ink).width, WIDE * 0.42) / 2
    clear = 14 if deck.border in ("line", "frame") else 0
    x, y = deck.pad * WIDE + 18 + clear + half, deck.pad * WIDE + 14 + clear + high / 2
    places = {"tl": (x, y), "br": (WIDE - x, HIGH - y)}
    if deck.layout == "four":
        places |= {"tr": (WIDE - x, y), "bl": (x, HIGH - y)}
    return [_stamp(deck, face, value, name, at, high, WIDE * 0.42, ink) for name, at in places.items()]


def _stamp(
    deck: Deck, face: Image.Image, value: int, name: str, at: Sequence[float], high: float, widest: float,
    ink: Colour,
) -> Print:  # fmt: skip
    """Print a number with its mark, at most so wide; those at the bottom stand on their heads."""
    text = word(deck.font, str(value), high, ink)
    if text.width > widest:
        high *= widest / text.width
        text = word(deck.font, str(value), high, ink)
    patch = Image.new("RGBA", (text.width + 60, text.height + 120))
    patch.alpha_composite(text, (30, 60))
    digits = set(str(value))
    if digits <= TURNS_INTO and digits & {"6", "9"}:
        _mark(deck, patch, text.width, high, ink)
    turned = name in ("br", "bl")
    if turned:
        patch = patch.rotate(180)
    face.paste(patch, (round(at[0] - patch.width / 2), round(at[1] - patch.height / 2)), patch)
    return Print(name, at[0], at[1], text.width, high, turned)


def _mark(deck: Deck, patch: Image.Image, wide: int, high: float, ink: Colour) -> None:
    """Draw the line below a number, or the dot behind it, that says which way up it stands."""
    draw = ImageDraw.Draw(patch)
    foot = 60 + high
    if deck.mark == "line":
        top = foot + high * 0.12
        draw.rectangle((30, top, 30 + wide, top + max(4, int(high * 0.09))), fill=(*ink, 255))
    elif deck.mark == "dot":
        across = 2 * max(5, high * 0.1)
        draw.ellipse((36 + wide, foot - across, 36 + wide + across, foot), fill=(*ink, 255))


def _ornament(deck: Deck, face: Image.Image, ink: Colour) -> None:
    """Draw what decks with numbers in the corners alone have in the middle."""
    draw = ImageDraw.Draw(face)
    sides = {"tri": 3, "hex": 6, "diamond": 4}.get(deck.ornament)
    if deck.ornament == "star":
        draw.polygon(corners([170, 72] * 5), fill=ink)
    elif sides:
        draw.polygon(corners([150] * sides), fill=ink)
    elif deck.ornament == "circle":
        draw.ellipse(box_about(MIDDLE, 140), outline=ink, width=24)
    elif deck.ornament == "disc":
        draw.ellipse(box_about(MIDDLE, 120), fill=ink)
    else:
        for y in range(-100, 101, 50):
            wave = [(x, MIDDLE[1] + y + 18 * math.sin(x / 40)) for x in range(90, WIDE - 90, 4)]
            draw.line(wave, fill=ink, width=14)


def _disc(deck: Deck, face: Image.Image, ink: Colour) -> None:
    """Draw the shape that a single number stands on."""
    draw, radius = ImageDraw.Draw(face), WIDE * 0.40
    if deck.disc == "circle":
        draw.ellipse(box_about(MIDDLE, radius), fill=ink)
    elif deck.disc == "round":
        draw.rounded_rectangle(box_about(MIDDLE, radius), 60, fill=ink)
    else:
        draw.polygon(corners([radius * 1.1] * 6), fill=ink)


def _emoji(deck: Deck, wide: int) -> Image.Image:
    """Draw the deck's emoji ``wide`` pixels wide; an RGBA picture."""
    drawn = Image.new("RGBA", (160, 160))
    font = ImageFont.truetype(str(EMOJI), BITMAP)
    ImageDraw.Draw(drawn).text((10, 10), deck.emoji, font=font, embedded_color=True)
    drawn = drawn.crop(drawn.getbbox())
    return drawn.resize((wide, round(wide * drawn.height / drawn.width)), Image.Resampling.LANCZOS)


def corners(radii: Sequence[float], at: Sequence[float] = MIDDLE) -> list[tuple[float, float]]:
    """Give a figure's corners about a point, mostly the face's middle, the first above it, clockwise."""
    turns = [2 * math.pi * k / len(radii) for k in range(len(radii))]
    return [
        (at[0] + radius * math.sin(a), at[1] - radius * math.cos(a))
        for radius, a in zip(radii, turns, strict=True)
    ]


def box_about(at: Sequence[float], radius: float) -> tuple[float, float, float, float]:
    """Give the box about a circle."""
    return at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius
