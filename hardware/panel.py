"""The panel: the buttons and the lamp that the settings name, as far as this machine has them.

What is missing does not hinder the table: the panel then works with what is left and says why in words.
"""

import importlib
import logging
import os
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from gpiozero import BadPinFactory, Device

from companion.clock import Clock
from companion.errors import SettingsError
from companion.evidence import SHARED, Press
from companion.language import Text, say
from hardware.buttons import REST_S, JumpButton
from hardware.gpiod_pins import GpiodFactory
from hardware.holding import LONG_PRESS_S, Holding, OnNote, ignore
from hardware.lamps import JumpLamp, Lamp, NoLamp, Signal

HIGHEST_PIN = 27
"""The header of a Raspberry Pi carries GPIO 0 to 27."""

_log = logging.getLogger(__name__)

OnPress = Callable[[Press], None]
Part = TypeVar("Part", JumpButton, JumpLamp)


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """Which pins bear what: the shared button, or one a player (name to pin), the lamp and the buzzer.

    A button held down for ``long_press_s`` seconds calls the referee; a closing contact is a press only after
    ``rest_s`` seconds of quiet, so that its bounce is none. Raises SettingsError for a pin that the
    header does not have, or one with two uses.
    """

    jump: int | None = None
    players: Mapping[str, int] = field(default_factory=dict)
    lamp: int | None = None
    buzzer: int | None = None
    long_press_s: float = LONG_PRESS_S
    rest_s: float = REST_S

    def __post_init__(self) -> None:
        further = (("lamp", self.lamp), ("buzzer", self.buzzer))
        uses = [*self.buttons().items(), *((use, pin) for use, pin in further if pin is not None)]
        pins: dict[int, str] = {}
        for use, pin in uses:
            if not 0 <= pin <= HIGHEST_PIN:
                raise SettingsError(f"{use}: there is no GPIO {pin}; choose one from 0 to {HIGHEST_PIN}.")
            if pin in pins:
                raise SettingsError(f"{use}: GPIO {pin} is already that of {pins[pin]}; choose another pin.")
            pins[pin] = use

    @classmethod
    def parse(cls, button: str | None, lamp: str | None = None) -> "PanelSettings":
        """Read ``17`` for a shared button or ``Ann=17,Bo=27`` for one each; raises SettingsError."""
        lamp_pin = _pin("lamp", lamp) if lamp else None
        if not button:
            return cls(lamp=lamp_pin)
        if "=" not in button:
            return cls(jump=_pin("button", button), lamp=lamp_pin)
        pairs = [piece.rpartition("=") for piece in button.split(",")]
        players = {name.strip(): _pin(name.strip(), pin) for name, _, pin in pairs}
        if len(players) < len(pairs) or "" in players or SHARED in players:
            raise SettingsError(f"button: write each player once, as Ann=17,Bo=27, not {button!r}.")
        return cls(players=players, lamp=lamp_pin)

    def buttons(self) -> dict[str, int]:
        """Give the pin of each button by its name."""
        return {**({SHARED: self.jump} if self.jump is not None else {}), **self.players}


