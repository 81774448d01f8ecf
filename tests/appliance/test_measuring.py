"""The clocks are measured on a mock lamp and a camera that is late by a known time."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gpiozero import DigitalOutputDevice
from gpiozero.pins.mock import MockFactory

from appliance.measuring import measure_clock, run, words
from companion.clock import NS_PER_SECOND, ClockFit, Instant, Span
from companion.errors import SourceError
from companion.evidence import Press, PressSource
from companion.jumps.clock_check import (
    FEWEST,
    Brightness,
    Measured,
    Switched,
    estimate,
    load_fit,
    on_camera_clock,
    save_fit,
)
from vision.capture.live import Camera
from vision.capture.sources import Recording
from vision.frame import Frame, Stamp

MS = 1_000_000


class Room:
    """A lamp, a camera that looks at it, and a time that passes only when somebody waits.

    ``late``: how far the camera's stamps lag behind (ms); ``jitter``: how much they stray (ms); ``rate``
    frames a second; ``lost``: the share of frames that never come.
    """

    def __init__(self, late: float, jitter: float = 0.0, rate: float = 30.0, lost: float = 0.0) -> None:
        self.now_ns = 1_000 * NS_PER_SECOND
        self.factory = MockFactory()
        self.device = DigitalOutputDevice(22, pin_factory=self.factory)
        self.history: list[tuple[int, bool]] = [(0, False)]
        self._late, self._jitter, self._lost = late, jitter, lost
        self._interval = round(NS_PER_SECOND / rate)
        self._chance = random.Random(7)

    def now(self) -> Instant:
        self.now_ns += 20_000  # looking at the clock takes its time, too
        return Instant(self.now_ns)

    def wait(self, nanoseconds: int) -> None:
        self.now_ns += max(0, nanoseconds)

    def lamp(self, lit: bool) -> None:
        self.device.value = lit
        self.history.append((self.now_ns, bool(self.factory.pin(22).state)))

    def frames(self) -> Iterator[Frame]:
        at, number = self.now_ns, 0
        while True:
            at += self._interval
            number += 1
            self.now_ns = max(self.now_ns, at + 5 * MS)
            if self._chance.random() < self._lost:
                continue
            stamp = at + round((self._late + self._chance.uniform(-1, 1) * self._jitter) * MS)
            span = Span(Instant(stamp - self._interval), Instant(stamp))
            yield Frame(self._picture(at), span, number, Stamp.DRIVER)

    def _picture(self, at: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
        lit = next(state for moment, state in reversed(self.history) if moment <= at)
        image = self._chance.randint(0, 8) + np.full((72, 128, 3), 90, np.uint8)
        image[:, 100:] += np.uint8(self._chance.randint(0, 40))  # somebody moves about there
        if lit:
            image[20:26, 40:46] = 250
        return image


def measured(room: Room, changes: int = 30) -> Measured:
    return measure_clock(room.lamp, room.frames(), room, changes)


@pytest.mark.parametrize("late", [-15.0, 0.0, 23.0, 180.0])
def test_the_offset_is_found_within_the_error_that_is_stated(late: float) -> None:
    found = measured(Room(late))
    assert abs(found.fit.offset / MS - late) <= found.fit.error / MS
    assert found.fit.error < 12 * MS
    assert found.seen == 30


@pytest.mark.parametrize("rate", [15.0, 50.0])
def test_it_works_at_other_rates(rate: float) -> None:
    found = measured(Room(40.0, rate=rate))
    assert abs(found.fit.offset / MS - 40) <= found.fit.error / MS


def test_jitter_and_lost_frames_make_the_error_wider_not_the_offset_wrong() -> None:
    calm, wild = measured(Room(30.0)), measured(Room(30.0, jitter=12.0, lost=0.05))
    assert calm.fit.error < wild.fit.error < 60 * MS
    assert abs(wild.fit.offset / MS - 30) <= wild.fit.error / MS


def test_a_lamp_that_nobody_sees_is_said_with_what_to_do() -> None:
    room = Room(20.0)
    with pytest.raises(SourceError, match=r"Put (the lamp where the camera sees it|other lights out)"):
        measure_clock(lambda _: None, room.frames(), room, 30)


def test_light_that_follows_no_lamp_is_said() -> None:
    chance = random.Random(1)
    switched = [Switched(span(n * 400), n % 2 == 0) for n in range(40)]
    pictures = [
        Brightness(span(at, 33), 200.0 if at // 800 % 2 == 0 else 50.0)
        for at in sorted(chance.randrange(16_000) for _ in range(400))
    ]
    strays = [Brightness(p.span, 250 - p.level if chance.random() < 0.5 else p.level) for p in pictures]
    with pytest.raises(SourceError):
        estimate(switched, strays)


def span(at_ms: int, width_ms: int = 0) -> Span:
    return Span(Instant((at_ms - width_ms) * MS), Instant(at_ms * MS))


def test_too_few_changes_say_nothing() -> None:
    switched = [Switched(span(n * 400), n % 2 == 0) for n in range(FEWEST - 2)]
    with pytest.raises(SourceError, match="only 0 of"):
        estimate(switched, [])


def test_what_was_measured_is_kept_for_each_camera(tmp_path: Path) -> None:
    path, fit = tmp_path / "state" / "clock.json", ClockFit(23 * MS, 8 * MS, "2026-11-21")
    assert load_fit("0", path) is None
    save_fit(fit, "0", path)
    save_fit(ClockFit(1, 2, "2026-11-22"), "picamera", path)
    assert load_fit("0", path) == fit
    assert load_fit("1", path) is None
    path.write_text('{"0": {"offset": "much"}}')
    assert load_fit("0", path) is None
    path.write_text("half")
    assert load_fit("0", path) is None


def test_a_press_is_brought_to_the_cameras_clock_once() -> None:
    fit = ClockFit(20 * MS, 5 * MS, "2026-11-21")
    press = Press("jump", span(1000, 4), PressSource.GPIO)
    moved = on_camera_clock(press, fit)
    assert (moved.span, moved.clock) == (Span(Instant(1011 * MS), Instant(1025 * MS)), fit)
    assert on_camera_clock(moved, fit) == moved
    recorded = Press("jump", span(1000, 4), PressSource.RECORDING)
    assert on_camera_clock(recorded, fit) == recorded


def test_a_recording_and_a_missing_lamp_are_refused(tmp_path: Path) -> None:
    recording = Recording("film", lambda: pytest.fail("is not opened"))
    with pytest.raises(SourceError, match="recording"):
        run(recording, "film", 22, tmp_path)
    with pytest.raises(SourceError, match=r"lamps\.window"):
        run(Camera(99), "99", None, tmp_path)
    with pytest.raises(SourceError, match="GPIO 99 cannot be used"):
        run(Camera(99), "99", 99, tmp_path, MockFactory())
    with pytest.raises(SourceError, match="Camera 99 cannot be opened"):
        run(Camera(99), "99", 22, tmp_path, MockFactory())


def test_the_outcome_is_said_in_words() -> None:
    room = Room(23.0)
    said = words(measured(room))
    assert "ms behind this machine's clock" in said
