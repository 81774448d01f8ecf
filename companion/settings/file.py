"""The settings' file: read and checked with line and key of each mistake, changed in one stroke."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from tomllib import TOMLDecodeError
from unicodedata import normalize

from companion.atomic_file import check_file, failed, replace_file
from companion.errors import SettingsError
from companion.escaping import on_one_line
from companion.folder_lock import alone
from companion.language import Text, joined, mark, say
from companion.settings.register import (
    NO_PIN,
    Kind,
    Setting,
    build,
    checked,
    contradictions,
    find,
    register,
    section_words,
)
from companion.settings.text import as_key, as_toml, changed, line_of, read_toml
from companion.settings.values import Settings

LARGEST = 64 * 1024
"""Bytes; a settings file is a page of text."""

_TWICE = mark("this was set before")
_QUOTES = mark("a text does not end in its line, or holds what cannot stand in a text")
_HEADING = mark("a heading does not end; close it with ]")
_BACKSLASH = mark("a text holds a backslash with nothing that can follow it; write two of them")
_KEY = mark("no key can begin so")

COMPLAINTS = {
    "Cannot overwrite a value": _TWICE,
    "Cannot declare": _TWICE,
    "Cannot redefine": _TWICE,
    "Cannot mutate": _TWICE,
    "Duplicate inline table key": _TWICE,
    "Unterminated string": _QUOTES,
    "Illegal character": _QUOTES,
    "Found invalid character": _QUOTES,
    'Expected "': _QUOTES,
    "Unescaped": _BACKSLASH,
    "Invalid hex value": _BACKSLASH,
    "Escaped character": _BACKSLASH,
    "Expected ']": _HEADING,
    "Unclosed array": mark("a list does not end; close it with ]"),
    "Unclosed inline table": mark("a table in one line does not end; close it with }}"),
    "Expected '='": mark("the = between key and value is missing"),
    "Expected newline": mark("something follows that does not belong there; write one setting a line"),
    "Invalid value": mark("this is no value; a text stands in quotes"),
    "Invalid date": mark("there is no such date or time"),
    "Invalid initial character": _KEY,
    "Invalid statement": _KEY,
    "nested too deeply": mark("nested too deeply"),
    "Too long a number": mark("a number has more figures than can be read"),
}
"""How Python's reader begins a complaint, and what it means for whoever writes settings."""

