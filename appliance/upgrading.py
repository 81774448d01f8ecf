"""``python -m appliance.upgrading``, for install.sh: lets the version before have its games back.

A version may convert the games to a form that the one before cannot read. So they are copied before it
starts; where it does not, the copy takes their place, and what it made of them is kept under another name.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from appliance.plans import journal_of, usual_journal, usual_settings
from companion.cli import DONE, FAILED
from companion.errors import CompanionError, SettingsError
from companion.settings.file import read_settings
from companion.storage.journal_file import copy, replace_damaged, told, unused_mark
from companion.storage.journal_reading import readable

KEPT = ".before-upgrade"
"""How the name of the copy goes on after the journal's."""


def keep(journal: Path) -> None:
    """Copy the games, for their owner; raises CompanionError. None is needed where none were played."""
    if not journal.is_file():
        return
    kept = _kept(journal)
    copy(journal, kept)
    shutil.copymode(journal, kept)
    owner = journal.stat()
    os.chown(kept, owner.st_uid, owner.st_gid)


def put_back(journal: Path) -> Path | None:
    """Put the copy back where the games are of another version now, and give the name under which those stay.

    None where they can be read as they are: then the copy is of no more use. Raises CompanionError.
    """
    kept = _kept(journal)
    if not kept.is_file() or _version(kept) == _version(journal):
        forget(journal)
        return None
    return replace_damaged(journal, kept, unused_mark(journal, "newer-", datetime.now(UTC)))


def forget(journal: Path) -> None:
    """Take the copy away."""
    _kept(journal).unlink(missing_ok=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Do one of the three with the games of this machine; exit status 1 where it cannot be done."""
    parser = argparse.ArgumentParser(prog="appliance.upgrading")
    parser.add_argument("deed", choices=["keep", "back", "forget"])
    deed = parser.parse_args(argv).deed
    try:
        journal = _journal()
        if deed == "keep":
            keep(journal)
        elif deed == "forget":
            forget(journal)
        elif aside := put_back(journal):
            print(f"The games are again as they were before the upgrade; the converted ones stay in {aside}.")
    except (CompanionError, OSError) as error:
        print(error, file=sys.stderr)
        return FAILED
    return DONE


def _journal() -> Path:
    try:
        return journal_of(read_settings(usual_settings()))
    except SettingsError:
        return usual_journal()


def _kept(journal: Path) -> Path:
    return journal.with_name(journal.name + KEPT)


def _version(journal: Path) -> int:
    with told(journal), readable(journal) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


if __name__ == "__main__":
    sys.exit(main())
