"""Makes what lies under the cards, and the canvas on which everything is laid."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training import art, surfaces
from training.fonts import number_fonts

Picture = NDArray[np.uint8]
FloatPicture = NDArray[np.float32]

PHOTOGRAPHED = 0.5
"""How often a table top is a photographed one, where there are some."""


@dataclass(slots=True)
class Canvas:
    """A picture in the making (H, W, 3) and who is on top at each pixel: 0 table, -1 clutter, else a card."""

    image: Picture
    owner: NDArray[np.int16]

    def lay(
        self,
        patch: Picture,
        alpha: Picture,
        at: tuple[int, int],
        who: int,
        shade: tuple[int, int, float, float],
    ) -> None:
        """Lay a patch with its alpha at (x, y), after its shadow (dx, dy, blur, strength)."""
        dx, dy, blur, strength = shade
        if strength > 0:
            self._shadow(alpha, (at[0] + dx, at[1] + dy), blur, strength)
        cut = self._cut(alpha.shape, at)
        if cut is None:
            return
        there, mine = cut
        a = alpha[mine]
        soft = a[..., None].astype(np.float32) / 255
        self.image[there] = (self.image[there] * (1 - soft) + patch[mine] * soft).astype(np.uint8)
        self.owner[there][a > 127] = who

    def _shadow(self, alpha: Picture, at: tuple[int, int], blur: float, strength: float) -> None:
        pad = int(blur * 2) + 1
        soft = cv2.copyMakeBorder(alpha, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
        soft = cv2.blur(cv2.blur(soft, (pad, pad)), (pad, pad))
        cut = self._cut(soft.shape, (at[0] - pad, at[1] - pad))
        if cut is not None:
            there, mine = cut
            keep = 1 - soft[mine][..., None].astype(np.float32) * (strength / 255)
            self.image[there] = (self.image[there] * keep).astype(np.uint8)

    def _cut(self, shape: Any, at: tuple[int, int]) -> Any:
        (h, w), (high, wide) = shape[:2], self.owner.shape
        x0, y0, x1, y1 = max(0, at[0]), max(0, at[1]), min(wide, at[0] + w), min(high, at[1] + h)
        if x0 >= x1 or y0 >= y1:
            return None
        there = (slice(y0, y1), slice(x0, x1))
        return there, (slice(y0 - at[1], y1 - at[1]), slice(x0 - at[0], x1 - at[0]))


def clouds(rng: Generator, size: tuple[int, int], cells: tuple[int, int]) -> FloatPicture:
    """Smooth noise (H, W) of about unit spread, `cells` (across, down) blobs to the picture."""
    small = rng.standard_normal((max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return cv2.resize(small, (size[1], size[0]), interpolation=cv2.INTER_CUBIC)


def surface(rng: Generator, size: tuple[int, int]) -> Picture:
    """Give a table top (H, W, 3), a photographed one now and then, where there are some, else a drawn one."""
    some = bool(surfaces.textures()) and rng.random() < PHOTOGRAPHED
    taken = surfaces.any_surface(rng, size) if some else None
    return _drawn(rng, size) if taken is None else taken


def _drawn(rng: Generator, size: tuple[int, int]) -> Picture:
    """Draw a table top (H, W, 3): wood, felt, cloth, stripes, plain, busy or sky, light or dark."""
    base = rng.uniform(25, 225, 3) if rng.random() < 0.5 else rng.uniform(40, 215) + rng.uniform(-18, 18, 3)
    kind = str(
        rng.choice(
            ["wood", "wood", "felt", "felt", "checks", "checks", "stripes", "plain", "busy", "grain", "print"]
        )
    )
    flat = np.empty((*size, 3), np.float32)
    flat[:] = base
    makers = {
        "wood": _wood,
        "felt": _felt,
        "checks": _checks,
        "stripes": _stripes,
        "busy": _busy,
        "grain": _felt,
        "print": _print,
    }
    if kind in makers:
        flat = makers[kind](rng, flat)
    flat += (clouds(rng, size, (5, 4)) * rng.uniform(0, 5))[..., None]
    return np.clip(flat, 0, 255).astype(np.uint8)


def muted(rng: Generator, top: Picture) -> Picture:
    """Give a table top in quieter colours, as most tables have them; one in seven stays as loud as it is."""
    if rng.random() < 1 / 7:
        return top
    grey = top.mean(axis=2, keepdims=True, dtype=np.float32)
    return np.clip(grey + (top - grey) * np.float32(rng.uniform(0.05, 0.6)), 0, 255).astype(np.uint8)


def _wood(rng: Generator, flat: FloatPicture) -> FloatPicture:
    size = flat.shape[:2]
    tone = rng.uniform(50, 215)
    flat[:] = np.array([0.5, 0.72, 0.95]) * tone + rng.uniform(-15, 15, 3)
    streaks = clouds(rng, size, (int(rng.integers(4, 12)), int(rng.integers(60, 240))))
    warp = clouds(rng, size, (6, 12)) * rng.uniform(2, 8)
    rings = np.sin(np.arange(size[0])[:, None] / rng.uniform(6, 25) + warp)
    grain = streaks * rng.uniform(4, 18) + rings * rng.uniform(0, 12)
    if rng.random() < 0.4:
        plank = int(rng.integers(60, 200))
        grain[::plank] -= 60
        grain += np.repeat(rng.standard_normal(size[0] // plank + 1) * 8, plank)[: size[0], None]
    out = flat + grain[..., None]
    return np.ascontiguousarray(out if rng.random() < 0.6 else _turn(out))


def _turn(image: FloatPicture) -> FloatPicture:
    h, w = image.shape[:2]
    return np.asarray(cv2.resize(image.transpose(1, 0, 2), (w, h)), np.float32)


def _felt(rng: Generator, flat: FloatPicture) -> FloatPicture:
    size = flat.shape[:2]
    if rng.random() < 0.5:
        flat[:] = np.array(
            [(60, 95, 20), (70, 60, 60), (110, 60, 30), (40, 40, 110)][int(rng.integers(4))]
        ) + rng.uniform(-20, 20, 3)
    fine = rng.standard_normal(size).astype(np.float32) * rng.uniform(3, 16)
    return (
        flat
        + (cv2.GaussianBlur(fine, (0, 0), rng.uniform(0.5, 1.6)) * 2 + clouds(rng, size, (90, 60)) * 4)[
            ..., None
        ]
    )


def _checks(rng: Generator, flat: FloatPicture) -> FloatPicture:
    h, w = flat.shape[:2]
    cell, second = int(rng.integers(14, 110)), rng.uniform(20, 245, 3)
    a = (np.arange(w) // cell % 2).astype(np.float32)[None, :, None]
    b = (np.arange(h) // cell % 2).astype(np.float32)[:, None, None]
    mix = (a + b) / 2 if rng.random() < 0.6 else np.abs(a - b)
    return flat * (1 - mix) + second.astype(np.float32) * mix


def _stripes(rng: Generator, flat: FloatPicture) -> FloatPicture:
    w = flat.shape[1]
    edges = np.cumsum(rng.integers(8, 120, 200))
    index = np.searchsorted(edges, np.arange(w))
    tones = (
        rng.uniform(-35, 35, (201, 1)) + rng.uniform(-8, 8, (201, 3))
        if rng.random() < 0.6
        else rng.uniform(-90, 90, (201, 3))
    )
    out = flat + tones[index].astype(np.float32)[None]
    return out if rng.random() < 0.5 else _turn(out)


def _busy(rng: Generator, flat: FloatPicture) -> FloatPicture:
    size = flat.shape[:2]
    for cells, force in ((6, 40), (14, 25), (40, 12)):
        for c in range(3):
            flat[..., c] += clouds(rng, size, (cells, cells)) * force * rng.uniform(0.2, 1.2)
    picture = np.clip(flat, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 250))):
        at = (int(rng.integers(size[1])), int(rng.integers(size[0])))
        tone = tuple(int(v) for v in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (250, 250, 250)
        cv2.circle(picture, at, int(rng.integers(1, 6)), tone, -1, cv2.LINE_AA)
    return picture.astype(np.float32)


def _print(rng: Generator, flat: FloatPicture) -> FloatPicture:
    """A cloth, mat or newspaper with shapes and letters on it."""
    picture = np.clip(flat, 0, 255).astype(np.uint8)
    h, w = picture.shape[:2]
    tones = [tuple(int(v) for v in rng.integers(0, 256, 3)) for _ in range(3)]
    fonts, size = number_fonts(), int(rng.integers(8, 60))
    font = str(rng.choice(fonts))
    for _ in range(int(rng.integers(20, 160))):
        at, tone = (rng.uniform(0, w), rng.uniform(0, h)), tones[int(rng.integers(3))]
        if rng.random() < 0.5:
            art.word(picture, at, size, w, art.letters(rng), font, tone, rng.random() < 0.2)
        else:
            art.ornament(
                picture,
                at,
                size * rng.uniform(0.4, 1.5),
                tone,
                int(rng.integers(0, 7)),
                int(rng.integers(3, 9)),
            )
    return picture.astype(np.float32)
