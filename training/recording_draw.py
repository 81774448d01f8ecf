"""Draws the frames of a planned recording: cards that lie and that are carried, arms, light."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training import clutter, decks, scene, table
from training.decks import Deck, Face
from training.recording_parts import LIVELY, Piece, Plan, Pose, Setting, Visit
from training.table import Picture

TONES = [(150, 180, 225), (110, 145, 200), (70, 105, 160), (45, 70, 115), (190, 205, 240)]
SHADOW = 0.35
CALM = 0.75
"""So many tables have no loud colours."""
SUBFRAMES = 4
EXPOSURE = 0.014
"""Seconds."""
FAST = 10.0
"""A hand that moves more pixels than this in a frame is blurred."""


CLEAR = ("full", "full", "corners")
LEAST_INDEX = 0.085
"""Height of a clear corner number, a share of the card's."""


@dataclass(slots=True)
class Arm:
    """A drawn arm: fingers up, its tips at ``tip``; BGR and alpha, and a soft shadow."""

    picture: Picture
    alpha: Picture
    shadow: Picture
    tip: tuple[float, float]


def draw_arm(rng: Generator, unit: float) -> Arm:
    """Draw one player's arm: fist, forearm and sleeve; ``unit`` is a card's height in pixels."""
    wide, high = int(unit * 1.4), int(unit * 0.4 + 1700)
    skin, cloth = np.zeros((high, wide), np.uint8), np.zeros((high, wide), np.uint8)
    half, palm = wide / 2, unit * rng.uniform(0.27, 0.35)
    top = unit * 0.2
    _draw_fist(rng, skin, (half, top), unit, palm)
    wrist = half, top + unit * 0.4
    _stroke(skin, wrist, (half, high), palm * rng.uniform(1.1, 1.4))
    if rng.random() < 0.85:
        cuff = top + unit * rng.uniform(0.8, 1.6)
        _stroke(cloth, (half, cuff), (half, high + 99), palm * rng.uniform(1.7, 2.3))
        cloth[: int(cuff)] = 0
    alpha = np.maximum(skin, cloth)
    picture = np.empty((high, wide, 3), np.float32)
    picture[:] = np.array(TONES[int(rng.integers(len(TONES)))]) + rng.uniform(-12, 12, 3)
    sleeve = rng.uniform(10, 225, 3) + table.clouds(rng, (high, wide), (6, 60))[..., None] * 6
    picture[cloth > 127] = sleeve[cloth > 127]
    picture *= (0.5 + 0.55 * cv2.GaussianBlur(alpha, (0, 0), unit * 0.07).astype(np.float32) / 255)[..., None]
    picture *= (0.8 + 0.25 * cv2.GaussianBlur(skin, (0, 0), unit * 0.025).astype(np.float32) / 255)[..., None]
    soft = cv2.GaussianBlur(alpha, (0, 0), unit * 0.08)
    return Arm(np.clip(picture, 0, 255).astype(np.uint8), alpha, soft, (half, top))


def _draw_fist(rng: Generator, skin: Picture, at: tuple[float, float], unit: float, palm: float) -> None:
    """Draw four fingers, a thumb on either side and the back of a hand into a mask, in place."""
    half, top = at
    for k in range(4):
        x = half + (k - 1.5) * palm * 0.44
        end = top + unit * (0.02, 0.0, 0.01, 0.05)[k] * rng.uniform(0.5, 1.5)
        _stroke(skin, (x, top + unit * 0.4), (x, end + palm * 0.2), palm * 0.42)
    side = rng.choice([-1, 1])
    thumb = half + side * palm * 0.95, top + unit * 0.15
    _stroke(skin, (half, top + unit * 0.5), thumb, palm * 0.42)
    middle, axes = (int(half), int(top + unit * 0.36)), (int(palm), int(unit * 0.3))
    cv2.ellipse(skin, middle, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)


def _stroke(mask: Picture, start: tuple[float, float], end: tuple[float, float], thick: float) -> None:
    """Draw a thick line into a mask, in place."""
    (x0, y0), (x1, y1) = start, end
    cv2.line(mask, (int(x0), int(y0)), (int(x1), int(y1)), 255, int(thick), cv2.LINE_AA)


