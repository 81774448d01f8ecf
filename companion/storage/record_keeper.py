"""Keeps the record of a game that is being followed: each act on disk before anybody is told of it."""

import os
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from companion.atomic_file import failed
from companion.errors import JournalError
from companion.language import say
from companion.records.record import Header, RecordWriter
from companion.records.recount import changed
from companion.sessions.events import Event, EventKind
from companion.sessions.history import edit_from_json

Data = Mapping[str, Any]


class RecordKeeper:
    """Writes a game record as events come; an act taken back or changed leaves a new file in one stroke.

    The second game of a sitting goes to ``game.jsonl.2``, and so on. A file that is there already keeps what
    it holds under another name (``game.jsonl.1``): it may be another evening. A context manager; raises
    JournalError, with what to do, when the file cannot be written, and for a folder or a device: that is not
    to be moved away for a record.
    """

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_file():
            what = "a folder" if path.is_dir() else "no file"
            raise JournalError(f"{path}: this is {what}; name a file for the record, as game.jsonl.")
        self._first = self._path = path
        self._games = 0
        self._writer: RecordWriter | None = None
        self._header: Header | None = None
        self._acts: list[Data] = []

    def follow(self, event: Event) -> None:
        """Write what belongs into a record; return when it is on disk."""
        try:
            self._follow(event)
        except OSError as error:
            words = failed(say("{path}: the record cannot be written", path=self._path), error)
            raise JournalError(words) from error

    def _follow(self, event: Event) -> None:
        data = cast(Data, event.data)
        if event.kind is EventKind.GAME:
            self._games += 1
            self._path = _numbered(self._first, self._games)
            self._header, self._acts = Header.parse(data["header"]), []
            self._begin()
        elif event.kind is EventKind.ACT and self._writer:
            self._writer.write(data["act"])
            self._acts.append(data["act"])
        elif event.kind is EventKind.UNDO and self._acts:
            self._acts.pop()
            self._rewrite()
        elif event.kind is EventKind.CORRECTION and self._header:
            self._acts = changed(self._acts, edit_from_json(data["edit"]).change)
            self._rewrite()

    def _begin(self) -> None:
        """Begin a file; one that holds something gets a name of its own, or stays where none can be begun."""
        if not self._path.exists() or not self._path.stat().st_size:
            self._rewrite()
            return
        numbered = (self._path.with_name(f"{self._path.name}.{n}") for n in count(1))
        aside = next(path for path in numbered if not path.exists())
        os.replace(self._path, aside)
        try:
            self._rewrite()
        except OSError:
            os.replace(aside, self._path)
            raise

    def _rewrite(self) -> None:
        """Put the whole record in the place of the old one."""
        assert self._header, "a game has begun"
        self.close()
        self._writer = RecordWriter(self._path, self._header, self._acts)

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        if self._writer:
            self._writer.close()
            self._writer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _numbered(first: Path, game: int) -> Path:
    return first if game == 1 else first.with_name(f"{first.name}.{game}")
