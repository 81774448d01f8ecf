"""The pictures of each claim on the disk: one file a claim beside the journal, whole or not there at all.

A clip is a ZIP archive, not compressed again: ``clip.json`` with the times, and the pictures as JPEG files,
so that anybody can open it with anything.
"""

import json
import logging
import re
import struct
import zipfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from companion.atomic_file import DRAFT, failed, replacing
from companion.clock import Span
from companion.disputes.dispute import Dispute
from companion.errors import JournalError
from companion.evidence import Still
from companion.evidence_json import span_from_json, span_to_json
from companion.language import say

INDEX = "clip.json"
NO_DATE = (1980, 1, 1, 0, 0, 0)
MARKER = 0xFF
FRAME_HEADERS = frozenset({0xC0, 0xC1, 0xC2})
"""Segments of a JPEG file that tell its size: baseline, extended, progressive."""

_NUMBERED = re.compile(r"(?:[a-z]+-)?(\d+)-\d+")
"""A clip's name: perhaps a word, its number, its time."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FrameNote:
    """A picture of a clip: its place from 0, when it was taken, and where that time comes from."""

    place: int
    span: Span
    stamp: str


class ClipStore:
    """The clips of one journal, in a folder beside it. Any thread may use it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def beside(cls, journal: Path) -> "ClipStore":
        """Give the store of the journal at this path."""
        return cls(journal.with_name(f"{journal.name}.pictures"))

    def save(self, name: str, stills: Sequence[Still]) -> Path:
        """Keep the pictures under this name; on return they are on the disk. Raises JournalError."""
        target = self._path(name)
        try:
            with replacing(target) as file:
                _write(file, stills)
        except OSError as error:
            words = failed(say("{path}: the pictures cannot be kept", path=target), error)
            raise JournalError(words) from error
        return target

    def frames(self, name: str) -> tuple[FrameNote, ...]:
        """List the pictures kept under this name; none where there are none, or the file is damaged."""
        try:
            with zipfile.ZipFile(self._path(name)) as archive:
                index = json.loads(archive.read(INDEX))["frames"]
            return tuple(
                FrameNote(place, span_from_json(frame["span"]), frame["stamp"])
                for place, frame in enumerate(index)
            )
        except FileNotFoundError:
            return ()
        except (OSError, zipfile.BadZipFile, ValueError, KeyError, TypeError) as error:
            _log.warning("%s: no pictures can be read (%s)", self._path(name), error)
            return ()

    def jpeg(self, name: str, place: int) -> bytes | None:
        """Give one picture; None where there is none."""
        try:
            with zipfile.ZipFile(self._path(name)) as archive:
                return archive.read(_picture(place))
        except (OSError, zipfile.BadZipFile, KeyError):
            return None

    def size(self, name: str) -> tuple[int, int] | None:
        """Give width and height of the pictures kept under this name, in pixels; None where it cannot be."""
        jpeg = self.jpeg(name, 0)
        return jpeg_size(jpeg) if jpeg else None

    def names(self) -> list[str]:
        """List what is kept, the oldest first."""
        return [path.stem for path in self._files()]

    def next_number(self) -> int:
        """Give a number for a name that comes after all that is kept."""
        return max((_number(path) for path in self._files()), default=0) + 1

    def keep_only(self, known: Collection[str], most_bytes: int) -> list[str]:
        """Let go of clips that belong to nothing known, then of the oldest until the rest fits; name them.

        A clip is never let go of for its size while it is the only one.
        """
        gone = [path for path in self._files() if path.stem not in known]
        kept = [path for path in self._files() if path.stem in known]
        sizes = [path.stat().st_size for path in kept]
        while len(kept) > 1 and sum(sizes) > most_bytes:
            gone.append(kept.pop(0))
            sizes.pop(0)
        for path in [*gone, *self.folder.glob(f"*{DRAFT}")]:
            path.unlink(missing_ok=True)
        return [path.stem for path in gone]

    def _files(self) -> list[Path]:
        found = [path for path in self.folder.glob("*.zip") if path.is_file()]
        # A file's date says little: the machine's may have leapt since, and a restored file has a new one.
        return sorted(found, key=lambda path: (_number(path), path.stat().st_mtime_ns, path.name))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.zip"


def jpeg_size(jpeg: bytes) -> tuple[int, int] | None:
    """Read width and height from a JPEG picture's frame header; None where there is none."""
    at = 2
    while at + 9 <= len(jpeg) and jpeg[at] == MARKER:
        if jpeg[at + 1] in FRAME_HEADERS:
            height, width = struct.unpack_from(">HH", jpeg, at + 5)
            return width, height
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4])
    return None


def _number(path: Path) -> int:
    """Give the number that a clip's name bears; 0 for a name of another kind."""
    named = _NUMBERED.fullmatch(path.stem)
    return int(named[1]) if named else 0


def clip_name(dispute: Dispute) -> str:
    """Name the clip of a dispute: number and time, since a restored journal may use a number again."""
    return name_of(dispute.number, dispute.at)


def name_of(number: int, at: int) -> str:
    """Name the clip of the claim with this number at this time (ns)."""
    return f"{number}-{at}"


def _picture(place: int) -> str:
    return f"{place + 1:04}.jpg"


def _write(file: IO[bytes], stills: Sequence[Still]) -> None:
    index = [
        {"file": _picture(place), "span": span_to_json(still.span), "stamp": still.stamp}
        for place, still in enumerate(stills)
    ]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_entry(INDEX), json.dumps({"version": 1, "frames": index}))
        for place, still in enumerate(stills):
            archive.writestr(_entry(_picture(place)), still.jpeg)


def _entry(name: str) -> zipfile.ZipInfo:
    """Name an entry without a date: the times stand in the index."""
    return zipfile.ZipInfo(name, NO_DATE)
