"""Who is let in: hosts by name, changes by origin, header and form."""

import socket

import pytest
from flask.testing import FlaskClient

from tests.web.fake import FakeTable
from web.access.guard import Guard, is_own_address
from web.app import Doors, create_app

OURS = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin", "X-Companion": "1"}
PRESS = {"button": "jump"}
ROUTES = ["/", "/api/table", "/healthz", "/events", "/static/table.js", "/nowhere"]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "198.51.100.7", "[::", "", "a b"]
)
def test_an_unknown_host_is_refused_everywhere(client: FlaskClient, route: str, host: str) -> None:
    answer = client.get(route, headers={"Host": host})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8000",
        "tisch.local",
        "tisch.local:80",
    ],
)
def test_own_and_configured_names_are_known(host: str) -> None:
    assert Guard(["Tisch.local"]).knows(host)


def test_an_address_is_own_only_if_it_is_the_machines() -> None:
    assert is_own_address("127.0.0.1")
    assert not is_own_address("198.51.100.7")
    assert not is_own_address("224.0.0.1")
    assert not is_own_address("localhost")


def test_our_own_page_may_press(client: FlaskClient, table: FakeTable) -> None:
    assert client.post("/api/press", json=PRESS, headers=OURS).status_code == 202
    assert table.presses == ["jump"]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"Origin": "http://evil.example"}, "foreign-origin"),
        ({"Origin": "http://localhost:81"}, "foreign-origin"),
        ({"Origin": "null"}, "foreign-origin"),
        ({"Origin": "localhost"}, "foreign-origin"),
        ({"Sec-Fetch-Site": "cross-site"}, "foreign-origin"),
        ({"Sec-Fetch-Site": "same-site"}, "foreign-origin"),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, "unknown-host"),
        ({"X-Companion": None}, "header-missing"),
    ],
)
def test_what_is_not_ours_may_not_press(
    client: FlaskClient, table: FakeTable, changed: dict[str, str | None], code: str
) -> None:
    headers = {name: value for name, value in {**OURS, **changed}.items() if value is not None}
    answer = client.post("/api/press", json=PRESS, headers=headers)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, code)
    assert table.presses == []


def test_a_program_without_origin_may_press_with_the_header(client: FlaskClient, table: FakeTable) -> None:
    assert client.post("/api/press", json=PRESS, headers={"X-Companion": "1"}).status_code == 202
    assert table.presses == ["jump"]


@pytest.mark.parametrize(
    "form", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_is_read(client: FlaskClient, table: FakeTable, form: str) -> None:
    answer = client.post("/api/press", data='{"button":"jump"}', content_type=form, headers=OURS)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (415, "not-json")
    assert table.presses == []


@pytest.mark.parametrize("route", ["/", "/api/table", "/static/table.js", "/nowhere"])
def test_every_answer_bears_the_security_headers(client: FlaskClient, route: str) -> None:
    headers = client.get(route, buffered=True).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_no_other_page_is_told_that_it_may(client: FlaskClient) -> None:
    answer = client.options("/api/press", headers={"Origin": "http://evil.example"})
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_a_configured_name_opens_the_dashboard() -> None:
    client = create_app(Doors(FakeTable()), hosts=["tisch.fritz.box"]).test_client()
    assert client.get("/", headers={"Host": "tisch.fritz.box:8000"}).status_code == 200
