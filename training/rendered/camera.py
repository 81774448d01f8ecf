"""The camera: where it hangs and looks, and what it makes of the light that falls into it."""

import math
from dataclasses import dataclass
from random import Random
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from training.rendered import blender

SIZES, SIZE_ODDS = ((1280, 720), (1920, 1080), (640, 480)), (0.84, 0.12, 0.04)
TILTS, TILT_ODDS = ((0, 8), (8, 30), (30, 49)), (0.5, 0.25, 0.25)
"""Degrees off straight down."""

NEAREST, FARTHEST = 0.17, 0.75
STRAIGHT = 0.15
"""Below this tilt (radians) the camera is not aimed at its target: looking down, any way would be up."""

SOFT_SHARE = 0.28
"""How often the lens is so wide open that not everything is sharp."""

GAMMA = 2.2
LUMA = (0.2126, 0.7152, 0.0722)
GLARE, WHITE = 98.5, 0.93
"""Exposure stops before the pixels of this percentile become as bright as this, give or take 15 %."""

DARKER, NOISIER = 0.4, 2.5
"""What dim light does: many cameras let the picture stay dark, and all of them hiss."""

SHOT = 0.02
"""How much noise is left in the dark, as light."""

BLURRED_SHARE, SHARPENED_SHARE = 0.1, 0.7
BLUR_STEPS = 7

Picture = NDArray[np.uint8]
Light = NDArray[np.float32]


@dataclass(slots=True)
class View:
    """A camera in the scene, its tilt off straight down in radians, and whether its lens is wide open."""

    camera: Any
    tilt: float
    soft: bool


def hang(r: Random, wide: float, opposite: bool) -> View:
    """Hang a camera so that cards so many metres wide about fill its picture; opposite: across the table."""
    angle = math.radians(r.uniform(48, 74))
    tilt = math.radians(r.uniform(*r.choices(TILTS, TILT_ODDS)[0]))
    fill = r.uniform(0.3, 0.85)
    far = max(NEAREST, min(FARTHEST, wide / fill / 2 / math.tan(angle / 2)), r.uniform(0.2, 0.34))
    lens = bpy.data.cameras.new("camera")
    lens.angle = angle
    camera = blender.add(lens)
    bpy.context.scene.camera = camera
    target = Vector((r.gauss(0, 0.03) * far, r.gauss(0, 0.03) * far, 0))
    back = math.sin(tilt) * far * (1 if opposite else -1)
    camera.location = target + Vector((r.gauss(0, 0.02) * far, back, math.cos(tilt) * far))
    if tilt < STRAIGHT:
        camera.rotation_euler = (tilt, 0, math.pi if opposite else 0)
    else:
        blender.aim(camera, target - camera.location)
    soft = r.random() < SOFT_SHARE
    if soft:
        lens.dof.use_dof = True
        lens.dof.focus_distance, lens.dof.aperture_fstop = far * r.uniform(0.9, 1.12), r.uniform(1.2, 3)
    return View(camera, tilt, soft)


def size(r: Random) -> tuple[int, int]:
    """Draw the width and height of a picture."""
    return r.choices(SIZES, SIZE_ODDS)[0]


def develop(rng: Generator, rendered: Picture, dim: bool) -> tuple[Image.Image, int]:
    """Make a camera's picture of a render, and say by how many pixels it moved meanwhile.

    rendered: shape (H, W, 3). dim: there is little light.
    """
    light = np.asarray((rendered / 255.0) ** GAMMA, np.float32)
    light = _balance(rng, _expose(rng, light, dim))
    noise = rng.uniform(0.0015, 0.006) * (NOISIER if dim else 1)
    light = np.clip(light, 0, 1)
    light += rng.normal(0, 1, light.shape) * noise * np.sqrt(light + SHOT) * 3
    picture = np.asarray(np.clip(light, 0, 1) ** (1 / GAMMA) * 255, np.uint8)
    moved = 0
    if rng.random() < BLURRED_SHARE:
        moved = int(rng.integers(2, 6))
        picture = _shaken(picture, moved, rng.uniform(0, math.pi))
    image = Image.fromarray(picture)
    if rng.random() < SHARPENED_SHARE:
        image = image.filter(ImageFilter.UnsharpMask(1.2, int(rng.uniform(30, 110)), 1))
    return image, moved


def quality(rng: Generator) -> int:
    """Draw a JPEG quality."""
    return int(rng.integers(70, 96))


def _expose(rng: Generator, light: Light, dim: bool) -> Light:
    """Make the picture's mean a fair grey, unless its brightest parts would glare."""
    luma = light @ np.array(LUMA, np.float32)
    aim = rng.uniform(0.16, 0.26) * (DARKER if dim and rng.random() < 0.6 else 1)
    bearable = WHITE / max(float(np.percentile(luma, GLARE)), 0.01) * rng.uniform(0.85, 1.15)
    return light * np.float32(min(aim / max(float(luma.mean()), 0.01), bearable))


def _balance(rng: Generator, light: Light) -> Light:
    """Take the light's colour for grey, by and large: cameras do so in part, and err a little."""
    error = rng.normal(0, 0.04, 3) + 1
    mean = light.reshape(-1, 3).mean(0)
    return np.asarray(light * (mean.mean() / mean) ** rng.uniform(0.4, 0.8) * error, np.float32)


def _shaken(picture: Picture, by: int, way: float) -> Picture:
    """Blur a picture along one direction (radians) by some pixels."""
    steps = [t * by for t in np.linspace(-0.5, 0.5, BLUR_STEPS)]
    moves = [(round(t * math.sin(way)), round(t * math.cos(way))) for t in steps]
    return np.asarray(np.mean([np.roll(picture, move, (0, 1)) for move in moves], axis=0), np.uint8)
