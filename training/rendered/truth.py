"""Finds out which card each pixel shows, and says so of each card's prints."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector
from numpy.typing import NDArray
from PIL import Image

from training.rendered import blender
from training.rendered.blender import CARD, Size
from training.rendered.deck import row_colour
from training.rendered.faces import HIGH, WIDE, Print
from training.rendered.layouts import Card

WHOLE, LEGIBLE = 0.97, 11.0
"""The share and the digit height in pixels from which a print ought to be read."""

PASS_SEEN = 0.3
APART = 10
"""How many of 255 grey levels lie between two cards, so that no rounding mixes them up."""

GRID = np.linspace(-0.5, 0.5, 13)
"""A share is counted at so many points each way."""

AROUND_WIDE, AROUND_HIGH, INSIDE = 1.02, 1.04, 0.96
"""A little of a print's surroundings counts as its own; a face's rounded corners do not count."""

Owners = NDArray[np.int64]


@dataclass(slots=True)
class Laid:
    """A card in the scene: where it lies, its object, what is printed on it, and how large its face is."""

    card: Card
    object: Any
    prints: Sequence[Print] = ()
    size: Size = CARD


def owners(laid: Sequence[Laid], path: Path) -> Owners:
    """Render the scene once more, each card glowing in its own grey, everything else black.

    Changes all materials and lights, so the picture comes first. path: a file to use. Gives which card each
    pixel shows, from 1, or 0; shape (H, W).
    """
    number = {one.object.name: k + 1 for k, one in enumerate(laid)}
    if len(laid) * APART > 255:
        raise ValueError("there are more cards than greys")
    for made in bpy.data.objects:
        if made.type == "MESH":
            made.data.materials.clear()
            made.data.materials.append(blender.glowing(number.get(made.name, 0) * APART / 255))
    blender.set_up_flat()
    blender.render(path)
    return np.asarray(np.round(np.asarray(Image.open(path).convert("L")) / APART), np.int64)


def told(laid: Sequence[Laid], seen: Owners, by_number: bool = True) -> list[dict[str, Any]]:
    """Say of each card that is not under others where it is in the picture and what of it can be seen.

    by_number: a card's colour follows from its number, where nothing else is said.
    """
    return [_card(one, k + 1, seen, by_number) for k, one in enumerate(laid) if one.card.zone != "under"]


def _card(one: Laid, who: int, seen: Owners, by_number: bool) -> dict[str, Any]:
    card, size = one.card, (seen.shape[1], seen.shape[0])
    prints = {p.name: _print(one, who, p, seen) for p in one.prints}
    best = max((p["height_px"] for p in prints.values() if p["visible"] >= WHOLE), default=0)
    share = _share(one, who, seen, (WIDE / 2, HIGH / 2), (WIDE * INSIDE, HIGH * INSIDE))
    corners = [_pixel(one, at, size) for at in ((0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH))]
    return {
        "kind": card.kind,
        "value": card.value,
        "colour": _colour(card) if by_number else card.colour,
        "quad": [[round(x, 1), round(y, 1)] for x, y in corners],
        "index_visible": share >= PASS_SEEN if card.kind == "pass" else best >= LEGIBLE,
        "index_px": best,
        "prints": prints,
        "visible_frac": round(share, 3),
        "flipped": card.flipped,
        "zone": card.zone,
        "order": card.order,
    }


def _colour(card: Card) -> str | None:
    """Name a card's colour."""
    return card.colour or (None if card.value is None else row_colour(card.value))


def _print(one: Laid, who: int, p: Print, seen: Owners) -> dict[str, Any]:
    """Measure how high a print's digits are and which share of them can be seen."""
    size = (seen.shape[1], seen.shape[0])
    share = _share(one, who, seen, (p.x, p.y), (p.width * AROUND_WIDE, p.height * AROUND_HIGH))
    top, foot = (_pixel(one, (p.x, p.y + side * p.height / 2), size) for side in (-1, 1))
    high = round(math.dist(top, foot), 1)
    return {"visible": round(share, 2), "height_px": high}


def _share(
    one: Laid, who: int, seen: Owners, middle: tuple[float, float], size: tuple[float, float]
) -> float:
    """Give the share of a box on a face that the picture shows; what lies outside of it is hidden."""
    high, wide = seen.shape
    own = 0
    for dx, dy in ((dx, dy) for dx in GRID for dy in GRID):
        x, y = _pixel(one, (middle[0] + dx * size[0], middle[1] + dy * size[1]), (wide, high))
        own += 0 <= x < wide and 0 <= y < high and bool(seen[int(y), int(x)] == who)
    return own / len(GRID) ** 2


def _pixel(one: Laid, at: tuple[float, float], size: tuple[int, int]) -> tuple[float, float]:
    """Say where in the picture a point of a face lies, both in pixels; size: the picture's width, height."""
    scene, (wide, high) = bpy.context.scene, one.size
    on_card = Vector((at[0] / WIDE * wide - wide / 2, high / 2 - at[1] / HIGH * high, 0))
    view = world_to_camera_view(scene, scene.camera, one.object.matrix_world @ on_card)
    return view.x * size[0], (1 - view.y) * size[1]
