"""A stage for the watcher: cards and hands drawn frame by frame, with the truth of when each card touched.

Frames are 640x360 at 15 a second. Cards are 60x92 with their number drawn; a hand is a skin-coloured bar from
one side of the picture, with a sleeve, and holds its card near the lower edge.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Card, Zone
from companion.clock import Span, instant
from companion.evidence import Alternative, Quad, SeenCard, Side, Sighting
from vision.frame import Frame, Image
from vision.motion.changes import Look, reduce
from vision.watching.steady import Watcher

RATE = 15
SIZE = (640, 360)
CARD = (60, 92)
SKIN, SLEEVE = (150, 175, 225), (70, 90, 30)

Spot = tuple[float, float]
APPROACH = ((90.0, 45.0, 20.0, 9.0), (4.0, 2.7, 1.3, 0.0))
"""How far a card is from its place, frame by frame: slowing down in the air, then pushed on the table."""

STARTS = {Side.SOUTH: (320, 420), Side.NORTH: (320, -60), Side.WEST: (-60, 180), Side.EAST: (700, 180)}


def wood() -> Image:
    """A table with grain, the same in every test."""
    grain = np.random.default_rng(7).normal(0, 14, (SIZE[1] // 4, SIZE[0] // 32, 1))
    grown = cv2.resize(grain, SIZE, interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(np.array([110, 140, 165]) + grown, 0, 255).astype(np.uint8)


def quad_at(spot: Spot) -> Quad:
    (x, y), (w, h) = spot, (CARD[0] / 2, CARD[1] / 2)
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def draw_card(image: NDArray[np.uint8], face: str, spot: Spot) -> None:
    """Draw a card with sub-pixel accuracy."""
    art = np.full((CARD[1], CARD[0], 3), (60, 140, 235), np.uint8)
    cv2.rectangle(art, (2, 2), (CARD[0] - 3, CARD[1] - 3), (240, 240, 240), 1)
    for scale, at in ((1.1, (8, 58)), (0.45, (5, 16)), (0.45, (34, 86))):
        cv2.putText(art, face, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), 2)
    x, y = spot[0] - CARD[0] / 2, spot[1] - CARD[1] / 2
    left, top = int(np.floor(x)), int(np.floor(y))
    size = CARD[0] + 1, CARD[1] + 1
    move = np.array([[1, 0, x - left], [0, 1, y - top]], np.float64)
    mask = cv2.warpAffine(np.full(art.shape[:2], 255, np.uint8), move, size)[..., None] / 255.0
    laid = cv2.warpAffine(art, move, size, borderMode=cv2.BORDER_REPLICATE)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(SIZE[0], left + size[0]), min(SIZE[1], top + size[1])
    if x0 < x1 and y0 < y1:
        part = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
        under = image[y0:y1, x0:x1]
        image[y0:y1, x0:x1] = (laid[part] * mask[part] + under * (1 - mask[part])).astype(np.uint8)


def draw_arm(image: NDArray[np.uint8], side: Side, tip: Spot) -> None:
    start, end = STARTS[side], (round(tip[0]), round(tip[1]))
    cv2.line(image, start, end, SKIN, 36)
    wrist = tuple(round(s + 0.35 * (e - s)) for s, e in zip(start, end, strict=True))
    cv2.line(image, start, (wrist[0], wrist[1]), SLEEVE, 44)


@dataclass
class Stage:
    """Frames as they are played, each with the cards at rest in it; ``touched``: face to frame number."""

    frames: list[tuple[Image, tuple[SeenCard, ...]]] = field(default_factory=list)
    touched: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    lying: dict[str, Spot] = field(default_factory=dict)
    table: Image = field(default_factory=wood)

    def shoot(self, held: tuple[str, Spot] | None = None, arms: tuple[tuple[Side, Spot], ...] = ()) -> None:
        """Take one frame."""
        image = self.table.copy()
        for face, spot in (*self.lying.items(), *([held] if held else [])):
            draw_card(image, face, spot)
        for side, tip in arms:
            draw_arm(image, side, tip)
        self.frames.append((image, self.cards()))

    def cards(self) -> tuple[SeenCard, ...]:
        return tuple(seen(face, spot) for face, spot in self.lying.items())

    def rest(self, frames: int) -> None:
        for _ in range(frames):
            self.shoot()

    def lay(
        self,
        face: str,
        spot: Spot,
        side: Side,
        others: tuple[tuple[Side, Spot], ...] = (),
        stays: bool = False,
    ) -> None:
        """An arm brings a card, pushes it into place, lets go and leaves (or stays)."""
        way = np.array(STARTS[side]) - np.array(spot)
        way = way / np.hypot(*way)
        for off in APPROACH[0] + APPROACH[1]:
            if off == APPROACH[1][0]:
                self.touched[face] = len(self.frames)
            at = (float(spot[0] + off * way[0]), float(spot[1] + off * way[1]))
            self.shoot((face, at), ((side, grip(at, side)), *others))
        self.lying[face] = spot
        for off in (0.0, 12.0, 45.0, 110.0, 220.0)[: 1 if stays else None]:
            tip = grip(spot, side)
            self.shoot(arms=((side, (float(tip[0] + off * way[0]), float(tip[1] + off * way[1]))), *others))

    def take(self, face: str, side: Side) -> None:
        """An arm comes, rests a moment on a card and takes it away."""
        spot = self.lying[face]
        way = np.array(STARTS[side]) - np.array(spot)
        way = way / np.hypot(*way)
        for off in (150.0, 60.0, 10.0, 0.0, 0.0):
            tip = grip(spot, side)
            self.shoot(arms=((side, (float(tip[0] + off * way[0]), float(tip[1] + off * way[1]))),))
        del self.lying[face]
        self.left[face] = len(self.frames)
        for off in (8.0, 30.0, 80.0, 150.0, 230.0, 320.0, 420.0):
            at = (float(spot[0] + off * way[0]), float(spot[1] + off * way[1]))
            self.shoot((face, at), ((side, grip(at, side)),))


def grip(spot: Spot, side: Side) -> Spot:
    """Where the finger tips lie on a card: a quarter in from the edge that is nearest to the arm."""
    dx, dy = {Side.SOUTH: (0, 30), Side.NORTH: (0, -30), Side.WEST: (-20, 0), Side.EAST: (20, 0)}[side]
    return spot[0] + dx, spot[1] + dy


def looks_at(stage: Stage) -> list[Look]:
    """Give the stage's frames as the watcher sees them."""
    frames = (Frame(image, Span.at(instant(n / RATE)), n) for n, (image, _) in enumerate(stage.frames))
    return [reduce(frame) for frame in frames]


