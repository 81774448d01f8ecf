"""The button presses of a recording: JSON Lines ``{"t": 12.34, "button": "jump"}``, in media time."""

import json
from pathlib import Path

from companion.clock import NS_PER_SECOND, Instant, Span, instant
from companion.errors import BadRecord, SourceError
from companion.evidence import Press, PressSource

ERROR_NS = NS_PER_SECOND // 1000
"""A recording's times are given to a millisecond."""


def read_presses(path: Path) -> list[Press]:
    """Read a file of presses, in the order of their times.

    Raises BadRecord, with file and line, for a line that is no press, and SourceError for a file that cannot
    be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}. Check the path.") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: is no text, so no file of presses.") from error
    presses = [_press(line, f"{path}:{number}") for number, line in enumerate(lines, 1)]
    return sorted(presses, key=lambda press: press.span.latest)


def _press(line: str, where: str) -> Press:
    try:
        fields = json.loads(line)
        at, button = instant(float(fields["t"])), fields["button"]
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise BadRecord(f'{where}: no press; right is {{"t": 12.34, "button": "jump"}}.') from error
    if not isinstance(button, str) or not button:
        raise BadRecord(f'{where}: the button is "jump" or a player\'s name, not {button!r}.')
    return Press(button, Span.at(Instant(at), ERROR_NS), PressSource.RECORDING)
