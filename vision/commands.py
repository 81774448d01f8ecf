"""The eye's commands: ``companion read``, and those of its decks."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from companion.atomic_file import is_other, remedy, replace_file
from companion.cards import Zone
from companion.cli import DONE, FAILED, WRONG_USE, Commands, named, named_path
from companion.errors import CompanionError, SourceError, WrongUse
from companion.escaping import on_one_line
from companion.evidence import SeenCard
from vision.decks import commands as deck_commands
from vision.games import ANY, LOOKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.pipeline import Reader

Json = dict[str, object]

ENGINES = ("net", "tesseract")


@dataclass(frozen=True, slots=True)
class Answer:
    """What was seen in one picture: its cards, and how long opening and reading it took in milliseconds."""

    file: str
    cards: tuple[SeenCard, ...]
    ms: float


def add(subparsers: Commands) -> None:
    """Add the commands of this room to the companion's."""
    read = subparsers.add_parser("read", help="read the cards in pictures", description=_DESCRIPTION)
    read.add_argument("images", nargs="+", metavar="IMAGE", help="a picture file")
    read.add_argument("--json", action="store_true", help="print JSON Lines, one a picture")
    read.add_argument(
        "--game", choices=list(LOOKS), default="fifty-fifty", help="whose cards lie there (fifty-fifty)"
    )
    read.add_argument(
        "--deck", type=named, metavar="NAME", help="the deck that lies there, if the reader has learnt it"
    )
    read.add_argument(
        "--overlay", metavar="DIR", type=named_path, help="also draw what was seen, into this folder"
    )
    read.add_argument("--reader", choices=ENGINES, default="net", help="what reads the numbers (net)")
    read.set_defaults(run=run)
    deck_commands.add(subparsers)


_DESCRIPTION = (
    "Reads the cards in pictures. A card that is not sure is shown as a question, never as a guess."
)


def run(arguments: argparse.Namespace) -> int:
    """Read all pictures; gives 0, or 1 when one could not be opened or nothing can be read at all."""
    from vision.readers import make_reader

    try:
        reader = make_reader(arguments.game, arguments.deck, arguments.reader, still=True, progress=_say)
    except CompanionError as error:
        _say(str(error))
        return WRONG_USE if isinstance(error, WrongUse) else FAILED
    overlays = _overlays(arguments.images, arguments.overlay)
    pairs = zip(arguments.images, overlays, strict=True)
    return max(_read_one(reader, file, overlay, arguments.json) for file, overlay in pairs)


def _overlays(images: Sequence[str], folder: Path | None) -> list[Path | None]:
    """Name what is drawn for each picture: a file for each, that is none of those read and none of others."""
    if folder is None:
        return [None] * len(images)
    read = {Path(file).resolve() for file in images}
    files: dict[str, Path] = {}
    for file in dict.fromkeys(images):
        stem = Path(file).stem
        stem = f"{stem}-seen" if (folder / f"{stem}.jpg").resolve() in read else stem
        names = (folder / (f"{stem}.jpg" if n == 1 else f"{stem}-{n}.jpg") for n in count(1))
        files[file] = next(
            name
            for name in names
            if name not in files.values() and name.resolve() not in read and not _is_others(name)
        )
    return [files[file] for file in images]


def _is_others(path: Path) -> bool:
    """Say whether a file is there that was not drawn by us."""
    from vision.overlay import HEAD, MAKER

    try:
        return is_other(path, HEAD, MAKER)
    except OSError:
        return False  # nothing can be written there either, and that is said


def _read_one(reader: "Reader", file: str, overlay: Path | None, as_lines: bool) -> int:
    """Read one picture and print what lies there."""
    from vision.capture.stills import load
    from vision.looks.squeezed import read_still

    begun = perf_counter()
    try:
        image = load(file)
    except CompanionError as error:
        _tell_error(file, error, as_lines)
        return FAILED
    answer = Answer(
        file, read_still(reader, image, leaning=reader.game == ANY), 1e3 * (perf_counter() - begun)
    )
    _tell_hints(file, image, answer.cards)
    print(json.dumps(as_json(answer), ensure_ascii=False) if as_lines else as_text(answer), flush=True)
    return _draw(answer, image, overlay) if overlay else DONE


def _draw(answer: Answer, image: "NDArray[np.uint8]", target: Path) -> int:
    """Draw what was seen into a file; exit status 1 where it cannot be kept."""
    from vision.overlay import drawn_jpeg

    try:
        _keep(target, drawn_jpeg(image, answer.cards))
    except SourceError as error:
        _say(str(error))
        return FAILED
    if target.stem != Path(answer.file).stem:
        print(on_one_line(f"{answer.file}: drawn in {target}"), file=sys.stderr)
    return DONE


def _keep(target: Path, picture: bytes) -> None:
    """Write a drawn picture, its folder made where it is missing; raises `SourceError`."""
    try:
        replace_file(target, picture)
    except OSError as error:
        raise SourceError(f"{target}: cannot be written ({error.strerror}); {remedy(error)}") from error


def _tell_hints(file: str, image: "NDArray[np.uint8]", cards: tuple[SeenCard, ...]) -> None:
    """Say on standard error what is wrong with a picture in which something could not be read."""
    from vision.hints import hints

    if not cards or not all(card.sure for card in cards):
        for hint in hints(image, cards):
            print(f"{on_one_line(file)}: {hint.message}", file=sys.stderr)


def _tell_error(file: str, error: CompanionError, as_lines: bool) -> None:
    """Say why a picture could not be read: to programs as a line of its own, to people on standard error."""
    if as_lines:
        told = {"code": "cannot-open", "message": str(error)}
        print(json.dumps({"file": file, "error": told}, ensure_ascii=False), flush=True)
    _say(str(error))


def _say(text: str) -> None:
    """Say on standard error what cannot be done, or takes long, on one line whatever names are in it."""
    print(f"companion read: {on_one_line(text)}", file=sys.stderr, flush=True)


def as_json(answer: Answer) -> Json:
    """Give a picture's answer as the object that `--json` prints."""
    return {
        "file": answer.file,
        "cards": [card_json(card) for card in answer.cards],
        "row": [_in_row(card) for card in answer.cards if card.zone is Zone.ROW],
        "ms": round(answer.ms, 1),
    }


def card_json(card: SeenCard) -> Json:
    """Give one card as it stands in the list ``cards``."""
    best = card.best
    return {
        "kind": "number" if best is None else str(best.kind),
        "value": None if best is None else best.value,
        "colour": None if best is None or best.colour is None else str(best.colour),
        "zone": str(card.zone),
        "quad": [[round(x, 1), round(y, 1)] for x, y in card.quad],
        "confidence": round(card.confidence, 4),
        "sure": card.sure,
    }


def _in_row(card: SeenCard) -> int | str | None:
    """Give a card of the row: its number, ``pass``, or None when it is not sure."""
    believed = card.believed
    if believed is None:
        return None
    return "pass" if believed.value is None else believed.value


def as_text(answer: Answer) -> str:
    """Give a picture's answer in one line for people: each zone's cards, ``?`` for what is not sure."""
    zones = list(dict.fromkeys(card.zone for card in answer.cards))
    told = " · ".join(f"{zone}: {_zone_text(answer.cards, zone)}" for zone in zones)
    return f"{on_one_line(answer.file)}: {told or 'no cards'} ({answer.ms:.0f} ms)"


def _zone_text(cards: tuple[SeenCard, ...], zone: Zone) -> str:
    return " ".join(str(card.believed) if card.believed else "?" for card in cards if card.zone is zone)
