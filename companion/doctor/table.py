"""The companion's own things: settings, games and their copies."""

import os
import sqlite3
from pathlib import Path

from companion.errors import SettingsError
from companion.finding import Finding, Level
from companion.language import say_n
from companion.settings.file import BadSettings, read_settings
from companion.settings.values import Settings
from companion.storage.journal_copies import copies_of, day_of
from companion.storage.journal_damage import damaged
from companion.storage.journal_entries import check_entries
from companion.storage.journal_file import STEPS, DamagedJournal
from companion.storage.journal_reading import readable


def check_settings(path: Path) -> tuple[Settings, list[Finding]]:
    """Read the settings; gives the defaults where they cannot be read, with each mistake as a finding."""
    try:
        settings = read_settings(path)
    except BadSettings as error:
        mend = f"Mend the line in {path}; `companion settings --sample` shows what is right."
        wrong = [Finding("settings", Level.BAD, f"{path}, {mistake}", mend) for mistake in error.mistakes]
        return Settings(), wrong
    except SettingsError as error:
        mend = "Run this with sudo." if os.geteuid() else ""
        return Settings(), [Finding("settings", Level.BAD, str(error), mend)]
    words = f"The settings in {path} are right." if path.exists() else "There are none; defaults hold."
    return settings, [Finding("settings", Level.GOOD, words)]


def check_journal(path: Path) -> list[Finding]:
    """Look whether the games are whole, and whether there are copies of them."""
    try:
        there = path.exists()
    except PermissionError:
        return [_not_ours(path)]
    if not there:
        return [Finding("games", Level.NOTE, f"No game has been played yet ({path} is not there).")]
    if path.is_dir():
        return [Finding("games", Level.BAD, f"{path} is a folder.", "Name the journal in it.")]
    wrong: list[Finding] = []
    try:
        with readable(path) as database:
            sound = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            version = database.execute("PRAGMA user_version").fetchone()[0]
            events = database.execute("SELECT count(*) FROM events").fetchone()[0]
            wrong = _damage(path, database) if sound == "ok" and version <= len(STEPS) else []
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        if not os.access(path, os.R_OK):
            return [_not_ours(path)]
        return [Finding("games", Level.BAD, f"{path} cannot be read: {error}.", RESTART)]
    if sound != "ok":
        return [Finding("games", Level.BAD, f"{path} is damaged: {sound}.", RESTART)]
    if version > len(STEPS):
        return [Finding("games", Level.BAD, f"{path} is from a newer companion.", "Upgrade this companion.")]
    size = sum(file.stat().st_size for file in (path, Path(f"{path}-wal")) if file.exists())
    facts = {"events": events, "bytes": size, "version": version}
    entries = say_n("{n} entry", "{n} entries", events)
    words = f"{entries} of games in {size >> 10} kB, all whole."
    return [*(wrong or [Finding("games", Level.GOOD, words, facts=facts)]), _copies(path)]


def _damage(path: Path, database: sqlite3.Connection) -> list[Finding]:
    """Find entries that make no sense in a file that SQLite calls sound: of the last game, or earlier."""
    try:
        check_entries(path, database)
    except DamagedJournal as error:
        return [Finding("games", Level.BAD, f"{str(error).partition(';')[0]}.", RESTART)]
    return [
        Finding("games", Level.POOR, str(damage), WITHOUT, {"game": damage.game})
        for damage in damaged(database)
    ]


def _not_ours(path: Path) -> Finding:
    return Finding(
        "games", Level.BAD, f"This user may not open {path}, whatever is in it.", "Run this with sudo."
    )


WITHOUT = (
    "Everything else works. A daily copy or a backup may hold this game whole still. Consider a new SD card:"
    " a worn one damages what it keeps."
)

RESTART = "Start the companion: it takes the newest sound copy and says so. Or restore a backup."


def _copies(path: Path) -> Finding:
    copies = copies_of(path)
    if not copies:
        return Finding("copies", Level.NOTE, "No daily copy has been made yet.", "They are made by `serve`.")
    many = say_n("{n} daily copy", "{n} daily copies", len(copies))
    words = f"{many}, the newest of {day_of(copies[0])}."
    mend = "Copies on the same card do not outlive the card: `companion backup FILE` on a USB stick does."
    return Finding("copies", Level.GOOD, words, mend)
