"""The button presses of a recording: JSON Lines ``{"t": 12.34, "button": "jump"}``, in media time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from unicodedata import normalize

from companion.atomic_file import check_no_device
from companion.clock import NS_PER_SECOND, Instant, Span, instant, seconds
from companion.errors import BadRecord, SourceError
from companion.evidence import SHARED, Press, PressSource
from companion.json_lines import as_json, decode_line
from companion.language import Text, decimal, listed, say, say_n

ERROR_NS = NS_PER_SECOND // 1000
"""A recording's times are given to a millisecond."""

LATEST = 1e9
"""Seconds; no press lies farther from the recording's beginning: some thirty years."""


@dataclass(frozen=True, slots=True)
class PressLine:
    """A press with the file and the line in it, from 1, on which it stands."""

    path: Path
    line: int
    press: Press


def read_presses(path: Path) -> list[Press]:
    """Read a file of presses, in the order of their times.

    Raises BadRecord, with file and line, for a line that is no press, and SourceError for a file that cannot
    be read.
    """
    return [line.press for line in read_press_lines(path)]


def read_press_lines(path: Path) -> list[PressLine]:
    """Read a file of presses with their lines, in the order of their times; raises as ``read_presses``."""
    try:
        check_no_device(path)
        *lines, last = path.read_bytes().split(b"\n")
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}. Check the path.") from error
    if last:
        lines.append(last)
    presses = [PressLine(path, n, _press(line, f"{path}:{n}")) for n, line in enumerate(lines, 1)]
    return sorted(presses, key=lambda found: found.press.span.latest)


def is_known(press: Press, players: Collection[str]) -> bool:
    """Say whether a press is of the shared button or of a player's own."""
    return press.button == SHARED or press.button in players


def unknown_button(found: PressLine, players: Sequence[str]) -> Text:
    """Say that a button belongs to nobody, where it stands, and what would be right."""
    return say(
        '{file}:{line}: there is no button "{button}", so this press counts for nobody. Right is "jump" for '
        "the shared button, or a player's own: {players}.",
        file=str(found.path),
        line=found.line,
        button=found.press.button,
        players=listed(players),
    )


def never_reached(lines: Sequence[PressLine], end: Instant) -> Text:
    """Say that presses lie after the end of what was watched, and where the first of them stands."""
    return say_n(
        "{file}:{line}: this press, at {at} s, lies after the end of what was watched ({end} s), so it "
        "counts for nothing. Times are seconds since the recording began.",
        "{file}:{line}: this press, at {at} s, and the later ones, {n} in all, lie after the end of what was "
        "watched ({end} s), so they count for nothing. Times are seconds since the recording began.",
        len(lines),
        file=str(lines[0].path),
        line=lines[0].line,
        at=decimal(seconds(lines[0].press.span.middle)),
        end=decimal(seconds(end)),
    )


def _press(line: bytes, where: str) -> Press:
    try:
        fields = decode_line(line)
    except BadRecord as error:
        raise BadRecord(f"{where}: {error.message}.") from error
    at, button = fields.get("t"), fields.get("button")
    if type(at) not in (int, float) or abs(cast(float, at)) > LATEST or button is None:
        raise BadRecord(f'{where}: no press; right is {{"t": 12.34, "button": "jump"}}, t in seconds.')
    if not isinstance(button, str) or not button:
        raise BadRecord(f'{where}: the button is "jump" or a player\'s name, not {as_json(button)}.')
    return Press(normalize("NFC", button), Span.at(instant(cast(float, at)), ERROR_NS), PressSource.RECORDING)
