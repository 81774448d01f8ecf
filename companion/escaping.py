"""Any name can be said on one line: characters that would be obeyed, not shown, stand there as their codes.

Names of players, decks and files may hold what a terminal obeys: colours, sounds, other titles, text that
runs backwards and so says something else, and breaks, after which a name could go on as if the companion said
it. The code of such a character is ``\\u001b``, which is JSON's own as well.
"""

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
