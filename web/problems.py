"""How the face says no: a stable code and a sentence, as JSON for programs, as a page for people."""

from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import BadRecord, CompanionError, Conflict, Missing, Outdated, Refusal, made_again
from companion.language import say

CODES = {
    HTTPStatus.BAD_REQUEST: "bad-request",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method-not-allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "not-json",
    HTTPStatus.SERVICE_UNAVAILABLE: "full",
}
SENTENCES = {
    HTTPStatus.NOT_FOUND: say("There is no such page here."),
    HTTPStatus.METHOD_NOT_ALLOWED: say("This cannot be asked of this address."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: say("This is too large; 64 kB at most."),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: say("Send JSON (application/json)."),
    HTTPStatus.BAD_REQUEST: say("This is no JSON that can be read."),
    HTTPStatus.INTERNAL_SERVER_ERROR: say("The companion stumbled over this (its log says where)."),
}
JSON_PATHS = ("/api/", "/events", "/healthz")


class Problem(HTTPException):
    """A refusal of the face: an HTTP status, a stable code, and a sentence for people.

    ``retry_after``: seconds after which the same may be tried again.
    """

    def __init__(
        self, status: HTTPStatus, code: str, message: str, *, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.status = status
        self.slug = code
        self.code = int(status)

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how it is copied or unpickled: with the same attributes."""
        return made_again, (type(self), *self.args), self.__dict__


def bad_request(message: str) -> Problem:
    """Give the refusal of what cannot be understood; the message says what would be right."""
    return Problem(HTTPStatus.BAD_REQUEST, CODES[HTTPStatus.BAD_REQUEST], message)


def install(app: Flask) -> None:
    """Let every error of the app leave in the form above."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(CompanionError, lambda error: _answer(as_problem(error)))


def as_problem(error: CompanionError) -> Problem:
    """Say a refusal of the table in the face's own form."""
    if isinstance(error, Missing):
        return Problem(HTTPStatus.NOT_FOUND, CODES[HTTPStatus.NOT_FOUND], error.message)
    if isinstance(error, Conflict):
        return Problem(HTTPStatus.CONFLICT, "conflict", error.message)
    if isinstance(error, BadRecord):
        return Problem(HTTPStatus.BAD_REQUEST, str(error.code), error.message)
    if isinstance(error, Refusal):
        return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error.code), error.message)
    if isinstance(error, Outdated):
        return Problem(HTTPStatus.CONFLICT, "outdated", error.args[0])
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "table-busy", error.args[0])


def _answer(error: HTTPException) -> tuple[Response | str, int, list[tuple[str, str]]]:
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    code = error.slug if isinstance(error, Problem) else CODES.get(status, status.phrase.lower())
    message = error.description if isinstance(error, Problem) else SENTENCES.get(status, error.description)
    wait = error.retry_after if isinstance(error, Problem) else None
    extra = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After")]
    extra += [("Retry-After", str(wait))] if wait is not None else []
    if _wants_json():
        return jsonify(error={"code": code, "message": message}), status, extra
    return render_template("problem.html", status=int(status), message=message), status, extra


def _wants_json() -> bool:
    return request.path.startswith(JSON_PATHS) or request.method not in ("GET", "HEAD")
