"""The JSON API between two games: again or leave, join, begin, break off. All of it is for referees."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint

from companion.language import say
from companion.sessions.lobby import Answer
from web.api.requests import Done, done, sent_object
from web.doors.lobby import LobbyLike
from web.problems import bad_request


def blueprint(lobby: LobbyLike) -> Blueprint:
    """Give the routes ``/api/lobby/…`` and those that begin and end games; the roles guard them."""
    routes = Blueprint("lobby_api", __name__)

    @routes.post("/api/lobby/answers")
    def answer() -> Done:
        body = sent_object()
        said = body.get("answer")
        if said not in list(Answer):
            raise bad_request(say('"answer" is "again" or "leave".'))
        return done(lobby.answer(Answer(said), _text(body, "player")))

    @routes.post("/api/lobby/players")
    def sit() -> Done:
        body = sent_object()
        new = body.get("new", False)
        if type(new) is not bool:
            raise bad_request(say('"new" is true or false.'))
        return done(lobby.sit(_name(body), _place(body), _text(body, "side"), new=new))

    @routes.delete("/api/lobby/players")
    def rise() -> Done:
        return done(lobby.rise(_name(sent_object())))

    @routes.post("/api/games")
    def begin() -> Done:
        body = sent_object()
        rules = body.get("rules")
        if rules is not None and not isinstance(rules, dict):
            raise bad_request(say('"rules" is an object with house rules and their values, or left out.'))
        return done(lobby.begin(_text(body, "game"), _text(body, "starter"), rules))

    @routes.post("/api/games/break-off")
    def break_off() -> Done:
        return done(lobby.break_off())

    return routes


def _name(body: Mapping[str, Any]) -> str:
    name = _text(body, "player")
    if name is None:
        raise bad_request(say('Send {{"player": "…"}} with a name.'))
    return name


def _text(body: Mapping[str, Any], key: str) -> str | None:
    value = body.get(key)
    if value is not None and not isinstance(value, str):
        raise bad_request(say('"{key}" is text, or left out.', key=key))
    return value


def _place(body: Mapping[str, Any]) -> int | None:
    value = body.get("place")
    if value is not None and type(value) is not int:
        raise bad_request(say('"place" is a whole number, clockwise from 0, or left out.'))
    return value
