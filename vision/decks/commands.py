"""``companion deck``: learns a household's deck, lists and forgets decks, prints one to cut out."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.atomic_file import check_kind, remedy, replace_file
from companion.cli import DONE, Commands, named, named_path
from companion.errors import SettingsError
from companion.language import say_n
from companion.state_folder import decks_folder, kept_private
from vision.decks.listing import order
from vision.games import ANY, LOOKS

if TYPE_CHECKING:
    from vision.decks.learn import Picture, Question, Report
    from vision.decks.store import LearntDeck
    from vision.decks.truth import Truth

MOST_TOLD = 12
"""Of a long list no more than so many are told to people."""


def add(subparsers: Commands) -> None:
    """Add ``companion deck`` with its own commands."""
    about = "Learns the deck on your table, so that it is read much better; prints a deck to cut out."
    deck = subparsers.add_parser("deck", help="learn, list, forget or print a deck", description=about)
    deeds = deck.add_subparsers(dest="deed", required=True, metavar="DEED")
    _add_learn(deeds)
    listing = deeds.add_parser("list", help="list the decks that were learnt")
    listing.add_argument("--json", action="store_true", help="print JSON Lines, one a deck")
    listing.set_defaults(run=run_list)
    _add_print(deeds)
    gone = deeds.add_parser("forget", help="forget a deck")
    gone.add_argument("name", metavar="NAME", help="the deck's name")
    gone.set_defaults(run=run_forget)


def _add_print(deeds: Commands) -> None:
    about = "Prints a practice deck of our own design to cut out: nine cards a page, numbers in two corners."
    printing = deeds.add_parser("print", help="print a practice deck to cut out (PDF)", description=about)
    printing.add_argument("file", type=named_path, metavar="FILE.pdf", help="where the PDF goes")
    games = [slug for slug in LOOKS if slug != ANY]
    printing.add_argument(
        "--game", choices=[*games, "all"], default="fifty-fifty", help="which game's cards (fifty-fifty)"
    )
    printing.add_argument("--paper", choices=["a4", "letter"], default="a4", help="the printer's paper (a4)")
    printing.set_defaults(run=run_print)


def _add_learn(deeds: Commands) -> None:
    learn = deeds.add_parser("learn", help="learn a deck from a few pictures", description=_LEARN)
    learn.add_argument("name", metavar="NAME", help="what to call the deck")
    learn.add_argument(
        "pictures", nargs="+", type=named, metavar="PICTURE", help="picture files, folders, or: camera"
    )
    learn.add_argument(
        "--game", choices=list(LOOKS), default="fifty-fifty", help="whose cards they are (fifty-fifty)"
    )
    learn.add_argument(
        "--truth", type=named_path, metavar="FILE", help="what lies in the pictures, one a line"
    )
    learn.add_argument("--camera", default="0", metavar="SOURCE", help="which camera (0)")
    learn.add_argument("--json", action="store_true", help="print one JSON object")
    learn.set_defaults(run=run_learn)


_LEARN = (
    "Learns a deck from about six pictures of its cards, spread out side by side or in one overlapped fan. "
    "A line of the truth FILE says what lies in a picture: its name, a colon, and the cards, as "
    "'first.jpg: 12 40 7 pass'; then no other number is read there."
)


def run_learn(arguments: argparse.Namespace) -> int:
    """Learn a deck: gives 0, or 1 for a picture that cannot be opened, too little to read, another game.

    Raises `OthersDeck` for the name of another game's deck, `SettingsError` for a folder that keeps none.
    """
    from vision.decks import store as deck_store
    from vision.decks.fitting import check_game
    from vision.decks.learn import learn
    from vision.decks.truth import read_truth

    folder = decks_folder()
    deck_store.check_free(folder, arguments.name, arguments.game)
    deck_store.check_keepable(folder, arguments.name)
    if deck_store.path_of(folder, arguments.name).exists():
        _say(f"there is a deck {arguments.name!r} already; what is learnt now takes its place")
    truth = read_truth(arguments.truth, arguments.game) if arguments.truth else None
    pictures = _pictures(arguments.pictures, arguments.camera, truth)
    check_game(arguments.game, pictures)
    deck, report = learn(arguments.name, arguments.game, pictures, _say)
    with kept_private():
        path = deck_store.save(folder, deck)
    if arguments.json:
        print(json.dumps(as_json(arguments.name, deck.seen, report), ensure_ascii=False))
    else:
        print("\n".join(as_text(deck, report)))
    _say(f"kept in {path}")
    return DONE


def _say(text: str) -> None:
    print(f"companion deck: {text}", file=sys.stderr, flush=True)


def _pictures(named: Sequence[str], camera: str, truth: "Truth | None") -> "list[Picture]":
    """Open the pictures, or take them with the camera; raises `SourceError` for what cannot be opened.

    Raises `BadRecord` for a truth that is not about these pictures.
    """
    from vision.capture.stills import load
    from vision.decks.learn import Picture

    if list(named) == ["camera"]:
        from vision.decks.camera import take

        taken = take(camera, _say)
        told = truth.of([Path(name) for name, _ in taken]) if truth else {}
        return [Picture(name, image, told.get(Path(name))) for name, image in taken]
    files = [file for name in named for file in _files(Path(name))]
    told = truth.of(files) if truth else {}
    return [Picture(_told_apart(file, files), load(str(file)), told.get(file)) for file in files]


def _told_apart(file: Path, files: Sequence[Path]) -> str:
    """Give a picture's name, with its path where another one has the same name."""
    return file.name if all(file == other or file.name != other.name for other in files) else str(file)