class Stage:
    """The table of one recording: its cards' faces, the players' arms and the light, all from one seed."""

    def __init__(self, rng: Generator, setting: Setting, plan: Plan, ground: NDArray[np.float64]) -> None:
        self._rng, self._setting, self._plan = rng, setting, plan
        self._ground, self._back = ground, np.linalg.inv(ground)
        high = int(setting.unit * 1.2)
        self._deck = deck_of(rng, high, setting.manner is not LIVELY)
        self._faces: dict[Any, Face] = {}
        self._arms = [draw_arm(rng, setting.unit * rng.uniform(0.85, 1.1)) for _ in plan.players]
        self._top = self._table(rng)
        self._gain, self._glare = lighting(rng, self._top)
        self._bank = rng.normal(0, rng.uniform(0.8, 4.0), (784, 1344, 3)).astype(np.int8)
        self._drift = rng.uniform(0, 0.035), rng.uniform(0.05, 0.4)
        self._soft = rng.uniform(0.0, 0.9)
        self._shade = (
            int(rng.normal(0, 0.015) * high),
            int(rng.normal(0, 0.015) * high),
            high * rng.uniform(0.01, 0.03),
            0.3,
        )
        self._known: tuple[Any, ...] | None = None
        self._lying: Picture = self._top
        self._lit: Picture = self._top

    def frames(self) -> Iterator[Picture]:
        """Draw every frame in turn."""
        fps = self._setting.fps
        for k in range(int(self._plan.seconds * fps)):
            yield self._frame(k / fps)

    def quad(self, piece: Piece) -> list[list[float]]:
        """Give a card's corners at its place of rest."""
        h, w = self._face(piece).alpha.shape
        corners = np.array([[(0, 0), (w, 0), (w, h), (0, h)]], np.float64)
        found = cv2.perspectiveTransform(corners, self._homography(self._face(piece), piece.pose, 0.0))[0]
        return [[round(float(x), 1), round(float(y), 1)] for x, y in found]

    def _table(self, rng: Generator) -> Picture:
        """Draw the top with its clutter, which keeps to the borders."""
        wide, high = self._setting.size
        top = table.surface(rng, (high, wide))
        if rng.random() < CALM:
            grey = top.mean(2, keepdims=True)
            top = np.clip(grey + (top - grey) * rng.uniform(0.1, 0.5), 0, 255).astype(np.uint8)
        canvas = table.Canvas(top, np.zeros((high, wide), np.int16))
        for _ in range(int(rng.integers(0, 5))):
            patch, alpha = clutter.thing(rng, self._setting.unit * 0.9)
            x = int(rng.choice([rng.uniform(-0.12, 0.05), rng.uniform(0.85, 1.0)]) * wide)
            at = (x, int(rng.uniform(-0.1, 0.9) * high))
            if not self._in_the_way(alpha, at):
                canvas.lay(patch, alpha, at, -1, (4, 6, 5.0, 0.4))
        return canvas.image

    def _in_the_way(self, alpha: Picture, at: tuple[int, int]) -> bool:
        """Say whether a thing would lie where the row goes, or the jump card."""
        s, ink = self._setting, np.zeros(self._top_size(), np.uint8)
        for across, half in ((0.0, 0.75), (s.beside, 0.75)):
            ends = [self._place(0.0, across), self._place(s.room * s.stride, across)]
            cv2.line(ink, ends[0], ends[1], 255, int(2 * half * s.unit))
        thing = np.zeros_like(ink)
        thing_canvas = table.Canvas(np.repeat(thing[..., None], 3, 2), np.zeros(ink.shape, np.int16))
        thing_canvas.lay(np.full((*alpha.shape, 3), 255, np.uint8), alpha, at, 1, (0, 0, 0.0, 0.0))
        return bool((ink[thing_canvas.owner > 0] > 0).any())

    def _top_size(self) -> tuple[int, int]:
        return self._setting.size[1], self._setting.size[0]

    def _place(self, along: float, across: float) -> tuple[int, int]:
        """Give the pixel of a place along the row and off it, in millimetres."""
        s = self._setting
        c, d = cos(s.heading), sin(s.heading)
        x, y = s.project((s.start[0] + along * c - across * d, s.start[1] + along * d + across * c))
        return round(x), round(y)

    def _face(self, piece: Piece) -> Face:
        key = "back" if piece.back else piece.value
        if key not in self._faces:
            draw = np.random.default_rng(5)
            self._faces[key] = (
                decks.backside(self._deck, draw) if piece.back
                else decks.passing(self._deck, draw) if piece.value is None
                else decks.number(self._deck, draw, piece.value)
            )  # fmt: skip
        return self._faces[key]

    def _frame(self, t: float) -> Picture:
        """Draw one frame: blurred where hands are fast, lit, with the sensor's noise."""
        out = [v for v in self._plan.visits if v.span[0] <= t <= v.span[1]]
        now = [(p, at) for p in self._plan.pieces if (at := p.at(t)) is not None]
        lying = [(p, pose) for p, (pose, _, over) in now if not over]
        self._settle(lying)
        lit = self._lit
        if out:
            lit = self._moving(t, out)
        size, pace = self._drift
        lit = cv2.convertScaleAbs(lit, alpha=1 + size * sin(2 * pi * pace * t))
        dy, dx = self._rng.integers(0, 64, 2)
        high, wide = lit.shape[:2]
        return np.asarray(cv2.add(lit, self._bank[dy : dy + high, dx : dx + wide], dtype=cv2.CV_8U), np.uint8)

    def _settle(self, lying: Sequence[tuple[Piece, Pose]]) -> None:
        """Draw and light the cards that lie, when they lie otherwise than in the frame before."""
        key = tuple((id(p), pose.x, pose.y, pose.turn) for p, pose in lying)
        if key == self._known:
            return
        canvas = self._canvas(self._top)
        for piece, pose in lying:
            self._lay(canvas, piece, pose, 0.0)
        self._known, self._lying = key, canvas.image
        self._lit = self._light(canvas.image, ...)

    def _light(self, flat: Picture, where: Any) -> Picture:
        """Light a part of the picture."""
        lit = cv2.GaussianBlur(flat, (0, 0), self._soft) if self._soft > 0.3 else flat
        lit = lit * self._gain[where] + self._glare[where]
        return np.clip(lit, 0, 255).astype(np.uint8)

    def _moving(self, t: float, visits: Sequence[Visit]) -> Picture:
        """Draw hands and what they carry; only where they are is anything drawn and lit anew."""
        fast = max(self._speed(v, t) for v in visits) > FAST
        parts = [self._albedo(t - k * EXPOSURE / SUBFRAMES, visits) for k in range(SUBFRAMES if fast else 1)]
        apart = np.max(
            [np.abs(p[::4, ::4].astype(np.int16) - self._lying[::4, ::4]).max(2) for p in parts], axis=0
        )
        x, y, w, h = (4 * v for v in cv2.boundingRect((apart > 0).astype(np.uint8)))
        if not w:
            return self._lit
        where = (slice(max(0, y - 8), y + h + 8), slice(max(0, x - 8), x + w + 8))
        flat = np.mean([p[where] for p in parts], axis=0).astype(np.uint8) if fast else parts[0][where]
        lit = self._lit.copy()
        lit[where] = self._light(flat, where)
        return lit

    def _speed(self, visit: Visit, t: float) -> float:
        a, b = visit.tip(t), visit.tip(t - 1 / self._setting.fps)
        return hypot(a[0] - b[0], a[1] - b[1])

    def _albedo(self, t: float, visits: Sequence[Visit]) -> Picture:
        """Draw carried cards and arms over what lies, without their light."""
        canvas = self._canvas(self._lying)
        for visit in visits:
            for piece in self._plan.pieces:
                if any(r.visit is visit and r.over and r.begin <= t < r.end for r in piece.rides):
                    at = piece.at(t)
                    if at and at[2]:
                        self._lay(canvas, piece, at[0], at[1])
            self._reach(canvas.image, visit, t)
        return canvas.image

    def _canvas(self, image: Picture) -> table.Canvas:
        return table.Canvas(image.copy(), np.zeros(image.shape[:2], np.int16))

    def _homography(self, face: Face, pose: Pose, lift: float) -> NDArray[np.float64]:
        """Give the map from a face's texture to the picture; a lifted card is nearer to the camera."""
        h, w = face.alpha.shape
        x, y = cv2.perspectiveTransform(np.array([[(pose.x, pose.y)]], np.float64), self._back)[0, 0]
        k = scene.CARD / h * (1 + lift)
        c, d = cos(pose.turn) * k, sin(pose.turn) * k
        place = np.array([[c, -d, x - (c * w - d * h) / 2], [d, c, y - (d * w + c * h) / 2], [0, 0, 1]])
        return np.asarray(self._ground @ place, np.float64)

    def _lay(self, canvas: table.Canvas, piece: Piece, pose: Pose, lift: float) -> None:
        face = self._face(piece)
        h, w = face.alpha.shape
        full = self._homography(face, pose, lift)
        box = cv2.perspectiveTransform(np.array([[(0, 0), (w, 0), (w, h), (0, h)]], np.float64), full)[0]
        (x0, y0), (x1, y1) = np.floor(box.min(0)).astype(int) - 1, np.ceil(box.max(0)).astype(int) + 1
        local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ full
        size = (int(x1 - x0), int(y1 - y0))
        patch = cv2.warpPerspective(
            face.picture, local, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        alpha = cv2.warpPerspective(face.alpha, local, size)
        dx, dy, blur, strength = self._shade
        away = int(lift * self._setting.unit * 0.6)
        canvas.lay(
            np.asarray(patch, np.uint8),
            np.asarray(alpha, np.uint8),
            (int(x0), int(y0)),
            1,
            (dx + away, dy + away, blur + away, strength),
        )

    def _reach(self, image: Picture, visit: Visit, t: float) -> None:
        """Draw an arm whose fingertips are where the visit says, its shadow first, in place."""
        arm, (x, y) = self._arms[visit.player], visit.tip(t)
        end = visit.legs[0].a
        angle = atan2(end[1] - y, end[0] - x) + visit.askew if hypot(end[0] - x, end[1] - y) > 1 else pi / 2
        turn = cv2.getRotationMatrix2D(arm.tip, 90 - degrees(angle), 1.0)
        turn[:, 2] += (x - arm.tip[0], y - arm.tip[1])
        size = (image.shape[1], image.shape[0])
        away = turn.copy()
        away[:, 2] = away[:, 2] + self._setting.unit * 0.03
        shade = cv2.warpAffine(arm.shadow, away, size)
        box = cv2.boundingRect(shade)
        if not box[2]:
            return
        there = (slice(box[1], box[1] + box[3]), slice(box[0], box[0] + box[2]))
        turn[:, 2] -= box[:2]
        patch = cv2.warpAffine(arm.picture, turn, (box[2], box[3]), borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpAffine(arm.alpha, turn, (box[2], box[3])).astype(np.float32)[..., None] / 255
        under = image[there] * (1 - shade[there].astype(np.float32)[..., None] * (SHADOW / 255))
        image[there] = (under * (1 - alpha) + patch * alpha).astype(np.uint8)


def deck_of(rng: Generator, high: int, clear: bool) -> Deck:
    """Invent a deck for Fifty Fifty: orange numbers, purple ones, passes; ``clear``: one in plain print."""
    deck = decks.invent(rng, high, CLEAR if clear else ())
    while clear and not _plain(deck):
        deck = decks.invent(rng, high, CLEAR)
    deck.palette = [decks.vary(rng, decks.HUES[name], 18) for name in ("orange", "purple")]
    return deck


def _plain(deck: Deck) -> bool:
    """Say whether a deck's numbers are large, solid and clear of any line."""
    style = deck.style
    lined = style["border"] in ("double", "line") and style["gap"][1] < style["inset"] + 0.02
    odd = style["outline"] or style["shade"] or style["wide"] != 1.0 or style["pattern"] in ("lines", "grid")
    return not (lined or odd) and (style["layout"] == "centre" or style["index"] >= LEAST_INDEX)


def lighting(rng: Generator, top: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the light's gain and glare for every pixel (H, W, 3): a lamp to one side, its sheen, a tint."""
    high, wide = top.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    x, y = x / wide * 2 - 1, (y / high * 2 - 1) * 0.5625
    angle = rng.uniform(0, 2 * pi)
    gain = 1 + rng.uniform(0, 0.3) * (cos(angle) * x + sin(angle) * y)
    gain *= 1 - rng.uniform(0, 0.3) * (x * x + y * y)
    spot = np.exp(
        -((x - rng.uniform(-1, 1)) ** 2 + (y - rng.uniform(-0.6, 0.6)) ** 2) / rng.uniform(0.02, 0.3)
    )
    warm = rng.uniform(-0.1, 0.1)
    balance = np.array([1 - warm, 1.0, 1 + warm], np.float32)
    level = np.float32(np.clip(rng.uniform(80, 150) / max(20.0, float(top.mean())), 0.6, 1.1))
    return np.asarray(gain[..., None] * balance * level, np.float32), np.asarray(
        np.repeat(spot[..., None] * rng.uniform(0, 60), 3, 2), np.float32
    )
