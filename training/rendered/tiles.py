"""Rows of number tiles: plastic ones as in Rummy games, wooden and bright ones, and cards with one number.

They lie on the table, or stand on a rack and lean.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import bpy
import numpy as np
from mathutils import Euler, Vector
from PIL import Image, ImageDraw

from training.rendered import blender, camera, clutter, faces, table
from training.rendered.blender import Size
from training.rendered.faces import Print
from training.rendered.layouts import Card
from training.rendered.lettering import Colour, Families, pick, word
from training.rendered.studio import Shot, Studio
from training.rendered.truth import Laid

PIXELS_WIDE = 400
"""The width of a face's picture."""

INKS = ((200, 30, 30), (25, 60, 170), (25, 25, 28))
FOURTH = ((225, 120, 20), (20, 120, 60))
"""Games with four colours have one of these, too."""

CREAM = ((238, 228, 200), (245, 240, 225), (250, 250, 245), (225, 212, 180))
WOOD = ((196, 154, 104), (214, 180, 130), (170, 124, 80))
BURNT = ((35, 25, 20), (25, 25, 28), (140, 30, 25))
BRIGHT = ((200, 40, 45), (35, 85, 190), (30, 130, 60), (235, 150, 40), (110, 50, 150), (40, 40, 45))
RACKS = (*WOOD, (40, 90, 60), (60, 60, 70))
WHITE = (250, 250, 247)

WIDEST = 0.78
"""A number takes up no more than this share of its tile's width."""

FACE = (0.9, 0.93)
"""The printed part of a tile's top, as shares of its width and height: its edges are rounded."""

ROUNDED = 0.0012
SHALLOW = 0.0006
"""How deep numbers are cut in at most, in metres."""

RACK_SHARE, LEAN = 0.3, (0.7, 1.2)
"""How often plastic and wooden tiles stand on a rack, and by how much they lean back from lying (radians)."""

SORTED_SHARE, RUN_SHARE = 0.5, 0.3
SIZES = ((1280, 720), (1280, 960), (1600, 1200), (1024, 768))


@dataclass(frozen=True, slots=True)
class Tiles:
    """What all tiles of a set have in common.

    kind: rummy, wood, bright or card. ratio: a tile's width for its height. high, y: how high the number is
    and how far down its middle, as shares of the height. below: what stands below the number. top: the
    highest number. mark: what tells a 6 from a 9.
    """

    kind: str
    font: str
    ratio: float
    paper: Colour
    inks: tuple[Colour, ...]
    high: float
    mark: str
    top: int
    y: float = 0.5
    below: str = "none"

    @property
    def size(self) -> Size:
        """A tile's width and height in metres."""
        wide = 0.055 if self.kind == "card" else 0.026
        return wide, wide / self.ratio


def invent(r: Random, families: Families) -> Tiles:
    """Invent a set of tiles."""
    kind = r.choices(["rummy", "wood", "bright", "card"], [0.5, 0.2, 0.15, 0.15])[0]
    font, mark = pick(r, families), r.choice(["line", "none", "none", "dot"])
    ratio = r.uniform(0.75, 1.0) if kind == "wood" else r.uniform(0.66, 0.8)
    if kind == "rummy":
        below = r.choice(["ring", "disc", "none", "star", "heart", "pit"])
        inks, high, y = (*INKS, r.choice(FOURTH)), r.uniform(0.28, 0.46), r.uniform(0.28, 0.36)
        return Tiles(kind, font, ratio, r.choice(CREAM), inks, high, mark, 13, y, below)
    if kind == "wood":
        paper, inks, high = r.choice(WOOD), (r.choice(BURNT),), r.uniform(0.4, 0.6)
        return Tiles(kind, font, ratio, paper, inks, high, mark, r.choice([20, 50, 100]))
    if kind == "bright":
        paper, high = r.choice(BRIGHT), r.uniform(0.35, 0.55)
        return Tiles(kind, font, ratio, paper, (WHITE,), high, mark, r.choice([10, 20, 100]))
    inks = (*INKS, FOURTH[1])
    return Tiles(kind, font, ratio, WHITE, inks, r.uniform(0.35, 0.5), mark, r.choice([12, 20, 100]))


