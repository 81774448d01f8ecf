"""What else lies on the table, and the hand that reaches over it."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import bpy
from mathutils import Vector

from training.rendered import blender
from training.rendered.layouts import Card

CLEAR = 0.115
"""How far off any face-up card's middle clutter has its own: more than two cards' half diagonals."""

TRIES = 40
FAR_OFF = (2.0, 2.0)
"""Where things are put that there is no room for: out of the picture."""

LYING, HIGHER = 0.0006, 0.0004
"""How high the lowest face-down card's top lies above the table, and each next one above it."""

HAND_SHARE = 0.22
SKINS = ((0.55, 0.33, 0.23), (0.42, 0.24, 0.15), (0.18, 0.09, 0.05), (0.65, 0.42, 0.32))
FINGERS = (-0.033, -0.012, 0.010, 0.031)
"""How far the fingers lie beside the hand's middle."""

Place = tuple[float, float]


def backs(r: Random, cards: Sequence[Card], material: Any) -> None:
    """Lay up to two face-down cards or piles about the table."""
    for _ in range(r.choice([0, 1, 1, 2])):
        (x, y), turn = _away(r, cards), r.uniform(-0.5, 0.5)
        for k in range(r.choice([1, 6, 25])):
            at = (x + r.gauss(0, 0.0006), y + r.gauss(0, 0.0006), LYING + HIGHER * k)
            blender.card(material, at, turn + r.gauss(0, 0.02))


def things(r: Random, cards: Sequence[Card]) -> None:
    """Put up to three things beside the cards."""
    for _ in range(r.choice([0, 0, 1, 2, 3])):
        x, y = _away(r, cards)
        r.choice(THINGS)(r, x, y)


def hand(r: Random, cards: Sequence[Card]) -> bool:
    """Let a hand with its sleeve reach over a card, mostly from the near side; say whether one does."""
    if r.random() >= HAND_SHARE:
        return False
    card = r.choice(cards)
    at = Vector((card.x + r.uniform(-0.02, 0.02), card.y + r.uniform(-0.03, 0.02), 0))
    a = r.uniform(-math.pi * 0.95, -0.05) if r.random() < 0.7 else r.uniform(0, math.pi)
    _reach(r, at, Vector((math.cos(a), math.sin(a), 0)))
    return True


def _away(r: Random, cards: Sequence[Card]) -> Place:
    """Draw a place about the table's middle that is clear of cards."""
    for _ in range(TRIES):
        a, far = r.uniform(0, 2 * math.pi), r.uniform(0.14, 0.5)
        x, y = far * math.cos(a) * 1.5, far * math.sin(a)
        if all(math.hypot(x - card.x, y - card.y) > CLEAR for card in cards):
            return x, y
    return FAR_OFF


def _mug(r: Random, x: float, y: float) -> None:
    bpy.ops.mesh.primitive_cylinder_add(radius=0.04, depth=0.09, location=(x, y, 0.045))
    blender.last(blender.coloured([r.random() for _ in range(3)], 0.2))


def _plate(_: Random, x: float, y: float) -> None:
    bpy.ops.mesh.primitive_cylinder_add(radius=0.1, depth=0.012, location=(x * 1.4, y * 1.4, 0.006))
    blender.last(blender.coloured((0.7, 0.7, 0.68), 0.2))


def _phone(r: Random, x: float, y: float) -> None:
    _box((0.072, 0.15, 0.008), (x, y), r.uniform(0, 3))
    blender.last(blender.coloured((0.01, 0.01, 0.012), 0.1))


def _dice(r: Random, x: float, y: float) -> None:
    for _ in range(3):
        _box((0.016, 0.016, 0.016), (x + r.gauss(0, 0.03), y + r.gauss(0, 0.03)), r.uniform(0, 3))
        blender.last(blender.coloured((0.8, 0.8, 0.78), 0.3))


def _paper(r: Random, x: float, y: float) -> None:
    at = (x * 1.2, y * 1.2, 0.0003)
    bpy.ops.mesh.primitive_plane_add(size=1, location=at, rotation=(0, 0, r.uniform(0, 3)))
    blender.last(blender.coloured((0.75, 0.75, 0.73), 0.9)).scale = (0.148, 0.21, 1)


THINGS: tuple[Callable[[Random, float, float], None], ...] = (_mug, _phone, _dice, _paper, _plate)


def _box(size: tuple[float, float, float], at: Place, turn: float) -> None:
    """Stand a box on the table."""
    place = (*at, size[2] / 2)
    bpy.ops.mesh.primitive_cube_add(size=1, location=place, rotation=(0, 0, turn), scale=size)


def _reach(r: Random, at: Vector, back: Vector) -> None:
    """Build a hand whose fingers touch the table at a place; back: the way to its arm, of length 1."""
    skin = blender.coloured(r.choice(SKINS), 0.55)
    sleeve = blender.coloured([r.random() * 0.5 for _ in range(3)], 0.9)
    k = r.uniform(0.7, 1.1)  # a child's hand or a large one
    side, palm = Vector((-back.y, back.x, 0)), at + back * 0.075 * k + _up(0.03)
    for off in FINGERS:
        tip = at + side * off * k * 1.1 + back * (abs(off) * 0.4) + _up(0.009)
        knuckle = at + back * 0.04 * k + side * off * k + _up(0.036)
        _capsule(tip, knuckle, 0.0075 * k, 0.009 * k, skin)
        _capsule(knuckle, palm + side * off * k * 0.9, 0.009 * k, 0.011 * k, skin)
    _capsule(palm - side * 0.02 * k, palm + side * 0.025 * k, 0.02 * k, 0.02 * k, skin)
    _capsule(palm, palm + back * 0.05 * k, 0.026 * k, 0.028 * k, skin)
    thumb = at + back * 0.03 * k + side * 0.055 * k + _up(0.012)
    _capsule(thumb, palm + side * 0.03 * k, 0.009 * k, 0.013 * k, skin)
    wrist = palm + back * 0.06 * k
    _capsule(wrist, wrist + back * 0.08, 0.027 * k, 0.031 * k, skin)
    cuff = wrist + back * 0.09 * r.uniform(0.6, 1.3)
    _capsule(cuff, wrist + back * 0.6 + _up(0.1), 0.04, 0.055, sleeve)


def _capsule(a: Vector, b: Vector, at_a: float, at_b: float, material: Any) -> None:
    """Build a limb between two points, round at its ends, with a radius at each."""
    along = b - a
    bpy.ops.mesh.primitive_cone_add(
        vertices=24, radius1=at_a, radius2=at_b, depth=along.length, location=(a + b) / 2
    )
    parts = [blender.last(material)]
    blender.aim(parts[0], along, "Z")
    for end, radius in ((a, at_a), (b, at_b)):
        bpy.ops.mesh.primitive_uv_sphere_add(segments=24, ring_count=12, radius=radius, location=end)
        parts.append(blender.last(material))
    for part in parts:
        for polygon in part.data.polygons:
            polygon.use_smooth = True


def _up(by: float) -> Vector:
    """Give the way up from the table."""
    return Vector((0, 0, by))
