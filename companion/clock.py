"""Time as the judge needs it: instants that know how wrong they may be.

All times of the core are nanoseconds on one monotonic clock (or, for a recording, on its media time).
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NewType, Protocol

Instant = NewType("Instant", int)
"""Nanoseconds on the monotonic clock."""

NS_PER_SECOND = 1_000_000_000
NS_PER_MS = 1_000_000


def instant(seconds: float) -> Instant:
    """Turn seconds into an instant."""
    return Instant(round(seconds * NS_PER_SECOND))


def seconds(at: int) -> float:
    """Turn nanoseconds into seconds."""
    return at / NS_PER_SECOND


class Order(Enum):
    """How two spans lie to each other."""

    BEFORE = auto()
    AFTER = auto()
    UNDECIDED = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """A moment known only to lie between two instants, both included.

    Raises ValueError when the earliest lies after the latest.
    """

    earliest: Instant
    latest: Instant

    def __post_init__(self) -> None:
        if self.earliest > self.latest:
            raise ValueError(f"a span ends before it begins: {self.earliest} > {self.latest}")

    @classmethod
    def at(cls, moment: Instant, error: int = 0) -> "Span":
        """Give the span of a moment with a symmetric error in nanoseconds."""
        return cls(Instant(moment - error), Instant(moment + error))

    @property
    def middle(self) -> Instant:
        """The instant half way between the two, rounded down."""
        return Instant((self.earliest + self.latest) // 2)

    def order(self, other: "Span") -> Order:
        """Say whether this moment surely lies before or after the other, or neither is sure."""
        if self.latest < other.earliest:
            return Order.BEFORE
        return Order.AFTER if other.latest < self.earliest else Order.UNDECIDED


@dataclass(frozen=True, slots=True)
class ClockFit:
    """How the camera's times lie to this machine's clock: a picture's time is the clock's plus ``offset``.

    ``offset`` and ``error`` (0 or more) are nanoseconds. ``measured`` is the date for people, empty where
    nobody has measured and the two are a stated default. Raises ValueError for an error below 0.
    """

    offset: int
    error: int
    measured: str = ""

    def __post_init__(self) -> None:
        if self.error < 0:
            raise ValueError(f"an error is 0 or more, not {self.error}")

    def of(self, span: Span) -> Span:
        """Give a span of the machine's clock as the camera's times would have it, as wide as it must be."""
        return Span(
            Instant(span.earliest + self.offset - self.error),
            Instant(span.latest + self.offset + self.error),
        )


UNMEASURED = ClockFit(0, 40_000_000)
"""Without a measurement: cameras are up to a frame and some processing late, and nobody knows how much."""


class Clock(Protocol):
    """Whatever tells the time; tests bring their own."""

    def now(self) -> Instant:
        """Give the present instant."""
        ...
