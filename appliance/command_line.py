"""The command line: joins the rooms' commands into ``companion`` and runs one. No logic."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn
from unicodedata import normalize

import appliance.checkup
import appliance.disputing
import appliance.logs
import companion.commands
import companion.settings.command
import companion.storage.backup_command
import vision.bench.command
import vision.commands
from appliance.ending import in_order
from appliance.plans import (
    demo_plan,
    given_settings_of,
    header_of,
    log_format,
    pages_language,
    places_of,
    seats_of,
    serve_plan,
    usual_settings,
)
from appliance.terminal import speak_any_name, speak_harmlessly
from companion.atomic_file import remedy
from companion.cli import DONE, FAILED, REFUSED, WRONG_USE, Commands, named, named_path
from companion.clock import Instant
from companion.errors import BadRecord, CompanionError, WrongUse
from companion.escaping import on_one_line
from companion.sessions.events import Event
from companion.settings.file import BadSettings
from companion.settings.values import LOG_FORMATS
from companion.state_folder import kept_private
from companion.storage.backup_file import BadBackup
from companion.views.printed import as_line, as_words

VERSION = "0.1.0"
"""As in pyproject.toml; a test holds them together."""


class Parser(argparse.ArgumentParser):
    """Says on one line what is wrong with a command, whatever breaks the command holds; its commands' too."""

    def error(self, message: str) -> NoReturn:
        """Say it and end."""
        super().error(on_one_line(message))


