"""What is set on one device alone: how it looks, whether it sounds and speaks, whether it stays awake.

A setting is chosen by a link (``?theme=dark`` on any page) and kept in a cookie; no script is needed for it.
"""

from dataclasses import dataclass

from flask import Flask, Response, current_app, g, request

from companion.language import Text, mark, say

SOUNDS = "COMPANION_SOUNDS"
A_YEAR = 365 * 24 * 3600

CHOICES = {
    "theme": (
        mark("Light or dark"),
        {"auto": mark("As the device has it"), "light": mark("Light"), "dark": mark("Dark")},
    ),
    "type": (mark("Letters"), {"normal": mark("Usual size"), "large": mark("Large")}),
    "sound": (mark("Sounds"), {"off": mark("Off"), "on": mark("On")}),
    "voice": (mark("Spoken announcements"), {"off": mark("Off"), "on": mark("On")}),
    "awake": (mark("Keep the screen awake"), {"on": mark("On"), "off": mark("Off")}),
}
"""By key: what it is called and its values; the first counts where nothing was chosen, or the machine's."""


@dataclass(frozen=True, slots=True)
class Option:
    """A value that can be chosen, and whether it is."""

    value: str
    label: Text
    chosen: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of this device with all its values."""

    key: str
    title: Text
    options: tuple[Option, ...]


def install(app: Flask, sounds: bool = False) -> None:
    """Give every template ``device``, the values of this device, and keep what is chosen.

    ``sounds``: devices that have not chosen sound.
    """
    app.config[SOUNDS] = sounds
    app.before_request(_choose)
    app.after_request(_remember)
    app.context_processor(lambda: {"device": chosen()})


def chosen() -> dict[str, str]:
    """Give this device's values by their keys."""
    return dict(g.get("device") or {key: _usual(key, tuple(values)) for key, (_, values) in CHOICES.items()})


def settings() -> list[Setting]:
    """Give this device's settings as the page shows them."""
    now = chosen()
    return [
        Setting(
            key,
            say(title),
            tuple(Option(value, say(label), now[key] == value) for value, label in values.items()),
        )
        for key, (title, values) in CHOICES.items()
    ]


def _choose() -> None:
    g.device = {key: _value(key, tuple(values)) for key, (_, values) in CHOICES.items()}


def _value(key: str, values: tuple[str, ...]) -> str:
    wishes = (request.args.get(key), request.cookies.get(_cookie(key)))
    return next((wish for wish in wishes if wish in values), _usual(key, values))


def _usual(key: str, values: tuple[str, ...]) -> str:
    return "on" if key == "sound" and current_app.config[SOUNDS] else values[0]


def _remember(response: Response) -> Response:
    for key, (_, values) in CHOICES.items():
        if request.args.get(key) in values:
            response.set_cookie(_cookie(key), g.device[key], max_age=A_YEAR, samesite="Strict", httponly=True)
    return response


def _cookie(key: str) -> str:
    return f"companion-{key}"
