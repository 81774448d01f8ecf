"""Tables drawn in the tests: cards laid as prints that a perfect or a noisy finder would report."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from companion.cards import Card, Zone
from companion.evidence import Alternative, Point, SeenCard
from vision.cards.geometry import Placed
from vision.cards.layout import arrange
from vision.games import GameLook, look_of
from vision.looks.distance import Glance, View
from vision.prints.digits import CLASSES, JUNK
from vision.prints.faces import KINDS
from vision.prints.finder import CardHint, CardKind, Detections, Print
from vision.prints.nets import FloatArray

HEIGHT, WIDTH = 180.0, 116.0

SIZE = (1280, 720)
FIFTY = look_of("fifty-fifty")


@dataclass(frozen=True)
class Lying:
    """A card on the drawn table: its face (a number, "pass" or "?"), where, and which of its prints show."""

    face: str
    x: float
    y: float = 300.0
    up: float = 0.0
    shows: str = "tl"  # of tl, br, middle

    def hint(self, kind: CardKind, score: float = 0.9) -> CardHint:
        at = (self.x, self.y)
        return CardHint(at, self.up, HEIGHT, WIDTH, kind, score, at)

    @property
    def strip(self) -> tuple[float, float]:
        """The middle of what is seen of the card: of a covered one, the strip in which its corner stands."""
        left = 0.0 if "middle" in self.shows or "br" in self.shows else 0.33 * WIDTH
        return self.x - left * cos(self.up), self.y - left * sin(self.up)


def row(
    faces: str, *, pitch: float = 40.0, up: float = 0.0, at: tuple[float, float] = (200.0, 300.0)
) -> list[Lying]:
    """Lay an overlapped row, each card to the right of the one before in the cards' own frame."""
    step = pitch * cos(up), pitch * sin(up)
    names = faces.split()
    return [
        Lying(
            face,
            at[0] + i * step[0],
            at[1] + i * step[1],
            up,
            "tl br middle" if i == len(names) - 1 else "tl",
        )
        for i, face in enumerate(names)
    ]


def placed(card: Lying) -> Placed:
    """Give a card as the reader lays it out."""
    if card.face == "?":
        return Placed(card.hint(CardKind.CARD, score=0.6), (), False)
    face = Card.parse(card.face)
    hint = card.hint(CardKind.PASS if face.value is None else CardKind.NUMBER)
    right, high = (0.0, 0.0) if card.shows == "middle" else (-0.33 * WIDTH, 0.4 * HEIGHT)
    corner = (
        card.x + right * cos(card.up) + high * sin(card.up),
        card.y + right * sin(card.up) - high * cos(card.up),
    )
    return Placed(hint, (Alternative(face, 0.99),), True, (corner,) if face.value is not None else ())


def lies(
    cards: list[Lying], look: GameLook = FIFTY, row_at: Point | None = None, game: bool = False
) -> dict[Zone, str]:
    """Say what lies where: the numbers of each zone, in order."""
    seen = arrange([placed(c) for c in cards], look, SIZE, row_at, game=game)
    return {
        zone: " ".join(face(c) for c in seen if c.zone is zone)
        for zone in dict.fromkeys(c.zone for c in seen)
    }


def face(card: SeenCard) -> str:
    """Name a card that is sure, ``?`` any other."""
    return str(card.believed) if card.believed else "?"


@dataclass(frozen=True)
class Table:
    """A drawn table: what is found on it, and a digit reader that knows its prints."""

    finding: Detections
    values: FloatArray

    def find(self, image: NDArray[np.uint8], view: View | None) -> Glance:
        return Glance(self.finding, view.distance if view else 1.0)

    def digits(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        known = {p: self.values[i] for i, p in enumerate(self.finding.prints)}
        junk = says({}, junk=1.0)
        return np.array([known.get(p, junk) for p in prints], np.float32).reshape(-1, CLASSES)

    def faces(self, image: NDArray[np.uint8], cards: Sequence[CardHint]) -> FloatArray:
        """Know the pass cards from near by, in ignorance of all else."""
        passes = {p.seen for p in self.finding.passes}
        known = [(0.01, 0.99, 0.0) if c.seen in passes else (0.9, 0.05, 0.05) for c in cards]
        return np.array(known, np.float32).reshape(-1, KINDS)


def table(cards: Sequence[Lying], *, certain: float = 0.998, noise: float = 0.0, seed: int = 0) -> Table:
    """Report a drawn table as finder and digits would; ``noise`` shakes the votes, in card heights."""
    rng = random.Random(seed)
    prints: list[Print] = []
    values: list[FloatArray] = []
    for card in cards:
        for name in card.shows.split() if card.face.isdigit() else ():
            prints.append(_print(card, name, noise, rng))
            values.append(says({int(card.face): certain}))
    hints = tuple(_shaken(replace(c.hint(CardKind.CARD), seen=c.strip), noise, rng) for c in cards)
    both = zip(cards, hints, strict=True)
    passes = tuple(replace(h, kind=CardKind.PASS, score=0.99) for c, h in both if c.face == "pass")
    return Table(Detections(tuple(prints), passes, hints), np.array(values, np.float32).reshape(-1, CLASSES))


def says(values: dict[int, float], junk: float = 0.0005) -> FloatArray:
    """Give the probabilities (111,) of one print, what is left spread over all numbers."""
    row_ = np.full(CLASSES, max(0.0, 1 - junk - sum(values.values())) / CLASSES, np.float32)
    row_[JUNK] += junk
    for value, share in values.items():
        row_[value] += share
    return row_


def _print(card: Lying, name: str, noise: float, rng: random.Random) -> Print:
    right, high = {"tl": (-0.33, 0.4), "br": (0.33, -0.4), "middle": (0.0, 0.0)}[name]
    dx, dy = right * WIDTH, high * HEIGHT
    at = card.x + dx * cos(card.up) + dy * sin(card.up), card.y + dx * sin(card.up) - dy * cos(card.up)
    up = card.up + pi if name == "br" else card.up
    up = up - 2 * pi if up > pi else up
    digits = HEIGHT * (0.35 if name == "middle" else 0.1)
    return Print(at, digits, up, 0.9, replace(_shaken(card.hint(CardKind.NUMBER), noise, rng), seen=at))


def _shaken(hint: CardHint, noise: float, rng: random.Random) -> CardHint:
    x, y = (v + rng.gauss(0, noise * HEIGHT) for v in hint.centre)
    return replace(hint, centre=(x, y), up=hint.up + rng.gauss(0, noise))
