"""The register of settings, one entry each, read off ``values.py`` and the games' house rules."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields, replace
from enum import StrEnum
from functools import cache, partial
from typing import Any, get_type_hints
from unicodedata import normalize

from companion.errors import BadRecord, SettingsError
from companion.escaping import first_control_character
from companion.evidence import SHARED
from companion.language import Text, mark, say, say_n
from companion.rules.base import HouseRule
from companion.rules.catalogue import GAMES, find_game
from companion.settings.text import KeyPath
from companion.settings.values import Settings

HOUSE_RULES = "house_rules"
HIGHEST_PIN = 27
"""The header of a Raspberry Pi carries GPIO 0 to 27."""
NO_PIN = "none"
STARTER = "table.starter"


class Kind(StrEnum):
    """What a setting's value is, and so how it is entered."""

    SWITCH = "switch"
    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    NAMES = "names"
    PIN = "pin"
    PINS = "pins"
    FREE = "free"
    """A house rule with a judgement of its own."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its key (``camera.width``), kind, default, a line for people, what it may be in words."""

    key: str
    kind: Kind
    default: object
    about: str
    allowed: str
    accepts: Callable[[object], bool]
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    restart: bool = True

    @property
    def section(self) -> str:
        """The part of the key before its last dot."""
        return self.key.rpartition(".")[0]

    @property
    def name(self) -> str:
        """The part of the key after its last dot."""
        return self.key.rpartition(".")[2]


TITLES = {
    "table": mark("Who plays what"),
    "camera": mark("Camera"),
    "buttons": mark("Buttons on the pins"),
    "lamps": mark("Lamp and buzzer on the pins"),
    "replay": mark("Pictures of disputed jumps"),
    "dashboard": mark("Dashboard"),
    "storage": mark("What is kept"),
    "log": mark("Log"),
    "watch": mark("companion watch"),
}


@cache
def register() -> Mapping[str, Setting]:
    """Give every setting by its key, in the order in which people read them."""
    sections = get_type_hints(Settings)
    entries = [
        _declared(name, item, get_type_hints(kind)[item.name])
        for name, kind in sections.items()
        if name != HOUSE_RULES
        for item in fields(kind)
    ]
    entries += [_house_rule(rules.slug, ruling) for rules in GAMES for ruling in rules.rulings.values()]
    return {entry.key: entry for entry in entries}


def section_words(section: str) -> Text:
    """Say what a section is about."""
    if section.startswith(f"{HOUSE_RULES}."):
        return say("House rules of {game}", game=find_game(section.partition(".")[2]).title)
    return say(TITLES[section])


def build(values: Mapping[str, object]) -> Settings:
    """Make the settings from checked values by their keys; what is not among them has its default."""
    parts: dict[str, dict[str, object]] = {}
    house: dict[str, dict[str, object]] = {}
    for key, value in values.items():
        section, _, name = key.rpartition(".")
        if section.startswith(f"{HOUSE_RULES}."):
            house.setdefault(section.partition(".")[2], {})[name] = value
        else:
            parts.setdefault(section, {})[name] = value
    plain = Settings()
    given = {section: replace(getattr(plain, section), **part) for section, part in parts.items()}
    return replace(plain, **given, house_rules=house)


def value_of(settings: Settings, key: str) -> object:
    """Give the value of a setting by its key; raises SettingsError for a key that does not exist."""
    entry = find(key)
    if entry.section.startswith(f"{HOUSE_RULES}."):
        game = entry.section.partition(".")[2]
        return settings.house_rules.get(game, {}).get(entry.name, entry.default)
    return getattr(getattr(settings, entry.section), entry.name)


def find(key: str) -> Setting:
    """Give a setting by its key; raises SettingsError for one that does not exist."""
    if key not in register():
        raise SettingsError(say("there is no setting {key}; `companion settings` lists them", key=repr(key)))
    return register()[key]


def checked(entry: Setting, value: object) -> object:
    """Give the value as the settings hold it; raises SettingsError, which says what would be right."""
    if not entry.accepts(value):
        words = say("it is {value}, and should be {allowed}", value=_shown(value), allowed=entry.allowed)
        raise SettingsError(words)
    if entry.kind is Kind.NAMES:
        assert isinstance(value, list | tuple)
        return tuple(map(_name, value))
    if entry.kind is Kind.PINS:
        assert isinstance(value, Mapping)
        return {_name(name): pin for name, pin in value.items()}
    if entry.key == STARTER:
        return _name(value)
    if entry.kind is Kind.PIN:
        return None if value == NO_PIN else value
    return value


def contradictions(settings: Settings) -> list[tuple[KeyPath, str]]:
    """Give path and words of everything that does not go together, though each by itself could be."""
    return [*_players_wrong(settings), *_pins_wrong(settings)]


def _players_wrong(settings: Settings) -> list[tuple[KeyPath, str]]:
    table = settings.table
    if not table.players:
        lonely = [(("table", "seats"), table.seats), (("table", "starter"), table.starter)]
        return [(path, say("it needs table.players, which names nobody")) for path, value in lonely if value]
    wrong: list[tuple[KeyPath, str]] = []
    if table.seats and len(table.seats) != len(table.players):
        words = say_n(
            "it names {n} side for {count} players; one each, or none",
            "it names {n} sides for {count} players; one each, or none",
            len(table.seats),
            count=len(table.players),
        )
        wrong.append((("table", "seats"), words))
    elif shared := next((seat for seat in table.seats if table.seats.count(seat) > 1), None):
        words = say("it names {side} twice; one side each, corners too, or none for anybody", side=shared)
        wrong.append((("table", "seats"), words))
    if table.starter and table.starter not in table.players:
        words = say("{starter} is none of the players", starter=repr(table.starter))
        wrong.append((("table", "starter"), words))
        return wrong
    try:
        find_game(table.game).start(table.players, table.starter or table.players[0], {})
    except BadRecord as error:
        wrong.append((("table", "players"), error.message))
    return wrong


