"""``companion bench vision`` and ``watch``: measure the eye on pictures, and on a recording as it plays."""

import argparse
import json
import sys
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

from companion.atomic_file import remedy, replace_file
from companion.cli import DONE
from companion.errors import CompanionError


def options(parser: argparse.ArgumentParser) -> None:
    """Add what only the eye's bench takes."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="FOLDER",
        help="pictures with their truth; for watch, a recording",
    )
    parser.add_argument(
        "--deck", metavar="NAME", help="the deck in the pictures, if the reader has learnt it"
    )
    parser.add_argument(
        "--loops", type=int, default=3, metavar="N", help="watch: play the recording N times more (3)"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write a page (HTML)")


def run(arguments: argparse.Namespace) -> int:
    """Measure the eye on a folder, or on the pictures that come with the sources; or on a recording."""
    if arguments.what == "watch":
        return _run_watch(arguments)
    from vision.bench.measure import bundled, measure
    from vision.bench.report import as_json, as_page, as_text
    from vision.readers import make_reader

    folder = arguments.folder or bundled()

    def say(text: str) -> None:
        print(f"companion bench: {text}", file=sys.stderr, flush=True)

    bench = measure(folder, lambda game: make_reader(game, arguments.deck), say)
    print(json.dumps(as_json(bench)) if arguments.json else "\n".join(as_text(bench)))
    if arguments.report:
        _keep(arguments.report, as_page(bench))
        say(f"the page is in {arguments.report}")
    return DONE


def _keep(path: Path, page: str) -> None:
    """Write the page; raises `CompanionError` where that cannot be done."""
    try:
        replace_file(path, page.encode())
    except OSError as error:
        words = f"{path}: the page cannot be written ({error.strerror}); {remedy(error)}"
        raise CompanionError(words) from error


def _run_watch(arguments: argparse.Namespace) -> int:
    """Measure the eye at work on a recording, or on the one that comes with the companion."""
    from vision.bench.watch import as_lines, measure

    bundled = Path(str(files("vision"))) / "recordings" / "first-evening.mp4"

    def say(text: str) -> None:
        print(f"companion bench: {text}", file=sys.stderr, flush=True)

    speed = measure(arguments.folder or bundled, max(0, arguments.loops), say)
    print(json.dumps(asdict(speed)) if arguments.json else "\n".join(as_lines(speed)))
    return DONE
