"""The settings as the dashboard sees them: each with its value and how it is entered; and its changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CompanionError, SettingsError
from companion.language import Text, say
from companion.settings.file import BadSettings, change_file, for_file, read_settings
from companion.settings.register import Kind, Setting, find, register, section_words, value_of
from companion.settings.text import read_toml
from companion.settings.typed import parts_of, values_of

Said = str | bool

Check = Callable[[object], object]
"""Raises CompanionError where this machine cannot do with the new value of a setting."""


@dataclass(frozen=True, slots=True)
class Field:
    """A setting in the form: key, kind, what it is about, its value and default as text, and its bounds."""

    key: str
    kind: str
    name: str
    about: Text
    value: str
    default: str
    choices: tuple[str, ...]
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Group:
    """The settings of one section, with a title."""

    title: Text
    fields: tuple[Field, ...]


class SettingsDoor:
    """Reads and changes the settings' file; ``restart`` begins the companion anew, None where none would.

    ``checks``: for some settings, by key, whether a value that makes sense would do on this machine.
    """

    def __init__(
        self,
        path: Path,
        restart: Callable[[], None] | None = None,
        checks: Mapping[str, Check] | None = None,
    ) -> None:
        self.path = path
        self.restart = restart
        self._checks = checks or {}

    def groups(self) -> tuple[Group, ...]:
        """Give every setting as it stands in the file; raises SettingsError where the file has a mistake."""
        settings = read_settings(self.path)
        sections: dict[str, list[Field]] = {}
        for entry in register().values():
            sections.setdefault(entry.section, []).append(_field(entry, value_of(settings, entry.key)))
        return tuple(Group(section_words(name), tuple(fields)) for name, fields in sections.items())

    def change(self, said: Mapping[str, Said]) -> int:
        """Keep what was entered, by key; gives how many settings have changed.

        Raises SettingsError that names each mistake, and then nothing has changed.
        """
        settings = read_settings(self.path)
        values: dict[str, object | None] = {}
        for key, text in said.items():
            entry = find(key)
            entered = _entered(entry, text)
            value = for_file(entry.kind, entered)
            if value != for_file(entry.kind, value_of(settings, key)):
                self._check(key, entered)
                values[key] = None if value == for_file(entry.kind, entry.default) else value
        if values:
            try:
                change_file(self.path, values)
            except BadSettings as error:
                raise SettingsError(error.words()) from error
        return len(values)

    def _check(self, key: str, value: object) -> None:
        try:
            if check := self._checks.get(key):
                check(value)
        except CompanionError as error:
            raise SettingsError(say("{key}: {says}", key=key, says=error.args[0])) from error


def _field(entry: Setting, value: object) -> Field:
    default = _shown(entry.kind, entry.default)
    shown = _shown(entry.kind, value)
    about = say(entry.about)
    low, high = entry.low, entry.high
    return Field(entry.key, str(entry.kind), entry.name, about, shown, default, entry.choices, low, high)


def _shown(kind: Kind, value: object) -> str:
    """Give a value as a person enters it: names with commas, pins as ``Ann = 27``."""
    if kind is Kind.SWITCH:
        return "true" if value else "false"
    if kind is Kind.PINS and isinstance(value, Mapping):
        return ", ".join(f"{name} = {pin}" for name, pin in value.items())
    if kind in (Kind.NAMES, Kind.FREE) and isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return str(for_file(kind, value))


def _entered(entry: Setting, said: Said) -> object:
    """Read what a person entered; raises SettingsError that says what it should be."""
    text = said.strip() if isinstance(said, str) else said
    value = _read(entry, text) if isinstance(text, str) else text
    if entry.kind is Kind.NAMES and isinstance(value, list):
        value = tuple(value)
    if not entry.accepts(value):
        words = say(
            "{key}: “{said}” cannot be; it should be {allowed}",
            key=entry.key,
            said=said,
            allowed=entry.allowed,
        )
        raise SettingsError(words)
    return value


def _read(entry: Setting, text: str) -> object:
    return _free(entry, text) if entry.kind is Kind.FREE else _READ[entry.kind](text)


def _number(text: str) -> object:
    for kind in (int, float):
        try:
            return kind(text.replace(",", "."))
        except ValueError:
            continue
    return text


def _names(text: str) -> object:
    return parts_of(text)


def _pins(text: str) -> object:
    pairs = [piece.rpartition("=") for piece in text.split(",") if piece.strip()]
    pins = {name.strip(): _number(pin.strip()) for name, _, pin in pairs}
    return pins if len(pins) == len(pairs) else text


def _free(entry: Setting, text: str) -> object:
    """Take a text that can be as it is, else read a list: as in the file, or with commas alone."""
    if entry.accepts(text):
        return text
    if text.startswith("["):
        try:
            return read_toml(f"value = {text}")["value"]
        except ValueError:
            return text
    return values_of(text) or text


_READ: Mapping[Kind, Callable[[str], object]] = {
    Kind.SWITCH: lambda text: {"true": True, "false": False}.get(text, text),
    Kind.WHOLE: _number,
    Kind.NUMBER: _number,
    Kind.TEXT: str,
    Kind.CHOICE: str,
    Kind.NAMES: _names,
    Kind.PIN: _number,
    Kind.PINS: _pins,
}
