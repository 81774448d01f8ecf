"""From the command line and the settings to what is run; what the command line says counts more."""

import argparse
import os
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import BadRecord, SettingsError, WrongUse
from companion.evidence import Side
from companion.language import SOURCE
from companion.records.record import Header
from companion.settings.file import read_settings
from companion.settings.values import Settings
from companion.state_folder import decks_folder, state_folder

if TYPE_CHECKING:
    from appliance.plan import Plan
    from companion.storage.backup import Places
    from hardware.panel import PanelSettings

DEMO_PLAYERS = ("Ada", "Bo", "Cleo", "Dan")
DEMO_SEATS = ("south", "west", "north", "east")
DEMO_STARTER = "Dan"

SETTINGS_NAME = "settings.toml"


def usual_settings() -> Path:
    """Give the settings file of this machine: the installed companion's, else the user's own."""
    named = os.environ.get("COMPANION_SETTINGS")
    return Path(named) if named else state_folder() / SETTINGS_NAME


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Read the settings that a command goes by; raises SettingsError with each mistake."""
    return read_settings(arguments.settings)


def given_settings_of(arguments: argparse.Namespace) -> Settings:
    """Read the settings of a command that cannot write any; raises SettingsError with each mistake.

    Raises WrongUse where a file was named that is not there: other rules than those meant would hold.
    """
    named: Path = arguments.settings
    if named != usual_settings() and not named.exists():
        raise WrongUse(f"{named}: there is no such file of settings. Check the path after --settings.")
    return settings_of(arguments)


def pages_language(settings: Settings) -> str:
    """Give the language of pages in files: English where each browser is to have its own."""
    chosen = settings.dashboard.language
    return SOURCE if chosen == "auto" else chosen


def places_of(arguments: argparse.Namespace) -> "Places":
    """Say where a companion with these settings keeps what is worth keeping."""
    from companion.storage.backup import Places

    usual = usual_journal()
    try:
        journal = arguments.journal or journal_of(settings_of(arguments))
    except SettingsError:
        # Settings that cannot be read must not keep anybody from a backup, or from restoring better ones.
        journal = usual
    return Places(
        journal.absolute(),
        arguments.settings.absolute(),
        decks_folder().absolute(),
        None if arguments.journal else usual.absolute(),
    )


def log_format(arguments: argparse.Namespace) -> str:
    """Give the form in which the log is written."""
    return str(arguments.log or settings_of(arguments).log.format)


def journal_of(settings: Settings) -> Path:
    """Give the file in which the games are kept."""
    return Path(settings.storage.journal) if settings.storage.journal else usual_journal()


def usual_journal() -> Path:
    """Give the file in which the games are kept where nothing else is said."""
    return state_folder() / "games.sqlite3"


def header_of(arguments: argparse.Namespace, settings: Settings) -> dict[str, object] | None:
    """Give the record header of the game that is named; None where nobody is named.

    Raises WrongUse for a game that cannot begin: settings that say so were refused when they were read.
    """
    table = settings.table
    players = list(arguments.players or table.players)
    if not players:
        return None
    game = arguments.game or table.game
    named = arguments.players is not None
    starter = arguments.starter or ("" if named else table.starter) or players[0]
    rules = dict(settings.house_rules.get(game, {}))
    header = {"game": game, "players": players, "starter": starter, "rules": rules}
    try:
        Header.parse(header)
    except BadRecord as error:
        raise WrongUse(f"No such game can begin: {error}.") from error
    return header


def seats_of(arguments: argparse.Namespace, settings: Settings) -> tuple[str, ...]:
    """Give each player's side, or nothing where none is named; raises WrongUse for sides that cannot be."""
    if not arguments.seats:
        return () if arguments.players else settings.table.seats
    seats: tuple[str, ...] = arguments.seats
    players = arguments.players or settings.table.players
    if [seat for seat in seats if seat not in set(Side)] or len(seats) != len(players):
        raise WrongUse(
            f"--seats names one side for each of the {len(players)} players, out of {', '.join(Side)}; "
            f"not {','.join(seats)}."
        )
    if shared := next((seat for seat in seats if seats.count(seat) > 1), None):
        raise WrongUse(
            f"--seats names {shared} twice: a hand from there could be either player's. One side each, out "
            f"of {', '.join(Side)}; or leave --seats out."
        )
    return seats