def _pins_wrong(settings: Settings) -> list[tuple[KeyPath, str]]:
    taken: dict[int, Text] = {}
    wrong: list[tuple[KeyPath, str]] = []
    for path, use, pin in _uses(settings):
        if pin is not None and pin in taken:
            words = say("GPIO {pin} is already that of {use}; choose another pin", pin=pin, use=taken[pin])
            wrong.append((path, words))
        elif pin is not None:
            taken[pin] = use
    return wrong


def _uses(settings: Settings) -> Iterator[tuple[KeyPath, Text, int | None]]:
    """Give every setting that names a pin: its path, what the pin is for, and the pin, None for none."""
    yield ("buttons", "jump"), say("the jump button"), settings.buttons.jump
    for name, own in settings.buttons.players.items():
        yield ("buttons", "players", name), say("the button of {name}", name=name), own
    yield ("lamps", "window"), say("the lamp"), settings.lamps.window
    yield ("lamps", "buzzer"), say("the buzzer"), settings.lamps.buzzer


def _declared(section: str, item: "Field[Any]", hint: object) -> Setting:
    facts = item.metadata
    kind = _kind(hint, facts["choices"])
    accepts, allowed = _check(kind, facts["low"], facts["high"], facts["choices"])
    if own := facts["accepts"]:
        words = facts["allowed"]
        accepts, allowed = partial(_both, accepts, own), say(words)
    default = {} if kind is Kind.PINS else item.default
    known = {key: facts[key] for key in ("choices", "low", "high", "restart")}
    return Setting(f"{section}.{item.name}", kind, default, facts["about"], allowed, accepts, **known)


def _both(first: Callable[[object], bool], second: Callable[[object], bool], value: object) -> bool:
    return first(value) and second(value)


def _kind(hint: object, choices: Sequence[str]) -> Kind:
    if hint is str:
        return Kind.CHOICE if choices else Kind.TEXT
    if hint == (int | None):
        return Kind.PIN
    plain: dict[object, Kind] = {bool: Kind.SWITCH, int: Kind.WHOLE, float: Kind.NUMBER}
    plain |= {tuple[str, ...]: Kind.NAMES, Mapping[str, int]: Kind.PINS}
    return plain[hint]


def _check(
    kind: Kind, low: float | None, high: float | None, choices: tuple[str, ...]
) -> tuple[Callable[[object], bool], Text]:
    """Give the test of a kind of value, and what it lets pass in words."""
    one_of = ", ".join(f'"{choice}"' for choice in choices)
    match kind:
        case Kind.SWITCH:
            return (lambda value: type(value) is bool), say("true or false")
        case Kind.WHOLE:
            return partial(_is_number, low, high, (int,)), _span(say("a whole number"), low, high)
        case Kind.NUMBER:
            return partial(_is_number, low, high, (int, float)), _span(say("a number"), low, high)
        case Kind.CHOICE:
            return (lambda value: type(value) is str and value in choices), say("one of {all}", all=one_of)
        case Kind.NAMES if choices:
            return partial(_are_names, choices), say("a list out of {all}", all=one_of)
        case Kind.NAMES:
            example = '["Ann", "Ben"]'
            words = say("a list of texts, each once, as {example}", example=example)
            return partial(_are_names, choices), words
        case Kind.PIN:
            words = say('a pin from 0 to {highest}, or "none"', highest=HIGHEST_PIN)
            return (lambda value: value == NO_PIN or _is_pin(value)), words
        case Kind.PINS:
            example = "{ Ann = 27 }"
            words = say(
                "names with pins from 0 to {highest}, as {example}", highest=HIGHEST_PIN, example=example
            )
            return _are_pins, words
        case _:
            return _is_text, say('a text, as "text"')


def _span(kind: Text, low: float | None, high: float | None) -> Text:
    if low is None or high is None:
        return kind
    return say("{kind} from {low} to {high}", kind=kind, low=f"{low:.12g}", high=f"{high:.12g}")


def _is_number(low: float | None, high: float | None, kinds: tuple[type, ...], value: object) -> bool:
    if type(value) not in kinds or not isinstance(value, int | float):
        return False
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def _is_text(value: object) -> bool:
    """Say whether a value is a text that is shown and not obeyed; letters may be joined, as in emoji."""
    if not isinstance(value, str) or first_control_character(value) is not None:
        return False
    return not any(0xD800 <= ord(letter) <= 0xDFFF for letter in value)  # half a letter cannot be written


def _are_names(choices: tuple[str, ...], value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(_is_text(name) and name.strip() for name in value):
        return False
    return all(name in choices for name in value) if choices else len(set(value)) == len(value)


def _is_pin(value: object) -> bool:
    return _is_number(0, HIGHEST_PIN, (int,), value)


def _are_pins(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    right = all(_is_text(name) and name.strip() and name != SHARED for name in value)
    return right and len(set(map(_name, value))) == len(value) and all(map(_is_pin, value.values()))


def _name(text: object) -> str:
    """Give a name as it is compared: without the blanks around it, its letters put together with accents."""
    return normalize("NFC", str(text).strip())


def _house_rule(game: str, ruling: HouseRule) -> Setting:
    key = f"{HOUSE_RULES}.{game}.{ruling.key}"
    kind = Kind.SWITCH if isinstance(ruling.default, bool) else Kind.FREE
    return Setting(key, kind, ruling.default, ruling.about, ruling.allowed, ruling.accepts)


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # one written as 0xfff… may have more figures than Python writes
        return say("too large a number")
    return text if len(text) <= 60 else f"{text[:57]}..."
