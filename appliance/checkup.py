"""``companion doctor``: joins what the core, the eye and the hardware find, and prints it with its mend."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from companion.atomic_file import failed
from companion.cli import DONE, FAILED, Commands, named_path
from companion.doctor.bundle import write_bundle
from companion.doctor.machine import (
    check_date,
    check_disk,
    check_power,
    check_tesseract,
    check_versions,
)
from companion.doctor.port import check_port
from companion.doctor.table import check_journal, check_settings
from companion.errors import CompanionError, WrongUse
from companion.escaping import on_one_line
from companion.finding import Finding, Level
from companion.language import say
from companion.settings.values import Settings
from companion.storage.backup import Places
from companion.storage.backup import now as present

if TYPE_CHECKING:
    from hardware.panel import PanelSettings

MARKS = {Level.GOOD: "  ok  ", Level.NOTE: " note ", Level.POOR: " poor ", Level.BAD: " BAD  "}
TRY_SECONDS = 30.0
LONGEST_SECONDS = 86400.0
"""A day; whoever tries buttons for longer has typed something else than was meant."""

FindPlaces = Callable[[argparse.Namespace], Places]


def add(
    commands: Commands,
    find: FindPlaces,
    version: str,
    usual: Path,
) -> None:
    """Add the command."""
    doctor = commands.add_parser("doctor", help="look the machine over and say how to mend what is wrong")
    doctor.add_argument("what", nargs="?", choices=["buttons", "lamps", "clock"], help="try these by hand")
    doctor.add_argument(
        "--seconds", type=_seconds, default=TRY_SECONDS, metavar="S", help="for how long (30)"
    )
    doctor.add_argument("--json", action="store_true", help="print JSON Lines for programs")
    doctor.add_argument(
        "--bundle", type=named_path, metavar="FILE.zip", help="write what a helper needs to see"
    )
    doctor.add_argument("--with-names", action="store_true", help="leave the players' names in the bundle")
    doctor.add_argument("--with-pictures", action="store_true", help="put the kept pictures into the bundle")
    doctor.add_argument("--no-camera", action="store_true", help="do not open the camera")
    doctor.add_argument("--journal", type=named_path, metavar="FILE", help="where the games are kept")
    doctor.add_argument("--settings", type=named_path, default=usual, metavar="FILE", help=f"({usual})")
    doctor.set_defaults(run=run, find=find, version=version)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_SECONDS:
        most = f"{LONGEST_SECONDS:g} at most"
        raise argparse.ArgumentTypeError(f"the seconds lie above 0 and are {most}; {text!r} is none")
    return seconds


def run(arguments: argparse.Namespace) -> int:
    """Look, or try something by hand; exit status 1 where something is bad or was not heard.

    Nothing is tried by settings that are wrong or cannot be read: they are told instead.

    Raises `WrongUse` where a trial by hand is to give what only the whole look has.
    """
    for option, given in (("--json", arguments.json), ("--bundle", arguments.bundle is not None)):
        if arguments.what is not None and given:
            raise WrongUse(
                f"{option} is for the whole look: leave it out, or leave out {arguments.what!r}, which is "
                "tried by hand."
            )
    settings, found = check_settings(arguments.settings)
    if arguments.what is not None:
        if any(finding.level is Level.BAD for finding in found):
            _print(found, False, sys.stderr)  # what the defaults name would be tried, and nobody has set that
            return FAILED
        return _try(arguments, settings)
    places = arguments.find(arguments)
    found += _machine(arguments, settings, places)
    found += _safely("pins", lambda: _pins(settings))
    if not arguments.no_camera:
        found += _safely("camera", lambda: _camera(settings))
    _print(found, arguments.json)
    if arguments.bundle is not None:
        _bundle(arguments, found, places, settings)
    return FAILED if any(finding.level is Level.BAD for finding in found) else DONE


def _machine(arguments: argparse.Namespace, settings: Settings, places: Places) -> list[Finding]:
    return [
        *check_versions(arguments.version),
        *_safely("power", check_power),
        *_safely("disk", lambda: check_disk(places.journal.parent)),
        *_safely("games", lambda: check_journal(places.journal)),
        *_safely("date", lambda: check_date(present())),
        *_safely("port", lambda: check_port(settings.dashboard, places.journal)),
        *_safely("tesseract", check_tesseract),
    ]


def _safely(about: str, look: Callable[[], list[Finding]]) -> list[Finding]:
    """Look; what cannot be looked at must not keep the rest from being told."""
    try:
        return look()
    # Odd machines fail in ways that nobody has seen yet.
    except Exception as error:
        mend = "Tell us: companion doctor --bundle help.zip"
        return [Finding(about, Level.POOR, f"This could not be looked at: {error!r}.", mend)]


def _camera(settings: Settings) -> list[Finding]:
    from vision.capture.checkup import check_cameras
    from vision.capture.live import Format

    camera = settings.camera
    return check_cameras(camera.source, Format(camera.width, camera.height, camera.frames_per_second))


def _panel(settings: Settings) -> "PanelSettings":
    from hardware.panel import PanelSettings

    buttons, lamps = settings.buttons, settings.lamps
    return PanelSettings(
        buttons.jump,
        buttons.players,
        lamps.window,
        lamps.buzzer,
        buttons.long_press_seconds,
        buttons.bounce_ms / 1000,
    )


def _pins(settings: Settings) -> list[Finding]:
    from hardware.checkup import check_pins
    from hardware.monotonic import MonotonicClock

    return check_pins(_panel(settings), MonotonicClock())


def _try(arguments: argparse.Namespace, settings: Settings) -> int:
    from hardware.checkup import try_buttons, try_lamps
    from hardware.monotonic import MonotonicClock

    clock = MonotonicClock()
    if arguments.what == "buttons":
        return DONE if try_buttons(_panel(settings), clock, _say, arguments.seconds) else FAILED
    if arguments.what == "lamps":
        return DONE if try_lamps(_panel(settings), clock, _say) else FAILED
    return _clock(settings, arguments.find(arguments).journal.parent)


def _clock(settings: Settings, folder: Path) -> int:
    """Measure how the camera's times lie to this machine's clock, and keep it beside the journal."""
    from appliance.measuring import run, words
    from vision.capture.live import Format
    from vision.capture.sources import open_source

    camera = settings.camera
    wanted = Format(camera.width, camera.height, camera.frames_per_second)
    print("The lamp blinks for half a minute; leave it and the camera alone.", file=sys.stderr)
    source = open_source(
        camera.source, report=lambda news: print(on_one_line(news.message), file=sys.stderr), wanted=wanted
    )
    print(words(run(source, camera.source, settings.lamps.window, folder)))
    return DONE


def _say(words: str) -> None:
    print(on_one_line(words))


def _print(found: Sequence[Finding], as_lines: bool, to: TextIO | None = None) -> None:
    for finding in found:
        if as_lines:
            print(json.dumps(asdict(finding), ensure_ascii=False), file=to)
            continue
        print(f"[{MARKS[finding.level]}] {finding.about}: {on_one_line(finding.words)}", file=to)
        if finding.mend and finding.level is not Level.GOOD:
            print(f"         → {on_one_line(finding.mend)}", file=to)


def _bundle(arguments: argparse.Namespace, found: list[Finding], places: Places, settings: Settings) -> None:
    names = [*settings.table.players, *settings.buttons.players]
    try:
        held = write_bundle(
            arguments.bundle,
            found,
            places,
            names=names,
            with_names=arguments.with_names,
            with_pictures=arguments.with_pictures,
        )
    except OSError as error:
        words = failed(say("{path}: the bundle cannot be written", path=arguments.bundle), error)
        raise CompanionError(words) from error
    told = f"{arguments.bundle} holds {', '.join(held)}; look into it before you send it."
    print(on_one_line(told), file=sys.stderr)
