"""The JSON API of the role: who I am, taking it and giving it back, inviting others, and who has it."""

from collections.abc import Mapping
from dataclasses import asdict
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request

from companion.language import say
from web.access.admission import INVITATION_SECONDS
from web.access.roles import Roles
from web.problems import bad_request
from web.serving.qr import address, as_svg

Answer = tuple[Response, int]


def blueprint(roles: Roles) -> Blueprint:
    """Give ``/api/referee``, ``/api/referees`` and ``/api/invitations``."""
    routes = Blueprint("role_api", __name__)

    @routes.get("/api/referee")
    def show() -> Response:
        return _role(roles)

    @routes.post("/api/referee")
    def take() -> Response:
        _admit(roles, request.get_json())
        return _role(roles)

    @routes.delete("/api/referee")
    def give_back() -> Response:
        roles.give_back()
        return _role(roles)

    @routes.get("/api/referees")
    def list_devices() -> Response:
        own = roles.own()
        return jsonify(referees=[{**asdict(d), "own": d.id == own} for d in roles.devices()])

    @routes.delete("/api/referees/<key>")
    def remove(key: str) -> Response:
        roles.remove(key)
        return jsonify(removed=key)

    @routes.get("/api/invitations")
    def list_invitations() -> Response:
        return jsonify(pins=roles.pins())

    @routes.post("/api/invitations")
    def invite() -> Answer:
        made = roles.invite()
        url = address(int(request.environ.get("SERVER_PORT", 80)), f"/join?invite={made.token}")
        facts = {"pin": made.pin, "url": url, "seconds": INVITATION_SECONDS, "qr": as_svg(url).decode()}
        return jsonify(facts), HTTPStatus.CREATED

    return routes


def _admit(roles: Roles, body: object) -> None:
    """Let somebody in by the code, by a PIN, or by the token of an invitation that was scanned."""
    given: Mapping[object, object] = body if isinstance(body, dict) else {}
    code, token = given.get("code"), given.get("token")
    if isinstance(token, str):
        return roles.redeem(token)
    if isinstance(code, str):
        return roles.take("".join(code.split()))
    message = say('Send {{"code": "…"}} with the code that the companion shows, or {{"token": "…"}}.')
    raise bad_request(message)


def _role(roles: Roles) -> Response:
    grounds = roles.grounds()
    return jsonify(referee=grounds is not None, grounds=grounds)
