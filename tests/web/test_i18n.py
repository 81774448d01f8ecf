"""A page speaks the language that was chosen on the device, else the machine's, else the browser's."""

from itertools import islice

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.language import FOLDER
from tests.web.fake import FakeTable
from web.app import Doors, create_app
from web.i18n import COOKIE

GERMAN_BROWSER = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}


def language_of(client: FlaskClient, path: str = "/", **headers: str) -> str:
    return client.get(path, headers=headers).headers["Content-Language"]


def test_without_a_wish_it_is_english(client: FlaskClient) -> None:
    assert language_of(client) == "en"
    assert '<html lang="en"' in client.get("/").text


def test_it_is_what_the_browser_asks_for(client: FlaskClient) -> None:
    page = client.get("/", headers=GERMAN_BROWSER)
    assert page.headers["Content-Language"] == "de"
    assert '<html lang="de"' in page.text
    assert "Accept-Language" in page.headers["Vary"]


def test_a_language_that_nobody_translated_gives_way(client: FlaskClient) -> None:
    assert client.get("/", headers={"Accept-Language": "fi"}).headers["Content-Language"] == "en"


def test_a_choice_on_the_device_stays(client: FlaskClient) -> None:
    assert language_of(client, "/?lang=de") == "de"
    assert language_of(client) == "de"
    assert language_of(client, "/?lang=en") == "en"
    assert client.get("/", headers=GERMAN_BROWSER).headers["Content-Language"] == "en"


@pytest.mark.parametrize("wish", ["xx", "../de", "DE", ""])
def test_a_choice_that_cannot_be_is_no_choice(client: FlaskClient, wish: str) -> None:
    answer = client.get("/", query_string={"lang": wish})
    assert answer.headers["Content-Language"] == "en"
    assert COOKIE not in answer.headers.get("Set-Cookie", "")


@pytest.fixture
def german_machine(table: FakeTable) -> Flask:
    return create_app(Doors(table), language=lambda: "de")


def test_the_machines_language_comes_before_the_browsers(german_machine: Flask) -> None:
    client = german_machine.test_client()
    assert language_of(client, "/", **{"Accept-Language": "en"}) == "de"
    assert language_of(client, "/?lang=en") == "en"


def test_refusals_are_said_in_it_too(client: FlaskClient) -> None:
    assert client.get("/api/none").json == {
        "error": {"code": "not-found", "message": "There is no such page here."}
    }
    assert client.get("/api/none", headers=GERMAN_BROWSER).json == {
        "error": {"code": "not-found", "message": "Diese Seite gibt es hier nicht."}
    }


def test_the_whole_table_view_is_said_in_it(client: FlaskClient) -> None:
    page = client.get("/?lang=de").text
    assert "<title>Ben ist dran · Fifty Fifty</title>" in page
    assert "Die Kamera sieht den Tisch" in page
    assert "73, orange" in page
    assert "Verbindung zum Tisch verloren" in page
    assert ">Sprung!<" in page


def test_each_viewer_of_the_feed_hears_its_own(table: FakeTable, app: Flask) -> None:
    feed = app.extensions["feed"]
    heard = {language: list(islice(feed.messages(None, language), 2))[1] for language in ("en", "de")}
    assert '"line":"Ben’s turn"' in heard["en"]
    assert '"line":"Ben ist dran"' in heard["de"]


def test_german_words_about_the_history_call_it_as_its_page_does() -> None:
    """People look for it under that name."""
    words = (FOLDER / "de" / "LC_MESSAGES" / "companion.po").read_text(encoding="utf-8")
    assert "Geschichte" not in words
