"""What really lies in a picture (docs/pictures.md), and how a reading compares with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.cards import Zone
from companion.evidence import SeenCard

GAMES = {
    "row": "fifty-fifty",
    "pile": "23",
    "stacks": "quick-and-easy",
    "spots": "futschikato",
    "scan": "no-thanks",
}
"""The game that is read by in each scene."""

ORDERED = ("row", "scan")
"""Scenes in which the order counts."""

Face = str
"""A card as it is compared: its number, or ``pass``."""


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card that lies there: its face, zone, whether it can be read, its outline if known.

    ``colour``: None where it does not count or is not known.
    """

    face: Face
    zone: str
    visible: bool
    colour: str | None = None
    quad: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """What lies in a picture: its file, its scene, the game to read it by, its cards in order."""

    picture: Path
    scene: str
    game: str
    cards: tuple[TrueCard, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How a reading did: right in everything; cards there to be read; read right; sure; sure and wrong.

    ``words``: each card that was read with its confidence, and whether it is right.
    """

    exact: bool
    wanted: int
    right: int
    sure: int
    false: int
    words: tuple[tuple[float, bool], ...] = ()


def compared(truth: Truth, cards: Sequence[SeenCard]) -> Score:
    """Compare a reading with the truth."""
    words = tuple(_words(truth, cards))
    return _in_order(truth, cards, words) if truth.scene in ORDERED else _by_place(truth, cards, words)


def face_of(card: SeenCard) -> Face | None:
    """Give a sure card's face, None for one that is not sure."""
    believed = card.believed
    if believed is None:
        return None
    return "pass" if believed.value is None else str(believed.value)


def _in_order(truth: Truth, cards: Sequence[SeenCard], words: tuple[tuple[float, bool], ...]) -> Score:
    """Compare a row, and what lies beside it."""
    full = [(c.face, c.visible) for c in truth.cards if c.zone == "row"]
    beside = sorted(c.face for c in truth.cards if c.zone == "jump" and c.visible)
    hidden = sorted(c.face for c in truth.cards if c.zone == "jump")
    row = [face_of(c) for c in cards if c.zone is Zone.ROW]
    jump = sorted(f for c in cards if c.zone is Zone.JUMP and (f := face_of(c)))
    sure, plain = [f for f in row if f is not None], [f for f, visible in full if visible]
    found, known = _common(plain, sure), _common([f for f, _ in full], sure)
    exact = same_row(full, row) and jump in (beside, hidden)
    right = found + sum(f in beside for f in jump)
    false = len(sure) - known + sum(f not in hidden for f in jump)
    return Score(exact, len(plain) + len(beside), right, len(sure) + len(jump), false, words)


def _by_place(truth: Truth, cards: Sequence[SeenCard], words: tuple[tuple[float, bool], ...]) -> Score:
    """Compare single cards: each in its zone, and in its colour where that counts.

    Each card that lies there bears out one reading, those first that can be read. Cards about the table are
    read exactly in their order only: clockwise. Where that begins depends on the picture's corner, not on
    the cards, so truths may begin anywhere.
    """
    told = [card for card in cards if card.believed is not None]
    left = sorted(truth.cards, key=lambda c: not c.visible)
    found = []
    for card in told:
        own = next((c for c in left if _is(c, card)), None)
        if own is not None:
            left.remove(own)
            found.append(own)
    wanted, right = sum(c.visible for c in truth.cards), sum(c.visible for c in found)
    exact = right == wanted and len(found) == len(told)
    if truth.scene == "spots":
        exact = exact and _same_ring([(c.face, c.visible) for c in truth.cards], [face_of(c) for c in told])
    return Score(exact, wanted, right, len(told), len(told) - len(found), words)


def _is(card: TrueCard, seen: SeenCard) -> bool:
    """Say whether a sure reading is a card that lies there, in its colour where that counts."""
    colour = seen.best.colour if seen.best else None
    return (card.zone, card.face) == (seen.zone, face_of(seen)) and card.colour in (None, colour)


def _same_ring(full: Sequence[tuple[Face, bool]], got: Sequence[Face | None]) -> bool:
    """Say whether a reading is the ring, begun at any card."""
    return any(same_row([*full[k:], *full[:k]], got) for k in range(max(1, len(full))))


def same_row(full: Sequence[tuple[Face, bool]], got: Sequence[Face | None]) -> bool:
    """Say whether a reading is the row: a card that cannot be read may be missing, unsure, or right."""
    reached = {0}
    for face, visible in full:
        stepped = {
            i + 1 for i in reached if i < len(got) and (got[i] == face or (not visible and got[i] is None))
        }
        reached = stepped | (set() if visible else reached)
    return len(got) in reached


def _common(a: Sequence[Face], b: Sequence[Face]) -> int:
    """Give the length of the longest common subsequence."""
    best = [0] * (len(b) + 1)
    for x in a:
        before = best[:]
        for j, y in enumerate(b):
            best[j + 1] = before[j] + 1 if x == y else max(before[j + 1], best[j])
    return best[-1]


def _words(truth: Truth, cards: Sequence[SeenCard]) -> Iterator[tuple[float, bool]]:
    """Give each reading's confidence, and whether it is right: a card with that number lies there.

    Of cards that cover one another the middles lie close: a reading is no error for lying nearer to the
    middle of its card's neighbour. But each card in the picture bears out one reading only.
    """
    left = [card for card in truth.cards if card.quad]
    if not left:
        return
    for card in cards:
        if card.best is None or card.best.value is None:
            continue
        x, y = (sum(corner[k] for corner in card.quad) / 4 for k in (0, 1))
        own = [c for c in left if c.face == str(card.best.value) and _holds(c, (x, y))]
        if own:
            left.remove(min(own, key=lambda c: float(np.hypot(*(np.mean(c.quad, axis=0) - (x, y))))))
        yield card.confidence, bool(own)


def _holds(card: TrueCard, point: tuple[float, float]) -> bool:
    """Say whether a point lies on a card."""
    return cv2.pointPolygonTest(np.array(card.quad, np.float32), point, False) >= 0
