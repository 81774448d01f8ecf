"""Invents decks and draws their cards: number faces, pass cards, backs and arrow cards."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training import art, playing
from training.fonts import is_plain, pick, text_mask

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

HUES: dict[str, Colour] = {  # BGR
    "orange": (30, 120, 230), "purple": (150, 50, 110), "red": (45, 45, 205), "blue": (190, 100, 40),
    "green": (70, 140, 50), "yellow": (50, 200, 240), "teal": (140, 140, 30), "pink": (160, 110, 230),
    "brown": (50, 80, 120), "black": (35, 32, 30), "grey": (125, 125, 125), "sky": (220, 180, 90),
}  # fmt: skip
ROTATABLE = set("01689")
PATTERNS = ("none", "dots", "lines", "grid", "fade", "rays")


@dataclass(slots=True)
class Ink:
    """One number or letter on a face: centre, size (width, height) in texture pixels, upside down or not."""

    centre: tuple[float, float]
    size: tuple[float, float]
    turned: bool


@dataclass(slots=True)
class Face:
    """A drawn card: picture BGR (H, W, 3), alpha (H, W), what it is and where its numbers stand."""

    picture: Picture
    alpha: Picture
    kind: str  # number, pass, back, arrow, court
    value: int = -1
    marked: bool = False
    symmetric: bool = False
    prints: list[Ink] = field(default_factory=list)


@dataclass(slots=True)
class Deck:
    """A style: everything that the cards of one deck share."""

    height: int
    width: int
    style: dict[str, Any]
    palette: list[Colour]


def vary(rng: Generator, colour: Colour, by: int = 22) -> Colour:
    """Shift a colour a little, so that no two decks share one."""
    b, g, r = (int(np.clip(c + rng.integers(-by, by + 1), 0, 255)) for c in colour)
    return b, g, r


def invent(rng: Generator, height: int, layouts: Sequence[str] = ()) -> Deck:
    """Draw a deck's style at random, its layout one of those given; `height`: the texture's, in pixels."""
    names = list(HUES)
    weights = np.array([4, 4, 2, 2, 2, 1.5, 1, 0.7, 0.7, 0.7, 0.5, 0.7])
    picked = rng.choice(
        len(names), size=int(rng.choice([1, 2, 2, 2, 3, 5, 6])), replace=False, p=weights / weights.sum()
    )
    layout = rng.choice(
        ["full", "corners", "centre", "jumbo", "single", "four", "tile", "playing"],
        p=[0.36, 0.17, 0.16, 0.07, 0.06, 0.05, 0.06, 0.07],
    )
    layout = str(rng.choice(layouts)) if layouts else layout
    size = {
        "full": (0.06, 0.13), "corners": (0.08, 0.17), "four": (0.06, 0.1), "single": (0.07, 0.15),
        "playing": (0.08, 0.18),
    }  # fmt: skip
    style = {
        "font": pick(rng), "layout": str(layout), "reverse": rng.random() < 0.45,
        "paper": tuple(int(v) for v in rng.integers(215, 256, 3)) if rng.random() < 0.5 else (250, 250, 250),
        "index": rng.uniform(*size.get(str(layout), (0.06, 0.12))),
        "big": rng.uniform(0.2, 0.46) if layout != "jumbo" else rng.uniform(0.4, 0.6),
        "inset": rng.uniform(0.03, 0.07), "gap": (rng.uniform(0.06, 0.12), rng.uniform(0.04, 0.08)),
        "disc": rng.random() < (0.65 if layout == "centre" else 0.08), "disc_ring": rng.random() < 0.3,
        "mark": str(rng.choice(["none", "line", "dot"], p=[0.4, 0.4, 0.2])), "mark_all": rng.random() < 0.15,
        "border": str(rng.choice(["none", "line", "frame", "double"], p=[0.35, 0.35, 0.22, 0.08])),
        "round": rng.uniform(0.0, 0.09),
        "pattern": str(rng.choice(PATTERNS, p=[0.52, 0.12, 0.12, 0.06, 0.1, 0.08])),
        "outline": rng.random() < 0.14, "shade": rng.random() < 0.08,
        "wide": rng.uniform(0.85, 1.15) if rng.random() < 0.3 else 1.0,
        "middle": int(rng.integers(8)), "flat_index": rng.random() < 0.05, "sides": int(rng.integers(3, 9)),
        "index_font": pick(rng) if rng.random() < 0.15 else None,
        "art_seed": int(rng.integers(1 << 30)), "suits": playing.SUITS[int(rng.integers(len(playing.SUITS)))],
    }  # fmt: skip
    if rng.random() < 0.3:  # the index close to the border's line, which then looks like a digit
        near = style["inset"] * (2 if style["border"] == "double" else 1) + rng.uniform(0.015, 0.035)
        style["gap"] = (near, near * rng.uniform(0.6, 1.0))
    if layout in ("tile", "playing"):
        style |= {"reverse": True, "disc": False, "pattern": "none"}
        style["border"] = style["border"] if rng.random() < 0.3 else "none"
    if layout == "playing":
        style |= playing.style(rng)
    aspect = rng.choice([59 / 92, 59 / 92, 63 / 88, 56 / 87, 0.6, 0.68])
    if layout == "tile":
        aspect = rng.uniform(0.62, 0.8)
    inks = [names[i] for i in picked]
    if layout == "playing" and rng.random() < playing.RED_AND_BLACK:
        inks = ["black", "red"]
    return Deck(height, int(height * aspect), style, [vary(rng, HUES[ink], 30) for ink in inks])


def readable(rng: Generator, height: int, layouts: Sequence[str] = ()) -> Deck:
    """Invent decks (`invent`) until one is in a font that anybody can read, or one in ten that is not."""
    while True:
        deck = invent(rng, height, layouts)
        if deck.style["layout"] in ("tile", "playing") and not layouts and rng.random() < 0.7:
            continue
        if is_plain(deck.style["font"]) or rng.random() < 0.1:
            return deck


def blank(deck: Deck, colour: Colour, rng: Generator) -> tuple[Picture, Picture]:
    """Give an empty face in a colour, with the deck's pattern, and its alpha with rounded corners."""
    h, w = deck.height, deck.width
    face = np.empty((h, w, 3), np.uint8)
    face[:] = colour
    _pattern(face, deck.style, colour)
    alpha = np.zeros((h, w), np.uint8)
    art.rounded(alpha, (0, 0, w, h), deck.style["round"] * w, 255)
    return face, alpha


