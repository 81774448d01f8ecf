"""Surfaces to lay cards on, and the light above them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import bpy

from training.rendered import blender
from training.rendered.blender import Point

SIZE = 4.0
"""A table's side in metres: its edges are out of sight."""

WOODS = {"wood": (0.32, 0.17, 0.07), "darkwood": (0.09, 0.045, 0.02), "lightwood": (0.55, 0.38, 0.22)}
CLOTHS = ((0.02, 0.15, 0.05), (0.02, 0.05, 0.2), (0.2, 0.02, 0.03), (0.4, 0.35, 0.28), (0.06, 0.06, 0.07))
NEVER_BLACK = 0.005
"""Nothing swallows all light."""

LIGHTS = (
    "ceiling-neutral", "ceiling-warm", "window-left", "window-right", "overcast", "evening-dim", "lamp-hard",
)  # fmt: skip
DIM = "evening-dim"
AMBIENT = {"overcast": 0.9, DIM: 0.12, "lamp-hard": 0.08}
"""How much light comes from all around; where the lamp or window does most of it, `OTHERWISE`."""

OTHERWISE = 0.35


@dataclass(slots=True)
class Surface:
    """A table's material while it is made: its nodes, the two colours of its pattern, its shader."""

    tree: Any
    ramp: Any
    shader: Any
    mapping: Any

    def texture(self, kind: str, **settings: float) -> Any:
        """Add a texture that varies over the table."""
        made = self.tree.nodes.new(f"ShaderNodeTex{kind}")
        for name, value in settings.items():
            made.inputs[name.replace("_", " ")].default_value = value
        self.tree.links.new(self.mapping.outputs[0], made.inputs["Vector"])
        return made

    def colours(self, texture: Any, first: Point, second: Point) -> None:
        """Let a texture go from one colour to another."""
        for element, colour in zip(self.ramp.color_ramp.elements, (first, second), strict=True):
            element.color = (*colour, 1)
        strength = texture.outputs["Fac" if "Fac" in texture.outputs else "Distance"]
        self.tree.links.new(strength, self.ramp.inputs[0])
        self.show(self.ramp)

    def show(self, node: Any) -> None:
        """Make a node's colour that of the table."""
        self.tree.links.new(node.outputs["Color"], self.shader.inputs["Base Color"])

    def roughen(self, roughness: float) -> None:
        """Set how dull the table is, from 0 (a mirror) to 1."""
        self.shader.inputs["Roughness"].default_value = roughness


def lay(r: Random) -> str:
    """Put a table below the cards and say what it is made of."""
    kind = r.choice([*WOODS, "check", "flower", "magic", "stripe", "plain", "plain", "cloth", "cloth"])
    material = blender.coloured((1, 1, 1))
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place, mapping = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    links.new(place.outputs["Object"], mapping.inputs[0])
    mapping.inputs["Rotation"].default_value[2] = r.uniform(-0.6, 0.6)
    shader, ramp = nodes["Principled BSDF"], nodes.new("ShaderNodeValToRGB")
    surface = Surface(material.node_tree, ramp, shader, mapping)
    surface.roughen(r.uniform(0.4, 0.9))
    MAKERS[kind](r, surface)
    bpy.ops.mesh.primitive_plane_add(size=SIZE)
    blender.last(material)
    return kind


def _wood(r: Random, surface: Surface, kind: str) -> None:
    """Long crooked grain in two shades of brown, often varnished."""
    surface.mapping.inputs["Scale"].default_value = (1, 8, 1)
    grain = surface.texture(
        "Wave", Scale=r.uniform(4, 12), Distortion=r.uniform(3, 9), Detail=4, Detail_Scale=2
    )
    base = _vary(r, WOODS[kind])
    surface.colours(grain, base, _times(base, 0.62))
    surface.roughen(r.uniform(0.25, 0.6))


def _check(r: Random, surface: Surface) -> None:
    """Squares of a colour and a pale grey, as on a waxed tablecloth."""
    squares = surface.texture("Checker", Scale=r.uniform(18, 60))
    pale = r.uniform(0.5, 0.8)
    squares.inputs["Color1"].default_value = (*_any(r, 0.7), 1)
    squares.inputs["Color2"].default_value = (pale, pale, pale, 1)
    surface.show(squares)


