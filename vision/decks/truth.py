"""What somebody says lies in a deck's pictures: a file with a line for each, as ``a.jpg: 12 40 7 pass``."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.atomic_file import check_no_device
from companion.errors import BadRecord, SettingsError
from vision.games import LOOKS


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file: its number, the picture that it names, the texts of the cards there."""

    number: int
    name: str
    cards: frozenset[str]


@dataclass(frozen=True, slots=True)
class Truth:
    """A file of what lies in pictures."""

    path: Path
    lines: tuple[Line, ...]

    def of(self, pictures: Sequence[Path]) -> dict[Path, frozenset[str]]:
        """Give what is said to lie in each of these pictures of which something is said.

        A line names a picture by its path as given, or by its bare name. Raises `BadRecord` for a line that
        names none of them or several, and for a second one about a picture.
        """
        said: dict[Path, Line] = {}
        for line in self.lines:
            picture = self._named(line, pictures)
            if picture in said:
                raise self._wrong(
                    line, f"{line.name} has a line already, {self.path}:{said[picture].number}; leave one out"
                )
            said[picture] = line
        return {picture: line.cards for picture, line in said.items()}

    def _named(self, line: Line, pictures: Sequence[Path]) -> Path:
        """Give the picture that a line names; a picture may have been given twice."""
        path = Path(line.name) if "/" in line.name else None
        found = list(dict.fromkeys(p for p in pictures if (p == path if path else p.name == line.name)))
        if not found:
            raise self._wrong(line, f"{line.name} is none of the pictures given")
        if len(found) > 1:
            paths = " or ".join(str(p) if "/" in str(p) else f"./{p}" for p in found)
            raise self._wrong(line, f"{line.name} is the name of several pictures; write the path, {paths}")
        return found[0]

    def _wrong(self, line: Line, what: str) -> BadRecord:
        return BadRecord(f"{self.path}:{line.number}: {what}")


def read_truth(path: Path, game: str) -> Truth:
    """Read what lies in which picture; raises `BadRecord` naming the line that cannot be understood.

    So it does where a card is none of the game's: then the game is another one, or the line is mistyped.
    Raises `SettingsError` for a file that cannot be read.
    """
    try:
        check_no_device(path)
        data = path.read_bytes().removeprefix(BOM_UTF8)  # Windows marks its texts so
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror})") from error
    return Truth(path, tuple(_lines(path, data, game)))


def _lines(path: Path, data: bytes, game: str) -> Iterator[Line]:
    """Read the lines, but for empty ones and remarks."""
    try:
        lines = data.decode().splitlines()
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{path}:{number}: this line is not UTF-8, the only encoding that is read") from error
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, colon, cards = line.rpartition(":")
        words = cards.split()
        wrong = [
            w for w in words if w != "pass" and not (w.isdecimal() and str(int(w)) == w and int(w) < 110)
        ]
        if not colon or wrong:
            what = f"{wrong[0]!r} is no card" if colon else "there is no colon"
            raise BadRecord(f"{path}:{number}: {what}; a line reads as 'first.jpg: 12 40 7 pass'")
        if strange := [w for w in words if not LOOKS[game].has(w)]:
            raise BadRecord(
                f"{path}:{number}: {strange[0]!r} is no card of {game}; check the line, and --game"
            )
        yield Line(number, name.strip(), frozenset(words))