def _files(path: Path) -> list[Path]:
    """Give a picture, or the pictures of a folder; raises `SettingsError` for a folder without any."""
    from vision.capture.sources import PICTURES, is_picture

    if not path.is_dir():
        return [path]
    files = sorted(p for p in path.iterdir() if is_picture(p))
    if not files:
        raise SettingsError(f"{path}: no pictures in this folder ({', '.join(PICTURES)})")
    return files


def as_json(name: str, seen: Mapping[str, int], report: "Report") -> dict[str, object]:
    """Give what came of learning, for programs."""
    return {
        "deck": name,
        "seen": sorted(seen, key=order),
        "unseen": list(report.unseen),
        "doubled": list(report.doubled),
        "unsure": [
            {
                "picture": q.picture,
                "quad": [[round(x, 1), round(y, 1)] for x, y in q.card.quad],
                "may_be": [[str(a.card), round(a.probability, 3)] for a in q.card.alternatives],
            }
            for q in report.questions
        ],
        "missing": [{"picture": p, "card": c} for p, c in report.missing],
        "odd": [{"picture": p, "card": v} for p, v in report.odd],
    }


def as_text(deck: "LearntDeck", report: "Report") -> list[str]:
    """Give what came of learning, for people."""
    cards = say_n("{n} different card", "{n} different cards", len(deck.seen))
    lines = [f"{deck.name}: {cards} learnt for {deck.game}."]
    if report.unseen:
        lines.append(f"Not seen yet ({len(report.unseen)}): {_some(report.unseen)}")
    if report.doubled:
        lines.append(f"There more often than the game has it: {_some(report.doubled)}")
    lines += [f"{p}: {card} should lie here, but is not read for certain." for p, card in report.missing]
    lines += [
        f"{p}: a print taken for {v} does not look like this deck's {v}; left out." for p, v in report.odd
    ]
    if report.questions:
        lines.append(f"Unsure ({len(report.questions)}): {_some([_question(q) for q in report.questions])}")
        lines.append(
            "Say what lies there with --truth FILE, or take a closer picture of these, and learn again."
        )
    return lines


def _question(question: "Question") -> str:
    x = sum(c[0] for c in question.card.quad) / 4
    y = sum(c[1] for c in question.card.quad) / 4
    faces = " or ".join(str(a.card) for a in question.card.alternatives[:2]) or "a card"
    return f"{faces}? ({question.picture}, at {x:.0f},{y:.0f})"


def _some(cards: Sequence[str]) -> str:
    more = len(cards) - MOST_TOLD
    return ", ".join(cards[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def run_print(arguments: argparse.Namespace) -> int:
    """Write the practice deck, over nothing but another one; gives 1 when the file cannot be written."""
    from vision.decks.pdf import HEAD, MAKER
    from vision.decks.practice import TITLES, practice_deck

    check_kind(arguments.file, "deck of ours", HEAD, MAKER)
    games = list(TITLES) if arguments.game == "all" else [arguments.game]
    data = practice_deck(games, arguments.paper)
    try:
        replace_file(arguments.file, data)
    except OSError as error:
        words = f"{arguments.file}: cannot be written ({error.strerror}); {remedy(error)}"
        raise SettingsError(words) from error
    print(f"{arguments.file}: {', '.join(TITLES[g] for g in games)}; print it at 100 %, on thick paper")
    return DONE


def run_list(arguments: argparse.Namespace) -> int:
    """List the decks that were learnt; raises `SettingsError` for a folder that cannot be looked into."""
    from vision.decks.store import notes

    folder = decks_folder()
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        raise SettingsError(f"{folder}: this user may not look into it; put sudo before the command.")
    found = notes(folder)
    for note in found:
        if arguments.json:
            fields = {"deck": note.name, "game": note.game, "cards": note.cards, "pictures": note.pictures}
            print(json.dumps({**fields, "trouble": note.trouble or None}, ensure_ascii=False))
        elif note.trouble:
            print(f"{note.name}: cannot be used: {note.trouble}")
        else:
            cards = say_n("{n} card", "{n} cards", note.cards)
            pictures = say_n("{n} picture", "{n} pictures", note.pictures)
            print(f"{note.name}: {note.game}, {cards} from {pictures}")
    if not found and not arguments.json:
        print("No deck has been learnt yet: companion deck learn NAME PICTURE…")
    return DONE


def run_forget(arguments: argparse.Namespace) -> int:
    """Forget a deck."""
    from vision.decks.store import forget

    forget(decks_folder(), arguments.name)
    print(f"{arguments.name}: forgotten")
    return DONE
