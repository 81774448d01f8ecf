"""The JSON API of the referee: the record, what may be entered, corrections and undo."""

from collections.abc import Mapping

from flask import Blueprint, Response, jsonify, request

from companion.language import say
from companion.records.recount import Change
from companion.sessions.history import change_from_json
from companion.views.mending import turned
from web.access.roles import Roles
from web.api.requests import Done, done, sent_object
from web.doors.game import RefereeLike
from web.problems import bad_request

KEPT_BY_THE_RECORD = frozenset({"t", "unsure", "refused"})


def blueprint(referee: RefereeLike, roles: Roles) -> Blueprint:
    """Give the routes under ``/api/`` that only a referee needs; the changes are guarded by the roles."""
    routes = Blueprint("referee_api", __name__)

    @routes.get("/api/acts")
    def list_acts() -> Response:
        return jsonify(referee.acts())

    @routes.post("/api/acts")
    def enter() -> Done:
        body = sent_object()
        return done(referee.enter(_act(body), _count(body, "edits")))

    @routes.get("/api/acts/form")
    def form() -> Response:
        roles.require()
        return jsonify(referee.form(_place()))

    @routes.post("/api/corrections")
    def correct() -> Done:
        return done(referee.correct(*_correction(referee)))

    @routes.post("/api/corrections/preview")
    def preview() -> Response:
        return jsonify(words=referee.preview(*_correction(referee)))

    @routes.post("/api/undo")
    def undo() -> Done:
        return done(referee.undo(_count(sent_object(), "edits")))

    @routes.post("/api/redo")
    def redo() -> Done:
        return done(referee.redo(_count(sent_object(), "edits")))

    return routes


def _correction(referee: RefereeLike) -> tuple[Change, int | None]:
    body = sent_object()
    if body.get("change") == "turn":
        return turned(referee.acts()), _count(body, "revision")
    act = {"act": _act(body)} if "act" in body else {}
    return change_from_json({**body, **act}), _count(body, "revision")


def _act(body: Mapping[str, object]) -> Mapping[str, object]:
    """Read an act; what the record itself notes beside it is not for others to say."""
    act = body.get("act")
    if not isinstance(act, dict):
        raise bad_request(say('Send "act" as an object, as a line of a record has it.'))
    return {key: value for key, value in act.items() if key not in KEPT_BY_THE_RECORD}


def _count(body: Mapping[str, object], key: str) -> int | None:
    value = body.get(key)
    if value is not None and type(value) is not int:
        raise bad_request(say('"{key}" is a whole number, or left out.', key=key))
    return value


def _place() -> int | None:
    said = request.args.get("at")
    if said is None:
        return None
    if not (said.isascii() and said.isdigit() and len(said) <= 6):
        raise bad_request(say('"at" is the place of an act, counted from 0.'))
    return int(said)
