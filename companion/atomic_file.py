"""Files that stand whole or not at all: written beside, forced to the disk, moved into place in one stroke.

No full disk, no crash and no pulled plug leaves an empty file or half of one, and what stood there before
stands until the new file is whole.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import IO

from companion.errors import WrongUse
from companion.language import Text, say

DRAFT = ".new"
"""How the name of a file ends that is not whole yet; only a pulled plug leaves one behind."""

FULL = (errno.ENOSPC, errno.EDQUOT)
"""What is said of a disk, or of a person's share of it, that is full."""

LITTLE = 1 << 16
"""Bytes without which a disk is as good as full."""


@contextmanager
def replacing(path: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """Give a file to write; once the block has ended well, it is on the disk in the place of ``path``.

    A file that is there leaves its rights to the new one; a first one gets ``mode``, or what the system gives
    new files. Root leaves a file to its owner, a first one to its folder's: the service must be able to use
    it. Missing folders are made, a link stays one, and what is no file (a pipe, a device) is simply written
    to. Raises OSError; then what was there is untouched, and no new folder is left.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    path = path.resolve()
    draft = path.with_name(f".{path.name[:40]}.{token_hex(4)}{DRAFT}")
    with folder_for(path):
        try:
            with _opened(draft, path, mode) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
    flush(path.parent)


@contextmanager
def folder_for(path: Path) -> Iterator[None]:
    """Make the folder of a file, and those above it that are missing, for a block that writes the file.

    Root leaves them to the owner of what is above. Where the block fails, those that were made and are empty
    are taken away again. Raises OSError.
    """
    missing = [folder for folder in path.parents if not folder.is_dir()]
    made: list[Path] = []
    try:
        for folder in reversed(missing):
            if _make_folder(folder):
                made.append(folder)
        yield
    except BaseException:
        with suppress(OSError):
            for folder in reversed(made):
                folder.rmdir()
        raise


def replace_file(path: Path, data: bytes, mode: int | None = None) -> None:
    """Put a file with these bytes in the place of what is there, as ``replacing`` does; raises OSError."""
    with replacing(path, mode) as file:
        file.write(data)


def check_room(path: Path, size: int) -> None:
    """Raise OSError where no file of so many bytes could be put now in the place of what is there.

    For whoever works long for a file: what cannot be kept is told before. Nothing is left of the trial.
    """
    check_file(path)
    folder = next(above for above in path.resolve().parents if above.exists())
    with TemporaryFile(dir=folder) as file:
        os.posix_fallocate(file.fileno(), 0, size)


def is_full(folder: Path) -> bool:
    """Say whether a disk has no room for a little more: some programs call that a fault of the disk."""
    try:
        check_room(folder / DRAFT, LITTLE)
    except OSError as error:
        return error.errno in FULL
    return False


def is_other(path: Path, begin: bytes, mark: bytes = b"") -> bool:
    """Say whether a file is there that does not begin so, or nowhere holds the mark: it is none of ours.

    An empty one holds nothing that could be lost; one that this user may not read is none of ours. Where
    nobody may even look, nothing is written either, and that is told then. Raises other OSErrors.
    """
    try:
        if not path.is_file():
            return False
    except PermissionError:
        return False
    try:
        with path.open("rb") as file:
            first = file.read(len(begin))
            return bool(first) and (first != begin or mark not in file.read())
    except PermissionError:
        return True


def check_kind(path: Path, kind: str, begin: bytes, mark: bytes = b"") -> None:
    """Raise WrongUse where a file of another kind would be lost, or one that cannot be read.

    ``kind``: what ours is, as "page of the bench". Raises OSError where there can be no such file.
    """
    if is_other(path, begin, mark):
        raise taken(path, kind)


def taken(path: Path, kind: str) -> WrongUse:
    """Give the refusal to write over a file that is none of ours."""
    return WrongUse(f"{path} is there already and is no {kind}; name another file, or move it away.")


def flush(path: Path) -> None:
    """Return when a file, or a folder's list of files, is on the disk; raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check_file(path: Path) -> None:
    """Raise OSError for a folder or a device, and for a named pipe: its reader may wait for ever."""
    if path.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.is_fifo():
        raise OSError(errno.ESPIPE, say("a named pipe"), str(path))
    check_no_device(path)


def check_no_device(path: Path) -> None:
    """Raise OSError for a device: its bytes may never end. Standard input and /dev/null may be read."""
    if path.is_char_device() or path.is_block_device():
        found = path.stat()
        with suppress(OSError):  # standard input may be closed
            if any(os.path.samestat(found, known) for known in (os.stat(os.devnull), os.fstat(0))):
                return
        raise OSError(errno.ESPIPE, say("a device"), str(path))


def failed(what: Text, error: OSError) -> Text:
    """Say that a file was not kept, why, and what helps; ``what`` is the half sentence before the reason."""
    return say("{what} ({error}); {remedy}", what=what, error=error.strerror, remedy=remedy(error))


def remedy(error: OSError) -> Text:
    """Say what to do about a file that could not be written: half a sentence."""
    if error.errno in FULL:
        return say("make room on the disk")
    if error.errno == errno.EROFS:
        if (
            "NOTIFY_SOCKET" in os.environ
        ):  # systemd runs this, and shows the service most folders as read-only
            return say(
                "the service may write only where its unit lets it (docs/install.md says how to let it "
                "elsewhere); else mount the disk for writing, a worn SD card that refuses must be replaced"
            )
        return say("mount the disk for writing; a worn SD card that refuses must be replaced")
    if error.errno == errno.EISDIR:
        return say("name a file in it")
    if error.errno == errno.ESPIPE:
        return say("name a file")
    return say("check its folder, and who may write there")


def _opened(draft: Path, path: Path, mode: int | None) -> IO[bytes]:
    """Open a new file with the rights that it is to have in the place of ``path``."""
    rights = path.stat().st_mode & 0o777 if path.exists() else mode
    usual = 0o666 if rights is None else 0o600
    file = os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, usual), "w+b")
    try:
        if rights is not None:
            os.fchmod(file.fileno(), rights)
        if os.geteuid() == 0:
            _hand_over(file.fileno(), path if path.exists() else path.parent)
    except BaseException:
        file.close()
        raise
    return file


def _make_folder(folder: Path) -> bool:
    """Make a folder, which root leaves to the owner of what is above; False where something is there now."""
    try:
        folder.mkdir()
    except FileExistsError:
        return False
    if os.geteuid() == 0:
        _hand_over(folder, folder.parent)
    return True


def _hand_over(made: Path | int, like: Path) -> None:
    """Give a path or an open file to whom another belongs; some disks know no owners."""
    owner = like.stat()
    with suppress(PermissionError):
        os.chown(made, owner.st_uid, owner.st_gid)
