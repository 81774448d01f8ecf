"""A disk that remembers every write: one file served over FUSE, on which a loop device and a file system lie.

The kernel's protocol is spoken directly (``linux/fuse.h``), so that nothing need be installed. Needs root.
``Disk.after`` gives the disk as it would be found had the power gone at some write: all that was flushed
before, and of the writes since then any part, for a disk may write in any order what it need not flush.
"""

import ctypes
import errno
import os
import random
import struct
import threading
from collections.abc import Callable
from pathlib import Path

LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS = 1, 2, 3, 4, 14, 15, 16, 17
RELEASE, FSYNC, FLUSH, INIT, BATCH_FORGET = 18, 20, 25, 26, 42
LARGEST = 1 << 17
_HEADER = struct.Struct("IIQQIIII")
_libc = ctypes.CDLL(None, use_errno=True)

Answer = bytes | int | None
"""Data, an error number, or None where the kernel wants no answer."""


class Disk:
    """The disk; ``mount`` puts its one file at a path. Lives in a process that does no I/O on it itself."""

    def __init__(self, image: bytes) -> None:
        self.first = image
        self.now = bytearray(image)
        self.log: list[tuple[int, bytes] | None] = []
        """Every write as offset and data, in order; None is a flush."""
        self._answers: dict[int, Callable[[bytes], Answer]] = {
            INIT: self._init,
            GETATTR: lambda _: self._attributes(),
            SETATTR: lambda _: self._attributes(),
            OPEN: lambda _: struct.pack("QIi", 1, 0, 0),
            READ: self._read,
            WRITE: self._write,
            FSYNC: self._flush,
            FLUSH: lambda _: b"",
            RELEASE: lambda _: b"",
            STATFS: lambda _: bytes(80),
            FORGET: lambda _: None,
            BATCH_FORGET: lambda _: None,
        }

    def mount(self, path: Path) -> None:
        """Show the disk as the file at this path, and serve it from a thread."""
        path.touch()
        line = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={line},rootmode=100000,user_id=0,group_id=0,max_read={LARGEST}".encode()
        if _libc.mount(b"disk", os.fsencode(path), b"fuse", 0, options):
            os.close(line)
            raise OSError(ctypes.get_errno(), "FUSE cannot be mounted")
        threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def after(self, writes: int, chance: random.Random) -> bytes:
        """Give the disk as it is found when the power goes after so many entries of the log."""
        flushed = max((at for at in range(writes) if self.log[at] is None), default=-1)
        image = bytearray(self.first)
        kept = chance.random()
        for at, entry in enumerate(self.log[:writes]):
            if entry is not None and (at < flushed or chance.random() < kept):
                image[entry[0] : entry[0] + len(entry[1])] = entry[1]
        return bytes(image)

    def _serve(self, line: int) -> None:
        while True:
            try:
                request = os.read(line, LARGEST + 4096)
            except OSError as error:
                if error.errno in (errno.EINTR, errno.ENOENT, errno.EAGAIN):
                    continue
                return
            _, code, unique, *_ = _HEADER.unpack_from(request)
            answer = self._answers.get(code, _unknown)(request[_HEADER.size :])
            if answer is not None:
                data, wrong = (b"", -answer) if isinstance(answer, int) else (answer, 0)
                os.write(line, struct.pack("IiQ", 16 + len(data), wrong, unique) + data)

    def _init(self, said: bytes) -> Answer:
        ahead = struct.unpack_from("III", said)[2]
        return struct.pack("IIIIHHIIHHI28x", 7, 31, ahead, 0, 16, 12, LARGEST, 1, 32, 0, 0)

    def _attributes(self) -> bytes:
        size = len(self.now)
        numbers = struct.pack("QQQQQQIII", 1, size, size // 512, 0, 0, 0, 0, 0, 0)
        return (
            struct.pack("QII", 3600, 0, 0) + numbers + struct.pack("IIIIIII", 0o100600, 1, 0, 0, 0, 4096, 0)
        )

    def _read(self, said: bytes) -> Answer:
        _, offset, size = struct.unpack_from("QQI", said)
        return bytes(self.now[offset : offset + size])

    def _write(self, said: bytes) -> Answer:
        _, offset, size = struct.unpack_from("QQI", said)
        data = said[40 : 40 + size]
        self.now[offset : offset + size] = data
        self.log.append((offset, data))
        return struct.pack("II", size, 0)

    def _flush(self, _said: bytes) -> Answer:
        self.log.append(None)
        return b""


def _unknown(_said: bytes) -> Answer:
    return errno.ENOSYS