def seen(face: str, spot: Spot, sure: bool = True, zone: Zone = Zone.ROW) -> SeenCard:
    return SeenCard(zone, quad_at(spot), (Alternative(Card.parse(face), 0.99 if sure else 0.6),), sure)


@dataclass
class StageReader:
    """A reader double that knows what lies on the stage in the frame being looked at."""

    stage: Stage
    number: int = 0
    calls: int = 0
    spoil: Callable[[int, tuple[SeenCard, ...]], tuple[SeenCard, ...]] = lambda call, cards: cards

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        self.calls += 1
        return self.spoil(self.calls, self.stage.frames[self.number][1])


def play(
    stage: Stage,
    reader: StageReader | None = None,
    watcher: Watcher | None = None,
    change: Callable[[int, Image], Image] = lambda number, image: image,
) -> list[Sighting]:
    """Feed all frames to a watcher; gives the sightings."""
    reader = reader or StageReader(stage)
    watcher = watcher or Watcher(reader)
    return list(_played(stage, reader, watcher, change))


def _played(
    stage: Stage, reader: StageReader, watcher: Watcher, change: Callable[[int, Image], Image]
) -> Iterator[Sighting]:
    for number, (image, _) in enumerate(stage.frames):
        reader.number = number
        frame = Frame(change(number, image), Span.at(instant(number / RATE)), number)
        if (sighting := watcher.feed(frame)) is not None:
            yield sighting


def faces(sighting: Sighting) -> str:
    """Give what lies there, as text; a card that is not sure with a question mark."""
    return " ".join(f"{card.best}{'' if card.sure else '?'}" for card in sighting.cards)


def frame_of(span: Span) -> int:
    """Give the number of the frame at the end of a span."""
    return round(span.latest * RATE / 1e9)


def unsure(card: SeenCard) -> SeenCard:
    return replace(card, sure=False)
