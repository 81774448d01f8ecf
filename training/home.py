"""Scenes as they are met most: rows laid by people, for a camera that was set up for them."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from training import decks, scene
from training.scene import CARD, SIZE, Scene

OVERLAPS = (0.4, 0.4, 0.2)
"""How often people cover the cards of a row heavily, somewhat, not at all."""


def laid_out(rng: Generator, count: int) -> tuple[float, float]:
    """Draw how people lay a row for a camera that was set up for it: step in mm, card height in pixels."""
    step = 59 * float(
        rng.choice([rng.uniform(0.3, 0.45), rng.uniform(0.5, 0.95), rng.uniform(1.05, 1.2)], p=OVERLAPS)
    )
    tall = SIZE[1] * rng.uniform(0.5, 0.92) * CARD / (59 + (count - 1) * step)
    return step, float(np.clip(tall, 80, rng.uniform(280, 450)))


def compose(rng: Generator, layouts: Sequence[str] = ()) -> Scene:
    """Draw a scene as it is met most: a row laid by people, in a font that all can read, on a quiet table.

    ``layouts``: those of `training.decks` that the deck may have; any if none.
    """
    kind = str(rng.choice(["row", "pile", "stacks", "spots", "mess"], p=[0.76, 0.05, 0.05, 0.09, 0.05]))
    count, most = int(rng.integers(1, 15)), int(rng.choice([100, 35, 20, 10], p=[0.8, 0.1, 0.06, 0.04]))
    step, tall = laid_out(rng, count + 1)
    if kind != "row":
        tall = float(np.exp(rng.uniform(np.log(90), np.log(260))))
    deck = decks.readable(rng, int(max(110, tall * 1.25)), layouts)
    if deck.style["layout"] in ("tile", "playing"):
        most = min(most, int(rng.choice([10, 13, 15])))
    laid = {
        "row": lambda: (
            scene.tiles(rng, deck, most, count)
            if deck.style["layout"] == "tile"
            else scene.row(rng, deck, most, count, step)
        ),
        "pile": lambda: scene.pile(rng, deck, most, 0, 0),
        "stacks": lambda: scene.pile(rng, deck, most, -60, 0) + scene.pile(rng, deck, most, 60, 0),
        "spots": lambda: scene.spots(rng, deck, most),
        "mess": lambda: scene.mess(rng, deck, most),
    }[kind]()
    down = [
        s for _ in range(int(rng.choice([0, 1, 2], p=[0.4, 0.4, 0.2]))) for s in scene.face_down(rng, deck)
    ]
    return scene.photograph(rng, down + laid, tall, home=True)
