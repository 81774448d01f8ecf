"""Renders tables of decks that no net has learnt from, with their truth, to measure on.

python -m training.rendered FOLDER row|pile|stacks|spots|scan FIRST COUNT [DECK] [--fonts F] [--threads N]

Pictures that are there already are left as they are, so that a run may be broken off and called again.
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from training.rendered.layouts import KINDS
from training.rendered.lettering import families
from training.rendered.picture import Printer, deck_of, take


def main() -> None:
    """Render seed after seed."""
    parser = argparse.ArgumentParser(prog="python -m training.rendered", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("kind", choices=list(KINDS))
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int)
    parser.add_argument("deck", type=int, nargs="?", help="the number of the deck; else each five seeds' own")
    parser.add_argument("--fonts", type=Path, help="a folder of font files; else those that are installed")
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    known, printer = families(asked.fonts), None
    with TemporaryDirectory() as scratch:
        for seed in range(asked.first, asked.first + asked.count):
            if (asked.folder / f"{asked.kind}_{seed:04}.json").exists():
                continue
            number = deck_of(asked.kind, seed) if asked.deck is None else asked.deck
            if printer is None or printer.number != number:
                printer = Printer(Path(scratch), number, known)
            started = time.monotonic()
            take(asked.folder, asked.kind, seed, printer, Path(scratch), asked.threads)
            print(f"{asked.kind} {seed}: {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
