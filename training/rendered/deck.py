"""Invents decks: what is printed where, in which font and colours."""

from dataclasses import dataclass
from random import Random

from training.rendered.lettering import Colour, Families, pick

EMOJIS = "🦊🐙🐻🦁🐸🦉🐧🐢🦄🐝🐱🐶🐼🦋🐳🦖🌙☀🍀🔥⚓👑🎩🚀💎⛔✋🌵🍄🎲👻🤖"
ORANGE, PURPLE = (228, 120, 30), (105, 45, 150)
DEEP_ORANGE, DEEP_PURPLE = (200, 90, 20), (80, 35, 130)  # as ink on white, where paler ones would glare
FIVE = {
    "red": (200, 40, 45), "blue": (35, 85, 190), "green": (30, 130, 60), "yellow": (235, 190, 40),
    "purple": (110, 50, 150),
}  # fmt: skip
"""The colours of cards that do not lie in rows."""

DEEP_YELLOW = (190, 150, 20)
REVERSED_SHARE = 0.45
"""The share of decks printed in colour on white instead of white on colour."""

PAPERS = ((252, 252, 250), (245, 240, 225), (250, 250, 255))
PASS_PAPERS = (
    (240, 240, 235), (30, 120, 90), (200, 40, 60), (40, 40, 45), (60, 130, 200), (250, 210, 60),
)  # fmt: skip
BACKS = ((40, 50, 110), (140, 30, 40), (30, 90, 60), (50, 40, 60), (230, 120, 40))


@dataclass(frozen=True, slots=True)
class Deck:
    """What all cards of a deck have in common.

    layout: full (corners and a large number), corners (and an ornament), centre (one number on a disc), four
    (all corners and a large number) or offset (corners and a large number below the middle).
    mark: what tells a 6 from a 9. big, index, pad: the heights of the numbers as shares of the card's height,
    and how far off the edges the small ones stand, as a share of its width.
    """

    font: str
    layout: str
    reverse: bool
    mark: str
    orange: Colour
    purple: Colour
    five: dict[str, Colour]
    paper: Colour
    border: str
    pattern: str
    big: float
    index: float
    pad: float
    ornament: str
    disc: str
    emoji: str
    says_pass: bool
    pass_paper: Colour
    back: Colour
    back_pattern: str


def invent(number: int, families: Families) -> Deck:
    """Invent the deck of a number: always the same, as long as the fonts are."""
    r = Random(number)
    font = pick(r, families)
    layout = r.choice(["full"] * 3 + ["corners"] * 2 + ["centre"] * 2 + ["four", "offset"])
    reverse = r.random() < REVERSED_SHARE
    mark = r.choice(["line", "line", "dot", "none"])
    orange, purple = (DEEP_ORANGE, DEEP_PURPLE) if reverse else (ORANGE, PURPLE)
    orange, purple = _vary(r, orange), _vary(r, purple)
    paper = r.choice(PAPERS)
    plain = [paper] if reverse else [paper, orange]
    return Deck(
        font=font,
        layout=layout,
        reverse=reverse,
        mark=mark,
        orange=orange,
        purple=purple,
        five=_five(r, reverse),
        paper=paper,
        border=r.choice(["none", "line", "frame", "thin", "none"]),
        pattern=r.choice(["none", "none", "dots", "stripes", "fade", "rays"]),
        big=r.uniform(0.27, 0.42),
        index=r.uniform(0.075, 0.12),
        pad=r.uniform(0.045, 0.075),
        ornament=r.choice(["star", "tri", "hex", "circle", "diamond", "wave", "disc"]),
        disc=r.choice(["circle", "round", "hex"]),
        emoji=r.choice(EMOJIS),
        says_pass=r.random() < 0.3,
        pass_paper=r.choice(plain) if r.random() < 0.4 else r.choice(PASS_PAPERS),
        back=r.choice(BACKS),
        back_pattern=r.choice(["grid", "dots", "rings", "text"]),
    )


def row_colour(value: int) -> str:
    """Name the colour of a number in a row: every third card is purple, the others orange."""
    return "purple" if value % 3 == 0 else "orange"


def _five(r: Random, reverse: bool) -> dict[str, Colour]:
    """Vary the five colours; yellow is darker where it is the ink."""
    five = {name: _vary(r, colour) for name, colour in FIVE.items()}
    if reverse:
        five["yellow"] = _vary(r, DEEP_YELLOW, 10)
    return five


def _vary(r: Random, colour: Colour, by: int = 18) -> Colour:
    """Change each channel (0..255) by at most ``by``."""
    red, green, blue = (max(0, min(255, v + r.randint(-by, by))) for v in colour)
    return red, green, blue
