"""What the API's changes have in common: an object comes in, the number of an event goes out."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Response, jsonify, request

from companion.language import say
from web.problems import bad_request

Done = tuple[Response, int]


def sent_object() -> Mapping[str, Any]:
    """Give the JSON object that was sent; raises Problem for anything else."""
    body = request.get_json()
    if not isinstance(body, dict):
        raise bad_request(say("Send a JSON object."))
    return body


def done(seq: int) -> Done:
    """Answer that something was done, with the number of its event in the journal."""
    return jsonify(seq=seq), HTTPStatus.CREATED
