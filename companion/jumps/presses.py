"""The button presses of a recording: JSON Lines ``{"t": 12.34, "button": "jump"}``, in media time."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.clock import NS_PER_SECOND, Instant, Span, instant
from companion.errors import BadRecord, SourceError
from companion.evidence import SHARED, Press, PressSource
from companion.language import Text, listed, say

ERROR_NS = NS_PER_SECOND // 1000
"""A recording's times are given to a millisecond."""


@dataclass(frozen=True, slots=True)
class PressLine:
    """A press with the line of the file, from 1, on which it stands."""

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
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}. Check the path.") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: is no text, so no file of presses.") from error
    presses = [PressLine(number, _press(line, f"{path}:{number}")) for number, line in enumerate(lines, 1)]
    return sorted(presses, key=lambda found: found.press.span.latest)


def is_known(press: Press, players: Collection[str]) -> bool:
    """Say whether a press is of the shared button or of a player's own."""
    return press.button == SHARED or press.button in players


def unknown_button(path: Path, found: PressLine, players: Sequence[str]) -> Text:
    """Say that a button belongs to nobody, where it stands, and what would be right."""
    return say(
        '{file}:{line}: there is no button "{button}", so this press counts for nobody. Right is "jump" for '
        "the shared button, or a player's own: {players}.",
        file=str(path),
        line=found.line,
        button=found.press.button,
        players=listed(players),
    )


def _press(line: str, where: str) -> Press:
    try:
        fields = json.loads(line)
        at, button = instant(float(fields["t"])), fields["button"]
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise BadRecord(f'{where}: no press; right is {{"t": 12.34, "button": "jump"}}.') from error
    if not isinstance(button, str) or not button:
        raise BadRecord(f'{where}: the button is "jump" or a player\'s name, not {button!r}.')
    return Press(button, Span.at(Instant(at), ERROR_NS), PressSource.RECORDING)
