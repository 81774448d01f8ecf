"""A look at a journal that changes nothing, also where SQLite may write nothing beside it."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.atomic_file import check_file

BESIDE = ("-wal", "-journal")
"""How the names of the files go on in which SQLite keeps what is not in the journal itself."""

_SHUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite says, besides of files that are not there, where it has to write beside one to read it."""


@contextmanager
def readable(path: Path, room: Path | None = None) -> Iterator[sqlite3.Connection]:
    """Give a connection that only reads a journal, in use or not, on a read-only disk too.

    SQLite may have to write beside a file before it reads it. Where it cannot, the journal is copied into
    ``room`` (the folder for passing files) and read there. Raises sqlite3.Error, and OSError for the copying.
    """
    check_file(path)
    try:
        opened = _open(path, "ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in _SHUT or not (path.is_file() and os.access(path, os.R_OK)):
            raise
        opened = None
    if opened is not None:
        with closing(opened):
            yield opened
        return
    with tempfile.TemporaryDirectory(prefix=".companion-reading-", dir=room) as work:
        copied = Path(work) / path.name
        # The log first: what somebody who begins to play just now takes from it stands in the journal then.
        for end in BESIDE:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{end}", f"{copied}{end}")
        shutil.copyfile(path, copied)
        with closing(_open(copied, "rw")) as database:
            yield database


def as_text(kept: bytes) -> str:
    """Give a text of a database, for use as ``text_factory``: a damaged one keeps nobody from the others.

    What is no text in it becomes a mark; whoever follows the entry sees whether it still makes sense.
    """
    return kept.decode(errors="replace")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database and look into it, since SQLite opens nothing before it is asked something."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    database.text_factory = as_text
    try:
        database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        database.close()
        raise
    return database
