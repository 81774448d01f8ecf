"""How playing cards are printed: suits, letters, where pips stand, how their corners look."""

from typing import Any

from numpy.random import Generator

from training.fonts import draws, is_plain, pick

SUITS = ("♠♥♦♣", "♠♥♦♣", "★●■▲", "●●●●")

RED_AND_BLACK = 0.6
"""How many decks of playing cards are printed in these two colours."""

LETTERS = "AAAJJQQKKBDVRWT"
"""What stands on aces and court cards, in several languages; some more often than others."""

_SIDES = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
_HALVES = (*_SIDES, (0.0, 0.5), (1.0, 0.5))
_THIRDS = (*_SIDES, *((x, y) for x in (0.0, 1.0) for y in (1 / 3, 2 / 3)))
PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.0), (0.5, 1.0)),
    3: ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    4: _SIDES,
    5: (*_SIDES, (0.5, 0.5)),
    6: _HALVES,
    7: (*_HALVES, (0.5, 0.25)),
    8: (*_HALVES, (0.5, 0.25), (0.5, 0.75)),
    9: (*_THIRDS, (0.5, 0.5)),
    10: (*_THIRDS, (0.5, 1 / 6), (0.5, 5 / 6)),
}
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
