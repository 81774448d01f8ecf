"""A board on the desk: gpiozero's mock pins, and a time that only moves when told."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import Instant
from companion.evidence import Press


class Time:
    """Seconds for the mock pins, nanoseconds for the companion: one and the same time."""

    def __init__(self) -> None:
        self.ns = 1_000_000_000_000

    def __call__(self) -> float:
        return self.ns / 1e9

    def now(self) -> Instant:
        return Instant(self.ns)

    def pass_ms(self, milliseconds: float) -> None:
        self.ns += round(milliseconds * 1_000_000)


class Board:
    """Pins with buttons to press; ``heard`` holds the presses that were reported."""

    def __init__(self, time: Time, factory: MockFactory) -> None:
        self.time = time
        self.factory = factory
        self.heard: list[Press] = []

    def pin(self, number: int) -> MockPin:
        return self.factory.pin(number)

    def press(self, number: int = 17) -> Instant:
        """Press a button, and give the moment at which it was pressed."""
        moment = self.time.now()
        self.pin(number).drive_low()
        return moment

    def release(self, number: int = 17) -> None:
        self.pin(number).drive_high()

    def tap(self, number: int = 17) -> Instant:
        """Press a button for a tenth of a second and wait another one."""
        moment = self.press(number)
        self.time.pass_ms(100)
        self.release(number)
        self.time.pass_ms(100)
        return moment


@contextmanager
def board(factory: type[MockFactory] = MockFactory) -> Iterator[Board]:
    time = Time()
    with patch("gpiozero.pins.mock.monotonic", time):
        pins = factory()
        yield Board(time, pins)
        pins.close()
