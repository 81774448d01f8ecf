"""Writes drawn rows, racks of tiles and single cards of unseen decks with their truth, to measure on.

python -m training.measured FOLDER rows|kitchen|tiles|singles FIRST_SEED COUNT

Unlike the scenes of the pool these are only what `companion read` is asked about: one row, in order. Rows lie
as far off and as closely as the reader can just bear; those of the kitchen as people lay them, with a camera
that was set up for them.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from training import decks, home, scene
from training.decks import Deck, Face
from training.pictures import truth
from training.scene import CARD, SIZE, Scene, Spot

WIDEST = 1120.0
"""No row is wider than this, in pixels."""


def fifty(rng: Generator) -> Scene:
    """Draw a row of a deck of orange and purple cards, rising, with passes at its end."""
    count, step = int(rng.integers(3, 14)), scene.stride(rng)
    tall = float(np.exp(rng.uniform(np.log(110), np.log(260))))
    tall = min(tall, WIDEST * CARD / (59 + (count + 0.5) * step))
    deck = _deck(rng, tall, _numbered)
    numbers = _numbers(rng, deck, count)
    passes = int(rng.choice([0, 1, 2, 3], p=[0.6, 0.2, 0.1, 0.1]))
    faces = numbers + [decks.passing(deck, rng) for _ in range(passes)]
    heading = rng.normal(0, 0.09) + (np.pi if rng.random() < 0.15 else 0)
    jitter, slack = rng.uniform(0.01, 0.06), rng.uniform(0.5, 4)
    laid = _in_line(rng, faces, step, jitter, slack)
    return scene.photograph(rng, _moved(rng, laid, heading, tall), tall)


def kitchen(rng: Generator) -> Scene:
    """Draw a row as `fifty` does, laid by people and seen by a camera that was set up for it."""
    count, passes = int(rng.integers(1, 14)), int(rng.choice([0, 1, 2, 3], p=[0.65, 0.2, 0.1, 0.05]))
    step, tall = home.laid_out(rng, count + passes)
    deck = _deck(rng, tall, _numbered, decks.readable)
    faces = _numbers(rng, deck, count) + [decks.passing(deck, rng) for _ in range(passes)]
    heading = rng.normal(0, 0.07) + (np.pi if rng.random() < 0.07 else 0)
    laid = _in_line(rng, faces, step, jitter=0.03, slack=2.5)
    return scene.photograph(rng, _moved(rng, laid, heading, tall), tall, home=True)


def rack(rng: Generator) -> Scene:
    """Draw a row of tiles, side by side."""
    return _apart(rng, "tile", [int(v) for v in rng.integers(1, 14, int(rng.integers(3, 11)))], 1.0)


def single(rng: Generator) -> Scene:
    """Draw one playing card from near by."""
    return _apart(rng, "playing", [int(rng.integers(2, 11))], 1.6)


def save(folder: Path, name: str, drawn: Scene) -> bool:
    """Write a picture and its truth, unless a card reaches out of it; tell whether it was written."""
    told: dict[str, Any] = truth(drawn, 1.0)
    inside = (drawn.quads.min() >= 0) and (drawn.quads.max(axis=(0, 1)) <= SIZE[::-1]).all()
    if not inside:
        return False
    for order, card in enumerate(told["cards"]):
        card |= {"zone": "row", "order": order, "colour": None}
    cv2.imwrite(str(folder / f"{name}.jpg"), drawn.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    (folder / f"{name}.json").write_text(json.dumps(told | {"scene": "row"}) + "\n")
    return True


def _apart(rng: Generator, layout: str, values: list[int], nearer: float) -> Scene:
    """Draw cards of a layout beside one another, from nearer or further off."""
    tall = nearer * float(np.exp(rng.uniform(np.log(90), np.log(240))))
    tall = min(tall, WIDEST / (0.9 * len(values)))
    deck = _deck(rng, tall, lambda one: one == layout)
    step = CARD * deck.width / deck.height * rng.uniform(1.01, 1.25)
    along = [(i - (len(values) - 1) / 2) * step for i in range(len(values))]
    laid = [
        Spot(decks.number(deck, rng, v), x + rng.normal(0, 1), rng.normal(0, 2), rng.normal(0, 0.03))
        for v, x in zip(values, along, strict=True)
    ]
    return scene.photograph(rng, _moved(rng, laid, rng.normal(0, 0.06), tall), tall)


def _deck(
    rng: Generator,
    tall: float,
    fits: Callable[[str], bool],
    invent: Callable[[Generator, int], Deck] = decks.invent,
) -> Deck:
    """Invent decks until one has a fitting layout."""
    while True:
        deck = invent(rng, int(max(110, tall * 1.25)))
        if fits(deck.style["layout"]):
            return deck


def _numbered(layout: str) -> bool:
    """Say whether a layout is one of cards for rows, neither tiles nor playing cards."""
    return layout not in ("tile", "playing")


def _numbers(rng: Generator, deck: Deck, count: int) -> list[Face]:
    """Draw so many numbers of a deck, rising, in orange and purple."""
    deck.palette = [decks.vary(rng, decks.HUES[hue], 18) for hue in ("orange", "purple")]
    values = sorted(int(v) for v in rng.choice(np.arange(1, 101), count, replace=False))
    return [decks.number(deck, rng, v) for v in values]


def _in_line(rng: Generator, faces: Sequence[Face], step: float, jitter: float, slack: float) -> list[Spot]:
    """Lay cards in a row about the table's middle, ``step`` mm from one to the next."""
    along = [(i - (len(faces) - 1) / 2) * step for i in range(len(faces))]
    return [scene.in_row(rng, f, x, jitter, slack, 0) for f, x in zip(faces, along, strict=True)]


def _moved(rng: Generator, laid: list[Spot], heading: float, tall: float) -> list[Spot]:
    """Turn a row, and move it off the picture's middle."""
    x, y = rng.normal(0, 40, 2) * 150 / tall
    turned = [scene.turn(s, heading) for s in laid]
    return [Spot(s.face, s.x + x, s.y + y, s.turn) for s in turned]


KINDS = {"rows": fifty, "kitchen": kitchen, "tiles": rack, "singles": single}


def main() -> None:
    """Draw seed after seed until there are enough pictures."""
    folder, draw, seed, count = Path(sys.argv[1]), KINDS[sys.argv[2]], int(sys.argv[3]), int(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    while count:
        scene.forget_tops()
        count -= save(folder, f"{seed:04}", draw(np.random.default_rng((777, seed))))
        seed += 1


if __name__ == "__main__":
    main()
