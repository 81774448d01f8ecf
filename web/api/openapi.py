"""The OpenAPI document: made from the app's own routes and the types that they answer with, never by hand."""

import re
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Union, get_args, get_origin, get_type_hints

from flask import Blueprint, Flask, Response, current_app, jsonify
from werkzeug.routing import Rule

from web.api.operations import OPERATIONS, Json, Operation, Shape

VERSION = "3.1.0"
DOCUMENTED = ("/api/", "/events", "/healthz")
SIMPLE: Mapping[object, Mapping[str, object]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    object: {},
    Any: {},
    Json: {"type": "object"},
}
PROBLEM = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        }
    },
}
Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Route:
    """A route that the document describes: ``path`` as OpenAPI writes it."""

    method: str
    path: str
    rule: Rule

    @property
    def key(self) -> str:
        """Under which its operation stands in ``OPERATIONS``."""
        return f"{self.method} {self.path}"


def blueprint() -> Blueprint:
    """Give ``/api/openapi.json``."""
    routes = Blueprint("openapi", __name__)

    @routes.get("/api/openapi.json")
    def show() -> Response:
        return jsonify(document(current_app))

    return routes


def routes_of(app: Flask) -> list[Route]:
    """Give the routes that programs use, in the order of their addresses."""
    found = [
        Route(method, _path(rule), rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(DOCUMENTED)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]
    return sorted(found, key=lambda route: (route.path, route.method))


def document(app: Flask) -> Schema:
    """Give the document of this app; a route that nobody described stands there with its address alone."""
    types_met = Types()
    paths: dict[str, Schema] = {}
    for route in routes_of(app):
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, types_met)
    return {
        "openapi": VERSION,
        "info": {
            "title": "Tabletop companion",
            "version": "1",
            "description": "The table as it stands, what happens at it, and what a referee may change.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": {"Problem": PROBLEM, **types_met.found}},
    }


def _path(rule: Rule) -> str:
    return re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)


def _operation(route: Route, met: "Types") -> Schema:
    known = OPERATIONS.get(route.key, Operation("", {}))
    parameters = [_in_path(name, route.rule) for name in sorted(route.rule.arguments)]
    parameters += [_parameter(name, "query", schema) for name, schema in known.query.items()]
    if route.method != "GET":
        parameters.append({**_parameter("X-Companion", "header", {"type": "string"}), "required": True})
    media = {known.media: {"schema": met.schema(known.answer)}}
    facts: Schema = {
        "summary": known.summary,
        "operationId": _name(route),
        "parameters": parameters,
        "responses": {
            str(int(known.status)): {"description": HTTPStatus(known.status).phrase, "content": media},
            "default": {
                "description": "A refusal.",
                "content": _json({"$ref": "#/components/schemas/Problem"}),
            },
        },
    }
    return facts if route.method == "GET" else {**facts, "requestBody": _body(known, met)}


def _name(route: Route) -> str:
    words = [
        word for word in route.path.replace("{", "by-").replace("}", "").replace("-", "/").split("/") if word
    ]
    return route.method.lower() + "".join(word.capitalize() for word in words)


def _in_path(name: str, rule: Rule) -> Schema:
    schema = {"type": "integer", "minimum": 0} if f"<int:{name}>" in rule.rule else {"type": "string"}
    return {**_parameter(name, "path", schema), "required": True}


def _parameter(name: str, place: str, schema: Mapping[str, object]) -> Schema:
    return {"name": name, "in": place, "schema": dict(schema)}


def _body(known: Operation, met: "Types") -> Schema:
    properties = {name: met.schema(shape) for name, shape in known.body.items()}
    schema = {"type": "object", "properties": properties}
    needed = [name for name in known.body if name not in known.optional]
    return {"required": True, "content": _json({**schema, "required": needed} if needed else schema)}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


class Types:
    """Turns Python's types into schemas; dataclasses are named, and met once."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {}

    def schema(self, shape: Shape) -> Schema:
        """Give the schema of a type, or of an object given as names with their types."""
        if isinstance(shape, Mapping):
            return _object({name: self.schema(part) for name, part in shape.items()}, list(shape))
        if shape in SIMPLE:
            return dict(SIMPLE[shape])
        if is_dataclass(shape):
            return self._named(shape)
        if isinstance(shape, type) and issubclass(shape, StrEnum):
            return {"type": "string", "enum": [str(value) for value in shape]}
        return self._composed(shape)

    def _composed(self, shape: Any) -> Schema:
        origin, parts = get_origin(shape), get_args(shape)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.schema(part) for part in parts]}
        if origin is tuple and parts[-1] is not ...:
            return {"type": "array", "prefixItems": [self.schema(part) for part in parts], "items": False}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.schema(parts[1])}
        if isinstance(origin, type) and issubclass(origin, (Sequence, frozenset)):
            return {"type": "array", "items": self.schema(parts[0])}
        raise TypeError(f"no schema is known for {shape!r}")

    def _named(self, shape: Any) -> Schema:
        name = shape.__name__
        if name not in self.found:
            self.found[name] = {}
            hints = get_type_hints(shape)
            parts = {field.name: self.schema(hints[field.name]) for field in fields(shape)}
            self.found[name] = {**_object(parts, list(parts)), "description": _first_line(shape)}
        return {"$ref": f"#/components/schemas/{name}"}


def _object(parts: dict[str, Schema], needed: list[str]) -> Schema:
    return {"type": "object", "properties": parts, "required": needed, "additionalProperties": False}


def _first_line(shape: type) -> str:
    return (shape.__doc__ or "").strip().partition("\n")[0]
