"""Lays cards on a table as players do, and says where every number is and how much of it can be seen."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training import camera, clutter, decks, table
from training.decks import Deck, Face

SIZE = (720, 1280)
CARD = 92.0  # millimetres, the long side

COURT_SHARE = 0.12
"""How many of the cards of a deck of playing cards bear a letter instead of a number."""

HUNDREDS = 0.1
"""How many of the numbers up to 100 are a 100: three figures are another picture than two, and one in a
hundred cards bears them."""

QUIET = 0.6
"""The noise of a camera that was chosen for its place, beside what any camera may have."""


@dataclass(slots=True)
class Spot:
    """Where a card goes: its face, its middle in mm, its turn in radians (clockwise)."""

    face: Face
    x: float
    y: float
    turn: float


@dataclass(slots=True)
class Scene:
    """A finished picture and what is true of it.

    prints: one row a number print (x, y, digit height, up, visible share, value, marked, card row).
    cards: one row a face-up card (x, y, up, height, width, visible share, seen x, seen y, is pass, symmetric,
    value).
    """

    image: NDArray[np.uint8]
    prints: NDArray[np.float32]
    cards: NDArray[np.float32]
    quads: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))


def value(rng: Generator, most: int) -> int:
    """Draw a number: mostly 1-100, sometimes a small game's, sometimes up to 109."""
    if most == 100 and rng.random() < HUNDREDS:
        return 100
    return int(rng.integers(0, 110)) if rng.random() < 0.06 else int(rng.integers(1, most + 1))


def face(rng: Generator, deck: Deck, most: int) -> Face:
    """Draw one card of a deck, a number up to ``most`` or now and then a court card, if it has some."""
    return _faced(rng, deck, value(rng, most))


def _faced(rng: Generator, deck: Deck, number: int) -> Face:
    if deck.style["layout"] == "playing" and rng.random() < COURT_SHARE:
        return decks.court(deck, rng)
    return decks.number(deck, rng, number)


def stride(rng: Generator) -> float:
    """Draw how far a row's cards lie apart, in mm: overlapped heavily, somewhat or not at all."""
    return float(
        59
        * rng.choice(
            [rng.uniform(0.2, 0.42), rng.uniform(0.42, 0.95), rng.uniform(1.0, 1.2)], p=[0.45, 0.35, 0.2]
        )
    )


def row(rng: Generator, deck: Deck, most: int, count: int, step: float) -> list[Spot]:
    """A row: any direction, some passes at the end, sometimes a jump card beside it."""
    heading = rng.choice(
        [rng.normal(0, 0.09), np.pi + rng.normal(0, 0.09), rng.uniform(-np.pi, np.pi)], p=[0.62, 0.2, 0.18]
    )
    jitter, slack = rng.uniform(0.01, 0.07), rng.uniform(0.5, 6)
    mixed = 0.4 if rng.random() < 0.15 else 0.0
    passes = int(rng.choice([0, 1, 2, 3], p=[0.36, 0.32, 0.18, 0.14]))
    numbers = sorted(value(rng, most) for _ in range(count))
    faces = [_faced(rng, deck, v) for v in numbers] + [decks.passing(deck, rng) for _ in range(passes)]
    spots = [
        in_row(rng, f, (i - (len(faces) - 1) / 2) * step, jitter, slack, mixed) for i, f in enumerate(faces)
    ]
    if rng.random() < 0.12:
        spots.reverse()
    if rng.random() < 0.45:
        side = rng.choice([-1, 1]) * rng.uniform(100, 150)
        along = rng.uniform(-0.5, 0.6) * max(1, len(faces)) * step
        spots.append(
            Spot(
                face(rng, deck, most),
                along,
                side,
                rng.choice([0, 0, np.pi, 1.57, -1.57]) + rng.normal(0, 0.25),
            )
        )
    return [turn(s, heading) for s in spots]


def in_row(rng: Generator, f: Face, along: float, jitter: float, slack: float, mixed: float) -> Spot:
    """Put a card into a row, as carefully as people do; ``mixed``: how often upside down."""
    flip = np.pi if rng.random() < mixed else 0.0
    return Spot(f, along + rng.normal(0, slack / 2), rng.normal(0, slack), rng.normal(0, jitter) + flip)


