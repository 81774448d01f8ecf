"""Says how cards lie in each kind of scene; metres, radians counter-clockwise, the table's middle at 0."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from training.rendered.blender import CARD_WIDE
from training.rendered.deck import FIVE

OVERLAPS = ("none", "some", "heavy")
OVERLAP_ODDS = (0.2, 0.42, 0.38)
SIDE_BY_SIDE = (1.1, 1.18)
"""How far cards that do not overlap lie apart, in widths of a card."""

TOO_CLOSE = 0.72
"""Of a deck with a single number in the middle nobody lays the cards closer than this: none could be read."""

PASS_ODDS = (0.6, 0.2, 0.12, 0.08)
"""How often a row ends in no pass card, one, two or three."""

BAD_SHARE, MIXED_SHARE, OPPOSITE_SHARE = 0.04, 0.05, 0.07
"""How often a row is out of order, has cards upside down, is seen from across the table."""

JUMP_SHARE, JUMP_WIDE = 0.28, 0.1
"""How often a card to jump over lies beside the row, and the room the camera leaves for it."""

JUMP = 50
"""What a jump card mostly lies above or below the last card."""


@dataclass(slots=True)
class Card:
    """A card that lies face up: a number, a pass card or an arrow.

    zone: where it lies (row, jump, pile, up, down, spot), or ``under`` others of its stack.
    """

    kind: str
    value: int | None
    x: float
    y: float
    turn: float
    zone: str
    order: int = 0
    colour: str | None = None
    flipped: bool = False


@dataclass(slots=True)
class Layout:
    """Cards from the lowest to the topmost, the arrows beside them, and how wide it all is."""

    cards: list[Card]
    wide: float
    arrows: tuple[Card, ...] = ()
    overlap: str = "none"
    mixed: bool = False
    opposite: bool = False
    bad_order: bool = False


def row(r: Random, centred: bool) -> Layout:
    """Lay a rising row with passes at its end, and a jump card beside some; centred: see `TOO_CLOSE`."""
    overlap = r.choices(OVERLAPS, OVERLAP_ODDS)[0]
    step = _stride(r, overlap, (0.55, 0.9), (0.33, 0.43))
    if centred and step < CARD_WIDE * TOO_CLOSE:
        step, overlap = CARD_WIDE * r.uniform(TOO_CLOSE, 0.85), "some"
    values, bad = _rising(r, 8 if overlap == "none" else 14)
    items = [*values, *[None] * r.choices([0, 1, 2, 3], PASS_ODDS)[0]]
    mixed, opposite = r.random() < MIXED_SHARE, r.random() < OPPOSITE_SHARE
    careless, heading = r.choice([0.04, 0.04, 0.07, 0.17]), r.gauss(0, 0.05)
    cards = []
    for i, value in enumerate(items):
        x = (i - (len(items) - 1) / 2) * step + r.gauss(0, 0.0012)
        y = r.gauss(0, 0.003)
        flipped = mixed and r.random() < 0.4
        turn = r.uniform(-careless, careless) * 0.6 + (math.pi if flipped else 0)
        kind = "pass" if value is None else "number"
        cards.append(Card(kind, value, x, y, turn, "row", i, flipped=flipped))
    wide = len(items) * step + CARD_WIDE
    if r.random() < JUMP_SHARE:
        cards.append(_jump(r, values, (len(items) - 1) / 2 * step))
        wide += JUMP_WIDE
    return Layout(_turned(cards, heading), wide, (), overlap, mixed, opposite, bad)


def scan(r: Random, centred: bool) -> Layout:
    """Lay collected cards, two to ten of five colours, side by side or one over the other."""
    overlap = r.choice(OVERLAPS)
    step = _stride(r, overlap, (0.6, 0.9), (0.35, 0.45))
    if centred and step < CARD_WIDE * TOO_CLOSE:
        step, overlap = CARD_WIDE * r.uniform(0.75, 0.9), "some"
    count = r.randint(2, 10)
    values = r.sample(range(3, 36), count)
    if r.random() < 0.6:
        values.sort()
    heading = r.gauss(0, 0.05)
    cards = []
    for i, value in enumerate(values):
        x, y = (i - (count - 1) / 2) * step + r.gauss(0, 0.0012), r.gauss(0, 0.003)
        colour = _colour(r)
        cards.append(Card("number", value, x, y, r.gauss(0, 0.03), "row", i, colour))
    return Layout(_turned(cards, heading), count * step + CARD_WIDE, (), overlap)


def pile(r: Random, centred: bool) -> Layout:
    """Lay one pile of up to eight cards, untidily."""
    count, base = r.randint(1, 8), r.uniform(-0.4, 0.4)
    cards = []
    for i, value in enumerate(r.sample(range(1, 24), count)):
        x, y, turn = r.gauss(0, 0.005), r.gauss(0, 0.005), base + r.gauss(0, 0.1)
        zone = "pile" if i == count - 1 else "under"
        cards.append(Card("number", value, x, y, turn, zone, i, _colour(r)))
    return Layout(cards, 3 * CARD_WIDE)


def stacks(r: Random, centred: bool) -> Layout:
    """Lay two stacks, one that counts up and one that counts down, each with its arrow beside it."""
    base = r.gauss(0, 0.1)
    gap, middle = r.uniform(0.07, 0.09), r.uniform(0.05, 0.09)
    cards, arrows = [], []
    for zone, side in (("up", -1), ("down", 1)):
        count = r.randint(1, 5)
        for i in range(count):
            value, x, y = r.randint(1, 10), side * middle + r.gauss(0, 0.0025), r.gauss(0, 0.003)
            turn = base + r.gauss(0, 0.05) + (math.pi if r.random() < 0.1 else 0)
            where = zone if i == count - 1 else "under"
            cards.append(Card("number", value, x, y, turn, where, i, _colour(r)))
        x, y, turn = side * (middle + gap), r.gauss(0, 0.004), base + r.gauss(0, 0.04)
        arrows.append(Card("arrow", None, x, y, turn, zone))
    return Layout(cards, 5 * CARD_WIDE, tuple(arrows))


def spots(r: Random, centred: bool) -> Layout:
    """Lay single cards about the table, most of them turned to their players."""
    count = r.randint(3, 8)
    across, deep, first = r.uniform(0.16, 0.24), r.uniform(0.1, 0.15), r.uniform(0, 2 * math.pi)
    cards = []
    for i in range(count):
        at = first + 2 * math.pi * i / count + r.gauss(0, 0.12)
        value, x, y = r.randint(2, 20), across * math.cos(at), deep * math.sin(at)
        turn = at + math.pi / 2 + r.gauss(0, 0.2) if r.random() < 0.75 else r.uniform(-3, 3)
        cards.append(Card("number", value, x, y, turn, "spot", i, _colour(r)))
    return Layout(cards, 6 * CARD_WIDE)


KINDS: dict[str, Callable[[Random, bool], Layout]] = {
    "row": row, "pile": pile, "stacks": stacks, "spots": spots, "scan": scan,
}  # fmt: skip


def _stride(r: Random, overlap: str, some: tuple[float, float], heavy: tuple[float, float]) -> float:
    """Draw how far cards lie apart, from widths of a card for each kind of overlap."""
    return CARD_WIDE * r.uniform(*{"none": SIDE_BY_SIDE, "some": some, "heavy": heavy}[overlap])


def _rising(r: Random, most: int) -> tuple[list[int], bool]:
    """Draw one to ``most`` rising numbers, two neighbours exchanged in some; say whether they should be."""
    values = sorted(r.sample(range(1, 101), r.randint(1, most)))
    bad = r.random() < BAD_SHARE and len(values) > 2
    if bad:
        i = r.randrange(len(values) - 1)
        values[i], values[i + 1] = values[i + 1], values[i]
    return values, bad


def _jump(r: Random, values: list[int], end: float) -> Card:
    """Lay a jump card below, above or right of a row's end, mostly fifty off its last number."""
    value = values[-1] + JUMP if values[-1] + JUMP <= 100 else values[-1] - JUMP
    if value < 1 or value in values or r.random() < 0.15:
        value = r.choice([other for other in range(1, 101) if other not in values])
    side = r.choice(["below", "above", "right"])
    if side == "right":
        x, y = end + CARD_WIDE + r.uniform(0.03, 0.05), r.uniform(-0.02, 0.02)
    else:
        x, y = end + r.uniform(-0.05, 0.03), r.uniform(0.11, 0.14) * (-1 if side == "below" else 1)
    return Card("number", value, x, y, r.uniform(-0.3, 0.3), "jump")


def _turned(cards: list[Card], heading: float) -> list[Card]:
    """Turn cards as a whole about the table's middle."""
    c, s = math.cos(heading), math.sin(heading)
    for card in cards:
        card.x, card.y, card.turn = c * card.x - s * card.y, s * card.x + c * card.y, card.turn + heading
    return cards


def _colour(r: Random) -> str:
    """Draw one of the five colours."""
    return r.choice(list(FIVE))
