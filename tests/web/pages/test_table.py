"""The table view as the server paints it, and what is sent when something is wrong."""

import re
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import web
from companion.sessions.events import CameraState
from companion.views.table_view import NoteView, VerdictView
from tests.web.evenings import ELSEWHERE, OPENING, evening
from tests.web.fake import FakeTable, card, opening, row
from web.app import Doors, create_app

HEADERS = {"X-Companion": "1"}


def test_the_first_paint_needs_no_script(client: FlaskClient, table: FakeTable) -> None:
    verdict = VerdictView("in-time", 23, 73, "Cem", 182.0, 35.0, "")
    note = NoteView("unreadable", "Turn the last card round.")
    table.happen(replace(opening("3 82?28 P"), attention=note, verdict=verdict, window="Whoever holds 23"))
    page = re.sub(r"\s+", " ", re.sub(r"<template.*?</template>|<[^>]+>", "", client.get("/").text))
    for words in ("Ben’s turn", "Ann plays 73.", "or 28", "Turn the last card round.", "In time", "85 cards"):
        assert words in page
    assert "Whoever holds 23" in page


def test_an_onlooker_is_told_who_does_what_is_asked_and_a_referee_is_not() -> None:
    with evening() as table:
        client, words = table.app.test_client(), "Take the role under Referee"
        table.put(CameraState(False, "It is lost.", table.tick()))
        table.settle()
        there = client.get("/", environ_base=ELSEWHERE).text
        assert words in there
        assert 'data-for-referees="true"' in there, "there is no camera, and nothing was played"
        assert words not in client.get("/").text
        table.enter(*OPENING)
        assert 'data-for-referees="false"' in client.get("/", environ_base=ELSEWHERE).text


def test_names_are_text_and_never_markup(client: FlaskClient, table: FakeTable) -> None:
    player = replace(opening().players[1], name="<img src=x>")
    table.happen(replace(opening(), players=(player,)))
    page = client.get("/").text
    assert "<img src=x>" not in page
    assert "&lt;img src=x&gt;" in page


def test_no_style_and_no_script_asks_another_host_for_anything(client: FlaskClient) -> None:
    for text in (_static(client, path) for path in _assets("js", "css")):
        assert not re.findall(r"""(?:url\(|from|fetch\()\s*["']?(?:https?:)?//""", text)


def test_many_cards_make_no_heavy_page(client: FlaskClient, table: FakeTable) -> None:
    """What comes with a page is weighed in a browser, on every page: test_barriers.py."""
    table.happen(opening(" ".join(str(number) for number in range(1, 60))))
    assert len(client.get("/").data) < 40_000
    assert client.get("/static/nunito.woff2", buffered=True).mimetype == "font/woff2"


def test_the_icon_is_ours(client: FlaskClient) -> None:
    for route in ("/favicon.ico", "/static/icon.svg"):
        answer = client.get(route, buffered=True)
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_the_api_gives_the_view(client: FlaskClient, table: FakeTable) -> None:
    table.happen(replace(opening(), zones=(row("7"), replace(row(""), zone="jump", cards=(card("57"),)))))
    given = client.get("/api/table").get_json()
    assert given == _plain(asdict(table.view()))


def test_health(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"ok": True, "seq": 1, "parts": {}, "home": ""}


def test_a_press_names_the_shared_button_or_a_player(client: FlaskClient, table: FakeTable) -> None:
    for button in ("jump", "Cem"):
        assert client.post("/api/press", json={"button": button}, headers=HEADERS).status_code == 202
    assert table.presses == ["jump", "Cem"]


@pytest.mark.parametrize(
    "body", ['{"button": "Zoe"}', '{"button": 3}', "{}", "[]", "null", "{", '"jump"', ""]
)
def test_any_other_press_is_refused(client: FlaskClient, table: FakeTable, body: str) -> None:
    answer = client.post("/api/press", data=body, content_type="application/json", headers=HEADERS)
    assert answer.status_code == 400
    assert set(answer.get_json()["error"]) == {"code", "message"}
    assert table.presses == []


def test_a_huge_body_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/press", json={"button": "j" * 100_000}, headers=HEADERS)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    ("method", "route", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/press", 405, "method-not-allowed"),
        ("DELETE", "/api/table", 405, "method-not-allowed"),
    ],
)
def test_errors_of_the_api_are_json(
    client: FlaskClient, method: str, route: str, status: int, code: str
) -> None:
    answer = client.open(route, method=method, headers=HEADERS, content_type="application/json")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (status, code)


def test_a_page_that_is_not_there_says_so_to_people(client: FlaskClient) -> None:
    answer = client.get("/nowhere")
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "Back to the table" in answer.text


def _assets(*kinds: str) -> list[str]:
    folder = Path(web.__file__).parent / "static"
    return sorted(path.name for path in folder.iterdir() if path.suffix[1:] in kinds)


def _static(client: FlaskClient, name: str) -> str:
    return client.get(f"/static/{name}", buffered=True).text


def _plain(value: object) -> object:
    """Turn tuples into lists, as JSON does."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def test_a_part_that_ails_is_told_with_its_trouble(table: FakeTable) -> None:
    parts = {"table": None, "journal": "The disk is full."}
    answer = create_app(Doors(table), health=lambda: parts, home="a").test_client().get("/healthz")
    told = {"ok": False, "seq": 1, "parts": parts, "home": "a"}
    assert (answer.status_code, answer.get_json()) == (503, told)
