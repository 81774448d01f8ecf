"""Keeps two apart who write in one folder at the same time: one waits, or leaves the other's work alone."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_AT_WORK = ".at-work"
"""The file that whoever works in a workshop has locked."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until nobody else who asks so changes a file of this folder, and let nobody else meanwhile.

    For who reads a file and writes it anew, so that of two who do so at once neither undoes the other's
    change. Where the folder cannot be opened, whoever writes there will hear why.
    """
    folder = next(above for above in path.resolve().parents if above.is_dir())
    try:
        door = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):  # some disks know no locks
            fcntl.flock(door, fcntl.LOCK_EX)
        yield
    finally:
        os.close(door)


@contextmanager
def workshop(folder: Path, prefix: str) -> Iterator[Path]:
    """Give a folder in this one to work in, which is gone afterwards.

    ``prefix`` begins its name, and nobody else's: what a pulled plug has left of such a folder, which may
    hold whole games, goes too. One in which somebody is at work stays. Raises OSError.
    """
    with suppress(OSError):  # who may not list a folder may still be allowed to write there
        for left in folder.iterdir():
            if left.name.startswith(prefix) and left.is_dir() and not left.is_symlink():
                _clear(left)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=folder) as work:
        door = os.open(Path(work) / _AT_WORK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
        try:
            with suppress(OSError):  # some disks know no locks
                fcntl.flock(door, fcntl.LOCK_EX)
            yield Path(work)
        finally:
            os.close(door)


def _clear(left: Path) -> None:
    """Remove a folder in which nobody is at work."""
    with suppress(OSError):
        door = os.open(left / _AT_WORK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
        try:
            fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
        finally:
            os.close(door)