def tiles(rng: Generator, deck: Deck, most: int, count: int) -> list[Spot]:
    """One to three straight rows side by side, as on a rack or a table, nothing over anything else."""
    heading, out = rng.normal(0, 0.06), []
    across, slack = CARD * rng.uniform(1.05, 1.5), rng.uniform(0.3, 3)
    step = CARD * deck.width / deck.height * rng.uniform(1.01, 1.25)
    for line in range(int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))):
        for i in range(count):
            x, y = (i - (count - 1) / 2) * step, line * across
            s = Spot(
                face(rng, deck, most),
                x + rng.normal(0, slack / 2),
                y + rng.normal(0, slack),
                rng.normal(0, 0.03),
            )
            out.append(turn(s, heading))
    return out


def turn(s: Spot, by: float) -> Spot:
    """Turn a spot about the table's middle, in radians."""
    c, d = np.cos(by), np.sin(by)
    return Spot(s.face, c * s.x - d * s.y, d * s.x + c * s.y, s.turn + by)


def pile(rng: Generator, deck: Deck, most: int, x: float, y: float) -> list[Spot]:
    """A pile of face-up cards, the lower ones peeping out."""
    base, spread = rng.normal(0, 0.4) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi), rng.uniform(1, 9)
    return [
        Spot(
            face(rng, deck, most),
            x + rng.normal(0, spread),
            y + rng.normal(0, spread),
            base + rng.normal(0, 0.08) + np.pi * (rng.random() < 0.1),
        )
        for _ in range(int(rng.integers(1, 6)))
    ]


def spots(rng: Generator, deck: Deck, most: int) -> list[Spot]:
    """Single cards about the table, turned to their players or any way."""
    out: list[Spot] = []
    for _ in range(60):
        if len(out) >= rng.integers(3, 11):
            break
        x, y = rng.uniform(-250, 250), rng.uniform(-130, 130)
        if all(np.hypot(x - s.x, y - s.y) > 95 for s in out):
            f = face(rng, deck, most) if rng.random() < 0.82 else decks.passing(deck, rng)
            out.append(
                Spot(
                    f, x, y, rng.choice([0, np.pi, 1.57, -1.57, rng.uniform(-3.1, 3.1)]) + rng.normal(0, 0.15)
                )
            )
    return out


def mess(rng: Generator, deck: Deck, most: int) -> list[Spot]:
    """Cards thrown about, over one another, any way round."""
    reach = rng.uniform(40, 200)
    some = int(rng.integers(3, 15))
    return [
        Spot(
            face(rng, deck, most) if rng.random() < 0.8 else decks.passing(deck, rng),
            rng.normal(0, reach),
            rng.normal(0, reach * 0.6),
            rng.uniform(-3.1, 3.1),
        )
        for _ in range(some)
    ]


def face_down(rng: Generator, deck: Deck) -> list[Spot]:
    """A face-down pile or a sign card somewhere off the middle."""
    x, y, turn = rng.uniform(-330, 330), rng.choice([-1, 1]) * rng.uniform(90, 220), rng.uniform(-3.1, 3.1)
    f = decks.backside(deck, rng) if rng.random() < 0.7 else decks.arrow(deck, rng)
    return [
        Spot(f, x + k * 0.8 + rng.normal(0, 1.5), y + k * 0.8, turn + rng.normal(0, 0.03))
        for k in range(int(rng.integers(1, 5)))
    ]


def compose(rng: Generator, layouts: Sequence[str] = ()) -> Scene:
    """Draw one whole scene, with a deck of one of the layouts given, or of any."""
    kind = str(
        rng.choice(["row", "pile", "stacks", "spots", "mess", "none"], p=[0.56, 0.07, 0.07, 0.13, 0.14, 0.03])
    )
    count = int(rng.integers(0, 15))
    tall = float(np.exp(rng.uniform(np.log(75), np.log(320 if kind in ("row", "pile") else 230))))
    step = stride(rng)
    if kind == "row" and rng.random() < 0.9:
        tall = min(tall, 1150 * CARD / (59 + (count + 0.5) * step))
    deck = decks.invent(rng, int(max(110, tall * 1.25)), layouts)
    most = int(rng.choice([100, 35, 20, 10], p=[0.6, 0.14, 0.13, 0.13]))
    if deck.style["layout"] in ("tile", "playing") and rng.random() < 0.8:
        most = int(rng.choice([10, 13, 15]))
    layouts: dict[str, Any] = {
        "row": lambda: (
            tiles(rng, deck, most, count)
            if deck.style["layout"] == "tile" and rng.random() < 0.8
            else row(rng, deck, most, count, step)
        ),
        "mess": lambda: mess(rng, deck, most), "spots": lambda: spots(rng, deck, most),
        "pile": lambda: pile(rng, deck, most, 0, 0), "none": lambda: [],
        "stacks": lambda: pile(rng, deck, most, -60, 0) + pile(rng, deck, most, 60, 0),
    }  # fmt: skip
    shift = rng.normal(0, 60, 2) * 150 / tall
    laid = [Spot(s.face, s.x + shift[0], s.y + shift[1], s.turn) for s in layouts[kind]()]
    down = [
        s
        for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.35, 0.3, 0.2, 0.15])))
        for s in face_down(rng, deck)
    ]
    return photograph(rng, down + laid, tall)


