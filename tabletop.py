"""The composition root: joins the rooms' commands into ``companion``. No logic."""

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import companion.commands
import vision.commands
from companion.announce import as_line, as_words
from companion.clock import Instant
from companion.errors import BadRecord, CompanionError, SettingsError
from companion.events import Event
from companion.observer import FOLLOWED
from companion.rules.catalogue import find_game

if TYPE_CHECKING:
    from evening import Plan
    from hardware.panel import PanelSettings

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DEMO_PLAYERS = ("Ada", "Bo", "Cleo", "Dan")
DEMO_SEATS = ("south", "west", "north", "east")
DEMO_STARTER = "Dan"
PORT = 8000


class WrongUse(CompanionError):
    """The command was called with something that makes no sense."""


def parser() -> argparse.ArgumentParser:
    """Join the commands of all rooms."""
    top = argparse.ArgumentParser(
        prog="companion",
        description="Reads the cards on your table, follows the game, rules on the jump and keeps score.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_demo(commands)
    _add_serve(commands)
    vision.commands.add(commands)
    _add_watch(commands)
    companion.commands.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status: 0 done, 1 failed, 2 wrong use, 3 broken rule or format."""
    arguments = parser().parse_args(argv)
    _speak_any_name()
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")  # its warnings are no words for people
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except WrongUse as error:
        status = _fail(error, 2)
    except BadRecord as error:
        status = _fail(error, 3)
    except CompanionError as error:
        status = _fail(error, 1)
    except KeyboardInterrupt:
        status = 130
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"companion: {error}", file=sys.stderr)
        # What cannot be written now cannot be written at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    return status


def _speak_any_name() -> None:
    """Let a terminal that lacks a name's letters show their codes; a game must not end over them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _fail(error: CompanionError, status: int) -> int:
    print(f"companion: {error}", file=sys.stderr)
    return status


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _add_demo(commands: "Commands") -> None:
    demo = commands.add_parser("demo", help="play the bundled recording of a game through the whole system")
    demo.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="N times as fast (default 1)")
    demo.add_argument("--once", action="store_true", help="end with the recording")
    demo.add_argument("--fresh", action="store_true", help="begin anew, even where a demo was cut off")
    _add_face(demo, "127.0.0.1")
    demo.set_defaults(run=_demo)


def _add_serve(commands: "Commands") -> None:
    serve = commands.add_parser("serve", help="run a table: camera, button, dashboard")
    serve.add_argument("source", nargs="?", default="0", help="camera number, picamera, URL or video (0)")
    _add_game(serve)
    serve.add_argument("--fresh", action="store_true", help="begin anew, even where a game was cut off")
    serve.add_argument("--button", metavar="PIN", help="GPIO pin of the jump button, as 17, or Ann=17,Ben=27")
    serve.add_argument("--lamp", metavar="PIN", help="GPIO pin of the lamp that shows an open jump")
    serve.add_argument("--name", action="append", metavar="HOST", help="another name of this machine")
    _add_face(serve, "0.0.0.0")
    serve.set_defaults(run=_serve)


def _add_watch(commands: "Commands") -> None:
    watch = commands.add_parser("watch", help="follow a game in a video, camera or stream")
    watch.add_argument("source", metavar="SOURCE", help="video file, folder, camera number, picamera, or URL")
    _add_game(watch)
    watch.add_argument("--presses", type=Path, metavar="FILE", help="the button presses of a recording")
    watch.add_argument("--record", type=Path, metavar="FILE", help="write the game record as it goes")
    watch.add_argument("--realtime", action="store_true", help="play a recording at its own pace")
    watch.add_argument("--json", action="store_true", help="print JSON Lines")
    watch.set_defaults(run=_watch)


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", default="fifty-fifty", metavar="SLUG", help="which game (fifty-fifty)")
    command.add_argument("--players", required=True, type=_names, metavar="A,B,C", help="clockwise")
    command.add_argument("--starter", metavar="A", help="who starts (the first player)")
    command.add_argument("--seats", type=_names, default=(), metavar="SIDE,…", help="each player's side")


