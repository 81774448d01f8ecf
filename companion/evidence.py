"""What the senses report: the language of camera and buttons, and their only door into the core."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from math import hypot

from companion.cards import Card, Kind, Zone
from companion.clock import ClockFit, Instant, Span

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Corners in picture pixels: top left, top right, bottom right, bottom left of the card held upright."""


class Side(StrEnum):
    """A side or corner of the picture, from which an arm may come; in turn around it."""

    SOUTH = "south"
    SOUTHWEST = "southwest"
    WEST = "west"
    NORTHWEST = "northwest"
    NORTH = "north"
    NORTHEAST = "northeast"
    EAST = "east"
    SOUTHEAST = "southeast"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that a seen card may be, with its probability (0-1)."""

    card: Card
    probability: float


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as a sense saw it.

    ``alternatives`` are ordered most probable first and may be empty (a card whose face cannot be read);
    ``sure`` says that the first may be believed without asking.
    """

    zone: Zone
    quad: Quad
    alternatives: tuple[Alternative, ...]
    sure: bool

    def __post_init__(self) -> None:
        if self.sure and not self.alternatives:
            raise ValueError("a card that could not be read cannot be sure")

    @property
    def best(self) -> Card | None:
        """The most probable card, sure or not; None when nothing could be read."""
        return self.alternatives[0].card if self.alternatives else None

    @property
    def believed(self) -> Card | None:
        """The card where it is sure, else None."""
        return self.best if self.sure else None

    @property
    def confidence(self) -> float:
        """The probability (0-1) of the best alternative; 0 when nothing could be read."""
        return self.alternatives[0].probability if self.alternatives else 0.0

    @property
    def numberless(self) -> bool:
        """Whether no number was read on it: then it is most likely a pass, however poorly seen."""
        return all(a.card.kind is Kind.PASS for a in self.alternatives)

    def probability(self, card: Card) -> float:
        """The probability (0-1) that this is a card of that kind and number, whatever its colour."""
        best = 0.0
        for a in self.alternatives:
            if a.card.value == card.value and a.card.kind is card.kind and a.probability > best:
                best = a.probability
        return best


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a card came to lie where it is, and from which side the arm came, as far as the camera saw.

    ``either``: the sides of two arms that were at it at once; where it is not clear which of them laid it, it
    has no ``side``.
    """

    card: SeenCard
    touch: Span
    side: Side | None = None
    either: frozenset[Side] = frozenset()


@dataclass(frozen=True, slots=True)
class Sighting:
    """The table at rest: every card in view, row in row order from its start, no hand in the way.

    ``span``: when the picture was taken. ``arrivals``: the cards that came since the sighting before, in the
    order in which they touched the table. ``removed_at``: when the first card that was there before and is
    gone now left its place. ``partly``: an arm hid a part of the table, so cards may lie there unseen.
    """

    span: Span
    cards: tuple[SeenCard, ...]
    arrivals: tuple[Arrival, ...] = ()
    removed_at: Span | None = None
    removed_side: Side | None = None
    partly: bool = False

    def zone(self, zone: Zone) -> tuple[SeenCard, ...]:
        """Give the cards of one zone, in order."""
        return tuple(card for card in self.cards if card.zone is zone)


class PressSource(StrEnum):
    """What a press came through; each has its own error."""

    GPIO = "gpio"
    KEYBOARD = "keyboard"
    TABLET = "tablet"
    RECORDING = "recording"


SHARED = "jump"
"""The name of the button that belongs to everybody; every other bears its owner's."""


@lru_cache(maxsize=4096)
def centre(quad: Quad) -> Point:
    """Give the middle of a card, in pixels."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def distance(one: Quad, other: Quad) -> float:
    """Give how far the centres of two cards lie apart, in heights of the first one."""
    (ax, ay), (bx, by) = centre(one), centre(other)
    height = hypot(one[0][0] - one[3][0], one[0][1] - one[3][1])
    return hypot(ax - bx, ay - by) / max(height, 1.0)


def displaced(one: Quad, other: Quad) -> float:
    """Give how far the corner that has moved most has moved, in heights of the first card.

    Turned right round a card lies as before: which way up it is told may change from look to look.
    """
    height = max(1.0, hypot(one[0][0] - one[3][0], one[0][1] - one[3][1]))
    ways = (other, (*other[2:], *other[:2]))
    return (
        min(max(hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in zip(one, way, strict=True)) for way in ways)
        / height
    )


@dataclass(frozen=True, slots=True)
class Press:
    """A jump button pressed: ``button`` is ``SHARED``, or the name of its owner.

    ``span`` is on the camera's times; ``clock`` says how it was brought there, and is None where both have
    one clock. ``call``: the button was held so long that it called the referee.
    """

    button: str
    span: Span
    source: PressSource
    clock: ClockFit | None = None
    call: bool = False


class ButtonNews(StrEnum):
    """What a button says beside its presses."""

    CALL = "call"
    """It was held down: somebody calls the referee."""
    STUCK = "stuck"
    """It does not come up any more."""
    FREED = "freed"
    """It came up again."""
    CHATTER = "chatter"
    """It was pressed so often in so short a time that no hand can have done it."""


@dataclass(frozen=True, slots=True)
class ButtonNote:
    """News of a button: which, what, and when; ``pressed`` is the span of the press that began it."""

    button: str
    news: ButtonNews
    at: Instant
    pressed: Span | None = None


@dataclass(frozen=True, slots=True)
class Still:
    """A picture kept to look back at: JPEG bytes, when it was taken, and where that time comes from."""

    span: Span
    jpeg: bytes = field(repr=False)
    stamp: str = "media"
