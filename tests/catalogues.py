"""Gathers the words of the code and brings the catalogues up to date: ``make words``.

The tests use the same gathering, so that no message is without its translation.
"""

import fcntl
import sys
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.language import DOMAIN, FOLDER

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "vision", "hardware", "web", "appliance")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "say": None,
    "mark": None,
    "say_n": (1, 2),
    "mark_n": (1, 2),
    "_": None,
    "_n": (1, 2),
}
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
WIDTH = 110


def gathered() -> Catalog:
    """Give every message of the code, without translations."""
    template = Catalog(domain=DOMAIN)
    for room in ROOMS:
        found = extract_from_dir(ROOT / room, METHODS, keywords=KEYWORDS)
        for name, _line, message, _comments, context in found:
            template.add(message, None, locations=[(f"{room}/{name}", 1)], context=context)
    for path in sorted(ROOT.glob("*.py")):
        for _line, message, _comments, context in extract_from_file("python", path, keywords=KEYWORDS):
            template.add(message, None, locations=[(path.name, 1)], context=context)
    return template


def kept(language: str) -> Catalog:
    """Give the catalogue of a language as it lies on the disk."""
    with _path(language, "po").open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(catalogue: Catalog) -> bytes:
    """Give a catalogue as the companion reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def catalogues() -> list[str]:
    """Give the codes of the languages that have a catalogue."""
    return sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def gaps(message: str) -> set[str]:
    """Give the names of the gaps of a message."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def missing(catalogue: Catalog) -> list[str]:
    """Name the messages that have no translation, or one with other gaps."""
    return [str(message.id) for message in catalogue if message.id and not _is_whole(message)]


def update(language: str) -> list[str]:
    """Bring a catalogue up to date with the code, compile it, and name what is not translated."""
    catalogue = kept(language)
    catalogue.update(gathered(), no_fuzzy_matching=True, update_creation_date=False)
    text = BytesIO()
    write_po(text, catalogue, WIDTH, no_location=True, sort_output=True)
    _path(language, "po").write_bytes(text.getvalue())
    _path(language, "mo").write_bytes(compiled(catalogue))
    return missing(catalogue)


def _path(language: str, ending: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def _is_whole(message: Message) -> bool:
    """Say whether every form is translated with the gaps of the message; a plural may leave ``{n}`` out."""
    ids = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
    said = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
    known = set().union(*map(gaps, ids))
    wanted = gaps(ids[-1]) - ({"n"} if len(ids) > 1 else set())
    return all(form and wanted <= gaps(form) <= known for form in said)


def main() -> int:
    """Update all catalogues, one process at a time; tell what wants a translation."""
    with (ROOT / "Makefile").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanting = [(language, message) for language in catalogues() for message in update(language)]
    for language, message in wanting:
        print(f"{language}: wants a translation (or has other gaps): {message}")
    return 1 if wanting else 0


if __name__ == "__main__":
    sys.exit(main())