def _flower(r: Random, surface: Surface) -> None:
    """Round spots all over."""
    spots = surface.texture("Voronoi", Scale=r.uniform(12, 40))
    surface.colours(spots, _any(r, 0.6), _any(r, 1))
    for element, position in zip(surface.ramp.color_ramp.elements, (0.25, 0.35), strict=True):
        element.position = position


def _magic(r: Random, surface: Surface) -> None:
    """Garish swirls: the worst that can lie on a table."""
    swirls = surface.texture("Magic", Scale=r.uniform(3, 14))
    swirls.turbulence_depth = 3
    surface.show(swirls)


def _stripe(r: Random, surface: Surface) -> None:
    """Soft stripes of two colours."""
    surface.colours(surface.texture("Wave", Scale=r.uniform(6, 25)), _any(r, 0.6), _any(r, 0.8))


def _plain(r: Random, surface: Surface) -> None:
    """One greyish colour with hardly any grain."""
    grey = r.uniform(0.02, 0.8)
    base = _vary(r, (grey, grey, grey), 0.25)
    surface.colours(surface.texture("Noise", Scale=200), base, _times(base, 0.9))


def _cloth(r: Random, surface: Surface) -> None:
    """A dull cloth of fine threads."""
    threads = surface.texture("Noise", Scale=r.uniform(300, 900), Detail=6)
    base = _vary(r, r.choice(CLOTHS))
    surface.colours(threads, _times(base, 1.4), _times(base, 0.6))
    surface.roughen(0.95)


MAKERS: dict[str, Callable[[Random, Surface], None]] = {
    "check": _check, "flower": _flower, "magic": _magic, "stripe": _stripe, "plain": _plain, "cloth": _cloth,
    **{kind: partial(_wood, kind=kind) for kind in WOODS},
}  # fmt: skip


def illuminate(r: Random) -> str:
    """Light the table in one of seven ways and say in which."""
    light = r.choice(LIGHTS)
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = AMBIENT.get(light, OTHERWISE)
    if light.startswith("ceiling"):
        colour = (1, 0.75, 0.5) if "warm" in light else (1, 0.96, 0.9)
        _lamp((r.uniform(-0.8, 0.8), r.uniform(-0.8, 0.8), 1.8), r.uniform(0.3, 0.8), 40, colour)
    elif light.startswith("window"):
        _lamp((-2.2 if "left" in light else 2.2, r.uniform(-0.5, 1.2), 1.2), 1.4, 110, (0.92, 0.96, 1))
    elif light == DIM:
        _lamp((r.uniform(-0.8, 0.8), r.uniform(-0.6, 0.8), 1.5), 0.3, 14, (1, 0.68, 0.38))
    elif light == "lamp-hard":
        at = (r.uniform(-0.7, 0.7), r.uniform(0.2, 0.8), r.uniform(0.6, 1.1))
        _lamp(at, 0.08, 14, (1, 0.8, 0.58))
    return light


def _lamp(at: Point, size: float, watts: float, colour: Point) -> None:
    """Hang up a square lamp (or a window) that faces the table's middle."""
    lamp = bpy.data.lights.new("lamp", "AREA")
    lamp.size, lamp.energy, lamp.color = size, watts, colour
    made = blender.add(lamp)
    made.location = at
    blender.aim(made, [-v for v in at])


def _any(r: Random, most: float) -> tuple[float, float, float]:
    """Draw any colour, its channels at most so bright."""
    return r.random() * most, r.random() * most, r.random() * most


def _vary(r: Random, colour: Point, by: float = 0.3) -> Point:
    """Change each channel by at most a share of it."""
    return [max(NEVER_BLACK, v * r.uniform(1 - by, 1 + by)) for v in colour]


def _times(colour: Point, by: float) -> Point:
    """Make a colour darker or brighter."""
    return [v * by for v in colour]
