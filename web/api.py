"""The JSON API: the table as it stands, a press of a button, and a sign of health."""

from dataclasses import asdict
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request

from companion.language import say
from web.door import TableLike
from web.problems import Problem
from web.screen import SHARED_BUTTON


def blueprint(table: TableLike) -> Blueprint:
    """Give the routes ``/api/table``, ``/api/press`` and ``/healthz``."""
    routes = Blueprint("api", __name__)

    @routes.get("/api/table")
    def show_table() -> Response:
        return jsonify(asdict(table.view()))

    @routes.post("/api/press")
    def press() -> tuple[Response, int]:
        button = _button(table)
        table.press(button)
        return jsonify(pressed=button), HTTPStatus.ACCEPTED

    @routes.get("/healthz")
    def health() -> Response:
        return jsonify(ok=True, seq=table.view().seq)

    return routes


def _button(table: TableLike) -> str:
    """Read which button was pressed: the shared one, or a player's own."""
    body = request.get_json()
    button = body.get("button") if isinstance(body, dict) else None
    known = (SHARED_BUTTON, *(player.name for player in table.view().players))
    if not isinstance(button, str) or button not in known:
        message = say('Send {{"button": B}} with B one of: {known}.', known=", ".join(known))
        raise Problem(HTTPStatus.BAD_REQUEST, "unknown-button", message)
    return button
