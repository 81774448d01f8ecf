"""The few things of Blender that the other modules build tables from; lengths are metres, angles radians.

Colours are linear shares of light (0..1); every object made here has one material.
"""

import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy
from mathutils import Vector

CARD = CARD_WIDE, CARD_HIGH = 0.059, 0.092
THICK = 0.0003
CORNER = 0.0035
"""The radius of a card's corners."""

CORNER_STEPS = 6
SAMPLES, BOUNCES = 8, 2
"""Few rays a pixel are enough: what noise they leave is taken out before the camera's own is put in."""

PIXEL = 0.01
"""The width of a pixel's filter that is as good as a point, so that no pixel mixes two objects."""

Point = Sequence[float]
Size = tuple[float, float]


def empty() -> None:
    """Forget all that was built."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


def add(thing: Any) -> Any:
    """Make an object of a mesh, a light or a camera, and put it into the scene."""
    made = bpy.data.objects.new("thing", thing)
    bpy.context.collection.objects.link(made)
    return made


def coloured(colour: Point, roughness: float = 0.5) -> Any:
    """Make a material of one colour."""
    made = bpy.data.materials.new("coloured")
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = roughness
    return made


def printed(path: Path, roughness: float) -> Any:
    """Make a material that shows a picture."""
    made = coloured((1, 1, 1), roughness)
    nodes, links = made.node_tree.nodes, made.node_tree.links
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(str(path), check_existing=True)
    links.new(texture.outputs[0], nodes["Principled BSDF"].inputs["Base Color"])
    return made


def glowing(brightness: float) -> Any:
    """Make a material that shows one brightness (0..1), whatever the light."""
    made = bpy.data.materials.new("glowing")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    light, out = nodes.new("ShaderNodeEmission"), nodes.new("ShaderNodeOutputMaterial")
    light.inputs[0].default_value = (brightness, brightness, brightness, 1)
    links.new(light.outputs[0], out.inputs[0])
    return made


def card(material: Any, at: Point, turn: float, tilt: Point = (0, 0), size: Size = CARD) -> Any:
    """Lay a card with its face up, the middle of the face at a point; tilt: about x and about y."""
    made = add(sheet(size, CORNER))
    made.data.materials.append(material)
    made.location, made.rotation_euler = at, (*tilt, turn)
    solid = made.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = THICK, -1  # downwards, so that the face stays where it is
    return made


def sheet(size: Size, corner: float) -> Any:
    """Make a mesh about its middle, with the whole texture on it; corner: the radius of its corners."""
    wide, high = size
    east, north = wide / 2 - corner, high / 2 - corner
    middles = ((east, north), (-east, north), (-east, -north), (east, -north))
    points = [
        (x + corner * math.cos(a), y + corner * math.sin(a), 0)
        for quarter, (x, y) in enumerate(middles)
        for a in ((quarter + k / CORNER_STEPS) * math.pi / 2 for k in range(CORNER_STEPS + 1))
    ]
    mesh = bpy.data.meshes.new("card")
    mesh.from_pydata(points, [], [range(len(points))])
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        x, y, _ = points[loop.vertex_index]
        layer.data[loop.index].uv = (x / wide + 0.5, y / high + 0.5)
    return mesh


def last(material: Any) -> Any:
    """Give the object that an operator has just made, with its material on it."""
    made = bpy.context.object
    made.data.materials.append(material)
    return made


def aim(made: Any, towards: Point, axis: str = "-Z") -> None:
    """Turn an object so that its axis points along a direction."""
    made.rotation_euler = Vector(towards).to_track_quat(axis, "Y").to_euler()


def set_up(size: tuple[int, int], threads: int, seed: int) -> None:
    """Choose the renderer; size: width and height of the picture in pixels."""
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine, cycles.device = "CYCLES", "CPU"
    cycles.samples, cycles.max_bounces, cycles.seed = SAMPLES, BOUNCES, seed
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    render.resolution_x, render.resolution_y = size
    render.threads_mode, render.threads = "FIXED", threads
    render.image_settings.file_format, render.image_settings.color_depth = "PNG", "8"
    render.dither_intensity = 0
    scene.view_settings.view_transform = "Standard"


def set_up_flat() -> None:
    """Let the next render show the glow of each pixel's foremost object alone, as its bare number."""
    scene = bpy.context.scene
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising = 1, False
    cycles.pixel_filter_type, cycles.filter_width = "BOX", PIXEL
    scene.view_settings.view_transform = "Raw"
    scene.camera.data.dof.use_dof = False
    scene.world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0
    for made in bpy.data.objects:
        if made.type == "LIGHT":
            made.hide_render = True


def render(path: Path) -> None:
    """Render what was built to a PNG file."""
    bpy.context.scene.render.filepath = str(path)
    with _silent():
        bpy.ops.render.render(write_still=True)


@contextmanager
def _silent() -> Iterator[None]:
    """Keep the renderer, which prints without Python's knowledge, from telling of every file it writes."""
    nowhere, kept = os.open(os.devnull, os.O_WRONLY), os.dup(1)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
