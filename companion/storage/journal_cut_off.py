"""What a wrong byte in SQLite's log cuts off of a journal: saved beside it, and told."""

import logging
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.atomic_file import flush
from companion.folder_lock import workshop
from companion.storage.journal_copies import UNUSABLE, more_of
from companion.storage.journal_file import check_soundness
from companion.storage.journal_log import mended

_log = logging.getLogger(__name__)


def save_cut_off(path: Path, aside: Path) -> None:
    """Keep what a wrong byte in SQLite's log would cut off of a journal, as a whole journal of that name.

    To be asked before the journal is opened: then SQLite has forgotten it.
    """
    try:
        log = path.with_name(f"{path.name}-wal").read_bytes()
        with path.open("rb") as file:
            page_size = int.from_bytes(file.read(18)[16:])
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("%s: what was written last cannot be looked over (%s)", path, error.strerror)
        return
    if (whole := mended(log, page_size)) is None:
        return
    try:
        _put_together(path, whole, aside)
    except (*UNUSABLE, OSError) as error:
        _log.warning("%s: what was written last is damaged and cannot be saved: %s", path, error)


def _put_together(path: Path, log: bytes, aside: Path) -> None:
    with workshop(path.parent, ".companion-cut-off-") as work:
        draft = work / path.name
        shutil.copyfile(path, draft)
        draft.with_name(f"{path.name}-wal").write_bytes(log)
        with closing(sqlite3.connect(draft)) as database:
            check_soundness(path, database)
            database.execute("PRAGMA journal_mode=DELETE")
        flush(draft)
        os.replace(draft, aside)
    flush(path.parent)


def cut_off(path: Path, aside: Path) -> str | None:
    """Say what was cut off, once the journal is open; mere sightings are not worth it, and not kept."""
    if not (aside.exists() and more_of(path, aside)):
        aside.unlink(missing_ok=True)
        return None
    return (
        f"The journal {path} has lost its end: what was written last is damaged. What can be read of it is"
        f" kept in {aside}. To go on with that, stop the companion, put it in the journal's place, and look"
        " over what was played last: something in it may be wrong."
    )