def photograph(rng: Generator, laid: list[Spot], tall: float, home: bool = False, things: int = 0) -> Scene:
    """Paint everything in order, measure what can be seen, then light and develop the picture.

    ``home``: the table is of a quiet colour, and the camera does not hiss as loudly as some do.
    ``things``: so many more things lie about, anywhere.
    """
    ground = camera.view(rng, SIZE, tall / CARD)
    canvas = table.Canvas(table.muted(rng, _top(rng)) if home else _top(rng), np.zeros(SIZE, np.int16))
    shade = (
        int(rng.normal(0, 0.02) * tall),
        int(rng.normal(0, 0.02) * tall),
        tall * rng.uniform(0.01, 0.05) + 0.5,
        rng.uniform(0, 0.5),
    )
    clutter.lay_aside(rng, canvas, tall, int(rng.choice([0, 1, 2, 4], p=[0.3, 0.3, 0.25, 0.15])))
    clutter.scatter(rng, canvas, tall, things)
    maps = [_lay(rng, canvas, s, k + 1, ground, shade) for k, s in enumerate(laid)]
    clutter.lay_aside(rng, canvas, tall, int(rng.random() < 0.12))
    if rng.random() < 0.3:
        _reach(rng, canvas, maps, laid, tall)
    prints, cards, quads = _truth(canvas.owner, laid, maps)
    image = camera.develop(rng, camera.light(rng, canvas.image), tall, QUIET if home else 1.0)
    return Scene(image, prints, cards, quads)


_TOPS: list[NDArray[np.uint8]] = []


def forget_tops() -> None:
    """Start anew with table tops, so that what follows hangs on its own seeds alone."""
    _TOPS.clear()


