"""The page of the settings, for referees: every setting in one form, kept in the file of the machine."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from werkzeug import Response as AnyResponse

from companion.errors import SettingsError
from companion.evidence import Side
from companion.language import Text, joined, languages, say
from companion.settings.file import BadSettings
from companion.settings.register import Kind
from companion.settings.typed import parts_of, values_of
from web.access.roles import Roles
from web.content.deck_colours import in_words, own_name
from web.content.house_rules import CHOICES, EVERY_THIRD, THIRDS_WORDS, own_answer
from web.content.scores import TITLES
from web.content.standings import SIDES
from web.doors.settings import Field, Group, SettingsDoor
from web.i18n import choices
from web.problems import Problem, bad_request

Page = str | AnyResponse

SEATS, DECK_COLOURS = "table.seats", "house_rules.quick-and-easy.colours"
PURPLE, HIGHEST = "house_rules.fifty-fifty.purple", 100
"""The settings whose values the dashboard calls otherwise than the file."""


def blueprint(door: SettingsDoor, roles: Roles) -> Blueprint:
    """Give ``/settings``: to look at and to change, and ``/settings/restart``."""
    routes = Blueprint("settings", __name__)

    @routes.get("/settings")
    def show() -> Page:
        if roles.grounds() is None:
            return redirect("/referee", HTTPStatus.SEE_OTHER)
        try:
            groups, wrong, mistaken = tuple(map(_worded, door.groups())), "", False
        except SettingsError as error:
            groups, wrong, mistaken = (), error.args[0], isinstance(error, BadSettings)
        facts = {"path": str(door.path), "can_restart": door.restart is not None}
        wrongs = {"wrong": wrong, "mistaken": mistaken}
        return render_template("settings.html", groups=groups, titles=_titles(), **wrongs, **facts)

    @routes.post("/settings")
    def change() -> Response:
        try:
            return jsonify(changed=door.change(_said()))
        except SettingsError as error:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-setting", error.args[0]) from error

    @routes.post("/settings/restart")
    def restart() -> tuple[Response, int]:
        if door.restart is None:
            words = say("Nothing would start the companion anew; end it and start it by hand.")
            raise Problem(HTTPStatus.CONFLICT, "no-service", words)
        door.restart()
        return jsonify(restarting=True), HTTPStatus.ACCEPTED

    return routes


def _titles() -> dict[str, str]:
    """Give what choices are called, by their value."""
    answers = {value: say(words) for _, known in CHOICES.values() for value, words in known.items()}
    return {**TITLES, **answers, **dict(choices())}


def _said() -> dict[str, str | bool]:
    body = request.get_json()
    if not isinstance(body, dict) or not all(isinstance(value, str | bool) for value in body.values()):
        raise bad_request(say("Send the settings as texts by their keys."))
    return {key: _meant(key, said) for key, said in body.items()}


def _meant(key: str, said: str | bool) -> str | bool:
    return _MEANT[key](said) if key in _MEANT and isinstance(said, str) else said


def _worded(group: Group) -> Group:
    """Call the seats and the colours of a group as the rest of the dashboard does."""
    return replace(group, fields=tuple(_CALLED.get(field.key, _chosen)(field) for field in group.fields))


def _chosen(field: Field) -> Field:
    """Let a house rule be chosen where it has few values; any other setting stays as it is."""
    if field.key not in CHOICES:
        return field
    question, known = CHOICES[field.key]
    return replace(field, kind=str(Kind.CHOICE), about=say(question), choices=tuple(known))


def _colours(field: Field) -> Field:
    return replace(field, value=in_words(parts_of(field.value)), default=in_words(parts_of(field.default)))


def _own_colours(said: str) -> str:
    """Give the file's names for colours in anybody's words; a refusal repeats them in the visitor's."""
    return in_words(map(own_name, parts_of(said)))


def _purple(field: Field) -> Field:
    value, default = (
        say(THIRDS_WORDS) if text == EVERY_THIRD else text for text in (field.value, field.default)
    )
    return replace(field, value=value, default=default)


def _own_purple(said: str) -> str:
    """Give the file's word for every third number; raises Problem for neither that nor numbers."""
    own = own_answer(said)
    numbers = values_of(own.strip("[] "))
    if own == EVERY_THIRD or (numbers and all(isinstance(n, int) and 1 <= n <= HIGHEST for n in numbers)):
        return own
    allowed = say(
        "“{every_third}”, or numbers from 1 to {highest} with commas between them",
        every_third=say(THIRDS_WORDS),
        highest=HIGHEST,
    )
    words = say("{key}: “{said}” cannot be; it should be {allowed}", key=PURPLE, said=said, allowed=allowed)
    raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-setting", words)


def _seats(field: Field) -> Field:
    chosen = [say(SIDES[Side(side)]) for side in parts_of(field.value)]
    choices = tuple(say(SIDES[Side(side)]) for side in field.choices)
    return replace(field, value=joined(", ", chosen), choices=choices)


def _sides(said: str) -> str:
    """Give the file's words for seats in anybody's words; raises Problem for one that there is not."""
    known = dict(_side_words())
    for part in parts_of(said):
        if part.casefold() not in known:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-setting", _no_side(part))
    return ", ".join(known[part.casefold()] for part in parts_of(said))


def _side_words() -> Iterator[tuple[str, str]]:
    """Give each word for a seat, of every language and of the file, with the file's."""
    for side, words in SIDES.items():
        yield str(side), str(side)
        for language in languages():
            yield say(words).to(language).casefold(), str(side)


def _no_side(said: str) -> Text:
    sides = joined(", ", [say(words) for words in SIDES.values()])
    return say(
        "{key}: “{said}” is no place at the table; there are: {sides}", key=SEATS, said=said, sides=sides
    )


_CALLED: Mapping[str, Callable[[Field], Field]] = {SEATS: _seats, DECK_COLOURS: _colours, PURPLE: _purple}
_MEANT: Mapping[str, Callable[[str], str]] = {
    SEATS: _sides,
    DECK_COLOURS: _own_colours,
    PURPLE: _own_purple,
}
