"""Builds the scene of a seed for one of the games and has it photographed."""

import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from training.rendered import blender, camera, clutter, faces, table
from training.rendered.blender import CARD_HIGH, CARD_WIDE, THICK
from training.rendered.deck import invent
from training.rendered.layouts import KINDS, Card, Layout
from training.rendered.lettering import Families
from training.rendered.studio import Shot, Studio
from training.rendered.truth import Laid

PER_DECK = 5
"""So many seeds in a row share a deck."""

FIRST_DECK = {"row": 1000}
OTHER_DECKS = 5000
"""Rows have decks of their own, from these numbers on."""

LYING, HIGHER = 0.0006, 0.0006
"""How high the lowest card's face lies above the table, and each next one's above it, in metres."""

MOST_TILT = 0.95 * (HIGHER - THICK) / (CARD_WIDE + CARD_HIGH)
"""A corner comes up by at most half a width and half a height times the tilt: with less than this, no corner
of a card reaches the one above it, nor the table, even if both are tilted towards one another."""

TILT = MOST_TILT / 2
"""How far cards are tilted by and large, in radians."""

GLOSSY_SHARE = 0.25
GLOSSY, DULL = (0.2, 0.35), (0.4, 0.7)
"""The roughness of cards with a shiny finish and of others."""


class Printer:
    """Prints the cards of one deck as pictures in a folder, each of them once."""

    def __init__(self, folder: Path, number: int, families: Families) -> None:
        """Invent the deck of a number."""
        self.number, self.deck, self.folder = number, invent(number, families), folder

    def material(self, name: str, draw: Callable[[], Image.Image], roughness: float) -> Any:
        """Give the material of a face, which is drawn unless it was before."""
        path = self.folder / f"{self.number}-{name}.png"
        if not path.exists():
            draw().save(path)
        return blender.printed(path, roughness)


def take(studio: Studio, kind: str, seed: int, printer: Printer) -> None:
    """Write the picture of a seed as KIND_NNNN.jpg, and last of all its truth as KIND_NNNN.json."""
    r, rng = Random(seed * 7919 + 5), np.random.default_rng(seed)
    deck = printer.deck
    blender.empty()
    glossy = r.random() < GLOSSY_SHARE
    roughness = r.uniform(*GLOSSY) if glossy else r.uniform(*DULL)
    layout = KINDS[kind](r, deck.layout == "centre")
    laid = _lay(r, layout, printer, roughness)
    surface = table.lay(r)
    view = camera.hang(r, layout.wide, layout.opposite)
    light = table.illuminate(r)
    around = [*layout.cards, *layout.arrows]
    clutter.backs(r, around, printer.material("back", lambda: faces.back(deck), roughness))
    clutter.things(r, around)
    occluder = clutter.hand(r, layout.cards)
    conditions = {
        "overlap": layout.overlap, "light": light, "surface": surface, "occluder": occluder,
        "tilt_deg": math.degrees(view.tilt), "glossy": glossy, "dof": view.soft,
        "font": Path(deck.font).name, "layout": deck.layout, "mark": deck.mark, "reverse": deck.reverse,
        "mixed_orientation": layout.mixed, "view_from": "opposite" if layout.opposite else "front",
        "bad_order": layout.bad_order,
    }  # fmt: skip
    facts = {"scene": kind, "deck": f"{printer.number}-{deck.layout}", "conditions": conditions}
    shot = Shot(f"{kind}_{seed:04}", seed, camera.size(r), light == table.DIM)
    studio.photograph(shot, rng, laid, facts)


def deck_of(kind: str, seed: int) -> int:
    """Give the number of the deck that the scene of a seed is laid with."""
    return FIRST_DECK.get(kind, OTHER_DECKS) + seed // PER_DECK


def _lay(r: Random, layout: Layout, printer: Printer, roughness: float) -> list[Laid]:
    """Lay a layout's cards on the table, each a little higher than the one before; gives the cards."""
    laid = []
    for k, card in enumerate(layout.cards):
        material, prints = _printed(card, printer, roughness)
        at = (card.x, card.y, LYING + HIGHER * k)
        made = blender.card(material, at, card.turn, (_tilt(r), _tilt(r)))
        laid.append(Laid(card, made, prints))
    for card in layout.arrows:
        name, way = f"arrow-{card.zone}", card.zone
        material = printer.material(name, lambda way=way: faces.arrow(way), roughness)
        blender.card(material, (card.x, card.y, LYING), card.turn)
    return laid


def _printed(card: Card, printer: Printer, roughness: float) -> tuple[Any, list[faces.Print]]:
    """Give the material of a card and what is printed on it."""
    deck = printer.deck
    if card.value is None:
        return printer.material("pass", lambda: faces.passing(deck), roughness), []
    face, prints = faces.number(deck, card.value, card.colour)
    name = f"{card.value}-{card.colour or 'row'}"
    return printer.material(name, lambda: face, roughness), prints


def _tilt(r: Random) -> float:
    """Draw by how much a card does not lie level."""
    return max(-MOST_TILT, min(MOST_TILT, r.gauss(0, TILT)))
