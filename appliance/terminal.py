"""What the program says to a terminal: any name can be said, and none can do anything to the terminal.

What a terminal would obey is shown by its code (``companion.escaping``). A break in a name is shown by its
code where the line is made: here it could not be told from those of a text of several lines.
"""

import io
import sys
from collections.abc import Iterable
from typing import TextIO, cast

from companion.escaping import on_separate_lines


class Harmless:
    """A stream that shows the codes of characters which a terminal would obey; else as the one beneath it."""

    def __init__(self, beneath: TextIO) -> None:
        self.beneath = beneath

    def write(self, text: str) -> int:
        """Write a text; gives its length."""
        self.beneath.write(on_separate_lines(text))
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
