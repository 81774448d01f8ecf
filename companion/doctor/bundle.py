"""The bundle for whoever helps: findings, settings, log and counts, without names and pictures.

Every name that the settings or the games know is replaced by ``Player 1`` and so on; addresses lose what
stands before an @ or behind a question mark; pictures are left out. Names and pictures come along only when
that is asked for. Where nobody can tell which names the log holds, because the games cannot be read, the log
stays out too.
"""

import json
import re
import sqlite3
import subprocess
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from glob import escape
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any, Final

from companion.atomic_file import replacing, taken
from companion.errors import JournalError
from companion.finding import Finding
from companion.settings.register import register
from companion.settings.text import read_toml
from companion.storage.backup import OLDEST, Places, now
from companion.storage.journal_copies import copies_of
from companion.storage.journal_reading import readable

UNIT = "tabletop-companion"
LINES = 2000
_SECRET = re.compile(r"(?<=//)[^@\s\"'?]*@")
_QUERY = re.compile(r"(//[^\s\"'?]*\?)[^\s\"']+")
_CODE = re.compile(r"(?<=code )[\d ]{6,}")


class Veil:
    """Puts other names over the players', and takes secrets out of addresses."""

    def __init__(self, names: Iterable[str]) -> None:
        longest_first = sorted({name for name in names if name.strip()}, key=lambda name: (-len(name), name))
        self._names = {
            form: f"Player {number}"
            for number, name in enumerate(longest_first, start=1)
            for form in _forms(name)
        }
        forms = sorted(self._names, key=lambda form: -len(form))
        pattern = "|".join(rf"(?<!\w){re.escape(form)}(?!\w)" for form in forms)
        self._pattern = re.compile(pattern) if pattern else None

    def over(self, text: str) -> str:
        """Give the text without names, passwords and referees' codes."""
        plain = _CODE.sub("******", _QUERY.sub(r"\1******", _SECRET.sub("", text)))
        return self._pattern.sub(lambda hit: self._names[hit[0]], plain) if self._pattern else plain


def write_bundle(
    target: Path,
    findings: Sequence[Finding],
    places: Places,
    *,
    names: Sequence[str] = (),
    with_names: bool = False,
    with_pictures: bool = False,
) -> list[str]:
    """Write the bundle; gives the names of what is in it. ``names``: further ones that must not be told.

    Raises OSError where it cannot be written, WrongUse where something else would be lost for it.
    """
    if target.is_file() and not _is_bundle(target):
        raise taken(target, "bundle")
    played, settings = known_names(places.journal), _text(places.settings)
    veil = Veil(() if with_names else [*names, *names_set(settings), *(played or ())])
    parts = {
        "findings.json": json.dumps([asdict(f) for f in findings], indent=1, ensure_ascii=False),
        "settings.toml": settings,
        "games.json": json.dumps(_counts(places.journal), indent=1),
        "log.txt": NO_LOG if played is None and not with_names else _log(),
    }
    with (
        replacing(target) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive,
    ):
        for name, text in parts.items():
            entry = zipfile.ZipInfo(name, max(now().timetuple()[:6], OLDEST))
            archive.writestr(entry, veil.over(text), zipfile.ZIP_DEFLATED)
        for path in sorted(places.pictures.glob("*")) if with_pictures else []:
            archive.write(path, f"pictures/{path.name}")
        return archive.namelist()


def _is_bundle(path: Path) -> bool:
    """Say whether a file is an earlier bundle."""
    try:
        with zipfile.ZipFile(path) as archive:
            return "findings.json" in archive.namelist()
    except (zipfile.BadZipFile, ValueError):
        return False


NO_LOG: Final = (
    "left out: the games cannot be read, so nobody knows which names to take out of the log;"
    " --with-names puts it in as it is"
)


def known_names(journal: Path) -> list[str] | None:
    """Give the name of everybody who has played or waits to; None where no journal tells, nor a copy of it.

    Who never played stands in no game: they sat down for the next one. Of games that were put aside for a
    restored backup the log may still tell.
    """
    if not journal.exists():
        return []
    own = [_names_in(path) for path in (journal, *copies_of(journal))]
    if all(names is None for names in own):
        return None
    aside = journal.parent.glob(f"{escape(journal.name)}.before-restore-*")
    return sorted(set().union(*filter(None, (*own, *map(_names_in, filter(Path.is_file, aside))))))


def _names_in(path: Path) -> set[str] | None:
    """Give the names of everybody in one journal; None where it cannot be read."""
    try:
        rows = _read(path, "SELECT data FROM events WHERE kind IN ('game', 'seated')")
    except JournalError:
        return None
    return {name for (data,) in rows for name in _people(data)}


def _people(data: str) -> Iterator[str]:
    """Give the names in an event: of a game's players, or of the one who sat down."""
    try:
        fields = json.loads(data)
        players = fields["header"]["players"] if "header" in fields else [fields["player"]]
        yield from (str(name) for name in players)
    except (ValueError, KeyError, TypeError):
        return


def names_set(text: str) -> list[str]:
    """Give the names that stand in a settings file, also in one that does not hold together."""
    try:
        tree = read_toml(text)
    except TOMLDecodeError:
        return _perhaps_names(text)
    table, buttons = tree.get("table"), tree.get("buttons")
    table = table if isinstance(table, dict) else {}
    found = [table.get("players"), table.get("starter"), tree.get("players"), tree.get("starter")]
    found += (
        [list(own)] if isinstance(buttons, dict) and isinstance(own := buttons.get("players"), dict) else []
    )
    flat = (name for names in found for name in (names if isinstance(names, list) else [names]))
    return [name for name in flat if isinstance(name, str)]


def _perhaps_names(text: str) -> list[str]:
    """Give all texts and keys of a file that is no TOML, but for the words that settings are made of."""
    words = {
        word for entry in register().values() for word in (entry.name, *entry.choices, *entry.key.split("."))
    }
    found = re.findall(r"\"([^\"\n]*)|'([^'\n]*)|([\w-]+)\s*=", text)
    return [name for names in found for name in names if name and name not in words]


def _forms(name: str) -> set[str]:
    """Give a name as it may stand: plain, or as JSON and TOML write it."""
    return {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}


def _counts(journal: Path) -> dict[str, object]:
    kinds = _asked(journal, "SELECT kind, count(*) FROM events GROUP BY kind")
    version = _asked(journal, "PRAGMA user_version")
    size = journal.stat().st_size if journal.exists() else 0
    return {"entries": dict(kinds), "version": version[0][0] if version else None, "bytes": size}


def _asked(journal: Path, query: str) -> list[tuple[Any, ...]]:
    try:
        return _read(journal, query) if journal.exists() else []
    except JournalError:
        return []


def _read(journal: Path, query: str) -> list[tuple[Any, ...]]:
    """Ask a journal something; raises JournalError where it cannot answer."""
    try:
        with readable(journal) as database:
            return database.execute(query).fetchall()
    # Of a damaged file SQLite may tell in words that are no text.
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise JournalError(f"{journal} cannot be read ({error})") from error


def _log() -> str:
    command = [
        "journalctl",
        "-u",
        UNIT,
        "-n",
        str(LINES),
        "--no-pager",
        "-o",
        "short-iso-precise",
        "--no-hostname",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"no log: {error}"
    return done.stdout or f"no log: {done.stderr.strip()}"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return f"# none: {error.strerror}"
