"""``companion bench vision`` and ``watch``: measure the eye on pictures, and on a recording as it plays."""

import argparse
import json
import sys
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

from companion.atomic_file import check_kind, remedy, replace_file
from companion.cli import DONE, FAILED, Commands, named, named_path
from companion.errors import CompanionError, SourceError
from companion.escaping import on_one_line


def add(measured: Commands) -> None:
    """Add what measures the eye to ``companion bench``."""
    about = "Measure how well and how fast the eye reads pictures."
    vision = measured.add_parser("vision", help="measure how well the eye reads", description=about)
    vision.add_argument(
        "folder",
        nargs="?",
        type=named_path,
        metavar="FOLDER",
        help="pictures with their truth (a few of ours)",
    )
    vision.add_argument(
        "--deck", type=named, metavar="NAME", help="the deck in them, if the reader has learnt it"
    )
    vision.add_argument("--report", type=named_path, metavar="FILE", help="also write a page (HTML)")
    vision.set_defaults(run=run)
    about = "Measure the eye at work on a recording."
    watch = measured.add_parser("watch", help="measure the eye at work", description=about)
    watch.add_argument(
        "recording", nargs="?", type=named_path, metavar="VIDEO", help="a recording (that of the demo)"
    )
    watch.add_argument(
        "--loops", type=_loops, default=3, metavar="N", help="play the recording N times more (3)"
    )
    watch.set_defaults(run=run_watch)
    for parser in (vision, watch):
        parser.add_argument("--json", action="store_true", help="print JSON Lines for programs")


def _loops(text: str) -> int:
    """Read a whole number, 0 too."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Measure the eye on a folder, or on the pictures that come with the sources.

    Gives 1 where a picture cannot be opened; the others are measured.
    """
    from vision.bench.measure import bundled, measure
    from vision.bench.report import HEAD, as_json, as_page, as_text
    from vision.readers import make_reader

    folder = arguments.folder or bundled()
    if arguments.report:
        check_kind(arguments.report, "page of the bench", HEAD.encode())

    def say(text: str) -> None:
        print(f"companion bench: {on_one_line(text)}", file=sys.stderr, flush=True)

    bench = measure(folder, lambda game: make_reader(game, arguments.deck, progress=say), say)
    print(json.dumps(as_json(bench)) if arguments.json else "\n".join(as_text(bench)))
    if arguments.report:
        _keep(arguments.report, as_page(bench))
        say(f"the page is in {arguments.report}")
    for words in bench.broken:
        say(words)
    return FAILED if bench.broken else DONE


def _keep(path: Path, page: str) -> None:
    """Write the page; raises `CompanionError` where that cannot be done."""
    try:
        replace_file(path, page.encode())
    except OSError as error:
        words = f"{path}: the page cannot be written ({error.strerror}); {remedy(error)}"
        raise CompanionError(words) from error


def run_watch(arguments: argparse.Namespace) -> int:
    """Measure the eye at work on a recording, or on the one that comes with the companion."""
    from vision.bench.watch import as_lines, measure

    bundled = Path(str(files("vision"))) / "recordings" / "first-evening.mp4"
    recording: Path = arguments.recording or bundled
    if not recording.is_file():
        raise SourceError(f"{recording}: no such recording; name a video file")

    def say(text: str) -> None:
        print(f"companion bench: {text}", file=sys.stderr, flush=True)

    speed = measure(recording, arguments.loops, say)
    print(json.dumps(asdict(speed)) if arguments.json else "\n".join(as_lines(speed)))
    return DONE
