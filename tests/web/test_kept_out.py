"""Every route that changes something, whoever made it, keeps out who has no role and other web pages."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.evenings import ELSEWHERE, OURS
from tests.web.site import whole_site
from web.access.roles import FOR_EVERYBODY

SAFE = {"GET", "HEAD", "OPTIONS"}
ARGUMENTS = {"<int:number>": "1", "<key>": "x", "<path:name>": "Ann"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with whole_site(tmp_path_factory.mktemp("doors")) as made:
        yield made


def changes(app: Flask) -> list[tuple[str, str]]:
    found = [
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - SAFE)
    ]
    assert len(found) > 12
    return found


def ask(client: FlaskClient, method: str, rule: str, **headers: str) -> tuple[int, str]:
    for gap, value in ARGUMENTS.items():
        rule = rule.replace(gap, value)
    answer = client.open(rule, method=method, json={}, headers=headers)
    return answer.status_code, answer.get_json().get("error", {}).get("code", "")


def test_without_the_role_nothing_changes(app: Flask) -> None:
    guest = app.test_client()
    guest.environ_base.update(ELSEWHERE)
    for method, rule in changes(app):
        if (method, rule) not in FOR_EVERYBODY:
            assert ask(guest, method, rule, **OURS) == (403, "referee-only"), rule


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Host": "evil.example", **OURS}, "unknown-host"),
        ({"Host": "evil.example:8000", "Origin": "http://evil.example:8000", **OURS}, "unknown-host"),
        ({"Origin": "http://evil.example", **OURS}, "foreign-origin"),
        ({"Origin": "null", **OURS}, "foreign-origin"),
        ({"Sec-Fetch-Site": "same-site", **OURS}, "foreign-origin"),
        ({}, "header-missing"),
    ],
)
def test_what_comes_from_elsewhere_changes_nothing(app: Flask, headers: dict[str, str], code: str) -> None:
    for method, rule in changes(app):
        assert ask(app.test_client(), method, rule, **headers) == (403, code), rule


def test_a_form_of_another_page_changes_nothing(app: Flask) -> None:
    for method, rule in changes(app):
        for gap, value in ARGUMENTS.items():
            rule = rule.replace(gap, value)
        answer = app.test_client().open(rule, method=method, data={"act": "x"}, headers=OURS)
        assert answer.status_code in {403, 415}, rule  # the set-up takes forms, but only with its own token
