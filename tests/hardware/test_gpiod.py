"""Pins through gpiod: bounces settled with the stamp of their first edge, on a chip of the test's own."""

import os
import queue
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import (
    LED,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
    PinUnknownPi,
)

from companion.clock import Instant
from companion.evidence import Press
from hardware.buttons import JumpButton
from hardware.gpiod_pins import DEFAULT_REVISION, GpiodFactory, header_chip
from hardware.monotonic import MonotonicClock
from hardware.panel import default_factory
from hardware.settling import Settling

MS = 1_000_000
PATIENCE = 10.0


def settle(edges: list[tuple[int, int]], level: int = 1) -> list[tuple[int, int] | None]:
    """Give what comes of a burst of edges (milliseconds, level), then rest."""
    settling = Settling(level)
    for stamp, after in edges:
        settling.add(stamp, after)
    assert settling.moving == bool(edges)
    return [settling.settle(), settling.settle()]


@pytest.mark.parametrize(
    ("edges", "change"),
    [
        ([], None),
        ([(5, 0)], (5, 0)),
        ([(5, 0), (6, 1)], None),
        ([(5, 0), (6, 1), (7, 0)], (5, 0)),
        ([(5 + n, n % 2) for n in range(101)], (5, 0)),
        ([(5, 1)], None),
    ],
    ids=["rest", "press", "spark", "bounce", "burst", "no change"],
)
def test_edges_settle(edges: list[tuple[int, int]], change: tuple[int, int] | None) -> None:
    assert settle(edges) == [change, None]


def test_a_hold_with_bounces_at_both_ends_is_a_press_and_a_release() -> None:
    settling = Settling(1)
    told = []
    for burst in ([(0, 0), (1, 1), (2, 0)], [(300, 1), (301, 0), (302, 1)], [(400, 0), (401, 1)]):
        for stamp, level in burst:
            settling.add(stamp, level)
        told.append(settling.settle())
    assert told == [(0, 0), (300, 1), None]


class Value(Enum):
    INACTIVE = 0
    ACTIVE = 1

    def __bool__(self) -> bool:
        return self is Value.ACTIVE


Edge = Enum("Edge", "NONE RISING FALLING BOTH")
Bias = Enum("Bias", "DISABLED PULL_UP PULL_DOWN")
Direction = Enum("Direction", "INPUT OUTPUT")
Type = Enum("Type", "RISING_EDGE FALLING_EDGE")


class Request:
    """A line in use: its events come through a real pipe, so that it can be waited for."""

    def __init__(self, chip: "Chip", number: int, settings: Any) -> None:
        self.chip, self.number, self.settings = chip, number, settings
        self.fd, self._in = os.pipe()
        self._events: list[Any] = []
        if settings.direction is Direction.OUTPUT:
            chip.levels[number] = settings.output_value

    def burst(self, edges: list[tuple[int, int]]) -> None:
        """Let these edges (stamp, level) come at once, as the kernel queues them while the thread sleeps."""
        for stamp, level in edges:
            kind = Type.RISING_EDGE if level else Type.FALLING_EDGE
            self._events.append(SimpleNamespace(timestamp_ns=stamp, event_type=kind, Type=Type))
        self.chip.levels[self.number] = Value(edges[-1][1])
        os.write(self._in, b"e" * len(edges))

    def read_edge_events(self) -> list[Any]:
        count = len(os.read(self.fd, 1024))
        events, self._events[:count] = self._events[:count], []
        return events

    def get_value(self, number: int) -> Value:
        return self.chip.levels.get(number, Value.ACTIVE)

    def set_value(self, number: int, value: Value) -> None:
        self.chip.levels[number] = value

    def release(self) -> None:
        os.close(self.fd)
        os.close(self._in)
        del self.chip.in_use[self.number]


class Chip:
    """The part of ``gpiod.Chip`` that is used; the label is read from the device's file."""

    def __init__(self, path: str) -> None:
        if Path(path).exists() and Path(path).is_file() and Path(path).read_text() == "shut":
            raise PermissionError(13, "Permission denied", path)
        self.path = path
        self.levels: dict[int, Value] = {}
        self.in_use: dict[int, Request] = {}

    def __enter__(self) -> "Chip":
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        assert not self.in_use, "lines were kept"

    def get_info(self) -> Any:
        label, lines = Path(self.path).read_text().split()
        return SimpleNamespace(label=label, num_lines=int(lines))

    def request_lines(self, config: dict[int, Any], consumer: str, event_buffer_size: int) -> Request:
        [(number, settings)] = config.items()
        assert number not in self.in_use, "the kernel says: busy"
        self.in_use[number] = Request(self, number, settings)
        return self.in_use[number]


FAKE = SimpleNamespace(
    Chip=Chip,
    LineSettings=lambda **settings: SimpleNamespace(**settings),
    line=SimpleNamespace(Value=Value, Edge=Edge, Bias=Bias, Direction=Direction),
)


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[GpiodFactory]:
    monkeypatch.setitem(sys.modules, "gpiod", FAKE)
    factory = GpiodFactory(Path("/dev/gpiochip0"))
    yield factory
    factory.close()


def devices(folder: Path, **chips: str) -> Path:
    for name, info in chips.items():
        (folder / name).write_text(info)
    return folder


