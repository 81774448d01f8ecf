"""What buttons say reaches the table on the camera's times, and what happens there reaches the lamps."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from appliance.attending import Attendant, Ears, fit_of
from appliance.timeline import LiveTime, MediaTime
from companion.cards import Zone
from companion.clock import UNMEASURED, ClockFit, Instant, Span
from companion.evidence import ButtonNews, ButtonNote, Press, PressSource, Side, Sighting
from companion.following.brain import GameDecider
from companion.jumps.clock_check import NAME, save_fit
from companion.sessions.events import StartGame
from companion.sessions.session import Session
from companion.table import Table
from hardware.lamps import Signal
from hardware.panel import Panel
from tests.companion.drawn import arrival, table
from tests.companion.evening import HEADER, SEATS
from tests.companion.memory_journal import MemoryJournal
from vision.capture.sources import Recording

MS = 1_000_000
FIT = ClockFit(20 * MS, 5 * MS, "2026-11-21")


class Lamps:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.said: list[Signal | bool] = []

    def signal(self, signal: Signal) -> None:
        self.said.append(signal)

    def attend(self, needed: bool) -> None:
        if self.said[-1:] != [needed]:
            self.said.append(needed)


@contextmanager
def dining() -> Iterator[Table[Session]]:
    with Table(MemoryJournal(), GameDecider()) as made:
        made.ask(StartGame(HEADER, Instant(0), SEATS))
        yield made


def span(at_ms: int, error_ms: int) -> Span:
    return Span.at(Instant(at_ms * MS), error_ms * MS)


def press(at_ms: int) -> Press:
    return Press("jump", span(at_ms, 2), PressSource.GPIO)


def test_the_log_names_nobody_whose_button_is_pressed_in_play(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    with dining() as dinner:
        ears = Ears(dinner, None)
        ears.press(Press("Cleo", span(1000, 2), PressSource.GPIO))
        ears.note(ButtonNote("Cleo", ButtonNews.CALL, Instant(2000 * MS), span(1000, 2)))
        ears.press(press(3000))
        assert "Cleo" not in caplog.text
        assert caplog.messages[-1] == "Pressed: jump"
        ears.note(ButtonNote("Cleo", ButtonNews.STUCK, Instant(4000 * MS)))
    assert "Button Cleo: stuck" in caplog.text


def see(dinner: Table[Session], *sightings: Sighting) -> None:
    for sighting in sightings:
        dinner.ask(sighting)


def test_a_press_comes_on_the_cameras_times_and_a_call_marks_it() -> None:
    with dining() as dinner:
        ears = Ears(dinner, FIT)
        ears.press(press(1000))
        ears.note(ButtonNote("jump", ButtonNews.CALL, Instant(2000 * MS), span(1000, 2)))
        dinner.answers(5)
        (heard,) = dinner.current.state.presses
        assert (heard.span, heard.clock, heard.call) == (span(1020, 7), FIT, True)
        assert dinner.current.state.paused


def test_where_both_have_one_clock_nothing_is_moved() -> None:
    with dining() as dinner:
        Ears(dinner, None).press(press(1000))
        dinner.answers(5)
        assert dinner.current.state.presses == (press(1000),)


def test_the_fit_is_the_measured_one_else_the_stated_one(tmp_path: Path) -> None:
    live = LiveTime(0)
    assert fit_of("0", live, tmp_path) == UNMEASURED
    save_fit(FIT, "0", tmp_path / NAME)
    assert fit_of("0", live, tmp_path) == FIT
    assert fit_of("picamera", live, tmp_path) == UNMEASURED
    film = MediaTime(Recording("film", lambda: pytest.fail("is not opened")))
    assert fit_of("0", film, tmp_path) is None


def told(dinner: Table[Session], *sightings: Sighting) -> list[Signal | bool]:
    """Give what the lamps were told of these sightings, to the end of the table."""
    lamps = Lamps()
    with Attendant(dinner, cast(Panel, lamps)) as attendant:
        see(dinner, *sightings)
        dinner.close()
        attendant._thread.join(5)
    return lamps.said


LATE = (
    table("28", 1.5, arrival("28", 1.0, side=Side.EAST)),
    table("28 39", 3.5, arrival("39", 3.0, side=Side.SOUTH)),
    table("28 39 | 78", 4.5, arrival("78", 4.0, Zone.JUMP, Side.NORTH)),
)


def test_the_lamps_say_that_a_jump_is_late_and_ask_until_it_is_settled() -> None:
    with dining() as dinner:
        assert told(dinner, *LATE) == [False, Signal.TOO_LATE, True]
    with dining() as dinner:
        gone = table("28 39", 6.0, removed_at=5.8)
        assert told(dinner, *LATE, gone) == [False, Signal.TOO_LATE, True, False]


def test_the_lamps_say_that_a_jump_is_in_time() -> None:
    with dining() as dinner:
        said = told(dinner, LATE[0], table("28 | 78", 3.0, arrival("78", 2.5, Zone.JUMP, Side.NORTH)))
    assert said == [False, Signal.IN_TIME, False]