def take(studio: Studio, seed: int, families: Families) -> None:
    """Write the picture of a seed's row of tiles as tiles_NNNN.jpg, its truth as tiles_NNNN.json."""
    r, rng = Random(seed * 7919 + 11), np.random.default_rng((77, seed))
    tiles = invent(r, families)
    blender.empty()
    lean = r.uniform(*LEAN) if tiles.kind in ("rummy", "wood") and r.random() < RACK_SHARE else 0.0
    laid, heading = _lay(r, tiles, lean, studio)
    wide = max(math.hypot(one.card.x, one.card.y) for one in laid) * 2 + tiles.size[0] * 1.6
    if lean:
        _rack(r, wide, heading)
    surface, view, light = table.lay(r), camera.hang(r, wide, False), table.illuminate(r)
    occluder = clutter.hand(r, [one.card for one in laid])
    conditions = {
        "light": light, "surface": surface, "occluder": occluder, "tilt_deg": math.degrees(view.tilt),
        "dof": view.soft, "lean_deg": math.degrees(lean), "mark": tiles.mark,
    }  # fmt: skip
    shot = Shot(f"tiles_{seed:04}", seed, r.choice(SIZES), light == table.DIM)
    facts = {"scene": "row", "deck": tiles.kind, "conditions": conditions}
    studio.photograph(shot, rng, laid, facts, by_number=False)


def _lay(r: Random, tiles: Tiles, lean: float, studio: Studio) -> tuple[list[Laid], float]:
    """Lay a row of tiles, or stand it up; gives the tiles, and how the row is turned."""
    wide, high = tiles.size
    thick = 0.0004 if tiles.kind == "card" else r.uniform(0.004, 0.009)
    glossy = tiles.kind in ("rummy", "bright")
    roughness = r.uniform(0.15, 0.5) if glossy else r.uniform(0.4, 0.8)
    step = wide * r.choice([r.uniform(1.01, 1.06), r.uniform(1.05, 1.4)])
    heading = r.gauss(0, 0.1) if r.random() < 0.85 else r.uniform(-0.5, 0.5)
    values, one = _values(r, tiles), r.choice(tiles.inks) if r.random() < 0.4 else None
    laid = []
    for i, value in enumerate(values):
        image, print_ = _face(tiles, value, one or r.choice(tiles.inks))
        path = studio.scratch / f"tile-{i}.png"
        image.save(path)
        x, y = (i - (len(values) - 1) / 2) * step + r.gauss(0, 0.01) * wide, r.gauss(0, 0.02) * high
        y, turn = (0.0, heading) if lean else (y, heading + r.gauss(0, 0.03))
        c, s = math.cos(heading), math.sin(heading)
        card = Card("number", value, c * x - s * y, s * x + c * y, turn, "row", i)
        face = _stand(card, tiles, (roughness, thick, lean), _engraved(path, roughness, r.uniform(0, 0.6)))
        face.name = f"tile-{i}"
        laid.append(Laid(card, face, [print_], (wide * FACE[0], high * FACE[1])))
    return laid, heading


def _values(r: Random, tiles: Tiles) -> list[int]:
    """Draw two to ten numbers: rising, a run, or any."""
    count = r.randint(2, 10)
    if tiles.kind == "rummy" and r.random() < RUN_SHARE:
        first = r.randint(1, max(1, tiles.top - count))
        return list(range(first, first + count))
    if r.random() < SORTED_SHARE:
        return sorted(r.sample(range(1, tiles.top + 1), count))
    return [r.randint(1, tiles.top) for _ in range(count)]


def _stand(card: Card, tiles: Tiles, body: tuple[float, float, float], printed: Any) -> Any:
    """Make a tile and the face on it, which is given; body: its roughness, thickness and how it leans."""
    roughness, thick, lean = body
    wide, high = tiles.size
    turn = Euler((lean, 0, card.turn))
    middle = Vector((card.x, card.y, high * math.sin(lean) / 2 + thick if lean else thick / 2))
    _block((wide, high, thick), middle, turn, blender.coloured(_light(tiles.paper), roughness))
    face = blender.add(blender.sheet((wide * FACE[0], high * FACE[1]), ROUNDED))
    face.data.materials.append(printed)
    face.location, face.rotation_euler = middle + turn.to_matrix() @ Vector((0, 0, thick / 2 + 0.00004)), turn
    return face


def _rack(r: Random, wide: float, heading: float) -> None:
    """Put a rack below the tiles that stand."""
    colour = blender.coloured(_light(r.choice(RACKS)))
    _block((wide, 0.03, 0.012), Vector((0, 0, 0.004)), Euler((0, 0, heading)), colour)


