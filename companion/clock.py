"""Time as the judge needs it: instants that know how wrong they may be.

All times of the core are nanoseconds on one monotonic clock (or, for a recording, on its media time).
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NewType, Protocol

Instant = NewType("Instant", int)
"""Nanoseconds on the monotonic clock."""

NS_PER_SECOND = 1_000_000_000


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

    def order(self, other: "Span") -> Order:
        """Say whether this moment surely lies before or after the other, or neither is sure."""
        if self.latest < other.earliest:
            return Order.BEFORE
        return Order.AFTER if other.latest < self.earliest else Order.UNDECIDED


class Clock(Protocol):
    """Whatever tells the time; tests bring their own."""

    def now(self) -> Instant:
        """Give the present instant."""
        ...