def _pattern(face: Picture, style: dict[str, Any], colour: Colour) -> None:
    """Put a faint pattern on a face, in place."""
    h, w = face.shape[:2]
    light = np.random.default_rng(style["art_seed"])
    shift = int(light.integers(8, 40)) * (1 if sum(colour) < 420 else -1)
    tone = tuple(int(np.clip(c + shift, 0, 255)) for c in colour)
    step = max(4, int(h * light.uniform(0.025, 0.08)))
    if style["pattern"] == "dots":
        for y in range(step // 2, h, step):
            for x in range(step // 2 + (y // step % 2) * step // 2, w, step):
                cv2.circle(face, (x, y), max(1, step // 5), tone, -1, cv2.LINE_AA)
    elif style["pattern"] in ("lines", "grid"):
        for k in range(-h, w + h, step):
            cv2.line(face, (k, 0), (k + h, h), tone, max(1, step // 4), cv2.LINE_AA)
            if style["pattern"] == "grid":
                cv2.line(face, (k, h), (k + h, 0), tone, max(1, step // 4), cv2.LINE_AA)
    elif style["pattern"] == "rays":
        count = int(light.integers(6, 17))
        for k in range(count):
            ends = [
                (w / 2 + h * np.cos(a), h / 2 + h * np.sin(a)) for a in np.pi * (2 * k + np.arange(2)) / count
            ]
            cv2.fillPoly(face, [np.array([(w / 2, h / 2), *ends], np.int32)], tone, cv2.LINE_AA)
    elif style["pattern"] == "fade":
        ramp = np.linspace(-shift, shift, h)[:, None, None]
        face[:] = np.clip(face + ramp, 0, 255).astype(np.uint8)


def number(deck: Deck, rng: Generator, value: int) -> Face:
    """Draw the face of one number card."""
    s = deck.style
    colour = (
        deck.palette[(0 if value % 3 else 1) % len(deck.palette)]
        if len(deck.palette) < 4
        else deck.palette[int(rng.integers(len(deck.palette)))]
    )
    colour = _legible(colour, s["paper"])
    back, fore = (s["paper"], colour) if s["reverse"] else (colour, s["paper"])
    picture, alpha = blank(deck, back, rng)
    _border(picture, s, fore, s["paper"])
    face = Face(
        picture, alpha, "number", value, symmetric=s["layout"] in ("corners", "four") and not s["flat_index"]
    )
    if s["layout"] in ("tile", "playing"):
        suit = str(rng.choice(list(s["suits"])))
        _tile(face, deck, fore, suit) if s["layout"] == "tile" else _playing(face, deck, fore, suit)
        return face
    digits = set(str(value))
    turns = digits <= ROTATABLE and bool(digits & {"6", "9"})
    face.marked = s["mark"] != "none" and (turns or (s["mark_all"] and bool(digits & {"6", "9"})))
    _middle(face, deck, fore, back)
    _corners(face, deck, fore)
    return face


def _tile(face: Face, deck: Deck, fore: Colour, suit: str) -> None:
    """Draw a game tile: one number in its upper half, a ring or a sign below it."""
    s, (h, w) = deck.style, (deck.height, deck.width)
    _stamp(
        face, deck, (w / 2, h * (0.2 + s["inset"] * 2)), s["big"] * 0.9 * h, w * 0.8, fore, False, s["font"]
    )
    below = (w / 2, h * (0.6 + s["inset"] * 2))
    if s["middle"] < 4:
        cv2.circle(
            face.picture, (int(below[0]), int(below[1])), int(w * (0.12 + s["gap"][0])), fore,
            -1 if s["middle"] < 1 else max(1, w // 40), cv2.LINE_AA,
        )  # fmt: skip
    elif s["middle"] < 7:
        art.sign(face.picture, below, w * (0.2 + s["gap"][0]), suit, fore)


def _playing(face: Face, deck: Deck, fore: Colour, suit: str) -> None:
    """Draw a playing card: number and suit in two or four corners, pips or one sign in the middle."""
    s, (h, w) = deck.style, (deck.height, deck.width)
    _playing_corners(face, deck, fore, suit, str(face.value))
    if s["middle"] < 2 or face.value not in playing.PIPS:
        art.sign(face.picture, (w / 2, h / 2), w * (0.35 + 0.15 * s["middle"]), suit, fore)
        return
    side, end = s["pips"]
    for x, y in playing.PIPS[face.value]:
        at = w * (side + (1 - 2 * side) * x), h * (end + (1 - 2 * end) * y)
        art.sign(face.picture, at, w * s["pip"], suit, fore, y > 0.5)


def _playing_corners(face: Face, deck: Deck, fore: Colour, suit: str, text: str) -> None:
    """Draw the number or letter and the suit below it, in two or four corners."""
    s, (h, w) = deck.style, (deck.height, deck.width)
    high, small = s["index"] * h, s["suit"] * s["index"] * h
    for place in "abcd" if s["sides"] > 6 else "ab":
        _stamp(face, deck, place, high, w * 0.3, fore, place in "bd", s["font"], text)
        x, y = face.prints[-1].centre
        below = (high + small) / 2 + s["lead"] * high
        art.sign(
            face.picture, (x, y + (-below if place in "bd" else below)), small, suit, fore, place in "bd"
        )


def _legible(colour: Colour, paper: Colour) -> Colour:
    """Darken a colour that could not be told from the paper."""
    grey = lambda c: 0.11 * c[0] + 0.59 * c[1] + 0.3 * c[2]  # noqa: E731
    k = min(1.0, (grey(paper) - 70) / max(1.0, grey(colour)))
    return int(colour[0] * k), int(colour[1] * k), int(colour[2] * k)


def _border(picture: Picture, s: dict[str, Any], fore: Colour, paper: Colour) -> None:
    """Draw the deck's border, in place."""
    h, w = picture.shape[:2]
    inset, thick = int(s["inset"] * w), max(1, int(w * 0.012))
    if s["border"] == "frame":
        for band in (picture[:inset], picture[-inset:], picture[:, :inset], picture[:, -inset:]):
            band[:] = paper
    if s["border"] in ("line", "double"):
        art.rounded(picture, (inset, inset, w - 2 * inset, h - 2 * inset), s["round"] * w, fore, thick)
    if s["border"] == "double":
        art.rounded(
            picture, (2 * inset, 2 * inset, w - 4 * inset, h - 4 * inset), s["round"] * w, fore, thick
        )


def _middle(face: Face, deck: Deck, fore: Colour, back: Colour) -> None:
    """Draw the middle of a number card: the large number, or an ornament where the deck has none."""
    s, (h, w) = deck.style, (deck.height, deck.width)
    centre = (w / 2, h / 2)
    if s["layout"] in ("corners", "four"):
        art.ornament(face.picture, centre, h * 0.16, fore, s["middle"], s["sides"])
        return
    if s["disc"]:
        radius = int(w * 0.4)
        cv2.circle(face.picture, (w // 2, h // 2), radius, fore, -1, cv2.LINE_AA)
        if s["disc_ring"]:
            cv2.circle(face.picture, (w // 2, h // 2), int(radius * 0.9), back, max(1, w // 60), cv2.LINE_AA)
        fore = back
    room = w * (0.6 if s["disc"] else 0.86)
    _stamp(face, deck, centre, s["big"] * h, room, fore, False, s["font"])


def _corners(face: Face, deck: Deck, fore: Colour) -> None:
    """Draw the corner indices that the deck's layout has."""
    s, (h, w) = deck.style, (deck.height, deck.width)
    if s["layout"] == "centre" or (s["disc"] and s["layout"] == "jumbo"):
        return
    places = {"full": "ab", "corners": "ab", "four": "abcd", "single": "a", "jumbo": "ab"}[s["layout"]]
    if s["layout"] == "jumbo" and s["big"] > 0.5:
        places = ""
    font = s["index_font"] or s["font"]
    for place in places:
        _stamp(face, deck, place, s["index"] * h, w * 0.42, fore, place in "bd" and not s["flat_index"], font)


def _stamp(
    face: Face,
    deck: Deck,
    place: Any,
    height: float,
    room: float,
    fore: Colour,
    turned: bool,
    font: str,
    text: str = "",
) -> None:
    """Print the number, or a text, once: at a point, or in corner a (top left), b (bottom right), c or d."""
    s, (h, w) = deck.style, (deck.height, deck.width)
    text = text or str(face.value)
    ink = text_mask(font, text, max(4, round(height)))
    wide = ink.shape[1] * s["wide"]
    if wide > room:
        ink = ink if wide == 0 else text_mask(font, text, max(4, round(height * room / wide)))
    ink = cv2.resize(ink, (max(2, min(int(room), int(ink.shape[1] * s["wide"]))), ink.shape[0]))
    ih, iw = ink.shape
    pad = max(3, int(ih * 0.5))
    canvas = cv2.copyMakeBorder(ink, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    if face.marked:
        _mark(canvas, pad, ih, iw, s)
    if isinstance(place, str):
        gx, gy = s["gap"]
        x = gx * w + iw / 2 if place in "ad" else w - gx * w - iw / 2
        y = gy * h + ih / 2 if place in "ac" else h - gy * h - ih / 2
        place = (x, y)
    if turned:
        canvas = np.ascontiguousarray(canvas[::-1, ::-1])
    art.paint(face.picture, canvas, place, fore, s["outline"], s["shade"])
    face.prints.append(Ink((float(place[0]), float(place[1])), (float(iw), float(ih)), turned))


def _mark(canvas: Picture, pad: int, ih: int, iw: int, s: dict[str, Any]) -> None:
    """Add the underline or the dot that tells 6 from 9, as this deck has it, in place."""
    own = np.random.default_rng(s["art_seed"] + 3)
    thick = max(1, round(ih * own.uniform(0.05, 0.14)))
    gap, longer = ih * own.uniform(0.06, 0.28), iw * own.choice([0.0, own.uniform(-0.25, 0.2)])
    if s["mark"] == "line":
        y = pad + ih + round(gap)
        cv2.rectangle(
            canvas, (round(pad - longer / 2), y), (round(pad + iw + longer / 2), y + thick), 255, -1
        )
    else:
        r = max(1, int(ih * own.uniform(0.07, 0.13)))
        below = own.random() < 0.25
        at = (pad + iw // 2, pad + ih + r + round(gap)) if below else (pad + iw + 2 * r, pad + ih - r)
        cv2.circle(canvas, at, r, 255, -1, cv2.LINE_AA)


def passing(deck: Deck, rng: Generator) -> Face:
    """Draw the deck's pass card; the same one each time for a deck."""
    own = np.random.default_rng(deck.style["art_seed"] + 1)
    disc = own.random() < (0.9 if deck.style["disc"] else 0.12)  # where other cards bear their number in one
    dyed = own.random() < (0.85 if disc else 0.6)
    colour = vary(own, HUES[str(own.choice(list(HUES)))], 30) if dyed else deck.style["paper"]
    picture, alpha = blank(deck, colour, own)
    light = sum(colour) > 420
    fore = vary(own, (40, 40, 40)) if light else vary(own, (240, 240, 240), 15)
    if own.random() < 0.5:
        _border(picture, deck.style, fore, deck.style["paper"])
    if disc:
        middle = (deck.width // 2, deck.height // 2)
        cv2.circle(picture, middle, int(deck.width * 0.4), deck.style["paper"], -1, cv2.LINE_AA)
    symmetric = art.pass_art(picture, own, fore, deck.style["font"], deck.style.get("clip_art", False))
    return Face(picture, alpha, "pass", symmetric=symmetric)


def backside(deck: Deck, rng: Generator) -> Face:
    """Draw the deck's back; the same one each time for a deck."""
    own = np.random.default_rng(deck.style["art_seed"] + 2)
    colour = vary(own, HUES[str(own.choice(list(HUES)))], 30) if own.random() < 0.75 else (245, 245, 245)
    picture, alpha = blank(deck, colour, own)
    art.back_art(picture, own, colour)
    _border(picture, deck.style, vary(own, HUES[str(own.choice(list(HUES)))]), deck.style["paper"])
    return Face(picture, alpha, "back")


def court(deck: Deck, rng: Generator) -> Face:
    """Draw an ace or a court card: a letter where others bear their number, a picture in a frame."""
    s, (h, w) = deck.style, (deck.height, deck.width)
    fore = _legible(deck.palette[int(rng.integers(len(deck.palette)))], s["paper"])
    suit, letter = str(rng.choice(list(s["suits"]))), str(rng.choice(list(playing.LETTERS)))
    picture, alpha = blank(deck, s["paper"], rng)
    _border(picture, s, fore, s["paper"])
    face = Face(picture, alpha, "court")
    if letter == "A":
        art.sign(picture, (w / 2, h / 2), w * rng.uniform(0.3, 0.6), suit, fore)
    else:
        side, end = (int(v) for v in (w * s["pips"][0] * 0.8, h * s["pips"][1] * 0.8))
        inner = picture[end : h - end, side : w - side]
        art.back_art(inner, rng, vary(rng, HUES[str(rng.choice(list(HUES)))], 40))
        cv2.rectangle(picture, (side, end), (w - side, h - end), fore, max(1, w // 80))
    _playing_corners(face, deck, fore, suit, letter)
    return face


def arrow(deck: Deck, rng: Generator) -> Face:
    """Draw a card with an arrow or another sign, or a court card: lies on tables, is no card to read."""
    if deck.style["layout"] == "playing":
        return court(deck, rng)
    colour = vary(rng, HUES[str(rng.choice(list(HUES)))], 30)
    picture, alpha = blank(deck, colour, rng)
    fore = vary(rng, (40, 40, 40)) if sum(colour) > 350 else vary(rng, (235, 235, 235), 15)
    art.arrow_art(picture, rng, fore)
    return Face(picture, alpha, "arrow")
