"""What the program says to a terminal: any name can be said, and none can do anything to the terminal.

Names of players, decks and files may hold what a terminal obeys: colours, sounds, other titles, text that
runs backwards and so says something else. All of that is shown by its code, as ``\\u001b``, which is JSON's
own as well.
"""

import io
import sys
from collections.abc import Iterable
from typing import TextIO, cast

OBEYED = (
    *(code for code in range(0x20) if chr(code) not in "\t\n"),
    *range(0x7F, 0xA0),
    *range(0x202A, 0x202F),  # turn the direction of writing, or override it
    *range(0x2066, 0x206A),
)
"""Characters that a terminal does not show but obey."""

_CODES = {code: f"\\u{code:04x}" for code in OBEYED}


class Harmless:
    """A stream that shows the codes of characters which a terminal would obey; else as the one beneath it."""

    def __init__(self, beneath: TextIO) -> None:
        self.beneath = beneath

    def write(self, text: str) -> int:
        """Write a text; gives its length."""
        self.beneath.write(text.translate(_CODES))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.beneath, name)


def speak_harmlessly() -> None:
    """Let nothing that is printed from now on do anything to a terminal."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, Harmless):
            setattr(sys, name, cast(TextIO, Harmless(stream)))


def speak_any_name(as_lines: bool) -> None:
    """Let a terminal that lacks a name's letters show their codes; a game must not end over them.

    JSON Lines are UTF-8 wherever they go; the code of half a letter is JSON's own.
    """
    for stream in map(_beneath, (sys.stdout, sys.stderr)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    out = _beneath(sys.stdout)
    if as_lines and isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", errors="backslashreplace")


def _beneath(stream: object) -> object:
    return stream.beneath if isinstance(stream, Harmless) else stream
