"""Playing cards of printed designs: rows, single ones, and aces and court cards, which bear no number.

A design is a picture of all its cards: thirteen in each row, from the ace to the king, a suit in each of the
first four rows; what stands in a fifth is left out.
"""

import math
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from training.rendered import blender, camera, clutter, table
from training.rendered.faces import HIGH, WIDE, Print
from training.rendered.layouts import Card
from training.rendered.studio import Shot, Studio
from training.rendered.truth import Laid

KINDS = ("playing", "single", "court")

ACROSS, DOWN = 13, 5
ACE, NUMBERS, COURT = 1, range(2, 11), (11, 12, 13)
PAPER = (250, 250, 248, 255)
"""What shows where a design is transparent."""

CARD_HIGH = 0.088
LYING, HIGHER = 0.0006, 0.0006
MOST = 8

INDEX = (0.095, 0.085, 0.13, 0.13)
"""Where an index stands roughly in its corner: its middle from the left and the top, its width and height, as
shares of the card's."""

SIZES = ((1280, 720), (1280, 960), (1600, 1200))
SINGLE_SIZES = (*SIZES, (960, 1280), (720, 720))


def designs(folder: Path) -> list[Path]:
    """Give the pictures of all cards of a design that a folder holds; there must be one."""
    found = sorted(folder.glob("*.png"))
    if not found:
        raise SystemExit(f"{folder}: no picture of a design's cards (PNG, {ACROSS} by {DOWN} cards)")
    return found


def take(studio: Studio, kind: str, seed: int, sheets: list[Path]) -> None:
    """Write the picture of a seed as KIND_NNNN.jpg, and last of all its truth as KIND_NNNN.json."""
    r, rng = Random(seed * 7919 + 13), np.random.default_rng((78, seed))
    path = r.choice(sheets)
    with Image.open(path) as sheet:
        ratio = sheet.width / ACROSS / (sheet.height / DOWN)
        blender.empty()
        laid, layout = _lay(r, kind, sheet, (CARD_HIGH * ratio, CARD_HIGH), studio)
    wide = CARD_HIGH * ratio
    surface = table.lay(r)
    across = max(one.card.x for one in laid) - min(one.card.x for one in laid)
    view = camera.hang(r, across + wide * (1.3 if len(laid) > 1 else r.uniform(1.3, 2.6)), False)
    light, cards = table.illuminate(r), [one.card for one in laid]
    if len(laid) > 1:
        clutter.things(r, cards)
    occluder = len(laid) > 1 and clutter.hand(r, cards)
    conditions = {
        "overlap": layout, "light": light, "surface": surface, "occluder": occluder,
        "tilt_deg": math.degrees(view.tilt), "dof": view.soft,
    }  # fmt: skip
    size = r.choice(SIZES if len(laid) > 1 else SINGLE_SIZES)
    facts = {"scene": "row", "deck": path.stem, "conditions": conditions}
    shot = Shot(f"{kind}_{seed:04}", seed, size, light == table.DIM)
    studio.photograph(shot, rng, [] if kind == "court" else laid, facts, by_number=False)


def _lay(
    r: Random, kind: str, sheet: Image.Image, size: tuple[float, float], studio: Studio
) -> tuple[list[Laid], str]:
    """Lay cards in a row, side by side, one over the other or as a fan; gives them and how they lie."""
    wide, high = size
    count = r.randint(2, MOST) if kind == "playing" else 1
    layout = r.choice(["side", "side", "over", "fan"]) if count > 1 else "alone"
    step = wide * (r.uniform(1.02, 1.25) if layout == "side" else r.uniform(0.3, 0.8))
    heading = r.gauss(0, 0.12) if r.random() < 0.8 else r.uniform(-0.6, 0.6)
    spread, roughness = r.uniform(0.08, 0.1), r.uniform(0.15, 0.6)
    ranks = (ACE, *COURT) if kind == "court" else NUMBERS
    drawn = r.sample([(suit, rank) for suit in range(4) for rank in ranks], count)
    laid = []
    for i, (suit, rank) in enumerate(drawn):
        path = studio.scratch / f"playing-{i}.png"
        _cut(sheet, suit, rank).save(path)
        off = i - (count - 1) / 2
        x, y, turn = off * step + r.gauss(0, 0.02) * wide, r.gauss(0, 0.02) * high, r.gauss(0, 0.04)
        if layout == "fan":
            turn, y = turn - off * spread, y - 0.25 * off * off * spread * wide
        c, s = math.cos(heading), math.sin(heading)
        card = Card("number", rank, c * x - s * y, s * x + c * y, heading + turn, "row", i)
        at = (card.x, card.y, LYING + HIGHER * i)
        made = blender.card(blender.printed(path, roughness), at, card.turn, size=size)
        made.name = f"playing-{i}"
        laid.append(Laid(card, made, _indices(), size))
    return laid, layout


def _cut(sheet: Image.Image, suit: int, rank: int) -> Image.Image:
    """Cut a card out of the picture of its design."""
    wide, high = sheet.width / ACROSS, sheet.height / DOWN
    box = ((rank - 1) * wide, suit * high, rank * wide, (suit + 1) * high)
    card = sheet.convert("RGBA").crop([round(v) for v in box])
    face = Image.new("RGBA", card.size, PAPER)
    face.alpha_composite(card)
    return face.convert("RGB")


def _indices() -> list[Print]:
    """Say where both indices of a card are, in pixels of a face."""
    x, y, wide, high = INDEX[0] * WIDE, INDEX[1] * HIGH, INDEX[2] * WIDE, INDEX[3] * HIGH
    return [Print("tl", x, y, wide, high, False), Print("br", WIDE - x, HIGH - y, wide, high, True)]
