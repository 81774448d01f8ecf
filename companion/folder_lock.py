"""Locks on folders: of two processes that write in one, the second waits or leaves the first one's work
alone."""

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
    """Hold the lock of the file's folder, once nobody else holds it.

    For whoever reads a file and writes it anew: of two who do so at once neither undoes the other's change.
    Only those who ask for this lock heed it. Where the folder cannot be opened there is no lock: whoever
    writes there will be told why.
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
    """Make a folder in this one to work in, and remove it afterwards.

    Its name begins with ``prefix``, and no other folder's may: those that a power cut has left, which may
    hold whole games, are removed first, except one in which another process is at work. Raises OSError.
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
