"""Draws what lies around and over the cards: phones, paper, mugs, dice, books, hands and sleeves."""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from training import art, clipart
from training.fonts import number_fonts
from training.table import Canvas, Picture

FILLS, CUT_OUTS_TRIED = 0.7, 8
"""How much of its frame a cut-out may fill, and how many pictures are looked at for one."""


def turned(patch: Picture, alpha: Picture, angle: float) -> tuple[Picture, Picture]:
    """Turn a patch and its alpha by an angle in degrees, growing the frame."""
    h, w = alpha.shape
    side = int(np.hypot(h, w)) + 2
    m = cv2.getRotationMatrix2D((w / 2, h / 2), angle, 1.0)
    m[:, 2] += (side / 2 - w / 2, side / 2 - h / 2)
    return cv2.warpAffine(patch, m, (side, side), borderMode=cv2.BORDER_REPLICATE), cv2.warpAffine(
        alpha, m, (side, side)
    )


def thing(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    """Draw one piece of clutter; `unit` is the height of a card in pixels."""
    makers = [_phone, _paper, _paper, _mug, _dice, _coins, _pen, _book, _sign]
    patch, alpha = makers[int(rng.integers(len(makers)))](rng, max(40.0, unit))
    return turned(patch, alpha, rng.uniform(0, 360))


def cut_out(rng: Generator, unit: float) -> tuple[Picture, Picture] | None:
    """Give a thing that others drew, cut out along its outline, turned any way; None where there is none.

    What fills its frame is left out: that is a card to the eye, and nobody could say that it is none.
    """
    for _ in range(CUT_OUTS_TRIED):
        if (picture := clipart.any_picture(rng)) is None:
            return None
        if picture[..., 3].mean() < FILLS * 255:
            picture = clipart.scaled(picture, unit * rng.uniform(0.3, 1.5))
            return turned(picture[..., :3], picture[..., 3], rng.uniform(0, 360))
    return None


def _plate(h: int, w: int, colour: Any, radius: float) -> tuple[Picture, Picture]:
    patch = np.empty((h, w, 3), np.uint8)
    patch[:] = np.clip(np.asarray(colour)[:3], 0, 255).astype(np.uint8)
    alpha = np.zeros((h, w), np.uint8)
    art.rounded(alpha, (0, 0, w, h), radius, 255)
    return patch, alpha


def _phone(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    h, w = int(unit * rng.uniform(1.3, 1.8)), int(unit * rng.uniform(0.65, 0.9))
    patch, alpha = _plate(h, w, rng.uniform(0, 70, 3), w * 0.1)
    art.rounded(
        patch,
        (w // 20, h // 30, w - w // 10, h - h // 15),
        w * 0.08,
        tuple(int(v) for v in rng.integers(0, 90, 3)),
    )
    if rng.random() < 0.3:
        art.word(
            patch,
            (w / 2, h * 0.2),
            h * 0.1,
            w * 0.8,
            "12:45",
            str(rng.choice(number_fonts())),
            (220, 220, 220),
            False,
        )
    return patch, alpha


def _paper(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    """A sheet with writing: lines of words and some figures, none of them a card's number."""
    h, w = int(unit * rng.uniform(0.8, 2.2)), int(unit * rng.uniform(0.6, 1.6))
    patch, alpha = _plate(h, w, rng.uniform(200, 255) + rng.uniform(-15, 15, 3), 2)
    font, size, tone = (
        str(rng.choice(number_fonts())),
        unit * rng.uniform(0.05, 0.16),
        tuple(int(v) for v in rng.integers(0, 120, 3)),
    )
    y = size * 1.5
    while y < h - size:
        x = size * 1.5
        while x < w - size * 2:
            text = (
                art.letters(rng)
                if rng.random() < 0.8
                else str(rng.integers(0, 3000)) + str(rng.choice(list("+-=:/x€%")))
            )
            room = rng.uniform(2, 5) * size
            art.word(patch, (x + room / 2, y), size, room, text, font, tone, False)
            x += room + size * 0.6
        y += size * rng.uniform(1.5, 2.2)
    return patch, alpha


def _mug(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    r = int(unit * rng.uniform(0.35, 0.6))
    side, colour = r * 3, rng.uniform(10, 245, 3)
    patch, alpha = _plate(side, side, colour, 1)
    alpha[:] = 0
    c = (side // 2, side // 2)
    cv2.circle(alpha, c, r, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.ellipse(
            alpha,
            (c[0] + r, c[1]),
            (int(r * 0.4), int(r * 0.25)),
            0,
            0,
            360,
            255,
            max(3, r // 8),
            cv2.LINE_AA,
        )
    cv2.circle(patch, c, int(r * 0.85), tuple(float(v) * 0.6 for v in colour), -1, cv2.LINE_AA)
    cv2.circle(
        patch,
        (c[0] + r // 10, c[1]),
        int(r * 0.78),
        tuple(int(v) for v in rng.integers(0, 200, 3)),
        -1,
        cv2.LINE_AA,
    )
    return patch, alpha


def _dice(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    side = int(unit * rng.uniform(0.15, 0.3))
    colour = rng.uniform(20, 250, 3)
    patch, alpha = _plate(side, int(side * rng.uniform(1, 1.5)), colour, side * 0.12)
    tone = (250, 250, 250) if colour.mean() < 130 else (20, 20, 20)
    spots = [(0.5, 0.5), (0.25, 0.25), (0.75, 0.75), (0.25, 0.75), (0.75, 0.25), (0.25, 0.5), (0.75, 0.5)]
    for x, y in spots[: int(rng.integers(1, 8))]:
        cv2.circle(patch, (int(x * side), int(y * side)), max(1, side // 10), tone, -1, cv2.LINE_AA)
    patch[:, side:] = (patch[:, side:] * 0.7).astype(np.uint8)
    return patch, alpha


def _coins(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    side = int(unit * rng.uniform(0.4, 0.8))
    patch, alpha = _plate(side, side, (90, 90, 90), 1)
    alpha[:] = 0
    colour = tuple(int(v) for v in rng.integers(20, 240, 3))
    for _ in range(int(rng.integers(1, 10))):
        r = max(3, int(unit * rng.uniform(0.05, 0.13)))
        at = (int(rng.uniform(r, side - r)), int(rng.uniform(r, side - r)))
        cv2.circle(alpha, at, r, 255, -1, cv2.LINE_AA)
        cv2.circle(patch, at, r, colour, -1, cv2.LINE_AA)
        cv2.circle(patch, at, int(r * 0.75), tuple(int(c * 0.7) for c in colour), max(1, r // 8), cv2.LINE_AA)
        if rng.random() < 0.3:
            art.word(
                patch,
                at,
                r,
                r * 1.3,
                str(rng.choice(list("15AX$€?"))),
                number_fonts()[0],
                (20, 20, 20),
                False,
            )
    return patch, alpha


def _pen(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    patch, alpha = _plate(
        max(5, int(unit * rng.uniform(0.06, 0.13))),
        int(unit * rng.uniform(1, 1.8)),
        rng.uniform(0, 255, 3),
        5,
    )
    patch[: patch.shape[0] // 3] = np.clip(patch[: patch.shape[0] // 3].astype(int) + 60, 0, 255).astype(
        np.uint8
    )
    return patch, alpha


def _book(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    """A book, a box or a magazine: large letters, shapes, a picture."""
    h, w = int(unit * rng.uniform(1.1, 2.4)), int(unit * rng.uniform(0.9, 1.8))
    patch, alpha = _plate(h, w, rng.uniform(0, 255, 3), 3)
    font = str(rng.choice(number_fonts()))
    for _ in range(int(rng.integers(2, 7))):
        at, tone = (
            (rng.uniform(0.2, 0.8) * w, rng.uniform(0.1, 0.9) * h),
            tuple(int(v) for v in rng.integers(0, 256, 3)),
        )
        if rng.random() < 0.6:
            art.word(patch, at, unit * rng.uniform(0.06, 0.35), w * 0.9, art.letters(rng), font, tone, False)
        else:
            art.ornament(
                patch,
                at,
                unit * rng.uniform(0.1, 0.5),
                tone,
                int(rng.integers(0, 7)),
                int(rng.integers(3, 9)),
            )
    return patch, alpha


def _sign(rng: Generator, unit: float) -> tuple[Picture, Picture]:
    """A token or tile with one glyph."""
    side = int(unit * rng.uniform(0.25, 0.6))
    colour = rng.uniform(0, 255, 3)
    patch, alpha = _plate(side, side, colour, side * rng.uniform(0, 0.5))
    tone = (245, 245, 245) if colour.mean() < 130 else (20, 20, 20)
    if rng.random() < 0.5:
        art.glyph(patch, (side / 2, side / 2), side * 0.7, tone, rng)
    else:
        art.word(
            patch,
            (side / 2, side / 2),
            side * 0.6,
            side * 0.8,
            art.letters(rng)[:2],
            str(rng.choice(number_fonts())),
            tone,
            False,
        )
    return patch, alpha


def lay_aside(rng: Generator, canvas: Canvas, tall: float, count: int) -> None:
    """Lay so many things mostly above and below the picture's middle."""
    high, wide = canvas.owner.shape
    for _ in range(count):
        patch, alpha = thing(rng, tall * rng.uniform(0.8, 1.3))
        at = (
            int(rng.uniform(-0.1, 0.95) * wide),
            int(rng.choice([rng.uniform(-0.15, 0.3), rng.uniform(0.6, 0.95)]) * high),
        )
        canvas.lay(patch, alpha, at, -1, (4, 6, 5.0, 0.4))


def scatter(rng: Generator, canvas: Canvas, tall: float, count: int) -> None:
    """Lay so many things anywhere, mostly cut out of what others drew."""
    high, wide = canvas.owner.shape
    for _ in range(count):
        unit = tall * rng.uniform(0.5, 1.3)
        made = cut_out(rng, unit) if rng.random() < 0.6 else None
        patch, alpha = thing(rng, unit) if made is None else made
        at = int(rng.uniform(-0.1, 0.95) * wide), int(rng.uniform(-0.1, 0.9) * high)
        canvas.lay(patch, alpha, at, -1, (2, 3, 4.0, rng.uniform(0, 0.4)))


def hand(
    rng: Generator, size: tuple[int, int], at: tuple[float, float], unit: float
) -> tuple[Picture, Picture]:
    """Draw an arm reaching in from outside to a point: palm, fingers, sleeve; full-frame patch and alpha."""
    high, wide = size
    angle = rng.uniform(0, 2 * np.pi)
    d = np.array([np.cos(angle), np.sin(angle)])
    n = np.array([-d[1], d[0]])
    tone = np.array(
        [(150, 180, 225), (110, 145, 200), (70, 105, 160), (45, 70, 115), (190, 205, 240)][
            int(rng.integers(5))
        ]
    ) + rng.uniform(-15, 15, 3)
    skin, cloth = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    tip, width = np.asarray(at, float), min(260.0, unit * rng.uniform(0.5, 0.95))
    palm = tip + d * width * rng.uniform(0.7, 1.1)
    cv2.ellipse(
        skin,
        _ints(palm),
        (int(width * 0.62), int(width * 0.5)),
        float(np.degrees(angle)),
        0,
        360,
        255,
        -1,
        cv2.LINE_AA,
    )
    for k in range(5):
        spread = (k - 2) * 0.21 * width
        root = palm + n * spread
        end = tip + n * spread * rng.uniform(0.4, 1.3) - d * width * rng.uniform(-0.3, 0.25)
        if k == 4:
            end = palm + n * width * rng.uniform(0.5, 0.8) - d * width * rng.uniform(0, 0.4)
        cv2.line(skin, _ints(root), _ints(end), 255, max(3, int(width * rng.uniform(0.2, 0.26))), cv2.LINE_AA)
    far, cuff = palm + d * 3000, palm + d * width * rng.uniform(0.8, 2.2)
    cv2.line(skin, _ints(palm), _ints(far), 255, max(4, int(width * rng.uniform(0.55, 0.7))), cv2.LINE_AA)
    if rng.random() < 0.85:
        cv2.line(
            cloth, _ints(cuff), _ints(far), 255, max(6, int(width * rng.uniform(0.75, 1.15))), cv2.LINE_AA
        )
    patch = np.empty((*size, 3), np.float32)
    patch[:] = tone
    patch[cloth > 127] = rng.uniform(10, 235, 3)
    alpha = np.maximum(skin, cloth)
    sigma = max(2.0, width * 0.13)
    small = cv2.resize(alpha, (wide // 4, high // 4), interpolation=cv2.INTER_AREA)
    round_off = (
        cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4 + 0.5), (wide, high)).astype(np.float32) / 255
    )
    light = 0.45 + 0.65 * round_off
    knuckles = (
        cv2.resize(
            cv2.GaussianBlur(cv2.resize(skin, (wide // 4, high // 4)), (0, 0), sigma / 9 + 0.5), (wide, high)
        ).astype(np.float32)
        / 255
    )
    patch *= (light * (0.75 + 0.3 * knuckles))[..., None]
    return np.clip(patch, 0, 255).astype(np.uint8), alpha


def _ints(p: Any) -> tuple[int, int]:
    return int(np.clip(p[0], -20000, 20000)), int(np.clip(p[1], -20000, 20000))