def demo_plan(arguments: argparse.Namespace) -> "Plan":
    """Say what ``companion demo`` runs: the bundled recording, with its own players."""
    settings = settings_of(arguments)
    recording = Path(str(files("vision"))) / "recordings" / "first-evening.mp4"
    header = {"game": "fifty-fifty", "players": list(DEMO_PLAYERS), "rules": {}, "starter": DEMO_STARTER}
    plan = _plan(arguments, settings, header, state_folder() / "demo.sqlite3", str(recording))
    return replace(
        plan,
        seats=DEMO_SEATS,
        presses=recording.with_suffix(".presses.jsonl"),
        speed=arguments.speed,
        once=arguments.once,
    )


def serve_plan(arguments: argparse.Namespace) -> "Plan":
    """Say what ``companion serve`` runs; raises WrongUse where the command line makes no sense."""
    settings = settings_of(arguments)
    header = header_of(arguments, settings)
    if arguments.fresh and header is None:
        raise WrongUse("--fresh begins a new game: name its players with --players or in the settings.")
    source = arguments.source or settings.camera.source
    plan = _plan(arguments, settings, header, journal_of(settings), source)
    return replace(
        plan,
        seats=seats_of(arguments, settings),
        panel=panel_of(arguments, settings),
        names=(
            *settings.dashboard.names,
            *(arguments.name or ()),
            f"{settings.dashboard.network_name}.local",
        ),
        settings=arguments.settings.absolute(),
        deck=getattr(arguments, "deck", None) or settings.table.deck or None,
        network_name=settings.dashboard.network_name if settings.dashboard.announce else None,
        insists=arguments.players is not None,
        waits=not arguments.source,
    )


def panel_of(arguments: argparse.Namespace, settings: Settings) -> "PanelSettings":
    """Give the pins of buttons and lamp; raises WrongUse for some that cannot be."""
    from hardware.panel import PanelSettings

    buttons = settings.buttons
    further: dict[str, Any] = {
        "buzzer": settings.lamps.buzzer,
        "long_press_s": buttons.long_press_seconds,
        "rest_s": buttons.bounce_ms / 1000,
    }
    lamp = arguments.lamp if arguments.lamp is not None else _text(settings.lamps.window)
    try:
        if arguments.button is not None:
            return replace(PanelSettings.parse(arguments.button, lamp), **further)
        return replace(PanelSettings.parse(None, lamp), jump=buttons.jump, players=buttons.players, **further)
    except SettingsError as error:
        raise WrongUse(_of_option(str(error), arguments)) from error


def _of_option(words: str, arguments: argparse.Namespace) -> str:
    """Name the option that is wrong before what is said of a use of a pin; the settings may be wrong, too."""
    use = words.partition(":")[0]
    if use in ("button", "lamp"):
        return f"--{words}" if getattr(arguments, use) is not None else words
    return f"--button: {words}" if arguments.button is not None and use != "buzzer" else words


def _plan(
    arguments: argparse.Namespace,
    settings: Settings,
    header: Mapping[str, object] | None,
    journal: Path,
    source: str,
) -> "Plan":
    """Give what the demo and a table have in common."""
    from appliance.plan import Plan
    from appliance.replaying import replay_plan
    from vision.capture.live import Format

    board, camera = settings.dashboard, settings.camera
    return Plan(
        journal=arguments.journal or journal,
        header=header,
        seats=(),
        source=source,
        host=arguments.host or board.host,
        port=board.port if arguments.port is None else arguments.port,
        fresh=arguments.fresh,
        everyone=arguments.open or board.everyone_may_referee,
        copies=settings.storage.copies,
        replay=replay_plan(settings),
        wanted=Format(camera.width, camera.height, camera.frames_per_second),
        sounds=board.sounds,
        language=None if board.language == "auto" else board.language,
    )


def _text(pin: int | None) -> str | None:
    return None if pin is None else str(pin)
