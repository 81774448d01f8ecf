"""How playing cards are printed: suits, letters, where pips stand, how their corners look."""

from typing import Any

from numpy.random import Generator

from training.fonts import draws, is_plain, pick
from vision.cards import pips

SUITS = ("♠♥♦♣", "♠♥♦♣", "★●■▲", "●●●●")

RED_AND_BLACK = 0.6
"""How many decks of playing cards are printed in these two colours."""

LETTERS = "AAAJJQQKKBDVRWT"
"""What stands on aces and court cards, in several languages; some more often than others."""

PIPS = {1: ((0.5, 0.5),), **pips.PIPS}
"""Where the pips of a playing card stand, between the columns' and the rows' ends (0-1)."""


def style(rng: Generator) -> dict[str, Any]:
    """Draw what playing cards share: slender figures close to the corner, pips close beside them."""
    font = pick(rng)
    while not draws(font, LETTERS) or (not is_plain(font) and rng.random() < 0.8):
        font = pick(rng)
    return {
        "font": font,
        "index": rng.uniform(0.07, 0.15), "wide": rng.uniform(0.5, 1.05),
        "gap": (rng.uniform(0.025, 0.07), rng.uniform(0.02, 0.05)),
        "suit": rng.uniform(0.5, 1.0), "lead": rng.uniform(0.03, 0.25),
        "pip": rng.uniform(0.13, 0.25), "pips": (rng.uniform(0.22, 0.34), rng.uniform(0.11, 0.2)),
        "border": str(rng.choice(["none", "line"], p=[0.6, 0.4])), "inset": rng.uniform(0.004, 0.03),
        "suits": SUITS[int(rng.choice(len(SUITS), p=[0.4, 0.4, 0.1, 0.1]))],
    }  # fmt: skip
