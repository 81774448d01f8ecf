"""The bundle for whoever helps: findings, settings, log and counts, without names and pictures.

Every name that the settings or the games know is replaced by ``Player 1`` and so on; addresses lose what
stands before an @; pictures are left out. Both come along only when that is asked for.
"""

import json
import re
import sqlite3
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.backup import Places
from companion.finding import Finding

UNIT = "tabletop-companion"
LINES = 2000
_SECRET = re.compile(r"(?<=//)[^/@\s\"']*@")
_CODE = re.compile(r"(?<=code )[\d ]{6,}")


class Veil:
    """Puts other names over the players', and takes secrets out of addresses."""

    def __init__(self, names: Iterable[str]) -> None:
        longest_first = sorted(set(names), key=lambda name: (-len(name), name))
        self._names = {name: f"Player {number}" for number, name in enumerate(longest_first, start=1)}
        pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first)
        self._pattern = re.compile(pattern) if pattern else None

    def over(self, text: str) -> str:
        """Give the text without names, passwords and referees' codes."""
        plain = _CODE.sub("******", _SECRET.sub("", text))
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

    Raises OSError where it cannot be written.
    """
    veil = Veil(() if with_names else [*names, *known_names(places.journal)])
    parts = {
        "findings.json": json.dumps([asdict(f) for f in findings], indent=1, ensure_ascii=False),
        "settings.toml": _text(places.settings),
        "games.json": json.dumps(_counts(places.journal), indent=1),
        "log.txt": _log(),
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, veil.over(text))
        for path in sorted(places.pictures.glob("*")) if with_pictures else []:
            archive.write(path, f"pictures/{path.name}")
        return archive.namelist()


def known_names(journal: Path) -> list[str]:
    """Give every player's name that the games know; none where they cannot be read."""
    names: set[str] = set()
    for (data,) in _asked(journal, "SELECT data FROM events WHERE kind = 'game'"):
        try:
            names |= {str(name) for name in json.loads(data)["header"]["players"]}
        except (ValueError, KeyError, TypeError):
            continue
    return sorted(names)


def _counts(journal: Path) -> dict[str, object]:
    kinds = _asked(journal, "SELECT kind, count(*) FROM events GROUP BY kind")
    version = _asked(journal, "PRAGMA user_version")
    size = journal.stat().st_size if journal.exists() else 0
    return {"entries": dict(kinds), "version": version[0][0] if version else None, "bytes": size}


def _asked(journal: Path, query: str) -> list[tuple[Any, ...]]:
    if not journal.exists():
        return []
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()
    except sqlite3.Error:
        return []


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
