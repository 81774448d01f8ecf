"""Scenes as they are met most: rows laid by people, for a camera that was set up for them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from training import art, clipart, decks, scene
from training.decks import Deck, Face
from training.scene import CARD, SIZE, Scene, Spot

OVERLAPS = (0.4, 0.4, 0.2)
"""How often people cover the cards of a row heavily, somewhat, not at all."""

OTHERS_DREW = 0.7
"""How often a card of a motley row bears a picture that others drew, where there are some."""


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


def motley(rng: Generator) -> Scene:
    """Draw a row, or a heap, of which every second card is a pass card, mostly of another deck's art each.

    So the net that knows pass cards sees many more pictures on them than there are scenes.
    """
    count = int(rng.integers(3, 15))
    step, tall = laid_out(rng, count)
    while (deck := decks.readable(rng, int(max(110, tall * 1.25)))).style["layout"] in ("tile", "playing"):
        pass
    faces: list[Face] = []
    for _ in range(count):
        faces.append(_motley(rng, deck, faces[-1] if faces else None))
    heading = rng.normal(0, 0.09) + (np.pi if rng.random() < 0.2 else 0)
    jitter, slack, heap = rng.uniform(0.01, 0.07), rng.uniform(0.5, 4), rng.random() < 0.2
    laid = [
        Spot(f, *rng.normal(0, (150, 80)), rng.uniform(-3.1, 3.1))
        if heap
        else scene.turn(scene.in_row(rng, f, (i - (count - 1) / 2) * step, jitter, slack, 0.05), heading)
        for i, f in enumerate(faces)
    ]
    return scene.photograph(rng, scene.face_down(rng, deck) + laid, tall, home=True)


def bare(rng: Generator) -> Scene:
    """Draw a table on which no card lies face up: things, what others drew cut out, now and then a back."""
    tall = float(np.exp(rng.uniform(np.log(80), np.log(320))))
    down: list[Spot] = []
    if rng.random() < 0.4:
        down = scene.face_down(rng, decks.readable(rng, int(max(110, tall * 1.25))))
    return scene.photograph(rng, down, tall, home=rng.random() < 0.5, things=int(rng.integers(0, 9)))


def _motley(rng: Generator, deck: Deck, before: Face | None) -> Face:
    """Draw a number of a deck, or a pass card: another one like the card before, or with other art."""
    if rng.random() < 0.45:
        return _decorated(rng, deck, decks.number(deck, rng, scene.value(rng, 100)))
    if before is not None and before.kind == "pass" and rng.random() < 0.4:
        return before
    other = {"art_seed": int(rng.integers(1 << 30)), "clip_art": _others_drew(rng)}
    return decks.passing(replace(deck, style=deck.style | other), rng)


def _others_drew(rng: Generator) -> bool:
    """Say whether a card is to bear a picture that others drew, where there are some."""
    return bool(clipart.files()) and rng.random() < OTHERS_DREW


def _decorated(rng: Generator, deck: Deck, face: Face) -> Face:
    """Give a number card, of a deck that prints numbers in its corners now and then with a picture, too."""
    if deck.style["layout"] in ("corners", "four") and _others_drew(rng):
        middle = deck.width / 2, deck.height / 2
        art.clip(face.picture, middle, deck.width * rng.uniform(0.35, 0.7), rng)
    return face
