"""The text of a settings file: where each key stands, and changing one value with all else left as it is.

Python reads TOML but neither says in which line a value stands nor writes any. Both are done here with its
reader as the only judge: a statement is the shortest run of lines that it takes by itself, and a changed text
must read as the old one but for the change.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.errors import SettingsError
from companion.language import say

KeyPath = tuple[str, ...]

_ENDLESS = re.compile(r"[0-9](_?[0-9]){4300,}")


@dataclass(frozen=True, slots=True)
class Statement:
    """A heading or a key with its value: first and last line (counted from 1), and what it sets.

    ``heading``: it opens a table (``[camera]``); ``paths``: the heading's, or those of all values set here.
    """

    first: int
    last: int
    heading: bool
    paths: tuple[KeyPath, ...]


@lru_cache(maxsize=2)
def statements(text: str) -> tuple[Statement, ...]:
    """Cut a text that reads well into its statements; kept, as every mistake in it is looked up in them."""
    found: list[Statement] = []
    table: KeyPath = ()
    first, chunk = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not chunk:
            first = number
        chunk += line + "\n"
        if (parsed := _parsed(chunk)) is None:
            continue
        heading = chunk.lstrip().startswith("[")
        if heading:
            [table] = _leaves(parsed)
            found.append(Statement(first, number, True, (table,)))
        elif parsed:
            found.append(Statement(first, number, False, tuple(table + leaf for leaf in _leaves(parsed))))
        chunk = ""
    return tuple(found)


def line_of(text: str, path: Sequence[str]) -> int:
    """Give the line in which a key or table is set first; 1 where nothing sets it."""
    wanted = tuple(path)
    for statement in statements(text):
        if any(_within(found, wanted) for found in statement.paths):
            return statement.first
    return 1


def changed(text: str, path: Sequence[str], value: object | None) -> str:
    """Give the text with another value for a key, or without the key where ``value`` is None.

    Comments and everything else stay. Raises SettingsError where it is written in a way that only a person
    can change.
    """
    wanted, lines = tuple(path), text.split("\n")
    hits = [s for s in statements(text) if all(_within(found, wanted) for found in s.paths)]
    written = None if value is None else f"{as_key(wanted[-1])} = {as_toml(value)}"
    place = next((s for s in hits if not s.heading and s.paths[0][: len(wanted)] == wanted), None)
    if written is not None and place and _stands_in_table(text, place, wanted[:-1]):
        lines[place.first - 1] = written + _comment(lines, place)
        hits.remove(place)
        del lines[place.first : place.last]
        hits = [_moved(hit, place) for hit in hits]
        written = None
    for hit in reversed(hits):
        del lines[hit.first - 1 : hit.last]
    result = "\n".join(lines)
    if written is not None:
        result = _inserted(result, wanted[:-1], written)
    return _proven(text, result, wanted, value)


def as_toml(value: object) -> str:
    """Write a value: text, number, truth, a list, or a table of such. Raises SettingsError for another."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        # JSON's text is TOML's, but that TOML wants this one control character escaped too.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{as_key(str(key))} = {as_toml(item)}" for key, item in value.items())
        return "{ " + inner + " }" if inner else "{}"
    raise SettingsError(say("{value} cannot be written into the settings", value=repr(value)))


def as_key(name: str) -> str:
    """Write a part of a key, in quotes where it needs them."""
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else as_toml(name)


def read_toml(text: str) -> dict[str, Any]:
    """Read TOML; raises TOMLDecodeError, also for what is nested too deeply, and for a number too long."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise tomllib.TOMLDecodeError("nested too deeply") from error
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:
        raise tomllib.TOMLDecodeError(f"Too long a number{_at_the_number(text)}") from error


def _at_the_number(text: str) -> str:
    """Say in which line a number stands that is too long to be read, as the reader says it of a mistake."""
    found = _ENDLESS.search(text)
    if found is None:
        return ""
    line = text.count("\n", 0, found.start()) + 1
    return f" (at line {line}, column 1)"


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return read_toml(text)
    except ValueError:
        return None


def _leaves(tree: object, above: KeyPath = ()) -> Iterator[KeyPath]:
    """Give the path of every value; of an empty table, and of a list of tables, its own."""
    if isinstance(tree, dict) and tree:
        for name, branch in tree.items():
            yield from _leaves(branch, (*above, name))
    else:
        yield above


def _within(path: KeyPath, wanted: KeyPath) -> bool:
    return path[: len(wanted)] == wanted


def _stands_in_table(text: str, statement: Statement, table: KeyPath) -> bool:
    """Say whether a statement stands under its table's own heading (not as ``camera.width = …``)."""
    above = [s for s in statements(text) if s.heading and s.last < statement.first]
    return bool(above) and above[-1].paths == (table,)


def _moved(statement: Statement, place: Statement) -> Statement:
    """Give a statement after those lines of ``place`` that follow its first are gone."""
    gone = place.last - place.first if statement.first > place.last else 0
    return Statement(statement.first - gone, statement.last - gone, statement.heading, statement.paths)


def _comment(lines: Sequence[str], place: Statement) -> str:
    """Give what follows a value in its own line, with the space before it."""
    line = lines[place.first - 1]
    if place.first != place.last:
        return ""
    whole = _parsed(line)
    for at, letter in enumerate(line):
        if letter == "#" and _parsed(line[:at]) == whole:
            return line[len(line[:at].rstrip()) :]
    return ""


def _inserted(text: str, table: KeyPath, written: str) -> str:
    """Put a line at the end of its table, which is made where it is missing."""
    heading = next((s for s in statements(text) if s.heading and s.paths == (table,)), None)
    if heading is None:
        title = ".".join(map(as_key, table))
        return f"{text.rstrip()}\n\n[{title}]\n{written}\n".lstrip("\n")
    last = heading.last
    for statement in statements(text):
        if statement.first > heading.last:
            if statement.heading:
                break
            last = statement.last
    lines = text.split("\n")
    lines.insert(last, written)
    return "\n".join(lines)


def _proven(before: str, after: str, path: KeyPath, value: object | None) -> str:
    """Give the new text when it says what it should and nothing else has changed."""
    expected = _with(read_toml(before), path, _plain(value))
    if _without_empty(_parsed(after)) != _without_empty(expected):
        where = line_of(before, path)
        words = say(
            "line {line}: {key} is written in a way that cannot be changed from here; "
            "change the file in an editor",
            line=where,
            key=".".join(path),
        )
        raise SettingsError(words)
    return after


def _with(tree: dict[str, Any], path: KeyPath, value: object | None) -> dict[str, Any]:
    name, *rest = path
    branch = tree.get(name)
    if rest:
        inner = branch if isinstance(branch, dict) else {}
        return {**tree, name: _with(inner, tuple(rest), value)}
    return {**tree, name: value} if value is not None else {k: v for k, v in tree.items() if k != name}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _without_empty(tree: object) -> object:
    """Give a tree without its empty tables: a heading with nothing under it sets nothing."""
    if not isinstance(tree, dict):
        return tree
    pruned = {name: _without_empty(branch) for name, branch in tree.items()}
    return {name: branch for name, branch in pruned.items() if branch != {}}