def _block(size: tuple[float, float, float], at: Vector, turn: Euler, material: Any) -> None:
    """Make a block with rounded edges."""
    bpy.ops.mesh.primitive_cube_add(size=1)
    made = blender.last(material)
    made.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    edges = made.modifiers.new("edges", "BEVEL")
    edges.width, edges.segments = min(size[2] * 0.3, ROUNDED), 3
    made.location, made.rotation_euler = at, turn


def _engraved(path: Path, roughness: float, strength: float) -> Any:
    """Make a material that shows a picture, whose dark parts lie lower."""
    made = blender.printed(path, roughness)
    nodes, links = made.node_tree.nodes, made.node_tree.links
    texture = next(node for node in nodes if node.type == "TEX_IMAGE")
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = strength, SHALLOW
    links.new(texture.outputs[0], bump.inputs["Height"])
    links.new(bump.outputs[0], nodes["Principled BSDF"].inputs["Normal"])
    return made


def _light(colour: Colour) -> tuple[float, ...]:
    """Give a colour as shares of light."""
    return tuple((v / 255) ** camera.GAMMA for v in colour)


def _face(tiles: Tiles, value: int, ink: Colour) -> tuple[Image.Image, Print]:
    """Draw a tile's face and say where its number is."""
    wide, high = PIXELS_WIDE, round(PIXELS_WIDE / tiles.ratio)
    face = Image.new("RGB", (wide, high), tiles.paper)
    text = word(tiles.font, str(value), tiles.high * high, ink)
    if text.width > wide * WIDEST:
        text = word(tiles.font, str(value), text.height * wide * WIDEST / text.width, ink)
    x, y = wide // 2 - text.width // 2, round(tiles.y * high - text.height / 2)
    face.paste(text, (x, y), text)
    draw = ImageDraw.Draw(face)
    if set(str(value)) <= faces.TURNS_INTO and set(str(value)) & {"6", "9"}:
        _mark(tiles, draw, (x, y, x + text.width, y + text.height), ink)
    if tiles.below in BELOW:
        BELOW[tiles.below](draw, (wide / 2, high * 0.74), wide * 0.13, ink)
    at = ((x + text.width / 2) / wide * faces.WIDE, (y + text.height / 2) / high * faces.HIGH)
    size = text.width / wide * faces.WIDE, text.height / high * faces.HIGH
    return face, Print("centre", *at, *size, False)


def _mark(tiles: Tiles, draw: Any, box: tuple[int, int, int, int], ink: Colour) -> None:
    """Draw what tells a 6 from a 9, if anything does; box: left, top, right, bottom of the number."""
    left, top, right, bottom = box
    high = bottom - top
    if tiles.mark == "line":
        draw.rectangle((left, bottom + high * 0.1, right, bottom + high * 0.19), fill=ink)
    elif tiles.mark == "dot":
        wide = high * 0.18
        draw.ellipse((right + 6, bottom - wide, right + 6 + wide, bottom), fill=ink)


Place = tuple[float, float]


def _ring(draw: Any, at: Place, radius: float, ink: Colour) -> None:
    draw.ellipse(faces.box_about(at, radius), outline=ink, width=8)


def _disc(draw: Any, at: Place, radius: float, ink: Colour) -> None:
    draw.ellipse(faces.box_about(at, radius), fill=ink)


def _pit(draw: Any, at: Place, radius: float, _: Colour) -> None:
    draw.ellipse(faces.box_about(at, radius * 1.4), fill=(210, 204, 184))


def _star(draw: Any, at: Place, radius: float, ink: Colour) -> None:
    draw.polygon(faces.corners([radius, radius * 0.45] * 5, at), fill=ink)


def _heart(draw: Any, at: Place, radius: float, ink: Colour) -> None:
    (x, y), q = at, radius
    draw.ellipse((x - q, y - q, x, y), fill=ink)
    draw.ellipse((x, y - q, x + q, y), fill=ink)
    draw.polygon([(x - q * 0.97, y - q * 0.35), (x + q * 0.97, y - q * 0.35), (x, y + q)], fill=ink)


BELOW: dict[str, Callable[[Any, Place, float, Colour], None]] = {
    "ring": _ring, "disc": _disc, "pit": _pit, "star": _star, "heart": _heart,
}  # fmt: skip
