"""The lamp by the button: lit while a jump may be claimed; blinking, it says what became of one."""

import threading
from collections.abc import Sequence
from enum import Enum
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self

from gpiozero import DigitalOutputDevice

Step = tuple[bool, float]
"""On or off, and for how many seconds."""


class Signal(Enum):
    """What a lamp or buzzer can say; the values are its steps."""

    IN_TIME = ((True, 0.12), (False, 0.12)) * 3
    """Three quick blinks: the jump is in time."""
    TOO_LATE = ((True, 1.2), (False, 0.2))
    """One long one: no jump."""
    ATTENTION = ((True, 0.5), (False, 0.5)) * 2
    """Two slow ones, and on and on: somebody ought to look."""


class Lamp(Protocol):
    """Whatever shows that a jump window is open, and what became of a jump."""

    def show(self, window: str | None) -> None:
        """Light up when a window is open (its words), go dark when there is none."""
        ...

    def signal(self, signal: Signal) -> None:
        """Say something once; what is being said is broken off."""
        ...

    def attend(self, needed: bool) -> None:
        """Ask for attention for as long as it is needed."""
        ...

    def close(self) -> None:
        """Go dark and let go of the pin; a second call does nothing."""
        ...


class JumpLamp:
    """A lamp (LED with its resistor) or buzzer between a GPIO pin and ground; a context manager.

    ``factory`` is gpiozero's pin factory (its default when None). ``steady``: lit while a window is open;
    ``insistent``: asks for attention on and on, else once. ``pace`` stretches all times. Raises gpiozero's
    errors when the pin cannot be had.
    """

    def __init__(
        self,
        pin: int | str,
        factory: Any = None,
        *,
        steady: bool = True,
        insistent: bool = True,
        pace: float = 1.0,
    ) -> None:
        self._led = DigitalOutputDevice(pin, pin_factory=factory)
        self._steady, self._insistent, self._pace = steady, insistent, pace
        self._open = False
        self._needed = False
        self._steps: list[Step] = []
        self._over = False
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None

    def show(self, window: str | None) -> None:
        """Light up when a window is open (its words), go dark when there is none."""
        with self._news:
            self._open = self._steady and window is not None
            if not self._steps and not self._insisting:
                self._set(self._open)

    def signal(self, signal: Signal) -> None:
        """Say something once; what is being said is broken off."""
        with self._news:
            self._say(signal.value)

    def attend(self, needed: bool) -> None:
        """Ask for attention for as long as it is needed."""
        with self._news:
            if needed and not self._needed:
                self._say(Signal.ATTENTION.value)
            self._needed = needed
            self._news.notify_all()

    @property
    def _insisting(self) -> bool:
        return self._needed and self._insistent

    def _say(self, steps: Sequence[Step]) -> None:
        if self._over:
            return
        self._steps = list(steps)
        if self._thread is None:
            self._thread = threading.Thread(target=self._blink, name="lamp", daemon=True)
            self._thread.start()
        self._news.notify_all()

    def _blink(self) -> None:
        """Go through the steps one by one, for as long as the lamp lives; then be as the window wants it."""
        with self._news:
            while not self._over:
                if not self._steps and self._insisting:
                    self._steps = list(Signal.ATTENTION.value)
                if not self._steps:
                    self._set(self._open)
                    self._news.wait()
                    continue
                said = self._steps
                lit, seconds = said.pop(0)
                self._set(lit)
                self._news.wait_for(partial(self._broken_off, said), seconds * self._pace)

    def _broken_off(self, said: list[Step]) -> bool:
        return self._over or self._steps is not said

    def _set(self, lit: bool) -> None:
        if not self._led.closed:
            self._led.value = lit

    def close(self) -> None:
        """Go dark and let go of the pin; a second call does nothing."""
        with self._news:
            self._over = True
            self._news.notify_all()
        if self._thread is not None:
            self._thread.join()
        if not self._led.closed:
            self._led.off()
            self._led.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class NoLamp:
    """The lamp of a table that has none."""

    def show(self, window: str | None) -> None:
        """Show nothing."""

    def signal(self, signal: Signal) -> None:
        """Say nothing."""

    def attend(self, needed: bool) -> None:
        """Ask for nothing."""

    def close(self) -> None:
        """Nothing to let go of."""
