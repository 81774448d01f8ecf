"""Every route of the whole dashboard, also those that come later: who may change what, and who is let in."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.web.evenings import ELSEWHERE, OURS
from tests.web.site import pages, whole_site
from web.access.guard import SAFE_METHODS
from web.access.roles import FOR_EVERYBODY

ENDLESS = "/events"
FILLED = {
    "number": "1",
    "at": "0",
    "act": "1",
    "place": "0",
    "name": "Ann",
    "key": "x",
    "filename": "table.js",
}
"""What stands in the gaps of an address."""

FORMS = ("application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with whole_site(tmp_path_factory.mktemp("routes"), full=True) as made:
        yield made


def routes(app: Flask) -> Iterator[tuple[str, str]]:
    """Give every method with every address."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"OPTIONS", "HEAD"}):
            yield method, address(rule)


def address(rule: Rule) -> str:
    path = str(rule)
    for name in rule.arguments - set(rule.defaults or ()):
        kinds = (f"<{kind}{name}>" for kind in ("", "int:", "path:"))
        for gap in kinds:
            path = path.replace(gap, FILLED[name])
    assert "<" not in path, f"FILLED lacks a value for {rule}"
    return path


def changing(app: Flask) -> list[tuple[str, str]]:
    return [(method, path) for method, path in routes(app) if method not in SAFE_METHODS]


def state(app: Flask) -> object:
    """Give all that a change would change: the journal's last event, the referees, the settings."""
    client = app.test_client()
    return [
        client.get(path).get_json() for path in ("/api/table", "/api/acts", "/api/referees", "/api/players")
    ]


def ask(app: Flask, method: str, path: str, kind: str = FORMS[0], **more: Any) -> TestResponse:
    data = "{}" if kind == FORMS[0] else ""
    headers = {**OURS, **more.pop("headers", {})}
    client = app.test_client()
    return client.open(
        path, method=method, data=data, content_type=kind, headers=headers, buffered=True, **more
    )


def test_the_whole_dashboard_is_tested(app: Flask) -> None:
    found = {path for _, path in changing(app)}
    assert len(found) > 20
    assert {"/settings", "/setup", "/api/disputes/1/ruling", "/api/players/delete", "/api/undo"} <= found


def test_without_the_role_nothing_is_changed(app: Flask) -> None:
    before = state(app)
    for method, path in changing(app):
        if (method, path) in FOR_EVERYBODY:
            continue
        for kind in FORMS:
            answer = ask(app, method, path, kind, environ_base=ELSEWHERE)
            refused = (HTTPStatus.FORBIDDEN, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
            assert answer.status_code in refused, (method, path, kind)
        answer = ask(app, method, path, environ_base=ELSEWHERE)
        assert "referee-only" in answer.text or "Only a referee" in answer.text, (method, path)
    assert state(app) == before


@pytest.mark.parametrize(
    "foreign",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("kind", FORMS)
def test_the_role_is_of_no_use_to_other_pages(app: Flask, foreign: dict[str, str], kind: str) -> None:
    before = state(app)
    for method, path in changing(app):
        answer = ask(app, method, path, kind, headers=foreign)
        assert answer.status_code == HTTPStatus.FORBIDDEN, (method, path)
    assert state(app) == before


def test_no_page_opens_under_an_unknown_name(app: Flask) -> None:
    for method, path in routes(app):
        answer = ask(app, method, path, headers={"Host": "evil.example:8000"})
        assert answer.status_code == HTTPStatus.FORBIDDEN, (method, path)


def test_looking_changes_nothing_and_never_stumbles(app: Flask) -> None:
    before = state(app)
    for method, path in routes(app):
        if method == "GET" and path != ENDLESS:
            for environ in ({}, ELSEWHERE):
                answer = ask(app, method, path, environ_base=environ)
                assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, path
    assert state(app) == before


def test_no_page_has_inline_script_or_style_or_asks_another_host(app: Flask) -> None:
    inline = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)")
    elsewhere = re.compile(r"""(?:\ssrc=|\saction=|<link[^>]+href=)["']?(?:https?:)?//""")
    for path in pages(app):
        page = app.test_client().get(path).text
        assert "<h1" in page, path
        assert not inline.search(page), path
        assert not elsewhere.search(page), path
