"""Pins through gpiod, as a pin factory of gpiozero's kind: the header's chip, whatever its number.

gpiod gives the kernel's own stamps in nanoseconds. Its debouncing counts in the kernel's ticks of 4 ms, so
the edges are taken raw and settled here.
"""

import importlib
import logging
import os
import select
import struct
import threading
from pathlib import Path
from typing import Any

from gpiozero import PinInvalidFunction, PinInvalidPull, PinPWMUnsupported, PinSetInput, PinUnknownPi
from gpiozero.pins.local import LocalPiFactory, LocalPiPin
from gpiozero.pins.pi import PiBoardInfo

from hardware.settling import Settling

DEFAULT_REVISION = 0xA02082
"""The Pi 3B: a board that does not say what it is gets its 28 pins."""

HEADER_LINES = 28
EVENTS = 256
"""Edges that the kernel keeps for us; its own choice of 16 is less than one bounce."""

REST_S = 0.002
"""A line that has been quiet for so long has come to rest, unless the pin's ``bounce`` says otherwise."""

_log = logging.getLogger(__name__)


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """Makes pins of one GPIO chip (its path; the board's header when None).

    Raises ImportError without gpiod, OSError when there is no chip or it may not be opened.
    """

    def __init__(self, chip: Path | None = None, devices: Path = Path("/dev")) -> None:
        super().__init__()
        self.gpiod: Any = importlib.import_module("gpiod")
        self.pin_class = GpiodPin
        self.chip = self.gpiod.Chip(str(chip or header_chip(self.gpiod, devices)))

    def close(self) -> None:
        """Let go of all pins and of the chip."""
        super().close()
        if self.chip:
            self.chip.close()

    def _get_revision(self) -> int:
        try:
            revision: int = super()._get_revision()
            PiBoardInfo.from_revision(revision)
        # No Pi, one that gpiozero does not know, or one that says nonsense of itself.
        except (PinUnknownPi, OSError, ValueError, struct.error):
            return DEFAULT_REVISION
        return revision


def header_chip(gpiod: Any, devices: Path = Path("/dev")) -> Path:
    """Find the chip behind the header: a Raspberry Pi's own, else the first with enough lines.

    Chips that this user may not open are passed over. Raises OSError where there is none left.
    """
    enough: list[Path] = []
    shut: list[OSError] = []
    for path in sorted(devices.glob("gpiochip*")):
        try:
            with gpiod.Chip(str(path)) as chip:
                info = chip.get_info()
        except OSError as error:
            shut.append(error)
            continue
        # pinctrl-bcm2835, -bcm2711, -rp1: the Pi 5's is not always the first.
        if info.label.startswith(("pinctrl-bcm", "pinctrl-rp1")):
            return path
        if info.num_lines >= HEADER_LINES:
            enough.append(path)
    if not enough and shut:
        raise shut[0]
    if not enough:
        raise FileNotFoundError(f"no GPIO chip in {devices} has {HEADER_LINES} lines")
    return enough[0]


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """One line of the chip; asked for anew whenever its use changes."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._function = "input"
        self._pull = info.pull or "floating"
        self._bounce: float | None = None
        self._edges = "both"
        self._value = False
        self._listener: _Listener | None = None
        self._request: Any = None
        self._ask()

    def close(self) -> None:
        """Give the line back to the kernel."""
        self.when_changed = None
        self._release()

    def _ask(self, listen: bool = False) -> None:
        self._release()
        gpiod = self.factory.gpiod
        settings = self._input(gpiod, listen) if self._function == "input" else self._output(gpiod)
        self._request = self.factory.chip.request_lines(
            {self._number: settings}, consumer="companion", event_buffer_size=EVENTS
        )

    def _release(self) -> None:
        if self._request is not None:
            self._request.release()
            self._request = None

    def _input(self, gpiod: Any, listen: bool) -> Any:
        line = gpiod.line
        bias = {"up": line.Bias.PULL_UP, "down": line.Bias.PULL_DOWN, "floating": line.Bias.DISABLED}
        return gpiod.LineSettings(
            direction=line.Direction.INPUT,
            bias=bias[self._pull],
            # Both, whatever is wanted: a contact has come to rest only once both have ended.
            edge_detection=line.Edge.BOTH if listen else line.Edge.NONE,
        )

    def _output(self, gpiod: Any) -> Any:
        line = gpiod.line
        value = line.Value.ACTIVE if self._value else line.Value.INACTIVE
        return gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=value)

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._function = value
        self._ask()

    def output_with_state(self, state: bool) -> None:
        """Make the pin an output that begins with this state."""
        self._value = bool(state)
        self.function = "output"

    def _get_state(self) -> bool:
        return bool(self._request.get_value(self._number))

    def _set_state(self, value: bool) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._value = bool(value)
        values = self.factory.gpiod.line.Value
        self._request.set_value(self._number, values.ACTIVE if value else values.INACTIVE)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if value not in ("up", "down", "floating"):
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._pull = value
        self._ask()

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"gpiod knows no PWM for pin {self!r}")

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        self._bounce = value

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        self._edges = value

    def _enable_event_detect(self) -> None:
        self._ask(listen=True)
        self._listener = _Listener(self, self._request, self._bounce or REST_S)

    def _disable_event_detect(self) -> None:
        if self._listener is not None:
            self._listener.stop()
            self._listener = None
            self._ask()

    def changed(self, stamp: int, level: int) -> None:
        """Tell the handler, on the listener's thread: stamp in nanoseconds, level 0 or 1."""
        if self._edges in ("both", "rising" if level else "falling"):
            self._call_when_changed(stamp / 1_000_000_000, level)


class _Listener:
    """A thread that reads the edges of one line and tells the pin of those that last."""

    def __init__(self, pin: GpiodPin, request: Any, rest_s: float) -> None:
        self._pin = pin
        self._request = request
        self._rest_s = rest_s
        self._settling = Settling(int(pin.state))
        self._stopping = False
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._listen, name=f"gpiod-{pin!r}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; may be called on it."""
        self._stopping = True
        os.close(self._waker)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _listen(self) -> None:
        try:
            while not self._stopping:
                self._turn()
        except OSError as error:
            _log.error("%r: the pin can be heard no more: %s", self._pin, error)
        finally:
            os.close(self._wake)

    def _turn(self) -> None:
        """Take what edges there are, or see that none came for a while."""
        patience = self._rest_s if self._settling.moving else None
        ready, _, _ = select.select([self._request.fd, self._wake], [], [], patience)
        if self._wake in ready:
            return
        if ready:
            for event in self._request.read_edge_events():
                self._settling.add(event.timestamp_ns, int(event.event_type is event.Type.RISING_EDGE))
        elif (change := self._settling.settle()) is not None:
            self._pin.changed(*change)
