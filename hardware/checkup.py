"""Looks the pins over, and lets a person try each button and lamp."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero import BadPinFactory

from companion.clock import Clock
from companion.evidence import Press
from companion.finding import Finding, Level
from hardware.panel import Panel, PanelSettings, default_factory

BLINKS = 3
BLINK_SECONDS = 0.4

Say = Callable[[str], None]


def check_pins(settings: PanelSettings, clock: Clock, factory: Any = None) -> list[Finding]:
    """Look whether the pins that the settings name can be had, each by itself; they are let go again."""
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if factory is None and not chips:
        words = "This machine has no GPIO pins; jumps are claimed on the tablet, with a key or by the card."
        return [Finding("pins", Level.NOTE, words)]
    try:
        driver = default_factory() if factory is None else factory
    except (BadPinFactory, OSError, ImportError) as error:
        return [Finding("pins", Level.BAD, f"The pins cannot be used: {error}.", _mend(chips))]
    with Panel.from_settings(settings, lambda _: None, clock, driver) as panel:
        name = type(driver).__name__
        return [_of_words(words, name) for words in panel.words]


def _of_words(words: str, driver: str) -> Finding:
    if "cannot be used" in words:
        mend = "If the companion is running, it has the pin. Else choose another in the settings."
        return Finding("pins", Level.BAD, words, mend, {"driver": driver})
    return Finding("pins", Level.GOOD, words, facts={"driver": driver})


def _mend(chips: list[Path]) -> str:
    if chips and not os.access(chips[0], os.R_OK | os.W_OK):
        return "sudo adduser NAME gpio, and log in anew; the service is in that group."
    return "Install a driver: .venv/bin/pip install gpiod, or sudo apt install python3-lgpio."


def try_buttons(settings: PanelSettings, clock: Clock, say: Say, seconds: float, factory: Any = None) -> bool:
    """Tell each press for some seconds; gives whether every button was heard."""
    missing = set(settings.buttons())

    def heard(press: Press) -> None:
        spread_ms = (press.span.latest - press.span.earliest) / 1e6
        say(f"{press.button}: pressed, within {spread_ms:.1f} ms")
        missing.discard(press.button)

    with Panel.from_settings(settings, heard, clock, factory) as panel:
        for words in panel.words:
            say(words)
        if not panel.buttons:
            return False
        names = ", ".join(panel.buttons)
        say(f"Press each button: {names}. ({seconds:g} s)")
        deadline = time.monotonic() + seconds
        while missing and time.monotonic() < deadline:
            time.sleep(0.02)
    for name in sorted(missing):
        say(f"{name}: not heard. Check its two wires, and its pin in the settings.")
    return not missing


def try_lamps(settings: PanelSettings, clock: Clock, say: Say, factory: Any = None) -> bool:
    """Blink the lamp for a person to see; gives whether there is one to blink."""
    if settings.lamp is None:
        say("No lamp is set: lamps.window names its pin.")
        return False
    with Panel.from_settings(settings, lambda _: None, clock, factory) as panel:
        for words in panel.words:
            say(words)
        for _ in range(BLINKS):
            panel.show("test")
            time.sleep(BLINK_SECONDS)
            panel.show(None)
            time.sleep(BLINK_SECONDS)
    say("The lamp should have blinked three times; if not, turn the LED round and check its resistor.")
    return True