def test_the_header_is_found_by_its_label(tmp_path: Path) -> None:
    devices(tmp_path, gpiochip0="gpio-brcmstb 32", gpiochip4="pinctrl-rp1 54")
    assert header_chip(FAKE, tmp_path).name == "gpiochip4"


def test_else_by_its_number_of_lines(tmp_path: Path) -> None:
    devices(tmp_path, gpiochip0="raspberrypi-exp-gpio 8", gpiochip1="gpio-sim.0-node0 32")
    assert header_chip(FAKE, tmp_path).name == "gpiochip1"


def test_too_few_lines_are_no_header(tmp_path: Path) -> None:
    devices(tmp_path, gpiochip0="raspberrypi-exp-gpio 8")
    with pytest.raises(FileNotFoundError, match="28 lines"):
        header_chip(FAKE, tmp_path)


def test_chips_that_are_another_s_are_passed_over(tmp_path: Path) -> None:
    devices(tmp_path, gpiochip0="shut", gpiochip1="pinctrl-bcm2711 58")
    assert header_chip(FAKE, tmp_path).name == "gpiochip1"


def test_a_header_that_is_another_s_says_so(tmp_path: Path) -> None:
    devices(tmp_path, gpiochip0="shut", gpiochip1="raspberrypi-exp-gpio 8")
    with pytest.raises(PermissionError, match="gpiochip0"):
        header_chip(FAKE, tmp_path)


def test_a_machine_s_own_driver_finds_the_header_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", FAKE)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    devices(tmp_path, gpiochip0="9030000.pl061 8", gpiochip1="pinctrl-bcm2711 58")
    heard = queue.Queue[Press]()
    factory = default_factory(tmp_path)
    with JumpButton(17, "jump", heard.put, MonotonicClock(), factory):
        assert Path(factory.chip.path).name == "gpiochip1"
        factory.chip.in_use[17].burst([(MonotonicClock().now(), 0)])
        assert heard.get(timeout=PATIENCE).button == "jump"
    factory.close()


@pytest.mark.parametrize(
    "revision", [PinUnknownPi("unable to locate Pi revision"), PermissionError("no"), 0x123456]
)
def test_a_board_that_does_not_say_what_it_is_has_pins(
    factory: GpiodFactory, monkeypatch: pytest.MonkeyPatch, revision: int | Exception
) -> None:
    def unknown() -> int:
        if isinstance(revision, Exception):
            raise revision
        return revision

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    assert factory._get_revision() == DEFAULT_REVISION
    assert (
        len({pin.name for header in factory.board_info.headers.values() for pin in header.pins.values()}) > 28
    )


@dataclass(frozen=True)
class Still:
    """A clock that stands still."""

    instant: Instant

    def now(self) -> Instant:
        return self.instant


def test_a_bouncing_press_is_one_press_at_its_first_edge(
    factory: GpiodFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both clocks stand still: how long a busy machine takes between two looks at them is no matter here.
    heard, clock = queue.Queue[Press](), Still(MonotonicClock().now())
    monkeypatch.setattr(factory, "ticks", lambda: clock.now() / 1e9)
    with JumpButton(17, "jump", heard.put, clock, factory):
        settings = factory.chip.in_use[17].settings
        assert (settings.bias, settings.edge_detection) == (Bias.PULL_UP, Edge.BOTH)
        began = clock.now() - 40 * MS
        factory.chip.in_use[17].burst([(began + n * MS // 10, n % 2) for n in range(101)])
        press = heard.get(timeout=PATIENCE)
    assert press.button == "jump"
    assert press.span.earliest <= began <= press.span.latest
    assert began - press.span.earliest <= 3 * MS
    assert heard.empty()


def test_a_closed_button_gives_its_line_back(factory: GpiodFactory) -> None:
    JumpButton(17, "jump", lambda press: None, MonotonicClock(), factory).close()
    assert not factory.chip.in_use
    JumpButton(17, "jump", lambda press: None, MonotonicClock(), factory).close()


def test_a_lamp_shines_and_goes_dark(factory: GpiodFactory) -> None:
    with LED(22, pin_factory=factory) as led:
        assert factory.chip.levels == {22: Value.INACTIVE}
        led.on()
        assert factory.chip.levels == {22: Value.ACTIVE}
        assert led.is_lit
        led.off()
        assert factory.chip.levels == {22: Value.INACTIVE}


def test_edges_that_nobody_asked_for_are_not_told(factory: GpiodFactory) -> None:
    told: list[tuple[float, int]] = []

    def handler(ticks: float, state: int) -> None:
        told.append((ticks, state))

    pin = factory.pin(5)
    pin.edges = "falling"
    pin.when_changed = handler
    pin.changed(2_000_000_000, 1)
    pin.changed(3_000_000_000, 0)
    assert told == [(3.0, 0)]


def test_what_the_pin_cannot_do_it_refuses(factory: GpiodFactory) -> None:
    pin = factory.pin(5)
    with pytest.raises(PinSetInput):
        pin.state = 1
    with pytest.raises(PinInvalidFunction):
        pin.function = "dance"
    with pytest.raises(PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(PinPWMUnsupported):
        pin.frequency = 100
    assert (pin.function, pin.pull, pin.frequency, pin.bounce) == ("input", "floating", None, None)
