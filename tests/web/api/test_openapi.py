"""The OpenAPI document describes every route, answers are what it says, and nothing makes it stumble."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from tests.web.evenings import OURS
from tests.web.site import whole_site
from web.api.openapi import document, routes_of
from web.api.operations import OPERATIONS
from web.setup.forms import KEY

ENDLESS = "/events"
LOOKS = {
    "/api/games/{number}": "/api/games/1",
    "/api/games/{number}/acts/{act}": "/api/games/1/acts/2",
    "/api/players/{name}": "/api/players/Ann",
}
CHANGES: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/api/press", {"button": "jump"}),
    ("POST", "/api/invitations", {}),
    ("POST", "/api/corrections/preview", {"change": "take-back", "at": 3}),
    ("POST", "/api/corrections", {"change": "take-back", "at": 3}),
    ("POST", "/api/undo", {}),
    ("POST", "/api/redo", {}),
    ("POST", "/api/undo", {}),
    ("DELETE", "/api/referee", {}),
    ("POST", "/api/games/break-off", {}),
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with whole_site(tmp_path_factory.mktemp("openapi")) as made:
        yield made


@pytest.fixture(scope="module")
def described(app: Flask) -> dict[str, Any]:
    return document(app)


def test_no_route_is_missing(app: Flask) -> None:
    assert {route.key for route in routes_of(app)} <= set(OPERATIONS)


def test_every_schema_is_one_and_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    names = {text.rpartition("/")[2] for text in _references(described)}
    assert names <= set(schemas)


def test_it_is_served_as_it_is(app: Flask, described: dict[str, Any]) -> None:
    assert app.test_client().get("/api/openapi.json").json == described
    assert described["openapi"] == "3.1.0"


def test_operations_have_names_of_their_own(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
    assert len(set(names)) == len(names)


def test_what_is_read_is_what_the_document_says(app: Flask, described: dict[str, Any]) -> None:
    read = [route.path for route in routes_of(app) if route.method == "GET" and route.path != ENDLESS]
    assert "/api/table" in read
    for path in read:
        answer = app.test_client().get(LOOKS.get(path, path))
        assert answer.status_code == 200, path
        _check(described, path, "get", answer)


def test_what_is_changed_answers_as_the_document_says(app: Flask, described: dict[str, Any]) -> None:
    client = app.test_client()
    for method, path, body in CHANGES:
        answer = client.open(path, method=method, json=body, headers=OURS)
        assert answer.status_code < 300, (path, answer.text)
        _check(described, path, method.lower(), answer)


def test_a_refusal_is_what_the_document_says(app: Flask, described: dict[str, Any]) -> None:
    answer = app.test_client().post("/api/acts", json={"act": {"player": "Zoe", "play": 7}}, headers=OURS)
    assert answer.status_code >= 400
    _validate(described, described["components"]["schemas"]["Problem"], answer.get_json())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(
    ["Ann", "Ben", "jump", "replace", "insert", "take-back", "again", "leave", "fifty-fifty", "south"]
)


def bodies(names: list[str]) -> st.SearchStrategy[Any]:
    """Give what the document asks for with anything in it, and sometimes anything at all."""
    value = (
        JSON
        | WORDS
        | st.integers(0, 5)
        | st.fixed_dictionaries({"player": WORDS, "play": st.integers(-1, 101)})
    )
    shaped = st.fixed_dictionaries({}, optional=dict.fromkeys(names, value))
    return shaped | JSON


@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nothing_that_is_sent_makes_it_stumble(app: Flask, data: st.DataObject) -> None:
    routes = [route for route in routes_of(app) if route.path != ENDLESS]
    route = data.draw(st.sampled_from(routes), label="route")
    arguments = {
        name: data.draw(
            st.integers(0, 10**20) if f"<int:{name}>" in route.rule.rule else st.text(min_size=1, max_size=9)
        )
        for name in route.rule.arguments
    }
    operation = OPERATIONS[route.key]
    query = {name: data.draw(JSON | st.integers(-1, 9), label=name) for name in operation.query}
    body = data.draw(bodies(list(operation.body)), label="body") if route.method != "GET" else None
    path = route.path
    for name, value in arguments.items():
        path = path.replace(f"{{{name}}}", str(value).replace("?", "").replace("#", "") or "x")
    answer = app.test_client().open(path, method=route.method, query_string=query, json=body, headers=OURS)
    assert answer.status_code < 500, answer.text


TEMPLATES = sorted((Path(__file__).parents[3] / "web" / "templates").glob("setup*.html"))
FIELDS = sorted({name for page in TEMPLATES for name in re.findall(r'name="(\w+)"', page.read_text("utf-8"))})
DEEDS = sorted(
    {
        deed
        for page in TEMPLATES
        for deed in re.findall(r'(?:value="|hidden\(")([\w-]+)"', page.read_text("utf-8"))
    }
)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nothing_that_the_wizard_is_sent_makes_it_stumble(app: Flask, data: st.DataObject) -> None:
    """Its forms are no part of the document; their fields and deeds are read from its pages."""
    pages = sorted(
        {
            str(rule)
            for rule in app.url_map.iter_rules()
            if "POST" in (rule.methods or ()) and _is_wizard(str(rule))
        }
    )
    assert len(pages) >= 9
    client = app.test_client()
    with client.session_transaction() as session:
        session[KEY] = "token"
    said = WORDS | st.text(max_size=9) | st.sampled_from(DEEDS) | st.integers(-1, 10**12).map(str)
    form = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, said)), label="form")
    deed = data.draw(st.sampled_from(DEEDS) | st.text(max_size=5), label="do")
    page = data.draw(st.sampled_from(pages), label="page")
    answer = client.post(page, data={**form, "do": deed, "form": "token"}, headers=OURS)
    assert answer.status_code < 500, answer.text
    assert client.get(page).status_code < 500


def _is_wizard(path: str) -> bool:
    return path.startswith("/setup")


def _check(described: dict[str, Any], path: str, method: str, answer: TestResponse) -> None:
    responses = described["paths"][path][method]["responses"]
    assert str(answer.status_code) in responses, (path, answer.status_code)
    schema = responses[str(answer.status_code)]["content"]["application/json"]["schema"]
    _validate(described, schema, answer.get_json())


def _validate(described: dict[str, Any], schema: dict[str, Any], value: object) -> None:
    Draft202012Validator({**schema, "components": described["components"]}).validate(value)


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)
