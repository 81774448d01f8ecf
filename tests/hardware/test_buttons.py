"""Jump buttons on mock pins: one press each, at the right time."""

import gc
import logging
import random
from collections.abc import Iterator

import pytest
from gpiozero import PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import Instant, Span
from companion.evidence import Press, PressSource
from hardware.buttons import JumpButton, tablet_press
from tests.hardware.board import Board, Time, board

MS = 1_000_000


@pytest.fixture
def desk() -> Iterator[Board]:
    with board() as desk:
        yield desk


def button(desk: Board, pin: int = 17, name: str = "jump") -> JumpButton:
    return JumpButton(pin, name, desk.heard.append, desk.time, desk.factory)


def test_a_press_carries_its_name_its_time_and_its_error(desk: Board) -> None:
    with button(desk, name="Ann"):
        moment = desk.press()
        assert desk.heard == [Press("Ann", Span.at(moment, 2 * MS), PressSource.GPIO)]


def test_each_of_many_taps_is_one_press_at_its_own_time(desk: Board) -> None:
    chance = random.Random(17)
    with button(desk):
        moments = []
        for _ in range(200):
            desk.time.pass_ms(chance.uniform(0, 900))
            moments.append(desk.tap())
    assert [press.span for press in desk.heard] == [Span.at(moment, 2 * MS) for moment in moments]


def test_a_burst_of_a_hundred_edges_is_one_press_at_the_first(desk: Board) -> None:
    with button(desk):
        moment = desk.press()
        for _ in range(50):
            desk.time.pass_ms(0.1)
            desk.release()
            desk.time.pass_ms(0.1)
            desk.press()
    assert [press.span for press in desk.heard] == [Span.at(moment, 2 * MS)]


def test_the_bounce_of_a_release_is_no_press(desk: Board) -> None:
    with button(desk):
        desk.press()
        desk.time.pass_ms(300)
        for _ in range(20):
            desk.release()
            desk.time.pass_ms(0.2)
            desk.press()
            desk.time.pass_ms(0.2)
        desk.release()
        assert len(desk.heard) == 1
        desk.time.pass_ms(25)
        desk.press()
    assert len(desk.heard) == 2


@pytest.mark.parametrize("minutes", [0.1, 1, 30])
def test_a_held_button_is_one_press(desk: Board, minutes: float) -> None:
    with button(desk):
        moment = desk.press()
        desk.time.pass_ms(minutes * 60_000)
        desk.release()
    assert [press.span for press in desk.heard] == [Span.at(moment, 2 * MS)]


def test_a_contact_that_flickers_while_held_is_one_press(desk: Board) -> None:
    with button(desk):
        desk.press()
        desk.time.pass_ms(500)
        desk.release()
        desk.time.pass_ms(8)
        desk.press()
        desk.time.pass_ms(500)
        desk.release()
    assert len(desk.heard) == 1


def test_a_button_held_at_the_start_is_no_press(desk: Board) -> None:
    desk.pin(17).drive_low()
    with button(desk):
        assert desk.heard == []
        desk.time.pass_ms(100)
        desk.release()
        desk.time.pass_ms(100)
        desk.press()
    assert len(desk.heard) == 1


def test_two_buttons_are_two(desk: Board) -> None:
    with button(desk, 17, "Ann"), button(desk, 27, "Bo"):
        first = desk.press(17)
        desk.time.pass_ms(1)
        second = desk.press(27)
    assert [(press.button, press.span) for press in desk.heard] == [
        ("Ann", Span.at(first, 2 * MS)),
        ("Bo", Span.at(second, 2 * MS)),
    ]


def test_the_handler_outlives_a_collection_of_garbage(desk: Board) -> None:
    with button(desk):
        gc.collect()
        desk.press()
        assert len(desk.heard) == 1


def test_a_closed_button_hears_nothing_and_frees_its_pin(desk: Board) -> None:
    closed = button(desk)
    closed.close()
    closed.close()
    desk.tap()
    assert desk.heard == []
    with button(desk):
        desk.tap()
    assert len(desk.heard) == 1


def test_a_pin_that_does_not_exist_is_refused(desk: Board) -> None:
    with pytest.raises(PinInvalidPin):
        button(desk, 99)


class LatePin(MockPin):  # type: ignore[misc]
    """A pin whose edges are delivered some time after they were stamped, as on a busy board."""

    late_ms = 40.0

    def _call_when_changed(self) -> None:
        time = self.factory.time
        time.pass_ms(self.late_ms)
        super()._call_when_changed()


class LateFactory(MockFactory):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(pin_class=LatePin)


def test_an_edge_delivered_late_keeps_the_time_of_its_stamp() -> None:
    with board(LateFactory) as desk:
        desk.factory.time = desk.time
        with button(desk):
            moments = [desk.tap(), desk.tap()]
        assert [press.span for press in desk.heard] == [Span.at(moment, 2 * MS) for moment in moments]


class FilteringPin(MockPin):  # type: ignore[misc]
    """A pin as lgpio's filter makes it: an edge is reported once it has held, and stamped then."""

    def _call_when_changed(self) -> None:
        self.factory.time.pass_ms(self.bounce * 1000)
        self._last_change += self.bounce
        super()._call_when_changed()


class LGPIOFactory(MockFactory):  # type: ignore[misc]
    """Goes by the name of the driver whose filter moves the stamps."""

    def __init__(self) -> None:
        super().__init__(pin_class=FilteringPin)


def test_a_filter_that_moves_the_stamp_is_taken_off_once() -> None:
    with board(LGPIOFactory) as desk:
        desk.factory.time = desk.time
        with button(desk):
            moment = desk.tap()
        # The filter shows the last bounce: the contact may have closed up to 3 ms before.
        assert [press.span for press in desk.heard] == [
            Span(Instant(moment - 2 * MS - 3 * MS), Instant(moment + 2 * MS))
        ]


class SlowTime(Time):
    """A machine that is busy between any two looks at the clock."""

    def now(self) -> Instant:
        self.pass_ms(5)
        return super().now()


def test_time_lost_between_two_looks_at_the_clock_widens_the_span(desk: Board) -> None:
    with JumpButton(17, "jump", desk.heard.append, SlowTime(), desk.factory):
        desk.press()
    [press] = desk.heard
    assert press.span.latest - press.span.earliest == (2 + 5 + 2) * MS


@pytest.mark.parametrize("off_s", [-1e9, 6.0], ids=["future", "past"])
def test_a_stamp_of_another_clock_is_not_believed(
    desk: Board, off_s: float, caplog: pytest.LogCaptureFixture
) -> None:
    with button(desk) as jump:
        jump._changed(desk.time() - off_s, 0)
    now = desk.time.ns
    assert [press.span for press in desk.heard] == [Span(Instant(now - 100 * MS), Instant(now))]
    assert caplog.record_tuples[0][1] == logging.WARNING


def test_a_tap_on_a_tablet_was_made_before_its_word_came() -> None:
    press = tablet_press("jump", Instant(10_000 * MS))
    assert press == Press("jump", Span(Instant(9_850 * MS), Instant(10_000 * MS)), PressSource.TABLET)
