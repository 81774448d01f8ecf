"""Wires ``companion doctor clock``: blinks a lamp in view of the camera and measures how the clocks lie."""

import random
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any

from gpiozero import DigitalOutputDevice

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.errors import SourceError
from companion.jumps.clock_check import NAME, Brightness, Measured, Switched, estimate, save_fit
from companion.language import Text, say
from hardware.panel import default_factory
from vision.capture.blink import Blinks
from vision.capture.sources import Recording, Source, SystemWall, Wall
from vision.frame import Frame

CHANGES = 60
"""The lamp is switched so often: half a minute."""

SHORTEST, LONGEST = 0.3, 0.6
"""Seconds between two switchings; never the same, so that no other flicker can keep step."""

SETTLE_NS = NS_PER_SECOND
"""The camera looks on for so long (ns) before the first switching and after the last."""

Lamp = Callable[[bool], None]


def measure_clock(
    lamp: Lamp, frames: Iterable[Frame], wall: Wall, changes: int = CHANGES, measured: str = ""
) -> Measured:
    """Blink a lamp while frames come, and estimate how the frames' times lie to the wall's clock.

    ``lamp`` switches the lamp at once; ``measured`` is the date for people. Raises SourceError where nothing
    can be measured.
    """
    chance, blinks, switched = random.Random(50), Blinks(), list[Switched]()
    due: int | None = None
    for frame in frames:
        blinks.look(frame)
        now = wall.now()
        due = now + SETTLE_NS if due is None else due
        if now < due:
            continue
        if len(switched) == changes:
            break
        # At any moment between two frames, or the lamp would keep step with the camera.
        wall.wait(chance.randrange(NS_PER_SECOND // 20))
        switched.append(_switch(lamp, wall, lit=len(switched) % 2 == 0))
        last = len(switched) == changes
        due = wall.now() + (SETTLE_NS if last else round(chance.uniform(SHORTEST, LONGEST) * NS_PER_SECOND))
    lamp(False)
    levels = blinks.levels([(switch.at.latest, switch.lit) for switch in switched])
    return estimate(switched, [Brightness(span, level) for span, level in levels], measured)


def _switch(lamp: Lamp, wall: Wall, lit: bool) -> Switched:
    before = wall.now()
    lamp(lit)
    return Switched(Span(before, Instant(wall.now())), lit)


def run(source: Source, name: str, pin: int | None, folder: Path, factory: Any = None) -> Measured:
    """Measure with a camera and the lamp on a pin, and keep the outcome in a folder for this camera.

    Raises CompanionError for a lamp, camera or measurement that cannot be used.
    """
    if isinstance(source, Recording):
        raise SourceError(say("A recording has no clock of its own to measure; name a camera."))
    if pin is None:
        raise SourceError(
            say("No lamp is set: lamps.window names its pin. Put the lamp in view of the camera.")
        )
    with ExitStack() as parts:
        device = _lamp(pin, factory)
        parts.callback(device.close)
        camera = parts.enter_context(source)

        def lamp(lit: bool) -> None:
            device.value = lit

        outcome = measure_clock(lamp, camera, SystemWall(), measured=date.today().isoformat())
    save_fit(outcome.fit, name, folder / NAME)
    return outcome


def _lamp(pin: int, factory: Any) -> DigitalOutputDevice:
    """Give the lamp on a pin; the drivers' many errors become one, in words."""
    try:
        return DigitalOutputDevice(pin, pin_factory=default_factory() if factory is None else factory)
    except Exception as error:
        raise SourceError(
            say("The lamp on GPIO {pin} cannot be used: {why}.", pin=pin, why=str(error))
        ) from error


def words(outcome: Measured) -> Text:
    """Say what was measured."""
    fit = outcome.fit
    return say(
        "The camera runs {offset} ms behind this machine's clock, known to within {error} ms ({fitted} of "
        "{seen} changes of the lamp agree). Presses of buttons are compared with that from the next start "
        "on.",
        offset=f"{fit.offset / 1e6:.1f}",
        error=f"{fit.error / 1e6:.1f}",
        fitted=outcome.fitted,
        seen=outcome.seen,
    )
