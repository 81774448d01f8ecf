"""The referee's pages as the server paints them."""

import html
import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

import web
from companion.records.recount import TakeBack
from companion.sessions.events import Correct, EnterAct, StartGame
from companion.simulation.games import play, random_header
from tests.companion.drawn import arrival
from tests.companion.drawn import table as lying
from tests.web.evenings import HEADER, OPENING, Evening, evening


@pytest.fixture
def table(opened: Evening) -> Evening:
    return opened


@pytest.fixture
def client(table: Evening) -> FlaskClient:
    return table.app.test_client()


def text(page: str) -> str:
    return html.unescape(
        re.sub(r"\s+", " ", re.sub(r"<template.*?</template>|<[^>]+>", " ", page, flags=re.S))
    )


def buttons(page: str) -> list[dict[str, object]]:
    return [json.loads(html.unescape(found)) for found in re.findall(r'name="act" value="([^"]*)"', page)]


def test_the_newest_act_stands_first(client: FlaskClient) -> None:
    page = text(client.get("/acts").text)
    assert page.index("Ann takes 2 cards: 60") < page.index("Ben plays 77") < page.index("Ann starts the row")
    assert "Ben plays next" in page


def test_before_the_first_game_nothing_is_offered_to_mend() -> None:
    with evening(None) as table:
        client = table.app.test_client()
        assert re.search(r'<a [^>]*id="mend"[^>]* hidden>', client.get("/").text)
        assert 'href="/acts"' not in client.get("/referee").text
        page = client.get("/acts").text
        assert "What is played can be mended here once a game has begun." in page
        assert "Nothing can be played here." not in page
        assert '<a class="tap" href="/standings">' in page
        table.put(StartGame(HEADER, table.tick()))
        table.settle()
        assert re.search(r'<a [^>]*id="mend"[^>]*[^n]>Mend', client.get("/").text)
        assert 'href="/acts"' in client.get("/referee").text
        assert "Ann plays next" in text(client.get("/acts").text)


def test_every_button_is_an_act_that_the_rules_accept(client: FlaskClient, table: Evening) -> None:
    acts = buttons(client.get("/acts").text)
    assert len(acts) == 97 + 2
    assert {act["player"] for act in acts if "play" in act} == {"Ben"}
    for act in acts[::9]:
        preview = client.get("/acts/preview", query_string={"change": "enter", "act": json.dumps(act)}).text
        assert 'id="keep"' in preview
    assert table.verbs() == list(OPENING)


def test_a_change_offers_what_could_stand_there(client: FlaskClient) -> None:
    page = client.get("/acts/1/change").text
    assert "It reads: Ben plays 77 behind 70." in text(page)
    assert {"player": "Ben", "play": 60} in buttons(page)
    assert {"player": "Ben", "play": 70} not in buttons(page)


def test_the_preview_says_what_changes_and_holds_what_is_kept(client: FlaskClient) -> None:
    page = client.get("/acts/preview?change=take-back&at=3&revision=0").text
    assert "Act 4 is taken back" in text(page)
    assert "Ann has 0 instead of 2." in text(page)
    body = re.search(r"data-body='([^']*)'", page)
    assert body
    assert json.loads(html.unescape(body[1])) == {"change": "take-back", "at": 3, "revision": 0}


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"change": "replace", "at": 1, "act": '{"player":"Cem","play":5}'}, "It is not the turn of Cem"),
        ({"change": "take-back", "at": 9}, "here is no act 10"),
        ({"change": "take-back"}, "is the place of an act"),
        ({"change": "burn", "at": 1, "act": "{}"}, "take-back, replace or insert"),
        ({"change": "take-back", "at": 1, "revision": 5}, "The game has changed since you looked"),
    ],
)
def test_what_cannot_be_is_said_and_cannot_be_kept(
    client: FlaskClient, query: dict[str, str], words: str
) -> None:
    answer = client.get("/acts/preview", query_string=query)
    assert answer.status_code == 200
    assert words in text(answer.text)
    assert 'id="keep"' not in answer.text


@pytest.mark.parametrize(
    "query", ["", "act=", "act=[]", "act={", "change=replace&at=0&act=7", "act=" + "[" * 5000]
)
def test_nothing_chosen_is_a_bad_request(client: FlaskClient, query: str) -> None:
    assert client.get(f"/acts/preview?{query}").status_code == 400


def test_an_act_that_does_not_count_says_why(client: FlaskClient, table: Evening) -> None:
    table.put(Correct(TakeBack(1), table.tick()))
    assert (
        "Kept, but does not count: it is not the turn of Cem, who cannot play 73 now; Ben is to move"
        in text(client.get("/acts").text)
    )


