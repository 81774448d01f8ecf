"""Renders tables of decks that no net has learnt from, with their truth, to measure on.

python -m training.rendered FOLDER row|pile|stacks|spots|scan FIRST COUNT [DECK] [--fonts F] [--threads N]
python -m training.rendered FOLDER tiles FIRST COUNT [--fonts F] [--threads N]
python -m training.rendered FOLDER playing|single|court FIRST COUNT --designs F [--threads N]

Pictures that are there already are left as they are, so that a run may be broken off and called again.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from training.rendered import picture, playing, tiles
from training.rendered.layouts import KINDS
from training.rendered.lettering import families
from training.rendered.picture import Printer, deck_of
from training.rendered.studio import Studio


def main() -> None:
    """Render seed after seed."""
    parser = argparse.ArgumentParser(prog="python -m training.rendered", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("kind", choices=[*KINDS, "tiles", *playing.KINDS])
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int)
    parser.add_argument("deck", type=int, nargs="?", help="the number of the deck; else each five seeds' own")
    parser.add_argument("--fonts", type=Path, help="a folder of font files; else those that are installed")
    parser.add_argument("--designs", type=Path, help="a folder of pictures, each of a deck's playing cards")
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    if asked.kind in playing.KINDS and asked.designs is None:
        parser.error(f"{asked.kind}: --designs says where the pictures of playing cards are")
    asked.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        studio = Studio(asked.folder, Path(scratch), asked.threads)
        take = _taker(studio, asked)
        for seed in range(asked.first, asked.first + asked.count):
            if studio.has(f"{asked.kind}_{seed:04}"):
                continue
            started = time.monotonic()
            take(seed)
            print(f"{asked.kind} {seed}: {time.monotonic() - started:.0f} s", flush=True)


def _taker(studio: Studio, asked: argparse.Namespace) -> Callable[[int], None]:
    """Give what takes the picture of a seed."""
    if asked.kind in playing.KINDS:
        return partial(playing.take, studio, asked.kind, sheets=playing.designs(asked.designs))
    known = families(asked.fonts)
    if asked.kind == "tiles":
        return partial(tiles.take, studio, families=known)
    printers: dict[int, Printer] = {}

    def take(seed: int) -> None:
        number = deck_of(asked.kind, seed) if asked.deck is None else asked.deck
        if number not in printers:
            printers[number] = Printer(studio.scratch, number, known)
        picture.take(studio, asked.kind, seed, printers[number])

    return take


if __name__ == "__main__":
    main()
