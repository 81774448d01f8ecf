"""``companion bench vision``: measures accuracy and speed of the eye."""

import argparse
import json
import sys
from pathlib import Path


def options(parser: argparse.ArgumentParser) -> None:
    """Add what only the eye's bench takes."""
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="pictures with their truth")
    parser.add_argument(
        "--deck", metavar="NAME", help="the deck in the pictures, if the reader has learnt it"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write a page (HTML)")


def run(arguments: argparse.Namespace) -> int:
    """Measure the eye on a folder, or on the pictures that come with the sources."""
    from vision.bench import bundled, measure
    from vision.bench_report import as_json, as_page, as_text
    from vision.deck_reader import make_reader

    folder = arguments.folder or bundled()

    def say(text: str) -> None:
        print(f"companion bench: {text}", file=sys.stderr, flush=True)

    bench = measure(folder, lambda game: make_reader(game, arguments.deck), say)
    print(json.dumps(as_json(bench)) if arguments.json else "\n".join(as_text(bench)))
    if arguments.report:
        arguments.report.write_text(as_page(bench), encoding="utf-8")
        say(f"the page is in {arguments.report}")
    return 0
