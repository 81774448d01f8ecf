"""The JSON API: the table as it stands, a press of a button, and a sign of health."""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request

from companion.evidence import SHARED
from companion.language import say
from web.doors.game import TableLike
from web.problems import Problem

Health = Callable[[], Mapping[str, str | None]]
"""Gives each part's trouble in words, or None for a part that is well."""


def blueprint(table: TableLike, health: Health, home: str) -> Blueprint:
    """Give the routes ``/api/table``, ``/api/press`` and ``/healthz``, which says whose ``home`` this is."""
    routes = Blueprint("api", __name__)

    @routes.get("/api/table")
    def show_table() -> Response:
        return jsonify(table.view())

    @routes.post("/api/press")
    def press() -> tuple[Response, int]:
        button = _button(table)
        table.press(button)
        return jsonify(pressed=button), HTTPStatus.ACCEPTED

    @routes.get("/healthz")
    def show_health() -> tuple[Response, int]:
        parts = dict(health())
        ok = not any(parts.values())
        status = HTTPStatus.OK if ok else HTTPStatus.SERVICE_UNAVAILABLE
        return jsonify(ok=ok, seq=table.view().seq, parts=parts, home=home), status

    return routes


def _button(table: TableLike) -> str:
    """Read which button was pressed: the shared one, or a player's own."""
    body = request.get_json()
    button = body.get("button") if isinstance(body, dict) else None
    known = (SHARED, *(player.name for player in table.view().players))
    if not isinstance(button, str) or button not in known:
        message = say('Send {{"button": B}} with B one of: {known}.', known=", ".join(known))
        raise Problem(HTTPStatus.BAD_REQUEST, "unknown-button", message)
    return button
