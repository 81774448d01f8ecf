"""The page of the settings, for referees: every setting in one form, kept in the file of the machine."""

from http import HTTPStatus

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from werkzeug import Response as AnyResponse

from companion.errors import SettingsError
from companion.language import say
from web.access.roles import Roles
from web.content.scores import TITLES
from web.doors.settings import SettingsDoor
from web.problems import Problem

Page = str | AnyResponse


def blueprint(door: SettingsDoor, roles: Roles) -> Blueprint:
    """Give ``/settings``: to look at and to change, and ``/settings/restart``."""
    routes = Blueprint("settings", __name__)

    @routes.get("/settings")
    def show() -> Page:
        if roles.grounds() is None:
            return redirect("/referee", HTTPStatus.SEE_OTHER)
        try:
            groups, wrong = door.groups(), ""
        except SettingsError as error:
            groups, wrong = (), error.args[0]
        facts = {"path": str(door.path), "can_restart": door.restart is not None}
        return render_template("settings.html", groups=groups, wrong=wrong, titles=TITLES, **facts)

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


def _said() -> dict[str, str | bool]:
    body = request.get_json()
    if not isinstance(body, dict) or not all(isinstance(value, str | bool) for value in body.values()):
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-request", say("Send the settings as texts by their keys."))
    return body
