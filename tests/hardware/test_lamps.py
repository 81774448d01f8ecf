"""The lamp shows an open jump window, and leaves no light behind."""

import pytest
from gpiozero import PinInvalidPin

from hardware.lamps import JumpLamp, Lamp, NoLamp
from tests.hardware.board import board


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
    lamp.close()
