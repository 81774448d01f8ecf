"""``companion backup`` and ``companion restore``: all games, players, decks and settings in one file."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from companion.cli import DONE, Commands, named_path
from companion.escaping import on_one_line
from companion.language import say_n
from companion.state_folder import kept_private
from companion.storage.backup import Places, check_backup, now, restore_backup, write_backup
from companion.storage.backup_file import Contents

FindPlaces = Callable[[argparse.Namespace], Places]


def add(
    subparsers: Commands,
    find: FindPlaces,
    version: str,
    usual: Path,
) -> None:
    """Add both commands; ``find`` says where things are kept, ``usual`` is the settings file."""
    backup = subparsers.add_parser("backup", help="keep all games, players, decks and settings in one file")
    backup.add_argument("--check", action="store_true", help="only say whether FILE is a sound backup")
    restore = subparsers.add_parser("restore", help="put a backup in the place of what is here")
    for command, run in ((backup, _backup), (restore, _restore)):
        command.add_argument("file", type=named_path, metavar="FILE", help="the backup")
        command.add_argument("--journal", type=named_path, metavar="FILE", help="where the games are kept")
        command.add_argument(
            "--settings", type=named_path, default=usual, metavar="FILE", help=f"the settings ({usual})"
        )
        command.add_argument("--json", action="store_true", help="print one JSON object for programs")
        command.set_defaults(run=run, find=find, version=version)


def _backup(arguments: argparse.Namespace) -> int:
    if arguments.check:
        return _tell(arguments, check_backup(arguments.file), "is a sound backup")
    contents = write_backup(arguments.file, arguments.find(arguments), arguments.version, now())
    return _tell(arguments, contents, "is written")


def _restore(arguments: argparse.Namespace) -> int:
    with kept_private():
        contents = restore_backup(arguments.file, arguments.find(arguments), now())
    return _tell(arguments, contents, "is restored")


def _tell(arguments: argparse.Namespace, contents: Contents, what: str) -> int:
    if arguments.json:
        facts = {"made": contents.made, "version": contents.version, "events": contents.events}
        print(
            json.dumps(
                {"file": str(arguments.file), **facts, "files": contents.files, "words": contents.words}
            )
        )
        return DONE
    entries = say_n("{n} entry", "{n} entries", contents.events)
    words = f"{arguments.file} {what}: {entries} of the journal, made {contents.made}."
    print(on_one_line(words))
    for further in contents.words:
        print(on_one_line(further), file=sys.stderr)
    return DONE