_AT = re.compile(r"\(at line (\d+), column \d+\)")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong in a settings file: the line, the key ("" where none can be named), and the words."""

    line: int
    key: str
    message: str

    def __str__(self) -> str:
        return str(self.words())

    def words(self) -> Text:
        """Say it with its line."""
        return say("line {line}: {says}", line=self.line, says=self.says())

    def says(self) -> Text:
        """Say it without its line: for whoever does not look at the file."""
        if not self.key:
            return say("{says}", says=self.message)
        return say("{key}: {says}", key=self.key, says=self.message)


class BadSettings(SettingsError):
    """A settings file with mistakes; all of them, in the order of their lines."""

    def __init__(self, name: str, mistakes: list[Mistake]) -> None:
        self.mistakes = tuple(sorted(mistakes, key=lambda mistake: mistake.line))
        lines = [say("{file}, {mistake}", file=name, mistake=one.words()) for one in self.mistakes]
        super().__init__(joined("\n", lines))
        self.lines = tuple(map(on_one_line, lines))
        """What is said of each on a terminal: keys and file may hold breaks."""

    def words(self) -> Text:
        """Say the mistakes by their keys, without lines: for whoever does not look at the file."""
        return joined("; ", [one.says() for one in self.mistakes])


def read_settings(path: Path) -> Settings:
    """Read the settings from a file, defaults where there is none.

    Raises BadSettings with each mistake, SettingsError where the file cannot be opened.
    """
    return parse_settings(read_text(path), str(path))


def read_text(path: Path) -> str:
    """Give the file's text, "" where there is none; raises SettingsError or BadSettings."""
    try:
        check_file(path)
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SettingsError(_closed(path, error)) from error
    if len(data) > LARGEST:
        raise SettingsError(
            say("{path}: {most} kB at most is a settings file", path=path, most=LARGEST // 1024)
        )
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        words = say("not UTF-8 text; save the file as UTF-8")
        raise BadSettings(str(path), [Mistake(line, "", words)]) from error


def parse_settings(text: str, name: str = "settings") -> Settings:
    """Read settings from text; ``name`` is what the mistakes call it. Raises BadSettings."""
    try:
        tree = read_toml(text)
    except TOMLDecodeError as error:
        raise BadSettings(name, [_unreadable(text, error)]) from error
    values: dict[str, object] = {}
    mistakes: list[Mistake] = []
    for path, value in _settings_in(tree):
        key = ".".join(path)
        try:
            values[key] = checked(_known(key), value)
        except SettingsError as error:
            mistakes.append(Mistake(line_of(text, path), key, error.args[0]))
    settings = build(values)
    if not mistakes:
        pairs = contradictions(settings)
        text = normalize("NFC", text)  # as the names of buttons are by now; lines stay lines
        mistakes = [Mistake(line_of(text, path), ".".join(path), says) for path, says in pairs]
    if mistakes:
        raise BadSettings(name, mistakes)
    return settings


def change_file(path: Path, values: Mapping[str, object | None]) -> Settings:
    """Set some keys in a file and give the settings it holds then; None takes a key out (its default holds).

    Comments stay; the file is replaced in one stroke and is on the disk on return. Raises SettingsError, and
    then nothing has changed.
    """
    with alone(path):
        text = _changed(path, values)
        settings = parse_settings(text, str(path))
        _keep(path, text)
    return settings


def _changed(path: Path, values: Mapping[str, object | None]) -> str:
    """Give the file's text with some keys set."""
    text = read_text(path)
    parse_settings(text, str(path))
    for key, value in values.items():
        entry = find(key)
        if value is not None:
            checked(entry, value)
        section, _, name = key.rpartition(".")
        text = changed(text, (*section.split("."), name), value)
    return text


def _keep(path: Path, text: str) -> None:
    try:
        replace_file(path, text.encode(), mode=0o640)
    except OSError as error:
        words = failed(say("{path}: the settings cannot be written", path=path), error)
        raise SettingsError(words) from error


def sample() -> str:
    """Give a settings file with every setting, its meaning and its default, each commented out."""
    lines = ["# The settings of the tabletop companion. Take the # away before what you change."]
    section = ""
    for entry in register().values():
        if entry.section != section:
            section = entry.section
            title = ".".join(map(as_key, section.split(".")))
            lines += ["", f"[{title}]", f"# {section_words(section)}"]
        lines += [
            f"# {entry.about} ({entry.allowed})",
            f"#{entry.name} = {_written(entry.kind, entry.default)}",
        ]
    return "\n".join(lines) + "\n"


def for_file(kind: Kind, value: object) -> object:
    """Give a setting's value as the file holds it; what cannot be changed here is a list there."""
    if isinstance(value, tuple):
        return list(value)
    return NO_PIN if kind is Kind.PIN and value is None else value


def _written(kind: Kind, value: object) -> str:
    return as_toml(for_file(kind, value))


def _unreadable(text: str, error: TOMLDecodeError) -> Mistake:
    """Turn the reader's complaint into a mistake in a line."""
    at = _AT.search(str(error))
    line = int(at[1]) if at else len(text.rstrip("\n").split("\n"))
    return Mistake(line, "", say("{complaint}; write it as: key = value", complaint=_complaint(str(error))))


def _complaint(said: str) -> Text:
    """Say in our own words what the reader complains about."""
    for beginning, words in COMPLAINTS.items():
        if said.startswith(beginning):
            return say(words)
    return say("this cannot be read ({complaint})", complaint=_AT.sub("", said).strip())


def _closed(path: Path, error: OSError) -> Text:
    """Say that a file cannot be opened, and what helps."""
    helps = say("check who may read it") if isinstance(error, PermissionError) else say("check the path")
    return say(
        "{path}: the settings cannot be read ({error}); {remedy}",
        path=path,
        error=error.strerror,
        remedy=helps,
    )


def _settings_in(
    tree: Mapping[str, object], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object]]:
    """Give path and value of everything that is set; goes into tables where settings have such a section."""
    for name, value in tree.items():
        path = (*above, name)
        inside = ".".join(path) + "."
        if isinstance(value, dict) and any(key.startswith(inside) for key in register()):
            yield from _settings_in(value, path)
        else:
            yield path, value


def _known(key: str) -> Setting:
    if key in register():
        return register()[key]
    near = get_close_matches(key, register(), n=1) or [k for k in register() if k.endswith(f".{key}")]
    sections = {entry.section for entry in register().values()}
    if key in sections:
        words = say("it is a table; write [{key}] and its settings in the lines below", key=key)
    elif near:
        words = say("there is no such setting; did you mean {near}?", near=near[0])
    else:
        words = say("there is no such setting; `companion settings` lists all")
    raise SettingsError(words)