@pytest.mark.parametrize(
    ("doubt", "says"),
    [("player", "who played it."), ("act", "what was played, or whether an act before it is missing.")],
)
def test_what_the_camera_doubted_is_marked(
    client: FlaskClient, table: Evening, doubt: str, says: str
) -> None:
    table.put(EnterAct({"player": "Ben", "play": 90, "unsure": [doubt]}, table.tick()))
    assert f"The camera was not sure: {says}" in text(client.get("/acts").text)


def test_a_doubtful_card_is_offered_on_the_table_and_on_the_page(client: FlaskClient, table: Evening) -> None:
    table.put(lying("60 82?28", 90.0, arrival("82?28", 89.0, place=1)))
    table.settle()
    for route in ("/", "/acts"):
        page = text(client.get(route).text)
        assert "Ben plays 82" in page
        assert "Ben plays 28" in page
    assert "Ben plays 28" not in text(table.guest().get("/").text)


def test_names_are_text_and_never_markup() -> None:
    evil = "<b>\"'&amp;"
    header = {"game": "fifty-fifty", "players": [evil, "Ben"], "starter": evil}
    with evening(header) as table:
        table.enter({"player": evil, "play": 70})
        client = table.app.test_client()
        for route in ("/acts", "/acts/1/change"):
            assert "<b>" not in client.get(route.replace("/1/", "/0/")).text
        assert {"player": evil, "play": 5} in buttons(client.get("/acts/0/change").text)


def test_a_note_is_told_once_and_is_text(client: FlaskClient, table: Evening) -> None:
    table.enter({"note": "<b>tea</b>."}, {"note": "<i>cake</i>.", "player": "Ben", "play": 90})
    page = client.get("/acts").text
    assert "<b>" not in page
    assert "<i>" not in page
    assert page.count("tea") == page.count("cake") == 1
    assert "Ben plays 90 behind 60. Note: <i>cake</i>." in text(page)
    assert "It reads: Note: <b>tea</b>." in text(client.get("/acts/4/change").text)


def test_a_noted_act_that_does_not_count_is_told_as_others_are(client: FlaskClient, table: Evening) -> None:
    table.enter({"note": "cake", "player": "Ben", "play": 90})
    table.put(Correct(TakeBack(3), table.tick()))
    assert "Ben plays 90 Note: cake. Kept, but does not count" in text(client.get("/acts").text)


def test_hands_are_revealed_card_by_card() -> None:
    with evening({"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}) as table:
        client = table.app.test_client()
        _play_until_hands_are_shown(table, client)
        page = client.get("/acts").text
        assert "All show their hands" in text(page)
        places = re.findall(r'<select class="tap" name="(hand-\d)"', page)
        cards = re.findall(r'<option value="(\d+)"', page.split("</select>")[0])
        query = [*zip(places, cards, strict=False), ("change", "enter")]
        preview = client.get("/acts/preview", query_string=query).text
        assert "All show their hands" in text(preview)
        assert 'id="keep"' in preview
        query[0] = (places[0], "no card")
        assert 'id="keep"' not in client.get("/acts/preview", query_string=query).text


def _play_until_hands_are_shown(table: Evening, client: FlaskClient) -> None:
    """Everybody plays ever higher numbers, then passes, until somebody holds one card."""
    numbers = iter(range(1, 101))
    while not (form := client.get("/api/acts/form").get_json())["hands"]:
        player = form["groups"][0]["player"]
        number = next(numbers, None)
        table.put(EnterAct({"player": player, "play": "pass" if number is None else number}, table.tick()))
    table.settle()


def test_the_longest_page_is_small() -> None:
    with evening(
        {"game": "fifty-fifty", "players": ["Annabella", "Benedikt"], "starter": "Annabella"}
    ) as table:
        client = table.app.test_client()
        _play_until_hands_are_shown(table, client)
        folder = Path(web.__file__).parent / "static"
        assets = ("base.css", "tap.css", "mend.css", "mend.js", "send.js", "live.js", "nunito.woff2")
        size = sum((folder / name).stat().st_size for name in assets)
        assert size + len(client.get("/acts").data) < 150_000


def last_step(act: Mapping[str, Any]) -> dict[str, object]:
    """Give what the address says once all but the last step to an act is done."""
    if "lay" in act and len(act["lay"]) > 1:
        return {"first": "{value}-{stack}-{colour}".format(**act["lay"][0])}
    return {"count": act.get("count", 1), "bonus": act.get("bonus", 0)}


@pytest.mark.parametrize("slug", ["23", "futschikato", "quick-and-easy", "no-thanks"])
def test_the_other_games_can_be_tapped_too(slug: str) -> None:
    chance = Random(4)
    played = play(random_header(slug, chance), chance)
    with evening(played.header.to_record()) as table:
        client = table.app.test_client()
        for act in played.acts[:8]:
            page = client.get("/acts", query_string=last_step(act.to_record())).text
            assert act.to_record() in buttons(page)
            assert not re.search(r'<button class="[^"]*" name="act"[^>]*>\s*</button>', page)
            table.enter(act.to_record())
