"""Writes plain PDF files: shapes, and words in a font that every reader of PDFs brings along.

All lengths are millimetres from the page's top left corner, x to the right and y down. Nothing but this is
needed to print cards, and no library for it would be smaller than what it does here.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, sin

Rgb = tuple[float, float, float]
Point = tuple[float, float]

HEAD, MAKER = b"%PDF-1.4\n", b"/Producer (tabletop companion)"
"""With this a file begins, and this it says of itself somewhere."""

MM = 72 / 25.4
"""Points a millimetre."""

ROUND = 0.5523
"""How far the handles of a quarter circle's curve lie from its ends, in radii."""

_SORTS = {
    278: " ,.Iijl", 333: ":-!ft", 389: "r", 500: "z", 611: "FLTZbdghnopqu", 667: "EPSVXY", 778: "GOQw",
    722: "&ABCDHKNRU", 833: "M", 889: "m", 944: "W", 556: "0123456789Jaceksvxy",
}  # fmt: skip

WIDTHS = {letter: wide for wide, letters in _SORTS.items() for letter in letters}
"""Widths of Helvetica-Bold's letters in thousandths of its size, as every PDF reader knows them."""

CAP = 0.718
"""Height of a digit or capital in sizes of the font."""


def width(text: str, size: float) -> float:
    """Give how wide a text is, in the unit of its size."""
    return sum(WIDTHS.get(letter, 600) for letter in text) / 1000 * size


@dataclass(slots=True)
class Page:
    """One page: ``size`` (width, height) in millimetres; what is drawn later lies on top."""

    size: Point
    parts: list[str] = field(default_factory=list)

    def line(self, a: Point, b: Point, colour: Rgb, thick: float) -> None:
        """Draw a line."""
        self._add(f"{_rgb(colour)} RG {_n(thick)} w {_p(a)} m {_p(b)} l S")

    def polygon(self, corners: Sequence[Point], colour: Rgb) -> None:
        """Fill a polygon."""
        path = " ".join(f"{_p(c)} {'l' if k else 'm'}" for k, c in enumerate(corners))
        self._add(f"{_rgb(colour)} rg {path} h f")

    def circle(self, centre: Point, radius: float, colour: Rgb, thick: float | None = None) -> None:
        """Fill a circle, or draw its outline that thick."""
        x, y = centre[0] - radius, centre[1] - radius
        self.rounded((x, y), (2 * radius, 2 * radius), radius, colour, thick)

    def rounded(self, at: Point, size: Point, radius: float, colour: Rgb, thick: float | None = None) -> None:
        """Fill a rectangle with round corners, or draw its outline that thick."""
        (x, y), (w, h), k = at, size, radius * (1 - ROUND)
        r = radius
        curves = [
            ((x + w - r, y), (x + w - k, y), (x + w, y + k), (x + w, y + r)),
            ((x + w, y + h - r), (x + w, y + h - k), (x + w - k, y + h), (x + w - r, y + h)),
            ((x + r, y + h), (x + k, y + h), (x, y + h - k), (x, y + h - r)),
            ((x, y + r), (x, y + k), (x + k, y), (x + r, y)),
        ]
        path = " ".join(f"{_p(a)} l {_p(b)} {_p(c)} {_p(d)} c" for a, b, c, d in curves)
        start = f"{_p((x + r, y))} m {path} h"
        ink = (
            f"{_rgb(colour)} rg {start} f" if thick is None else f"{_rgb(colour)} RG {_n(thick)} w {start} S"
        )
        self._add(ink)

    def words(self, text: str, centre: Point, size: float, colour: Rgb, turn: float = 0.0) -> None:
        """Write a text with its capitals' middle on a point, turned clockwise (radians); size in mm."""
        c, s = cos(turn), sin(turn)
        back, down = width(text, size) / 2, CAP * size / 2
        x = centre[0] - back * c - down * s
        y = centre[1] - back * s + down * c
        shown = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        matrix = " ".join(_n(v) for v in (c, s, s, -c, x, y))
        self._add(f"BT {_rgb(colour)} rg /F1 {_n(size)} Tf {matrix} Tm ({shown}) Tj ET")

    def _add(self, part: str) -> None:
        self.parts.append(part)


def document(pages: Sequence[Page], title: str) -> bytes:
    """Put pages together to a PDF file; the same pages give the same bytes."""
    objects = [
        b"",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    objects.append(b"<< /Title (%s) %s >>" % (title.encode("latin-1", "replace"), MAKER))
    kids = []
    for page in pages:
        wide, high = page.size
        flip = f"{_n(MM)} 0 0 {_n(-MM)} 0 {_n(high * MM)} cm\n"
        stream = zlib.compress((flip + "\n".join(page.parts)).encode("latin-1", "replace"), 9)
        objects.append(
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream)
        )
        kids.append(len(objects) + 1)
        box = f"[0 0 {_n(wide * MM)} {_n(high * MM)}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = (
        f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{k} 0 R' for k in kids)}] >>".encode()
    )
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """Number the objects and write the table of where each begins."""
    out, places = bytearray(HEAD + b"%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        table,
    )
    return bytes(out)


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def _p(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _rgb(colour: Rgb) -> str:
    return " ".join(_n(v) for v in colour)