def parser() -> argparse.ArgumentParser:
    """Join the commands of all rooms."""
    top: argparse.ArgumentParser = Parser(
        prog="companion",
        description="Reads the cards on your table, follows the game, rules on the jump and keeps score.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_demo(commands)
    _add_serve(commands)
    vision.commands.add(commands)
    _add_watch(commands)
    vision.bench.command.add(companion.commands.add(commands))
    companion.settings.command.add(commands, usual_settings())
    companion.storage.backup_command.add(commands, places_of, VERSION, usual_settings())
    appliance.checkup.add(commands, places_of, VERSION, usual_settings())
    appliance.disputing.add(commands, places_of, usual_settings())
    return top


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status: 0 done, 1 failed, 2 wrong use, 3 broken rule or format.

    Lets KeyboardInterrupt through.
    """
    speak_harmlessly()
    arguments = parser().parse_args(argv)
    speak_any_name(getattr(arguments, "json", False))
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")  # its warnings are no words for people
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # nor are those of FFmpeg, at each try again
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "100000000")  # no file may eat a Pi's memory
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except WrongUse as error:
        status = _fail(error, WRONG_USE, arguments)
    except (BadRecord, BadSettings, BadBackup) as error:
        status = _fail(error, REFUSED, arguments)
    except CompanionError as error:
        status = _fail(error, FAILED, arguments)
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"companion: {on_one_line(_in_words(error))}", file=sys.stderr)
        # What cannot be written now cannot be written at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILED
    return status


def _in_words(error: OSError) -> str:
    """Say what the system refuses, of which file, and what to do about it."""
    if not error.strerror:
        return str(error)
    file = f"{error.filename}: " if error.filename else ""
    if isinstance(error, PermissionError):
        return f"{file}this user may not ({error.strerror}); put sudo before the command, or see who owns it."
    return f"{file}{error.strerror}; {remedy(error)}."


def _fail(error: CompanionError, status: int, arguments: argparse.Namespace) -> int:
    words = "\n".join(error.lines) if isinstance(error, BadSettings) else on_one_line(str(error))
    appliance.logs.say_why(words, getattr(arguments, "log", None))
    return status


def _add_demo(commands: Commands) -> None:
    demo = commands.add_parser("demo", help="play the bundled recording of a game through the whole system")
    demo.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="N times as fast (default 1)")
    demo.add_argument("--once", action="store_true", help="end with the recording")
    demo.add_argument("--fresh", action="store_true", help="begin anew, even where a demo was cut off")
    _add_face(demo)
    demo.set_defaults(host="127.0.0.1")
    demo.set_defaults(run=_demo)


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser("serve", help="run a table: camera, button, dashboard")
    serve.add_argument("source", nargs="?", help="auto, a camera number, picamera, URL or video (auto)")
    _add_game(serve)
    serve.add_argument("--fresh", action="store_true", help="begin anew, even where a game was cut off")
    about = "GPIO pin of the jump button, as 17, or Ann=17,Ben=27"
    serve.add_argument("--button", type=_name, metavar="PIN", help=about)
    serve.add_argument("--lamp", metavar="PIN", help="GPIO pin of the lamp that shows an open jump")
    serve.add_argument("--name", action="append", metavar="HOST", help="another name of this machine")
    _add_face(serve)
    serve.set_defaults(run=_serve)


def _add_watch(commands: Commands) -> None:
    watch = commands.add_parser("watch", help="follow a game in a video, camera or stream")
    watch.add_argument("source", metavar="SOURCE", help="video file, folder, camera number, picamera, or URL")
    _add_game(watch)
    watch.add_argument("--presses", type=named_path, metavar="FILE", help="the button presses of a recording")
    watch.add_argument("--record", type=named_path, metavar="FILE", help="write the game record as it goes")
    watch.add_argument(
        "--disputes", type=named_path, metavar="DIR", help="write a page about each disputed jump"
    )
    watch.add_argument("--realtime", action="store_true", help="play a recording at its own pace")
    watch.add_argument("--json", action="store_true", help="print JSON Lines")
    _add_settings(watch)
    watch.set_defaults(run=_watch)


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", metavar="SLUG", help="which game (fifty-fifty)")
    command.add_argument("--players", type=_names, metavar="A,B,C", help="clockwise")
    command.add_argument(
        "--deck", type=named, metavar="NAME", help="the deck on the table, if the reader has learnt it"
    )
    command.add_argument("--starter", type=_name, metavar="A", help="who starts (the first player)")
    command.add_argument("--seats", type=_names, default=(), metavar="SIDE,…", help="each player's side")


def _add_face(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--host", type=named, help="where the dashboard listens (0.0.0.0; the demo on 127.0.0.1)"
    )
    command.add_argument("--port", type=_port, help="and on which port (8000)")
    command.add_argument("--open", action="store_true", help="everyone who opens the dashboard may referee")
    command.add_argument("--log", choices=LOG_FORMATS, help="how the log is written (people)")
    command.add_argument("--journal", type=named_path, metavar="FILE", help="where the game is kept")
    _add_settings(command)


def _add_settings(command: argparse.ArgumentParser) -> None:
    usual = usual_settings()
    command.add_argument(
        "--settings",
        type=named_path,
        default=usual,
        metavar="FILE",
        help=f"what holds where nothing is said ({usual})",
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(_name(name) for name in text.split(","))


def _name(text: str) -> str:
    """Read a name as it is compared: its letters put together with their accents."""
    return normalize("NFC", text.strip())


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port lies from 0 (any free one) to 65535; {text!r} is none")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= 100:
        raise argparse.ArgumentTypeError(f"a speed lies above 0 and is 100 at most; {text!r} is none")
    return speed


def _demo(arguments: argparse.Namespace) -> int:
    from appliance.evening import run

    with kept_private():
        return run(demo_plan(arguments), appliance.logs.set_up(log_format(arguments)))


def _serve(arguments: argparse.Namespace) -> int:
    from appliance.evening import run

    with kept_private():
        return run(serve_plan(arguments), appliance.logs.set_up(log_format(arguments)))


def _watch(arguments: argparse.Namespace) -> int:
    from appliance.replaying import replay_plan
    from appliance.watching import Watch, watch

    def tell(event: Event, started: Instant) -> None:
        if arguments.json:
            line = as_line(event, started)
            text = json.dumps(line, ensure_ascii=False) if line else None
        else:
            text = as_words(event, started)
        if text:
            print(text, flush=True)

    if not arguments.source:
        raise WrongUse(
            "SOURCE is empty: name a video, a folder of pictures, a camera's number or an address."
        )
    settings = given_settings_of(arguments)
    header, seats = header_of(arguments, settings), seats_of(arguments, settings)
    if header is None:
        raise WrongUse("--players names the players, as --players Ann,Ben; the settings name nobody.")
    realtime = arguments.realtime or settings.watch.realtime
    plan = Watch(
        arguments.source,
        header,
        seats,
        arguments.presses,
        arguments.record,
        realtime,
        arguments.disputes,
        replay_plan(settings),
        pages_language(settings),
        arguments.deck or settings.table.deck or None,
    )

    def say(text: str) -> None:
        print(on_one_line(text), file=sys.stderr, flush=True)

    with in_order():
        note = watch(plan, tell, say)
    if note:
        say(note)
    return DONE
