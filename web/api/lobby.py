"""The JSON API between two games: again or leave, join, begin, break off. All of it is for referees."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.language import say
from companion.sessions.lobby import Answer
from web.doors.lobby import LobbyLike
from web.problems import Problem

Done = tuple[Response, int]


def blueprint(lobby: LobbyLike) -> Blueprint:
    """Give the routes ``/api/lobby/…`` and those that begin and end games; the roles guard them."""
    routes = Blueprint("lobby_api", __name__)

    @routes.post("/api/lobby/answers")
    def answer() -> Done:
        body = _body()
        said = body.get("answer")
        if said not in list(Answer):
            raise _bad(say('"answer" is "again" or "leave".'))
        return _done(lobby.answer(Answer(said), _text(body, "player")))

    @routes.post("/api/lobby/players")
    def sit() -> Done:
        body = _body()
        new = body.get("new", False)
        if type(new) is not bool:
            raise _bad(say('"new" is true or false.'))
        return _done(lobby.sit(_name(body), _place(body), _text(body, "side"), new=new))

    @routes.delete("/api/lobby/players")
    def rise() -> Done:
        return _done(lobby.rise(_name(_body())))

    @routes.post("/api/games")
    def begin() -> Done:
        body = _body()
        rules = body.get("rules")
        if rules is not None and not isinstance(rules, dict):
            raise _bad(say('"rules" is an object with house rules and their values, or left out.'))
        return _done(lobby.begin(_text(body, "game"), _text(body, "starter"), rules))

    @routes.post("/api/games/break-off")
    def break_off() -> Done:
        return _done(lobby.break_off())

    return routes


def _done(seq: int) -> Done:
    return jsonify(seq=seq), HTTPStatus.CREATED


def _body() -> Mapping[str, Any]:
    body = request.get_json()
    if not isinstance(body, dict):
        raise _bad(say("Send a JSON object."))
    return body


def _name(body: Mapping[str, Any]) -> str:
    name = _text(body, "player")
    if name is None:
        raise _bad(say('Send {{"player": "…"}} with a name.'))
    return name


def _text(body: Mapping[str, Any], key: str) -> str | None:
    value = body.get(key)
    if value is not None and not isinstance(value, str):
        raise _bad(say('"{key}" is text, or left out.', key=key))
    return value


def _place(body: Mapping[str, Any]) -> int | None:
    value = body.get("place")
    if value is not None and type(value) is not int:
        raise _bad(say('"place" is a whole number, clockwise from 0, or left out.'))
    return value


def _bad(message: str) -> Problem:
    return Problem(HTTPStatus.BAD_REQUEST, "bad-request", message)
