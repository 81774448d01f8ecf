"""Jump buttons: from an edge on a pin to a ``Press`` that knows how wrong its time may be."""

import logging
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from gpiozero import InputDevice

from companion.clock import Clock, Instant, Span
from companion.evidence import Press, PressSource
from hardware.holding import Holding, ignore

EDGE_ERROR_NS = 2_000_000
"""Either side of an edge: the interrupt on a busy board (well under 1 ms) and the travel of the contact."""

TABLET_ERROR_NS = 150_000_000
"""Before a tap arrives: touch screen and browser (up to 50 ms), a home's Wi-Fi (up to 100 ms)."""

UNKNOWN_AGE_NS = 100_000_000
"""Before an edge whose stamp cannot be used: how late its word may come on a busy board."""

FILTER_S = 0.002
"""What a pin must hold before it is believed: longer than a spark on a long wire, shorter than a tap."""

CHATTER_NS = 3_000_000
"""How long a contact bounces at most before it lies still."""

REST_S = 0.02
"""Quiet that must come before a press: bounce is shorter, and no finger lets go and presses again so fast."""

OLDEST_S = 5.0
"""An edge that seems older than this was stamped by another clock."""

SHIFTING = frozenset({"LGPIOFactory", "PiGPIOFactory"})
"""Drivers whose filter stamps an edge when it has held, not when it came: later by the filter's time."""

_log = logging.getLogger(__name__)


class JumpButton:
    """A push button between a GPIO pin and ground; reports each press once, at the time it began.

    ``pin`` is gpiozero's pin (17 is GPIO 17), ``name`` "jump" or its owner, ``factory`` gpiozero's pin
    factory (its default when None). ``on_press`` is called on the driver's thread and must not wait;
    ``holding`` follows how long it is held. A context manager; raises gpiozero's errors when the pin cannot
    be had. ``rest_s``: the quiet, in seconds, without which a closing contact is no press.
    """

    def __init__(
        self,
        pin: int | str,
        name: str,
        on_press: Callable[[Press], None],
        clock: Clock,
        factory: Any = None,
        holding: Holding | None = None,
        rest_s: float = REST_S,
    ) -> None:
        self._name = name
        self._rest_s = rest_s
        self._on_press = on_press
        self._clock = clock
        self._holding = holding or Holding(name, ignore, clock)
        self._last_edge: Any = None
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        self._factory = self._device.pin_factory
        # A filter that shifts stamps shows the last bounce of the contact instead of the first.
        shifts = any(kind.__name__ in SHIFTING for kind in type(self._factory).__mro__)
        self._late_ns = round(FILTER_S * 1e9) if shifts else 0
        self._chatter_ns = CHATTER_NS if shifts else 0
        self._listen()

    def _listen(self) -> None:
        pin = self._device.pin
        try:
            pin.bounce = FILTER_S
            # Releases too: without them, their bounce would look like presses.
            pin.edges = "both"
            # gpiozero holds the handler weakly: it must be a method of an object that somebody keeps.
            pin.when_changed = self._changed
            self._holding.begin(not pin.state)
        except BaseException:
            self._device.close()
            raise

    def _changed(self, ticks: Any, state: int) -> None:
        """Take an edge from the driver: its stamp, and 0 for pressed (the pin is pulled up)."""
        last, self._last_edge = self._last_edge, ticks
        at_rest = last is None or self._factory.ticks_diff(ticks, last) >= self._rest_s
        self._holding.moved(down=not state)
        if not state and at_rest:
            span = self._span(ticks)
            if self._holding.pressed(span):
                self._on_press(Press(self._name, span, PressSource.GPIO))

    def _span(self, ticks: Any) -> Span:
        """Turn the driver's stamp into a span on our clock, by its age; ours is read before and after."""
        before = self._clock.now()
        age_s = self._factory.ticks_diff(self._factory.ticks(), ticks)
        after = self._clock.now()
        if not 0 <= age_s <= OLDEST_S:
            _log.warning("%s: the driver stamps edges on another clock (%.3f s off)", self._name, age_s)
            return Span(Instant(before - UNKNOWN_AGE_NS), after)
        passed = round(age_s * 1e9) + self._late_ns
        earliest = before - passed - EDGE_ERROR_NS - self._chatter_ns
        return Span(Instant(earliest), Instant(after - passed + EDGE_ERROR_NS))

    def close(self) -> None:
        """Stop listening and let go of the pin; a second call does nothing."""
        self._holding.end()
        if not self._device.closed:
            self._device.pin.when_changed = None
            self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def tablet_press(button: str, arrived: Instant) -> Press:
    """Give the press of a button on a tablet whose word arrived then; it was tapped some time before."""
    return Press(button, Span(Instant(arrived - TABLET_ERROR_NS), arrived), PressSource.TABLET)
