"""The panel: what the settings name, as far as the machine has it, and words for the rest."""

import sys
import time
from pathlib import Path

import pytest
from gpiozero import BadPinFactory, Device
from gpiozero.pins.mock import MockFactory

from companion.errors import SettingsError
from companion.language import in_language
from hardware.lamps import Signal
from hardware.panel import Panel, PanelSettings, default_factory
from tests.hardware.board import Board, board


def panel(desk: Board, settings: PanelSettings) -> Panel:
    return Panel.from_settings(settings, desk.heard.append, desk.time, desk.factory)


@pytest.mark.parametrize(
    ("button", "lamp", "settings"),
    [
        (None, None, PanelSettings()),
        ("", "", PanelSettings()),
        ("17", None, PanelSettings(jump=17)),
        ("gpio17", "GPIO 22", PanelSettings(jump=17, lamp=22)),
        ("Ann=17, Bo=27", "22", PanelSettings(players={"Ann": 17, "Bo": 27}, lamp=22)),
        ("A=B=5", None, PanelSettings(players={"A=B": 5})),
    ],
)
def test_settings_are_read(button: str | None, lamp: str | None, settings: PanelSettings) -> None:
    assert PanelSettings.parse(button, lamp) == settings


@pytest.mark.parametrize(
    ("button", "lamp", "words"),
    [
        ("seventeen", None, "'seventeen' is no GPIO pin"),
        ("-1", None, "'-1' is no GPIO pin"),
        ("²", None, "is no GPIO pin"),
        ("28", None, "there is no GPIO 28; choose one from 0 to 27"),
        ("17", "17", "lamp: GPIO 17 is already that of jump"),
        ("Ann=5,Bo=5", None, "Bo: GPIO 5 is already that of Ann"),
        ("Ann=5,Ann=6", None, "write each player once"),
        ("Ann=5,6", None, "write each player once"),
        ("jump=5", None, "write each player once"),
    ],
)
def test_settings_that_make_no_sense_are_refused(button: str, lamp: str | None, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        PanelSettings.parse(button, lamp)


def test_a_shared_button_and_a_lamp() -> None:
    with board() as desk, panel(desk, PanelSettings(jump=17, lamp=22)) as made:
        assert made.buttons == ("jump",)
        assert made.words == ("The jump button is on GPIO 17.", "The lamp is on GPIO 22.")
        desk.tap(17)
        made.show("open")
        assert desk.pin(22).state
        made.show(None)
        assert not desk.pin(22).state
        assert [press.button for press in desk.heard] == ["jump"]


def test_a_button_for_each_player() -> None:
    with board() as desk, panel(desk, PanelSettings(players={"Ann": 17, "Zoë": 27})) as made:
        assert made.buttons == ("Ann", "Zoë")
        desk.tap(27)
        desk.tap(17)
        assert [press.button for press in desk.heard] == ["Zoë", "Ann"]
        made.show("open")


def test_a_panel_that_has_ended_hears_nothing() -> None:
    with board() as desk:
        with panel(desk, PanelSettings(jump=17, lamp=22)) as made:
            made.show("open")
        made.close()
        desk.tap(17)
        assert desk.heard == []
        assert desk.pin(22).function == "input"


def test_without_settings_there_is_nothing_and_it_says_so() -> None:
    with board() as desk, panel(desk, PanelSettings()) as made:
        assert made.buttons == ()
        assert made.words == ("No button is set; jumps are claimed on the tablet or by the card.",)
        made.show("open")


def test_one_pin_that_cannot_be_had_leaves_the_others() -> None:
    with board() as desk:
        taken = Panel.from_settings(PanelSettings(jump=17), desk.heard.append, desk.time, desk.factory)
        settings = PanelSettings(players={"Ann": 17, "Bo": 27}, lamp=22)
        with taken, panel(desk, settings) as made:
            assert made.buttons == ("Bo",)
            assert made.words[0].startswith(
                "Ann's button on GPIO 17 cannot be used: pin GPIO17 is already in use"
            )
            assert made.words[1:] == ("Bo's button is on GPIO 27.", "The lamp is on GPIO 22.")


def test_a_machine_without_pins_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(BadPinFactory, match=r"this machine has no GPIO pins \(.*/gpiochip\* is missing\)"):
        default_factory(tmp_path)


def test_a_panel_on_a_machine_without_pins_is_a_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.panel.default_factory", lambda: default_factory(Path("/nowhere")))
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with board() as desk:
        settings = PanelSettings(jump=17, lamp=22)
        with Panel.from_settings(settings, desk.heard.append, desk.time) as made:
            made.show("open")
            assert made.buttons == ()
            assert made.words == (
                "No button: this machine has no GPIO pins (/nowhere/gpiochip* is missing).",
            )
            assert in_language(made.words, "de") == [
                "Kein Knopf: Dieser Rechner hat keine GPIO-Pins (/nowhere/gpiochip* fehlt)."
            ]


def test_what_hangs_where_is_said_in_every_language() -> None:
    with board() as desk, panel(desk, PanelSettings(players={"Ann": 17}, jump=27, lamp=22)) as made:
        assert in_language(made.words, "de") == [
            "Der Sprungknopf hängt an GPIO 27.",
            "Der Knopf von Ann hängt an GPIO 17.",
            "Die Lampe hängt an GPIO 22.",
        ]


def test_pins_that_come_late_are_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with board() as desk:
        chips: list[Path] = []

        def driver() -> MockFactory:
            if chips:
                return desk.factory
            raise BadPinFactory("this machine has no GPIO pins")

        monkeypatch.setattr("hardware.panel._reachable", lambda: tuple(chips))
        monkeypatch.setattr("hardware.panel.default_factory", driver)
        settings = PanelSettings(jump=17, lamp=22)
        with Panel.from_settings(settings, desk.heard.append, desk.time, later=0.001) as made:
            assert [*made.words] == ["No button: this machine has no GPIO pins."]
            chips.append(tmp_path)
            deadline = time.monotonic() + 5
            while not made.buttons and time.monotonic() < deadline:
                time.sleep(0.001)
            assert made.words == ("The jump button is on GPIO 17.", "The lamp is on GPIO 22.")
            desk.tap(17)
            made.show("open")
            assert desk.pin(22).state
        desk.tap(17)
        assert [press.button for press in desk.heard] == ["jump"], "what has ended hears nothing"


def test_a_panel_that_waits_for_pins_can_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.panel.default_factory", lambda: default_factory(Path("/nowhere")))
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with board() as desk:
        settings = PanelSettings(jump=17)
        with Panel.from_settings(settings, desk.heard.append, desk.time, later=60) as made:
            assert made.buttons == ()


def test_a_chip_that_no_driver_can_use_gives_their_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setitem(sys.modules, "gpiod", None)
    with pytest.raises(
        BadPinFactory, match=r"no driver can use .*gpiod: import of gpiod .*lgpio: import of lgpio"
    ):
        default_factory(tmp_path)


def test_pins_that_only_root_may_touch_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(BadPinFactory, match=r"this user may not use .*gpiochip0: `sudo adduser NAME gpio`"):
        default_factory(tmp_path)


def test_the_environment_may_choose_the_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", None)
    assert isinstance(default_factory(tmp_path), MockFactory)


def test_a_buzzer_and_a_lamp_speak_together() -> None:
    with board() as desk, panel(desk, PanelSettings(jump=17, lamp=22, buzzer=23)) as made:
        assert made.words[-1] == "The buzzer is on GPIO 23."
        made.show("open")
        assert (desk.pin(22).state, desk.pin(23).state) == (True, False)
        made.signal(Signal.IN_TIME)
        made.attend(True)
        made.attend(False)


def test_a_pin_of_the_buzzer_cannot_be_anothers() -> None:
    with pytest.raises(SettingsError, match="buzzer: GPIO 22 is already that of lamp"):
        PanelSettings(lamp=22, buzzer=22)
