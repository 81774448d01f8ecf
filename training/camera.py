"""Turns a clean composite into what a camera would have made of it."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.table import FloatPicture, Picture, clouds


def view(rng: Generator, size: tuple[int, int], scale: float) -> NDArray[np.float64]:
    """Give the homography from table mm (x right, y down, 0,0 the middle) to pixels; `scale` pixels a mm."""
    high, wide = size
    focal = wide / (2 * np.tan(np.radians(rng.uniform(45, 80)) / 2))
    tilt = np.radians(
        rng.choice(
            [rng.uniform(-6, 6), rng.uniform(0, 27), rng.uniform(-22, 22), rng.uniform(25, 50)],
            p=[0.3, 0.4, 0.1, 0.2],
        )
    )
    pan = np.radians(rng.normal(0, 4))
    rx = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    ry = np.array([[np.cos(pan), 0, np.sin(pan)], [0, 1, 0], [-np.sin(pan), 0, np.cos(pan)]])
    turn = rx @ ry
    lens = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]])
    pose = np.stack([turn[:, 0], turn[:, 1], np.array([0, 0, focal / scale])], 1)
    h = lens @ pose
    return np.asarray(h / h[2, 2], np.float64)


@lru_cache(maxsize=1)
def _noise(high: int, wide: int) -> FloatPicture:
    rng = np.random.default_rng(5)
    return rng.standard_normal((high + 64, wide + 64, 3)).astype(np.float32)


def light(rng: Generator, image: Picture) -> FloatPicture:
    """Light the table: gradient, vignette, lamp spots and sheen, shadows, white balance, exposure."""
    size = image.shape[:2]
    high, wide = size
    small = (high // 8, wide // 8)
    y, x = np.mgrid[0 : small[0], 0 : small[1]].astype(np.float32)
    x, y = x / small[1] * 2 - 1, (y / small[0] * 2 - 1) * 0.5625
    angle = rng.uniform(0, 2 * np.pi)
    gain = 1 + rng.uniform(0, 0.35) * (np.cos(angle) * x + np.sin(angle) * y)
    gain *= 1 - rng.uniform(0, 0.45) * (x * x + y * y)
    gain += clouds(rng, small, (4, 3)) * rng.uniform(0, 0.06)
    glare = np.zeros(small, np.float32)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.4, 0.4, 0.2]))):
        cx, cy, r = rng.uniform(-1, 1), rng.uniform(-0.5, 0.5), rng.uniform(0.08, 0.5)
        glare += rng.uniform(15, 150) * np.exp(
            -((x - cx) ** 2 + ((y - cy) * rng.uniform(0.7, 1.8)) ** 2) / (r * r)
        )
    if rng.random() < 0.2:
        edge = np.cos(angle + 1) * x + np.sin(angle + 1) * y - rng.uniform(-0.5, 0.5)
        gain *= 1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-edge * rng.uniform(5, 60)))
    full = cv2.resize(gain.astype(np.float32), (wide, high))[..., None]
    spot = cv2.resize(glare, (wide, high))[..., None]
    warm = rng.uniform(-0.16, 0.16)
    balance = np.array([1 - warm, 1 + rng.uniform(-0.05, 0.05), 1 + warm], np.float32)
    lit = np.asarray((image * full + spot) * balance, np.float32)
    return lit * _exposure(rng, lit[::8, ::8])


def _exposure(rng: Generator, lit: FloatPicture) -> np.float32:
    """Give the gain of a camera that aims at a middling picture, nearly gets there, and sometimes fails."""
    if rng.random() < 0.12:
        return np.float32(rng.uniform(0.3, 1.1))
    aim = (rng.uniform(75, 150) / max(float(lit.mean()), 8.0)) ** rng.uniform(0.3, 1.0)
    most = rng.uniform(0.85, 1.2) * 255 / max(40.0, float(np.percentile(lit, 97)))
    return np.float32(np.clip(min(aim, most), 0.4, 2.5))


def develop(rng: Generator, image: FloatPicture, unit: float, loud: float = 1.0) -> Picture:
    """Blur, tone, noise (so ``loud``, 0-1), sharpening, JPEG; `unit` is the height of a card in pixels."""
    image = _blur(rng, image, unit)
    if rng.random() < 0.4:
        image = 255 * np.clip(image / 255, 0, 1) ** np.float32(rng.uniform(0.75, 1.3))
    if rng.random() < 0.3:
        grey = image.mean(2, keepdims=True)
        image = grey + (image - grey) * np.float32(rng.uniform(0.45, 1.25))
    if rng.random() < 0.75:
        image = image + loud * _sensor(rng, image.shape[:2])
    if rng.random() < 0.45:
        image = image + rng.uniform(0.2, 1.2) * (
            image - cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 1.6))
        )
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.85:
        code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])[1]
        out = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return out


def _blur(rng: Generator, image: FloatPicture, unit: float) -> FloatPicture:
    draw, most = rng.random(), max(0.6, unit / 130)
    if draw < 0.5:
        return image
    if draw < 0.85:
        return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, min(2.2, 0.5 + most)))
    length = rng.uniform(2, min(9.0, 2.5 + 2 * most))
    k = int(length) | 1
    line = np.zeros((k + 2, k + 2), np.float32)
    angle, middle = rng.uniform(0, np.pi), (k + 1) / 2
    tip = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    a, b = (middle - tip[0], middle - tip[1]), (middle + tip[0], middle + tip[1])
    cv2.line(line, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 1.0, 1, cv2.LINE_AA)
    return cv2.filter2D(image, -1, line / max(1e-6, float(line.sum())))


def _sensor(rng: Generator, size: tuple[int, int]) -> FloatPicture:
    """Sensor noise: fine or clumped, of one colour or of three."""
    bank = _noise(*size)
    dy, dx = rng.integers(0, 64, 2)
    part = bank[dy : dy + size[0], dx : dx + size[1]]
    noise = part * rng.uniform(1, 13)
    if rng.random() < 0.4:
        noise = cv2.blur(noise, (2, 2)) * 1.7
    if rng.random() < 0.5:
        noise = noise * 0.3 + noise[..., 1:2] * 0.8
    return np.asarray(noise, np.float32)
