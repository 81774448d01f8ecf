"""Any name can be said on one line: characters that would be obeyed, not shown, stand there as their codes.

Names of players, decks and files may hold what a terminal obeys: colours, sounds, other titles, text that
runs backwards and so says something else, and breaks, after which a name could go on as if the companion said
it. The code of such a character is ``\\u001b``, which is JSON's own as well.
"""

import re

CONTROL_CHARACTERS = (
    *range(0x20),
    *range(0x7F, 0xA0),
    *range(0x2028, 0x202A),  # part lines and paragraphs
    *range(0x202A, 0x202F),  # turn the direction of writing, or override it
    *range(0x2066, 0x206A),
)
"""Characters that a terminal does not show but obey."""

_CODES = {code: f"\\u{code:04x}" for code in CONTROL_CHARACTERS}
_BREAKS_TOO = {code: shown for code, shown in _CODES.items() if chr(code) != "\t"}
_ALL_ELSE = {code: shown for code, shown in _BREAKS_TOO.items() if chr(code) != "\n"}


def on_one_line(text: str) -> str:
    """Give a text that stays on its line, whatever names are in it."""
    return text.translate(_BREAKS_TOO)


def on_separate_lines(text: str) -> str:
    """Give a text of several lines that does nothing but begin new ones and indent."""
    return text.translate(_ALL_ELSE)


def first_control_character(text: str) -> str | None:
    """Give the code of the first character that would be obeyed; None where all of them are shown."""
    return next((_CODES[ord(letter)] for letter in text if ord(letter) in _CODES), None)


UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters of which nothing is seen."""

SHAPING = re.compile(
    "(?<=[^\0-\u024f\u200b-\u200f])(?:[\ufe00-\ufe0f\u180b-\u180d\U000e0100-\U000e01ef]"
    "|[\u200c\u200d](?=[^\0-\u024f\u200b-\u200f]))|\ufe0f(?=\u20e3)|(?<=\U0001f3f4)[\U000e0020-\U000e007f]+"
)
"""Those of them by which their neighbours look otherwise: in joined emoji and flags, Persian, Mongolian."""


def unseen_in(text: str) -> str | None:
    """Give the code of the first character of which nothing is seen; None where all of them are."""
    found = UNSEEN.search(SHAPING.sub("", text))
    return f"\\u{ord(found[0]):04x}" if found else None
