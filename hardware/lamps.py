"""The lamp by the button: lit while a jump may be claimed."""

from types import TracebackType
from typing import Any, Protocol, Self

from gpiozero import LED


class Lamp(Protocol):
    """Whatever shows that a jump window is open."""

    def show(self, window: str | None) -> None:
        """Light up when a window is open (its words), go dark when there is none."""
        ...

    def close(self) -> None:
        """Go dark and let go of the pin; a second call does nothing."""
        ...


class JumpLamp:
    """A lamp (LED with its resistor) between a GPIO pin and ground; a context manager.

    ``factory`` is gpiozero's pin factory (its default when None). Raises gpiozero's errors when the pin
    cannot be had.
    """

    def __init__(self, pin: int | str, factory: Any = None) -> None:
        self._led = LED(pin, pin_factory=factory)

    def show(self, window: str | None) -> None:
        """Light up when a window is open (its words), go dark when there is none."""
        if window is None:
            self._led.off()
        else:
            self._led.on()

    def close(self) -> None:
        """Go dark and let go of the pin; a second call does nothing."""
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

    def close(self) -> None:
        """Nothing to let go of."""