def _add_face(command: argparse.ArgumentParser, host: str) -> None:
    command.add_argument("--host", default=host, help=f"where the dashboard listens ({host})")
    command.add_argument("--port", type=_port, default=PORT, help=f"and on which port ({PORT})")
    command.add_argument("--open", action="store_true", help="everyone who opens the dashboard may referee")
    command.add_argument("--journal", type=Path, metavar="FILE", help="where the game is kept")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port lies from 0 (any free one) to 65535")
    return port


def _speed(text: str) -> float:
    speed = float(text)
    if not 0 < speed <= 100:
        raise argparse.ArgumentTypeError("a speed lies above 0 and is 100 at most")
    return speed


def _header(arguments: argparse.Namespace) -> dict[str, object]:
    players = list(arguments.players)
    return {
        "game": arguments.game,
        "players": players,
        "starter": arguments.starter or players[0],
        "rules": {},
    }


def _seats(arguments: argparse.Namespace) -> tuple[str, ...]:
    from companion.evidence import Side

    seats: tuple[str, ...] = arguments.seats
    wrong = [seat for seat in seats if seat not in set(Side)]
    if wrong or (seats and len(seats) != len(arguments.players)):
        sides = ", ".join(Side)
        raise WrongUse(
            f"--seats names one side for each of the {len(arguments.players)} players, out of {sides}; "
            f"not {','.join(seats)}."
        )
    return seats


def _state_folder() -> Path:
    """Give the folder in which games are kept: the service's own, else the user's."""
    service = os.environ.get("STATE_DIRECTORY")
    user = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(service) if service else Path(user) / "tabletop-companion"


def _demo(arguments: argparse.Namespace) -> int:
    from evening import run

    recordings = Path(str(files("vision"))) / "recordings"
    header: dict[str, object] = {"game": "fifty-fifty", "players": list(DEMO_PLAYERS), "rules": {}}
    header["starter"] = DEMO_STARTER
    plan = _plan(arguments, "demo.sqlite3", header, DEMO_SEATS, str(recordings / "first-evening.mp4"))
    return run(plan, _say)


def _serve(arguments: argparse.Namespace) -> int:
    from evening import run

    plan = _plan(arguments, "games.sqlite3", _header(arguments), _seats(arguments), arguments.source)
    return run(plan, _say)


def _plan(
    arguments: argparse.Namespace, name: str, header: dict[str, object], seats: tuple[str, ...], source: str
) -> "Plan":
    from evening import Plan

    presses = Path(source).with_suffix(".presses.jsonl")
    return Plan(
        journal=arguments.journal or _state_folder() / name,
        header=header,
        seats=seats,
        source=source,
        host=arguments.host,
        port=arguments.port,
        presses=presses if arguments.command == "demo" else None,
        speed=getattr(arguments, "speed", 1.0),
        fresh=arguments.fresh,
        once=getattr(arguments, "once", False),
        panel=_panel(arguments),
        names=tuple(getattr(arguments, "name", None) or ()),
        everyone=arguments.open,
    )


def _panel(arguments: argparse.Namespace) -> "PanelSettings":
    from hardware.panel import PanelSettings

    try:
        return PanelSettings.parse(getattr(arguments, "button", None), getattr(arguments, "lamp", None))
    except SettingsError as error:
        raise WrongUse(f"--{error}") from error


def _watch(arguments: argparse.Namespace) -> int:
    from watching import Watch, watch

    def tell(event: Event, started: Instant) -> None:
        if arguments.json:
            line = as_line(event, started)
            text = json.dumps(line, ensure_ascii=False) if line else None
        else:
            text = as_words(event, started)
        if text:
            print(text, flush=True)

    header, seats = _header(arguments), _seats(arguments)
    find_game(arguments.game)
    if header["game"] not in FOLLOWED:
        raise WrongUse(f"{header['game']} cannot be followed by the eye yet, only {', '.join(FOLLOWED)}.")
    watch(
        Watch(arguments.source, header, seats, arguments.presses, arguments.record, arguments.realtime), tell
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
