"""``companion settings``: shows what is set, checks the file, explains a setting, changes one."""

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.cli import DONE, REFUSED, Commands, named_path
from companion.errors import SettingsError, WrongUse
from companion.escaping import on_one_line
from companion.settings.file import BadSettings, change_file, for_file, read_settings, sample
from companion.settings.register import Kind, Setting, checked, find, register, section_words, value_of
from companion.settings.text import as_key, as_toml
from companion.settings.values import Settings


def add(subparsers: Commands, usual: Path) -> None:
    """Add the command; ``usual`` is the settings file when none is named."""
    about = "show, check, explain and change the settings"
    command = subparsers.add_parser("settings", help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.add_argument("keys", nargs="*", metavar="KEY", help="explain these, as camera.width")
    command.add_argument(
        "--settings", type=named_path, default=usual, metavar="FILE", help=f"the file ({usual})"
    )
    command.add_argument("--check", action="store_true", help="only say whether the file is right")
    command.add_argument("--sample", action="store_true", help="print a file with every setting explained")
    command.add_argument("--markdown", action="store_true", help="print a page about every setting")
    command.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change the file")
    command.add_argument("--unset", action="append", default=[], metavar="KEY", help="back to the default")
    command.add_argument("--json", action="store_true", help="print JSON Lines for programs")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked: exit status 0, 1 where the file cannot be had, 3 where it holds a mistake.

    Raises WrongUse for a key that does not exist and for a value that cannot be.
    """
    if arguments.sample or arguments.markdown:
        print(as_markdown() if arguments.markdown else sample(), end="")
        return DONE
    try:
        settings = (
            _changed(arguments) if arguments.set or arguments.unset else read_settings(arguments.settings)
        )
        if arguments.check:
            words = f"{arguments.settings}: {_soundness(arguments.settings)}"
            print(on_one_line(words), file=sys.stderr)
            return DONE
        entries = [_found(key) for key in arguments.keys] or list(register().values())
    except BadSettings as error:
        _tell_mistakes(error, arguments.json)
        return REFUSED
    _show(settings, entries, arguments.json, explain=bool(arguments.keys))
    return DONE


def _changed(arguments: argparse.Namespace) -> Settings:
    values: dict[str, object | None] = dict.fromkeys(arguments.unset)
    for text in arguments.set:
        key, equals, value = text.partition("=")
        if not equals:
            raise WrongUse(f"--set wants KEY=VALUE, as camera.width=1280, not {text!r}")
        values[key.strip()] = _meant(_found(key.strip()), value.strip())
    for key, wanted in values.items():
        _check(key, wanted)
    read_settings(arguments.settings)
    try:
        return change_file(arguments.settings, values)
    except BadSettings as error:
        raise WrongUse(f"{error.words()} - nothing was changed") from error


def _found(key: str) -> Setting:
    try:
        return find(key)
    except SettingsError as error:
        raise WrongUse(str(error)) from error


def _check(key: str, value: object | None) -> None:
    """Make sure that there is such a setting and, where a value is given, that it can have it."""
    entry = _found(key)
    try:
        if value is not None:
            checked(entry, value)
    except SettingsError as error:
        raise WrongUse(f"{key}: {error}") from error


def _meant(entry: Setting, text: str) -> object:
    """Read a value for a setting: where that is a text, one that looks like a number is a text too."""
    value = from_words(text)
    return text if entry.kind in (Kind.TEXT, Kind.CHOICE) and not isinstance(value, str) else value


def from_words(text: str) -> object:
    """Read a value as it stands in the file; what is none is taken as a text."""
    try:
        return tomllib.loads(f"value = {text}\n")["value"]
    except (ValueError, RecursionError):
        return text


MARKDOWN = """# Settings

One file, `/etc/tabletop-companion/settings.toml` (without the install:
`~/.local/state/tabletop-companion/settings.toml`, or what `--settings FILE` names). Everything has a default,
so an empty file is a right one. What the command line says counts more.

The same settings are on the dashboard under *Settings*, for referees. `companion settings` shows what holds,
`companion settings --check` names the line and key of each mistake, `companion settings KEY` explains one,
`companion settings --set KEY=VALUE` changes one; comments in the file stay. A running table takes changes
when it starts anew (`sudo systemctl restart tabletop-companion`, or the button there); the game goes on.

```toml
[table]
players = ["Ann", "Ben", "Cem"]
seats = ["south", "west", "north"]

[buttons]
jump = "none"
players = { Ann = 17, Ben = 27, Cem = 5 }
```

The service may write only to `/var/lib/tabletop-companion` and `/etc/tabletop-companion`, and does not see
`/home`: `storage.journal` elsewhere, or a recording from a home folder as `camera.source`, needs a
[change of its unit](install.md#files-in-other-folders).
"""


def as_markdown() -> str:
    """Give the page about every setting, ``docs/settings.md``."""
    lines = [MARKDOWN]
    section = ""
    for entry in register().values():
        if entry.section != section:
            section = entry.section
            lines += ["", f"## [{section}] – {section_words(section)}", ""]
            lines += ["| key | what | may be | default |", "| --- | --- | --- | --- |"]
        default = as_toml(for_file(entry.kind, entry.default))
        cells = (f"`{entry.name}`", str(entry.about), entry.allowed, f"`{default}`")
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _soundness(path: Path) -> str:
    return "the settings are right" if path.exists() else "there is no such file; everything has its default"


def _show(settings: Settings, entries: list[Setting], as_lines: bool, *, explain: bool) -> None:
    section = ""
    for entry in entries:
        value = for_file(entry.kind, value_of(settings, entry.key))
        if as_lines:
            print(json.dumps(_as_json(entry, value), ensure_ascii=False))
        elif explain:
            default = as_toml(for_file(entry.kind, entry.default))
            print(
                f"{entry.key} = {as_toml(value)}\n    {entry.about}\n    {entry.allowed}; default {default}"
            )
        else:
            if entry.section != section:
                section = entry.section
                print(f"\n[{'.'.join(map(as_key, section.split('.')))}]")
            mark = "" if value == for_file(entry.kind, entry.default) else "  # set"
            print(f"{entry.name} = {as_toml(value)}{mark}")


def _as_json(entry: Setting, value: object) -> Mapping[str, object]:
    return {
        "key": entry.key,
        "value": value,
        "default": for_file(entry.kind, entry.default),
        "about": entry.about,
        "allowed": entry.allowed,
        "restart": entry.restart,
    }


def _tell_mistakes(error: BadSettings, as_lines: bool) -> None:
    if as_lines:
        for mistake in error.mistakes:
            print(json.dumps({"line": mistake.line, "key": mistake.key, "message": mistake.message}))
    print("companion:", "\n".join(error.lines), file=sys.stderr)
