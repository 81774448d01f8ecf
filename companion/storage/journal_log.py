"""SQLite's write-ahead log: what of it a wrong byte would cut off, and how that can still be read.

What was written last stands in this log, page by page, each with a checksum that goes on from the one before.
At the first that is wrong SQLite stops reading, and forgets all that follows without a word. But each page's
own checksum can be told by the one that stands with the page before it: so it is known what was whole.
The format is that of https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

HEADER, HEAD = 32, 24
"""Bytes of the log's header, and of what stands before each page."""

MAGIC = 0x377F0682
"""The first bytes of a log; one more where its checksums are of the other order of bytes."""

VERSION = 3007000

PAGE_SIZES = tuple(512 << step for step in range(8))
"""Bytes of a page; a journal whose header says another is none of ours."""

_Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Frame:
    """A page in the log: ``place`` is its number and, where a transaction ends, the size of the file."""

    place: bytes
    salts: bytes
    sums: _Sums
    page: bytes

    @property
    def commits(self) -> bool:
        """Whether a transaction ends with it."""
        return self.place[4:] != bytes(4)


def mended(log: bytes, page_size: int) -> bytes | None:
    """Give the log as it would be with right checksums, up to the last transaction in it that is whole.

    None where SQLite reads all that by itself: where only the last one is not whole, it was being written
    when the power went. ``page_size``: of the journal, should the header be damaged.
    What comes of it must be checked before it is believed: one page at least holds something wrong.
    """
    header = log[:HEADER]
    known = _is_header(header)
    order = ">" if known and header[3] & 1 else "<"
    if known:
        page_size = int.from_bytes(header[8:12])
    frames = list(_frames(log, page_size)) if page_size in PAGE_SIZES else []
    if not frames:
        return None
    salts = header[16:24] if known else frames[0].salts
    read, whole = _ends(frames, salts, _stored(header[24:32]) if known else None, order)
    return _sealed(frames[:whole], salts, page_size) if whole > read else None


def _is_header(header: bytes) -> bool:
    """Say whether a header is whole."""
    if len(header) < HEADER or int.from_bytes(header[:4]) & ~1 != MAGIC:
        return False
    return _sum(header[:24], (0, 0), ">" if header[3] & 1 else "<") == _stored(header[24:32])


def _frames(log: bytes, page_size: int) -> Iterator[_Frame]:
    """Give all pages, the old ones behind the newest too: the log begins anew without being emptied."""
    for at in range(HEADER, len(log) - HEAD - page_size + 1, HEAD + page_size):
        head = log[at : at + HEAD]
        page = log[at + HEAD : at + HEAD + page_size]
        yield _Frame(head[:8], head[8:16], _stored(head[16:24]), page)


def _ends(frames: list[_Frame], salts: bytes, start: _Sums | None, order: str) -> tuple[int, int]:
    """Count the pages up to the last transaction that SQLite reads, and up to the last that is whole."""
    read = whole = 0
    before, unbroken, all_right = start, start is not None, True
    for count, frame in enumerate(frames, start=1):
        right = (
            frame.salts == salts
            and before is not None
            and _sum(frame.place + frame.page, before, order) == frame.sums
        )
        unbroken, all_right = unbroken and right, all_right and right
        if frame.commits:
            whole = count if all_right else whole
            read = count if unbroken else read
            all_right = True
        before = frame.sums
    return read, whole


def _sealed(frames: list[_Frame], salts: bytes, page_size: int) -> bytes:
    """Put a log together from pages, with checksums that are right."""
    begin = struct.pack(">4I", MAGIC, VERSION, page_size, 0) + salts
    sums = _sum(begin, (0, 0), "<")
    pieces = [begin, struct.pack(">2I", *sums)]
    for frame in frames:
        sums = _sum(frame.place + frame.page, sums, "<")
        pieces += [frame.place, salts, struct.pack(">2I", *sums), frame.page]
    return b"".join(pieces)


def _stored(data: bytes) -> _Sums:
    first, second = struct.unpack(">2I", data)
    return first, second


def _sum(data: bytes, sums: _Sums, order: str) -> _Sums:
    """Go on with SQLite's checksum over some bytes, eight at a time."""
    first, second = sums
    for one, other in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
