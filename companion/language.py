"""Words for people: written in English where they are said, read in the language of whoever looks.

``say`` makes a ``Text``: a string in English that remembers how it was put together, so that it can be said
in any other language later, also after it has been on the disk. Catalogues (GNU gettext) lie in
``companion/translations``; a further language is a further folder. docs/dashboard.md says how to add words.
"""

import gettext
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

SOURCE = "en"
"""The language in which the code is written; it needs no catalogue."""

DOMAIN = "companion"
FOLDER = Path(__file__).parent / "translations"

PLAIN = (str, int, float, type(None))
"""What a gap can be filled with and stay as it is on the disk; all else is put in as its text."""

RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters that are written from right to left."""

KEPT = "§say"
"""The key that marks a text among JSON objects on the disk."""


class Text(str):
    """A sentence in English that can be said in every other language too.

    ``one`` is the message that translators see and ``many`` its plural (None where nothing is counted);
    ``fields`` fill their gaps, and may be texts themselves.
    """

    __slots__ = ("fields", "many", "one")
    one: str
    many: str | None
    fields: Mapping[str, object]

    def to(self, language: str) -> str:
        """Say it in a language; one without a catalogue, or a message without a translation, is English.

        In English it is itself, and can be said in other languages still.
        """
        return self if language == SOURCE else _filled(self, language, _plain)

    def shown(self, language: str) -> str:
        """Say it in a language for a page or a spreadsheet, on which each name has its own way of writing.

        Between two marks of which nothing is seen, a Hebrew name leaves numbers and words around it in place.
        """
        return _filled(self, language, _walled) if RIGHT_TO_LEFT.search(self) else self.to(language)


def say(message: str, /, **fields: object) -> Text:
    """Say a message whose gaps, marked ``{name}``, are filled with these fields."""
    return _made(message, None, fields)


def say_n(one: str, many: str, n: int, /, **fields: object) -> Text:
    """Say one of two messages, as the number wants it; ``{n}`` stands for the number."""
    return _made(one, many, {"n": n, **fields})


def decimal(value: float, places: int = 1) -> Text:
    """Say a number with that many places behind its point, which is a comma in other languages."""
    unit: int = 10**places
    whole, rest = divmod(round(abs(value) * unit), unit)
    sign = "−" if value < 0 and (whole or rest) else ""
    return say("{whole}.{tenths}", whole=f"{sign}{whole}", tenths=f"{rest:0{places}}")


def listed(things: Sequence[object]) -> Text:
    """List things as one says them: "Ann, Ben and Cem"; raises ValueError for no things."""
    if not things:
        raise ValueError("there is nothing to list")
    *others, last = things
    if not others:
        return say("{last}", last=last)
    before: object = others[0]
    for other in others[1:]:
        before = say("{before}, {next}", before=before, next=other)
    return say("{before} and {last}", before=before, last=last)


def joined(between: str, things: Sequence[object]) -> Text:
    """Put any number of things one after the other; what stands between them is the same in every language.

    They are not nested, as ``listed`` nests them: there may be thousands.
    """
    fields = {f"part{at}": thing for at, thing in enumerate(things)}
    message = between.replace("{", "{{").replace("}", "}}").join(f"{{{name}}}" for name in fields)
    return say(message, **fields)


def mark(message: str) -> str:
    """Mark a message for the catalogues where it is written; ``say`` it where it is needed."""
    return message


def mark_n(one: str, many: str) -> tuple[str, str]:
    """Mark a message and its plural for the catalogues; ``say_n(*pair, n)`` says them."""
    return one, many


def in_language(value: Any, language: str) -> Any:
    """Give plain JSON values in which every text is shown in this language; dataclasses become objects."""
    if isinstance(value, Text):
        return value.shown(language)
    if is_dataclass(value):
        return {field.name: in_language(getattr(value, field.name), language) for field in fields_of(value)}
    if isinstance(value, Mapping):
        return {key: in_language(item, language) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [in_language(item, language) for item in value]
    return value


def languages() -> tuple[str, ...]:
    """Give the codes of the languages that can be chosen, English first."""
    found = FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (SOURCE, *sorted(path.parent.parent.name for path in found))


def to_kept(value: Any) -> Any:
    """Give JSON values in which texts can be told from strings, for the disk."""
    if isinstance(value, Text):
        parts: dict[str, object] = {KEPT: value.one, "with": to_kept(value.fields)}
        return {**parts, "many": value.many} if value.many is not None else parts
    if isinstance(value, Mapping):
        return {key: to_kept(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_kept(item) for item in value]
    return value


def from_kept(parts: dict[str, Any]) -> Any:
    """Read a JSON object of ``to_kept``, for use as ``object_hook``; any other object stays as it is."""
    if KEPT not in parts:
        return parts
    return _made(parts[KEPT], parts.get("many"), parts["with"])


def _made(one: str, many: str | None, fields: Mapping[str, object]) -> Text:
    text = Text(_fill(one if many is None or fields["n"] == 1 else many, fields, SOURCE, _plain))
    text.one, text.many = one, many
    text.fields = {key: value if isinstance(value, PLAIN) else str(value) for key, value in fields.items()}
    return text


Put = Callable[[object, str], object]
"""Gives what stands in a gap, in a language."""


def _filled(text: Text, language: str, put: Put) -> str:
    if not text.one:
        return ""  # a catalogue keeps facts about itself under the empty message
    catalogue = _catalogue(language)
    if text.many is None:
        found = catalogue.gettext(text.one)
    else:
        found = catalogue.ngettext(text.one, text.many, cast(int, text.fields["n"]))
    return _fill(found, text.fields, language, put)


def _fill(message: str, fields: Mapping[str, object], language: str, put: Put) -> str:
    return message.format(**{key: put(value, language) for key, value in fields.items()})


def _plain(value: object, language: str) -> object:
    return value.to(language) if isinstance(value, Text) else value


def _walled(value: object, language: str) -> object:
    if isinstance(value, Text):
        return value.shown(language)
    is_name = isinstance(value, str) and RIGHT_TO_LEFT.search(value)
    return f"\u2068{value}\u2069" if is_name else value


@lru_cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == SOURCE:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, [language], fallback=True)