class Panel:
    """Buttons and lamp, for use with ``with``; ``words`` says what is there and what is not, and why."""

    def __init__(
        self,
        words: tuple[str, ...],
        parts: ExitStack,
        lamps: tuple[Lamp, ...],
        buttons: tuple[str, ...],
        fitted: bool = True,
    ) -> None:
        self.words = words
        self.buttons = buttons
        """The names of the buttons that work."""
        self._parts = parts
        self._lamps = lamps
        self._fitted = fitted
        self._over = threading.Event()
        self._seeker: threading.Thread | None = None

    @classmethod
    def from_settings(
        cls,
        settings: PanelSettings,
        on_press: OnPress,
        clock: Clock,
        factory: Any = None,
        on_note: OnNote = ignore,
        later: float | None = None,
    ) -> "Panel":
        """Make the panel; ``factory`` is gpiozero's pin factory (the machine's own when None).

        ``on_note`` hears what a button says beside its presses. ``later``: seconds between two looks for pins
        that cannot be had yet (at boot their rights may come late); None never looks again.
        """
        panel = _Fitter(settings, on_press, clock, on_note).fit(factory)
        if later is not None and not panel._fitted:
            panel._seek(lambda: _Fitter(settings, on_press, clock, on_note).fit(None), later)
        return panel

    def show(self, window: str | None) -> None:
        """Light the lamp while a jump window is open (its words), else darken it."""
        for lamp in self._lamps:
            lamp.show(window)

    def signal(self, signal: Signal) -> None:
        """Let lamp and buzzer say something once."""
        for lamp in self._lamps:
            lamp.signal(signal)

    def attend(self, needed: bool) -> None:
        """Let lamp and buzzer ask for attention while it is needed."""
        for lamp in self._lamps:
            lamp.attend(needed)

    def close(self) -> None:
        """Let go of all pins; a second call does nothing."""
        self._over.set()
        if self._seeker is not None:
            self._seeker.join()
        self._parts.close()

    def _seek(self, fit: Callable[[], "Panel"], pause: float) -> None:
        """Fit anew whenever other chips can be had, until that works; on a thread of its own."""
        known = _reachable()

        def look() -> None:
            nonlocal known
            while not self._over.wait(pause):
                if _reachable() == known:
                    continue
                known = _reachable()
                found = fit()
                if found._fitted:
                    self._take(found)
                    return

        self._seeker = threading.Thread(target=look, name="pins", daemon=True)
        self._seeker.start()

    def _take(self, found: "Panel") -> None:
        """Go on with the parts of another panel."""
        self._parts.enter_context(found)
        self.words, self.buttons, self._lamps = found.words, found.buttons, found._lamps
        for words in found.words:
            _log.info("%s", words)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Fitter:
    """Fits the parts one by one and notes what came of each."""

    def __init__(self, settings: PanelSettings, on_press: OnPress, clock: Clock, on_note: OnNote) -> None:
        self._settings = settings
        self._on_press, self._on_note = on_press, on_note
        self._clock = clock
        self._parts = ExitStack()
        self._words: list[str] = []

    def fit(self, factory: Any) -> Panel:
        settings = self._settings
        if not settings.buttons() and settings.lamp is None and settings.buzzer is None:
            return self._panel(
                (), (), say("No button is set; jumps are claimed on the tablet or by the card.")
            )
        if factory is None:
            try:
                factory = default_factory()
            except (BadPinFactory, OSError, ImportError) as error:
                words = say("No button: {why}.", why=_why(error))
                return Panel((words,), self._parts, (), (), fitted=False)
        names = tuple(name for name, pin in settings.buttons().items() if self._button(name, pin, factory))
        return self._panel((self._lamp(factory), self._buzzer(factory)), names)

    def _panel(self, lamps: tuple[Lamp, ...], buttons: tuple[str, ...], *words: str) -> Panel:
        return Panel((*self._words, *words), self._parts, lamps, buttons)

    def _button(self, name: str, pin: int, factory: Any) -> bool:
        what = say("The jump button") if name == SHARED else say("{name}'s button", name=name)
        rest = self._settings.rest_s
        holding = Holding(name, self._on_note, self._clock, self._settings.long_press_s)
        button = self._try(
            what, pin, lambda: JumpButton(pin, name, self._on_press, self._clock, factory, holding, rest)
        )
        return button is not None

    def _lamp(self, factory: Any) -> Lamp:
        pin = self._settings.lamp
        if pin is None:
            return NoLamp()
        return self._try(say("The lamp"), pin, lambda: JumpLamp(pin, factory)) or NoLamp()

    def _buzzer(self, factory: Any) -> Lamp:
        pin = self._settings.buzzer
        if pin is None:
            return NoLamp()
        made = self._try(
            say("The buzzer"), pin, lambda: JumpLamp(pin, factory, steady=False, insistent=False)
        )
        return made or NoLamp()

    def _try(self, what: Text, pin: int, make: Callable[[], Part]) -> Part | None:
        """Make a part; None when its pin cannot be had."""
        try:
            part = make()
        # The drivers have error trees of their own (lgpio.error is a plain Exception).
        except Exception as error:
            why = _why(error)
            self._words.append(
                say("{what} on GPIO {pin} cannot be used: {why}.", what=what, pin=pin, why=why)
            )
            return None
        self._parts.enter_context(part)
        self._words.append(say("{what} is on GPIO {pin}.", what=what, pin=pin))
        return part


def _reachable(devices: Path = Path("/dev")) -> tuple[Path, ...]:
    """Give the chips that this user may use."""
    return tuple(chip for chip in sorted(devices.glob("gpiochip*")) if os.access(chip, os.R_OK | os.W_OK))


def default_factory(devices: Path = Path("/dev")) -> Any:
    """Give gpiozero's pin factory of this machine; raises BadPinFactory that says in words why there is none.

    ``GPIOZERO_PIN_FACTORY`` in the environment chooses one by name, as gpiozero documents it.
    """
    chosen = os.environ.get("GPIOZERO_PIN_FACTORY")
    if chosen:
        Device.ensure_pin_factory()
        return Device.pin_factory
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        missing = f"{devices}/gpiochip*"
        raise BadPinFactory(say("this machine has no GPIO pins ({missing} is missing)", missing=missing))
    if not _reachable(devices):
        remedy = "`sudo adduser NAME gpio`"
        words = say(
            "this user may not use {chip}: {remedy} and log in anew (docs/hardware.md)",
            chip=str(chips[0]),
            remedy=remedy,
        )
        raise BadPinFactory(words)
    reasons: list[str] = []
    # gpiod finds the header's chip by its label, on boards too that do not say what they are, and its stamps
    # are those of the first edge; lgpio is for systems that have nothing else.
    for name, make in (("gpiod", lambda: GpiodFactory(devices=devices)), ("lgpio", _lgpio)):
        try:
            return make()
        # The drivers have error trees of their own (lgpio.error is a plain Exception).
        except Exception as error:
            reasons.append(f"{name}: {error}")
    raise BadPinFactory(say("no driver can use the GPIO pins ({reasons})", reasons="; ".join(reasons)))


def _why(error: Exception) -> str:
    """Give an error in words: our own in every language, a driver's as it says it."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Text) else str(error)


def _lgpio() -> Any:
    # lgpio leaves a pipe in the working directory unless told otherwise, and fails where it may not.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    return importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory()


def _pin(use: str, text: str) -> int:
    number = text.strip().upper().removeprefix("GPIO").strip()
    if not (number.isascii() and number.isdigit()):
        raise SettingsError(f"{use}: {text!r} is no GPIO pin; write its number, as 17.")
    return int(number)