def _top(rng: Generator) -> NDArray[np.uint8]:
    """Give a table top: a new one now and then, else a known one mirrored, turned and scaled another way."""
    if len(_TOPS) < 8 or rng.random() < 0.3:
        _TOPS.append(table.surface(rng, (SIZE[0] + 300, SIZE[1] + 300)))
        if len(_TOPS) > 40:
            _TOPS.pop(0)
    top = _TOPS[int(rng.integers(len(_TOPS)))]
    h, w = top.shape[:2]
    there = np.array([(0, 0), (SIZE[1], 0), (SIZE[1], SIZE[0]), (0, SIZE[0])], np.float32)
    m = cv2.getRotationMatrix2D(
        (w / 2, h / 2), rng.normal(0, 6) + 180 * (rng.random() < 0.3), rng.uniform(0.95, 1.6)
    )
    m[:, 2] += (SIZE[1] / 2 - w / 2, SIZE[0] / 2 - h / 2)
    bent = there + rng.normal(0, 25, (4, 2)).astype(np.float32)
    full = cv2.getPerspectiveTransform(there, bent) @ np.vstack([m, [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(top, full, (SIZE[1], SIZE[0]), borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def _lay(
    rng: Generator, canvas: table.Canvas, s: Spot, who: int, ground: Any, shade: Any
) -> NDArray[np.float64]:
    """Lay one card; gives the homography from its texture to the picture."""
    h, w = s.face.alpha.shape
    c, d, k = np.cos(s.turn), np.sin(s.turn), CARD / h
    place = np.array(
        [
            [c * k, -d * k, s.x - (c * w - d * h) * k / 2],
            [d * k, c * k, s.y - (d * w + c * h) * k / 2],
            [0, 0, 1],
        ]
    )
    full = ground @ place
    box = cv2.perspectiveTransform(np.array([[(0, 0), (w, 0), (w, h), (0, h)]], np.float64), full)[0]
    x0, y0 = np.floor(box.min(0)).astype(int) - 1
    x1, y1 = np.ceil(box.max(0)).astype(int) + 1
    if x1 - x0 > 1500 or y1 - y0 > 1500 or x1 < 0 or y1 < 0 or x0 > SIZE[1] or y0 > SIZE[0]:
        return np.asarray(full, np.float64)
    local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ full
    size = (int(x1 - x0), int(y1 - y0))
    patch = cv2.warpPerspective(s.face.picture, local, size, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(s.face.alpha, local, size)
    gain = rng.uniform(0.94, 1.05)
    canvas.lay(np.clip(patch * gain, 0, 255).astype(np.uint8), alpha, (int(x0), int(y0)), who, shade)
    return np.asarray(full, np.float64)


def _reach(
    rng: Generator, canvas: table.Canvas, maps: list[NDArray[np.float64]], laid: list[Spot], tall: float
) -> None:
    """Let a hand reach over a card or the table."""
    at = (rng.uniform(0, SIZE[1]), rng.uniform(0, SIZE[0]))
    if maps and rng.random() < 0.8:
        k = int(rng.integers(len(maps)))
        h, w = laid[k].face.alpha.shape
        p = np.array([[[rng.uniform(0, w), rng.uniform(0, h)]]], np.float64)
        at = tuple(cv2.perspectiveTransform(p, maps[k])[0, 0])
    patch, alpha = clutter.hand(rng, SIZE, at, tall)
    off = int(tall * rng.uniform(0.02, 0.15))
    canvas.lay(patch, alpha, (0, 0), -1, (off, off, tall * 0.06 + 1, rng.uniform(0.1, 0.5)))


def _truth(
    owner: NDArray[np.int16], laid: list[Spot], maps: list[NDArray[np.float64]]
) -> tuple[Any, Any, Any]:
    """Measure every print and card against who lies on top."""
    prints: list[list[float]] = []
    cards: list[list[float]] = []
    quads: list[Any] = []
    for k, (s, m) in enumerate(zip(laid, maps, strict=True)):
        if s.face.kind not in ("number", "pass"):
            continue
        cards.append(_card(owner, s.face, m, k + 1))
        h, w = s.face.alpha.shape
        quads.append(cv2.perspectiveTransform(np.array([[(0, 0), (w, 0), (w, h), (0, h)]], np.float64), m)[0])
        prints += [_print(owner, s.face, ink, m, k + 1, len(cards) - 1) for ink in s.face.prints]
    return (
        np.array(prints, np.float32).reshape(-1, 8), np.array(cards, np.float32).reshape(-1, 11),
        np.array(quads, np.float32).reshape(-1, 4, 2),
    )  # fmt: skip


def _share(owner: NDArray[np.int16], quad: Any, who: int) -> tuple[float, Any]:
    """Give the share of a quad that `who` shows (off the picture is hidden) and that part's middle."""
    area = float(cv2.contourArea(quad.astype(np.float32)))
    x0, y0 = np.maximum(np.floor(quad.min(0)), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(quad.max(0)) + 1, (SIZE[1], SIZE[0])).astype(int)
    if x0 >= x1 or y0 >= y1 or area < 1:
        return 0.0, quad.mean(0)
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(inside, [np.round(quad - (x0, y0)).astype(np.int32)], 1)
    mine = (owner[y0:y1, x0:x1] == who) & (inside > 0)
    ys, xs = np.nonzero(mine)
    if len(ys) == 0:
        return 0.0, quad.mean(0)
    return min(1.0, len(ys) / max(1.0, float(max(inside.sum(), area)))), np.array(
        [xs.mean() + x0, ys.mean() + y0]
    )


def _project(m: Any, points: Any) -> Any:
    return cv2.perspectiveTransform(np.array([points], np.float64), m)[0]


def _card(owner: NDArray[np.int16], f: Face, m: Any, who: int) -> list[float]:
    h, w = f.alpha.shape
    quad = _project(m, [(0, 0), (w, 0), (w, h), (0, h)])
    share, seen = _share(owner, quad, who)
    middle = _project(m, [(w / 2, h / 2)])[0]
    north = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    east = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    up = np.arctan2(north[0], -north[1])
    return [
        *middle,
        up,
        np.hypot(*north),
        np.hypot(*east),
        share,
        *seen,
        f.kind == "pass",
        f.symmetric,
        f.value,
    ]


def _print(owner: NDArray[np.int16], f: Face, ink: decks.Ink, m: Any, who: int, row_: int) -> list[float]:
    (x, y), (w, h) = ink.centre, ink.size
    box = [(x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2)]
    quad = _project(m, box)
    share, _ = _share(owner, quad, who)
    north = (quad[0] + quad[1] - quad[2] - quad[3]) / 2 * (-1 if ink.turned else 1)
    middle = _project(m, [(x, y)])[0]
    return [*middle, np.hypot(*north), np.arctan2(north[0], -north[1]), share, f.value, f.marked, row_]
