"""The lamp shows an open jump window, and leaves no light behind."""

from inspect import signature
from time import monotonic, sleep

import pytest
from gpiozero import PinInvalidPin

from hardware.lamps import JumpLamp, Lamp, NoLamp, Signal
from tests.hardware.board import Board, board

QUICK = 0.01
"""All patterns a hundred times as fast."""


def flashes(desk: Board, lamp: JumpLamp, lit: int, pin: int = 22) -> list[bool]:
    """Wait until a lamp has been lit so often, and give how it was, change by change."""
    deadline = monotonic() + 5
    while sum(state.state for state in desk.pin(pin).states) < lit and monotonic() < deadline:
        sleep(0.002)
    sleep(0.05)
    return [bool(state.state) for state in desk.pin(pin).states]


def test_the_lamp_is_lit_while_a_window_is_open() -> None:
    with board() as desk, JumpLamp(22, desk.factory) as lamp:
        assert not desk.pin(22).state
        lamp.show("Ann may jump on 73")
        assert desk.pin(22).state
        lamp.show("")
        assert desk.pin(22).state
        lamp.show(None)
        assert not desk.pin(22).state


def test_the_lamp_goes_dark_at_the_end() -> None:
    with board() as desk:
        lamp = JumpLamp(22, desk.factory)
        lamp.show("open")
        lamp.close()
        lamp.close()
        assert desk.pin(22).function == "input"
        with JumpLamp(22, desk.factory) as again:
            again.show(None)


def test_a_pin_that_does_not_exist_is_refused() -> None:
    with board() as desk, pytest.raises(PinInvalidPin):
        JumpLamp(99, desk.factory)


def test_no_lamp_is_a_lamp() -> None:
    lamp: Lamp = NoLamp()
    lamp.show("open")
    lamp.show(None)
    lamp.signal(Signal.IN_TIME)
    lamp.attend(True)
    lamp.close()
    deeds = [name for name in vars(Lamp) if not name.startswith("_")]
    assert deeds == ["show", "signal", "attend", "close"]
    for name in deeds:
        assert signature(getattr(NoLamp, name)) == signature(getattr(JumpLamp, name))


@pytest.mark.parametrize(
    ("signal", "lit"), [(Signal.IN_TIME, 3), (Signal.TOO_LATE, 1), (Signal.ATTENTION, 2)]
)
def test_each_signal_has_its_own_number_of_flashes(signal: Signal, lit: int) -> None:
    with board() as desk, JumpLamp(22, desk.factory, pace=QUICK) as lamp:
        lamp.signal(signal)
        assert sum(flashes(desk, lamp, lit)) == lit
        assert not desk.pin(22).state


def test_after_a_signal_the_lamp_is_as_the_window_wants_it() -> None:
    with board() as desk, JumpLamp(22, desk.factory, pace=QUICK) as lamp:
        lamp.show("open")
        lamp.signal(Signal.TOO_LATE)
        flashes(desk, lamp, 2)
        assert desk.pin(22).state


def test_it_asks_for_attention_until_somebody_has_looked() -> None:
    with board() as desk, JumpLamp(22, desk.factory, pace=QUICK) as lamp:
        lamp.attend(True)
        assert sum(flashes(desk, lamp, 8)) >= 8
        lamp.attend(False)
        sleep(0.05)
        before = len(desk.pin(22).states)
        sleep(0.05)
        assert len(desk.pin(22).states) == before
        assert not desk.pin(22).state


def test_a_buzzer_is_silent_while_a_window_is_open_and_asks_once() -> None:
    with board() as desk, JumpLamp(22, desk.factory, steady=False, insistent=False, pace=QUICK) as buzzer:
        buzzer.show("open")
        assert not desk.pin(22).state
        buzzer.attend(True)
        assert sum(flashes(desk, buzzer, 2)) == 2


def test_a_lamp_that_is_closed_in_the_middle_of_a_signal_goes_dark_at_once() -> None:
    with board() as desk:
        lamp = JumpLamp(22, desk.factory, pace=1000)
        lamp.signal(Signal.TOO_LATE)
        lamp.close()
        lamp.signal(Signal.TOO_LATE)
        assert desk.pin(22).function == "input"
