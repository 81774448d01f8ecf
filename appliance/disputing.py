"""``companion disputes``: lists what was ruled on, writes pages about it, rules on it again."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from appliance.ending import in_order
from appliance.plans import pages_language, settings_of
from companion.cli import DONE, FAILED, Commands, named_path
from companion.disputes import words
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore
from companion.disputes.dispute import Dispute
from companion.disputes.rejudge import Judged, rejudge
from companion.errors import JournalError, SettingsError
from companion.escaping import on_one_line
from companion.language import SOURCE, say_n
from companion.storage.backup import Places
from companion.storage.journal import Journal
from companion.storage.journal_file import copy
from companion.storage.journal_games import everything, numbers

FindPlaces = Callable[[argparse.Namespace], Places]


def add(commands: Commands, find: FindPlaces, usual: Path) -> None:
    """Add the command."""
    disputes = commands.add_parser("disputes", help="list the jumps that were ruled on, with pages to keep")
    either = disputes.add_mutually_exclusive_group()
    either.add_argument("--export", type=named_path, metavar="DIR", help="write a page about each")
    either.add_argument("--recheck", action="store_true", help="rule on each again, with today's code")
    disputes.add_argument("--json", action="store_true", help="print JSON Lines")
    disputes.add_argument("--journal", type=named_path, metavar="FILE", help="where the games are kept")
    disputes.add_argument("--settings", type=named_path, default=usual, metavar="FILE", help=f"({usual})")
    disputes.set_defaults(run=run, find=find)


def run(arguments: argparse.Namespace) -> int:
    """List, write or check; exit status 1 where a ruling would be another one today."""
    path = arguments.journal or arguments.find(arguments).journal
    with looked_into(path) as journal:
        if arguments.recheck:
            return _recheck(journal, arguments.json)
        clips = ClipStore.beside(path)
        book = DisputeBook(reading(journal), clips, _warn)
        found = book.all()
        pages = _pages(found, arguments.export) if arguments.export else {}
        language = _language(arguments) if arguments.export else SOURCE
        for dispute in found:
            _print(dispute, len(clips.frames(f"{dispute.number}-{dispute.at}")), arguments.json)
            if dispute.number in pages:
                _export(dispute, clips, pages[dispute.number], language, path)
        if not found and not book.left_out and not arguments.json:
            print("No jump was ruled on yet.")
    return DONE


@contextmanager
def looked_into(path: Path) -> Iterator[Journal]:
    """Give a copy of a journal to look into, so that no running table is disturbed; raises JournalError."""
    if not path.exists():
        raise JournalError(f"{path}: there is no journal. Name it with --journal.")
    with in_order(), tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copied = Path(folder) / path.name
        with _naming(copied, tempfile.gettempdir()):
            copy(path, copied)
        with _naming(copied, path), Journal.open(copied) as journal:
            yield journal


@contextmanager
def _naming(copied: Path, instead: Path | str) -> Iterator[None]:
    """Let errors name what somebody can look at, instead of a copy that is gone then."""
    try:
        yield
    except JournalError as error:
        raise type(error)(str(error).replace(str(copied), str(instead))) from error


def _print(dispute: Dispute, pictures: int, as_line: bool) -> None:
    if as_line:
        line = {key: value for key, value in dispute.ruling.items() if key not in ("stray", "held")}
        facts = {"number": dispute.number, "t": round(dispute.moment, 3), "pictures": pictures}
        print(json.dumps({**facts, **line, "outcome": str(dispute.outcome)}, ensure_ascii=False))
        return
    parts = (words.title(dispute), words.when(dispute), words.verdict(dispute), words.outcome(dispute))
    kept = say_n("{n} picture", "{n} pictures", pictures)
    print(f"{dispute.number:6}  {on_one_line(' · '.join(map(str, parts)))} ({kept})")


def _language(arguments: argparse.Namespace) -> str:
    """Give the language of the pages; settings that cannot be read keep nobody from them."""
    try:
        return pages_language(settings_of(arguments))
    except SettingsError:
        return SOURCE


def _pages(found: Sequence[Dispute], folder: Path) -> dict[int, Path]:
    """Name the page of each dispute; raises SettingsError where none can be, WrongUse over other files."""
    from appliance.exporting import page_for, usable

    pages = {dispute.number: page_for(usable(folder), dispute) for dispute in found}
    for number, page in pages.items():
        if (other := f"dispute-{number}.html") != page.name:
            print(
                f"{folder / other} is about a dispute of other games and stays: see {page.name}",
                file=sys.stderr,
            )
    return pages


def _export(dispute: Dispute, clips: ClipStore, page: Path, language: str, journal: Path) -> None:
    from appliance.exporting import write_page

    write_page(page, dispute, clips, language, journal.name)


def _recheck(journal: Journal, as_lines: bool) -> int:
    """Rule again, game by game: a damaged one costs only its own rulings."""
    changed = 0
    with closing(journal.reader()) as database:
        for game in numbers(database):
            try:
                for judged in rejudge(everything(database, game)):
                    changed += bool(judged.differences)
                    _print_judged(judged, as_lines)
            except JournalError as error:
                _warn(f"The rulings of game {game} are not all made again. {error}.")
    return FAILED if changed else DONE


def _warn(words: str) -> None:
    print(on_one_line(words), file=sys.stderr)


def _print_judged(judged: Judged, as_line: bool) -> None:
    facts = {"number": judged.number, "jump": judged.jump, "differences": list(judged.differences)}
    now = {key: judged.now.get(key) for key in judged.differences} if judged.now else None
    then = {key: judged.then.get(key) for key in judged.differences}
    if as_line:
        print(json.dumps({**facts, "then": then, "now": now}, ensure_ascii=False))
    elif not judged.differences:
        print(f"{judged.number:6}  {judged.jump}: {judged.then['verdict']}, as it was ruled")
    else:
        print(f"{judged.number:6}  {judged.jump}: then {then}, today {now or 'no ruling at all'}")
