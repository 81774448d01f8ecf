"""Draws what no font has and pass cards may show: creatures, landscapes, scribbles, pictograms, heaps."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Points = NDArray[np.int32]


def any_drawing(
    image: Picture, centre: tuple[float, float], size: float, colour: Any, rng: Generator
) -> None:
    """Draw one of them around a point, about so many pixels wide, mostly in one colour."""
    kinds: tuple[Callable[..., None], ...] = (creature, landscape, scribble, pictogram, heap)
    kinds[int(rng.integers(len(kinds)))](image, centre, size, colour, rng)


def creature(image: Picture, centre: tuple[float, float], size: float, colour: Any, rng: Generator) -> None:
    """Draw an animal or a person: a body, a head or none, limbs, ears, eyes, a mouth."""
    x, y = centre
    r = size / 2
    other = any_colour(rng)
    thick = max(1, int(size * rng.uniform(0.02, 0.09)))
    for _ in range(int(rng.integers(0, 5))):
        far = (x + r * rng.uniform(-1, 1), y + r * rng.uniform(0.2, 1))
        cv2.line(image, _at((x, y)), _at(far), colour if rng.random() < 0.7 else other, thick, cv2.LINE_AA)
    cv2.fillPoly(image, [_blob(rng, (x, y), r * rng.uniform(0.5, 0.95))], colour, cv2.LINE_AA)
    if rng.random() < 0.5:
        head = (x + r * rng.uniform(-0.5, 0.5), y - r * rng.uniform(0.2, 0.6))
        reach = r * rng.uniform(0.3, 0.6)
        cv2.fillPoly(image, [_blob(rng, head, reach)], other if rng.random() < 0.4 else colour, cv2.LINE_AA)
        x, y, r = *head, reach
    _spotted(image, (x, y), r, rng)
    ear = rng.uniform(0.2, 0.5) * r
    ears = rng.random()
    for side in (-1, 1):
        if ears < 0.35:
            top = (x + side * r * 0.6, y - r - ear)
            tri = [(x + side * r * 0.3, y - r * 0.6), (x + side * r * 0.9, y - r * 0.5), top]
            cv2.fillPoly(image, [np.array(tri, np.int32)], colour, cv2.LINE_AA)
        elif ears < 0.6:
            cv2.circle(image, _at((x + side * r * 0.7, y - r * 0.7)), _px(ear), colour, -1, cv2.LINE_AA)
    _look(image, (x, y), r, rng)


def landscape(image: Picture, centre: tuple[float, float], size: float, colour: Any, rng: Generator) -> None:
    """Draw hills, a sky, a sun or moon and what stands on the hills, in a frame of its own."""
    wide, high = size * rng.uniform(0.9, 1.15), size * rng.uniform(0.7, 1.5)
    x0, y0 = (max(0, round(c - s / 2)) for c, s in zip(centre, (wide, high), strict=True))
    part = image[y0 : y0 + round(high), x0 : x0 + round(wide)]
    h, w = part.shape[:2]
    if min(h, w) < 4:
        return
    low, top = np.array(any_colour(rng), np.float32), np.array(any_colour(rng), np.float32)
    down = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    part[:] = (top * (1 - down) + low * down).astype(np.uint8)
    at = (int(w * rng.uniform(0.15, 0.85)), int(h * rng.uniform(0.1, 0.4)))
    cv2.circle(part, at, _px(w * rng.uniform(0.06, 0.2)), any_colour(rng), -1, cv2.LINE_AA)
    for k in range(int(rng.integers(1, 4))):
        steps = np.linspace(0, 1, 24)
        hill = h * (rng.uniform(0.4, 0.7) + 0.1 * k) + h * 0.12 * np.sin(
            steps * rng.uniform(3, 12) + rng.uniform(0, 6)
        )
        edge = [*zip(steps * w, hill, strict=True), (w, h), (0, h)]
        cv2.fillPoly(part, [np.array(edge, np.int32)], colour if k == 0 else any_colour(rng), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        spot = (w * rng.uniform(0.1, 0.9), h * rng.uniform(0.45, 0.85))
        cv2.fillPoly(part, [_blob(rng, spot, w * rng.uniform(0.04, 0.16))], any_colour(rng), cv2.LINE_AA)


def scribble(image: Picture, centre: tuple[float, float], size: float, colour: Any, rng: Generator) -> None:
    """Draw a few long curved strokes, as of a pen, with a dot or two."""
    thick = max(1, int(size * rng.uniform(0.012, 0.06)))
    for _ in range(int(rng.integers(2, 7))):
        turns = np.cumsum(rng.normal(0, rng.uniform(0.1, 0.7), 30)) + rng.uniform(0, 2 * np.pi)
        steps = np.stack([np.cos(turns), np.sin(turns)], 1).cumsum(0)
        steps -= (steps.min(0) + steps.max(0)) / 2
        steps *= size * rng.uniform(0.15, 0.5) / max(1.0, float(np.abs(steps).max()))
        line = np.asarray(steps + centre + rng.normal(0, size * 0.12, 2), np.int32)
        cv2.polylines(image, [line], False, colour, thick, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        at = _at(np.asarray(centre) + rng.normal(0, size * 0.15, 2))
        cv2.circle(image, at, _px(size * rng.uniform(0.015, 0.05)), colour, -1, cv2.LINE_AA)


def pictogram(image: Picture, centre: tuple[float, float], size: float, colour: Any, rng: Generator) -> None:
    """Draw a cross, a bar in a ring, arrowheads, a flag or a raised hand, as if to say "not I"."""
    (x, y), r = centre, size / 2
    thick = max(2, int(size * rng.uniform(0.06, 0.2)))
    kind = int(rng.integers(5))
    if kind == 0:
        for side in (-1, 1):
            ends = ((x - r * 0.7, y - side * r * 0.7), (x + r * 0.7, y + side * r * 0.7))
            cv2.line(image, _at(ends[0]), _at(ends[1]), colour, thick, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(image, _at(centre), _px(r * 0.9), colour, thick, cv2.LINE_AA)
        tilt = rng.choice([0.0, 0.7])
        ends = ((x - r * 0.6, y - tilt * r * 0.6), (x + r * 0.6, y + tilt * r * 0.6))
        cv2.line(image, _at(ends[0]), _at(ends[1]), colour, thick, cv2.LINE_AA)
    elif kind == 2:
        for k in range(int(rng.integers(1, 4))):
            left = x - r * 0.8 + k * r * 0.6
            head = np.array([(left, y - r * 0.6), (left + r * 0.7, y), (left, y + r * 0.6)], np.int32)
            filled = rng.random() < 0.5
            if filled:
                cv2.fillPoly(image, [head], colour, cv2.LINE_AA)
            else:
                cv2.polylines(image, [head], False, colour, thick, cv2.LINE_AA)
    elif kind == 3:
        cv2.line(image, _at((x - r * 0.5, y + r)), _at((x - r * 0.5, y - r)), colour, thick, cv2.LINE_AA)
        flag = [(x - r * 0.5, y - r), (x + r * 0.8, y - r * 0.6), (x - r * 0.5, y - r * 0.1)]
        cv2.fillPoly(image, [np.array(flag, np.int32)], any_colour(rng), cv2.LINE_AA)
    else:
        cv2.fillPoly(image, [_blob(rng, (x, y + r * 0.3), r * 0.5)], colour, cv2.LINE_AA)
        for k in range(int(rng.integers(3, 6))):
            angle = -np.pi / 2 + (k - 2) * rng.uniform(0.25, 0.45)
            tip = (x + r * np.cos(angle), y + r * np.sin(angle))
            cv2.line(image, _at((x, y + r * 0.3)), _at(tip), colour, thick, cv2.LINE_AA)


def heap(image: Picture, centre: tuple[float, float], size: float, colour: Any, rng: Generator) -> None:
    """Draw shapes beside and upon one another, as of a pattern, a vehicle or a still life."""
    tones = [colour, any_colour(rng), any_colour(rng)]
    even = rng.random() < 0.4
    for _ in range(int(rng.integers(3, 12))):
        off = rng.uniform(-0.45, 0.45, 2) * size
        reach, tone = size * rng.uniform(0.05, 0.25), tones[int(rng.integers(3))]
        kind, turned = int(rng.integers(3)), rng.uniform(0, np.pi)
        for side in (1, -1) if even else (1,):
            at = (centre[0] + side * off[0], centre[1] + off[1])
            if kind == 0:
                cv2.circle(image, _at(at), _px(reach), tone, -1, cv2.LINE_AA)
            elif kind == 1:
                box = cv2.boxPoints((at, (2 * reach, reach * rng.uniform(0.4, 2)), np.degrees(turned) * side))
                cv2.fillPoly(image, [np.asarray(box, np.int32)], tone, cv2.LINE_AA)
            else:
                cv2.fillPoly(image, [_blob(rng, at, reach)], tone, cv2.LINE_AA)


def _blob(rng: Generator, centre: Any, reach: float) -> Points:
    """Give the outline of something round, wide, high or dented."""
    around = np.arange(40) * 2 * np.pi / 40
    dents = 1 + sum(
        rng.normal(0, 0.18 / k) * np.cos(k * around + rng.uniform(0, 2 * np.pi)) for k in (2, 3, 4, 5)
    )
    shape = rng.uniform(0.6, 1.0, 2) * reach
    wave = np.stack([shape[0] * dents * np.cos(around), shape[1] * dents * np.sin(around)], 1)
    return np.asarray(wave + centre, np.int32)


def _look(image: Picture, centre: tuple[float, float], reach: float, rng: Generator) -> None:
    """Give a head eyes, one where it is seen from the side, and a mouth or none."""
    (x, y), pale, dark = centre, (245, 245, 250), (30, 30, 35)
    big, apart, up = (rng.uniform(*room) for room in ((0.05, 0.25), (0.2, 0.5), (-0.1, 0.4)))
    for side in (-1, 1) if rng.random() < 0.75 else (1,):
        at = _at((x + side * apart * reach, y - up * reach))
        if rng.random() < 0.6:
            cv2.circle(image, at, _px(big * reach), pale, -1, cv2.LINE_AA)
        cv2.circle(image, at, _px(big * reach * rng.uniform(0.3, 0.8)), dark, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        mouth = (_px(rng.uniform(0.15, 0.5) * reach), _px(rng.uniform(0.05, 0.3) * reach))
        bow = int(rng.choice([0, 180]))
        at = _at((x, y + reach * 0.45))
        cv2.ellipse(image, at, mouth, 0, bow, bow + 180, dark, max(1, _px(0.05 * reach)), cv2.LINE_AA)


def _spotted(image: Picture, centre: tuple[float, float], reach: float, rng: Generator) -> None:
    """Put spots on a body now and then."""
    if rng.random() < 0.3:
        tone = any_colour(rng)
        for _ in range(int(rng.integers(2, 7))):
            at = _at(np.asarray(centre) + rng.uniform(-0.5, 0.5, 2) * reach)
            cv2.circle(image, at, _px(reach * rng.uniform(0.04, 0.14)), tone, -1, cv2.LINE_AA)


def any_colour(rng: Generator) -> tuple[int, ...]:
    """Give any colour (BGR, 0-255)."""
    return tuple(int(v) for v in rng.integers(0, 256, 3))


def _at(point: Any) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _px(length: float) -> int:
    return max(1, int(length))
