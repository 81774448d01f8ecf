"""The settings on the dashboard: every one is there, changes are kept, mistakes are not."""

from html import escape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.errors import JournalError
from companion.language import say
from companion.rules.catalogue import GAMES
from companion.settings.file import read_settings
from companion.settings.register import register
from tests.web.fake import FakeTable
from web.access.admission import Admission
from web.app import Doors, create_app
from web.doors.settings import SettingsDoor

HEADERS = {"X-Companion": "1"}
TOO_LONG = "9" * 4301
"""More figures than Python reads a number of."""


class Anew:
    def __init__(self) -> None:
        self.begun = 0

    def __call__(self) -> None:
        self.begun += 1


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text('[camera]\nwidth = 640  # ours\n\n[table]\nplayers = ["Ann", "Ben"]\n')
    return path


@pytest.fixture
def anew() -> Anew:
    return Anew()


def made(file: Path, anew: Anew | None, everyone: bool = True) -> Flask:
    admission = Admission(everyone=everyone)
    return create_app(Doors(FakeTable(), settings=SettingsDoor(file, anew)), admission=admission)


@pytest.fixture
def client(file: Path, anew: Anew) -> FlaskClient:
    return made(file, anew).test_client()


def test_every_setting_is_on_the_page(client: FlaskClient) -> None:
    page = client.get("/settings").get_data(as_text=True)
    assert all(f'name="{key}"' in page for key in register())
    assert 'value="640"' in page
    assert 'value="Ann, Ben"' in page
    assert 'href="/settings"' in page, "the navigation names it"


def test_games_are_named_as_people_name_them(client: FlaskClient) -> None:
    page = client.get("/settings").get_data(as_text=True)
    for rules in GAMES:
        assert f'<option value="{rules.slug}"' in page
        assert f">{escape(rules.title)}</option>" in page
    assert "usually Fifty Fifty" in page


def test_what_is_entered_is_kept_with_the_comments(client: FlaskClient, file: Path) -> None:
    values = {
        "camera.width": "1280",
        "camera.height": "1080",
        "table.players": "Cem, Ann , Ben",
        "buttons.players": "Cem = 5, Ann = 6",
        "buttons.jump": "none",
        "buttons.long_press_seconds": "1,5",
        "dashboard.announce": "false",
        "house_rules.fifty-fifty.pass_in_hand": "spared",
        "house_rules.fifty-fifty.purple": "[3, 6, 9]",
    }
    answer = client.post("/settings", json=values, headers=HEADERS)
    assert answer.get_json() == {"changed": 9}
    kept = read_settings(file)
    assert (kept.camera.width, kept.camera.height) == (1280, 1080)
    assert kept.table.players == ("Cem", "Ann", "Ben")
    assert kept.buttons.players == {"Cem": 5, "Ann": 6}
    assert (kept.buttons.jump, kept.buttons.long_press_seconds, kept.dashboard.announce) == (None, 1.5, False)
    assert kept.house_rules["fifty-fifty"] == {"pass_in_hand": "spared", "purple": [3, 6, 9]}
    assert client.post("/settings", json={"dashboard.announce": "false"}, headers=HEADERS).get_json() == {
        "changed": 0
    }


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"camera.width": "wide"}, "camera.width"),
        ({"camera.width": "12"}, "from 320 to 4096"),
        ({"camera.width": TOO_LONG}, "from 320 to 4096"),
        ({"camera.width": "9" * 400}, "from 320 to 4096"),
        ({"lamps.window": TOO_LONG}, "a pin from 0 to 27"),
        ({"house_rules.quick-and-easy.colours": TOO_LONG}, "house_rules.quick-and-easy.colours"),
        ({"camera.hologram": "1"}, "camera.hologram"),
        ({"dashboard.host": " "}, "dashboard.host: “ ” cannot be; it should be an address or a name"),
        ({"table.starter": "Zoë"}, "none of the players"),
        ({"buttons.players": "Ann"}, "buttons.players"),
        ({"lamps.window": "17"}, "GPIO 17 is already"),
    ],
)
def test_a_mistake_is_named_and_changes_nothing(
    client: FlaskClient, file: Path, values: dict[str, str], says: str
) -> None:
    before = file.read_bytes()
    answer = client.post("/settings", json={"dashboard.port": "8001", **values}, headers=HEADERS)
    assert answer.status_code == 422
    assert says in answer.get_json()["error"]["message"]
    assert file.read_bytes() == before


def test_what_makes_sense_but_not_on_this_machine_changes_nothing(file: Path) -> None:
    def check(path: object) -> None:
        raise JournalError(say("it cannot be opened; {path}", path=path))

    before, door = file.read_bytes(), SettingsDoor(file, checks={"storage.journal": check})
    client = create_app(Doors(FakeTable(), settings=door), admission=Admission(everyone=True)).test_client()
    said = {"storage.journal": "/proc/games", "camera.width": "800"}
    answer = client.post("/settings", json=said, headers=HEADERS)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["message"] == "storage.journal: it cannot be opened; /proc/games"
    assert file.read_bytes() == before
    assert client.post("/settings", json={"camera.width": "800"}, headers=HEADERS).status_code == 200


def test_a_mistake_and_the_house_rules_are_said_in_german_too(client: FlaskClient) -> None:
    german = {**HEADERS, "Accept-Language": "de"}
    answer = client.post("/settings", json={"dashboard.port": "x"}, headers=german)
    words = "dashboard.port: „x“ geht nicht; richtig wäre eine ganze Zahl von 1 bis 65535"
    assert answer.get_json()["error"]["message"] == words
    clash = client.post("/settings", json={"lamps.window": "17"}, headers=german).get_json()
    assert "GPIO 17 ist schon belegt (der Sprungknopf)" in clash["error"]["message"]
    page = client.get("/settings", headers=german).get_data(as_text=True)
    for rule in (rule for rules in GAMES for rule in rules.rulings.values()):
        assert rule.about[1:] not in page
    assert "Welche Zahlen lila sind" in page
    assert "1000000" in page
    assert "1e+06" not in page


@pytest.mark.parametrize(
    ("language", "shown", "entered"),
    [
        ("de", "unten, links", "oben, Oben rechts"),
        ("en", "bottom, left", "top, top right"),
        ("de", "unten, links", "north, northeast"),
    ],
)
def test_seats_are_called_as_everywhere_on_the_dashboard(
    client: FlaskClient, file: Path, language: str, shown: str, entered: str
) -> None:
    file.write_text('[table]\nplayers = ["Ann", "Ben"]\nseats = ["south", "west"]\n')
    spoken = {**HEADERS, "Accept-Language": language}
    page = client.get("/settings", headers=spoken).get_data(as_text=True)
    assert f'value="{shown}"' in page
    assert "south" not in page
    answer = client.post("/settings", json={"table.seats": shown}, headers=spoken)
    assert answer.get_json() == {"changed": 0}
    client.post("/settings", json={"table.seats": entered}, headers=spoken)
    assert read_settings(file).table.seats == ("north", "northeast")
    client.post("/settings", json={"table.seats": ""}, headers=spoken)
    assert read_settings(file).table.seats == ()
    assert 'name="table.seats" value=""' in client.get("/settings", headers=spoken).get_data(as_text=True)


def test_a_seat_that_there_is_not_is_told_with_those_that_there_are(client: FlaskClient) -> None:
    german = {**HEADERS, "Accept-Language": "de"}
    answer = client.post("/settings", json={"table.seats": "unten, hinten"}, headers=german)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["message"] == (
        "table.seats: „hinten“ ist kein Platz am Tisch; es gibt: unten, unten links, links, oben links, "
        "oben, oben rechts, rechts, unten rechts"
    )


@pytest.mark.parametrize(
    ("language", "shown", "entered"),
    [
        ("en", "red, blue, green, yellow, purple", "Red, pink, green, yellow, orange"),
        ("de", "rot, blau, grün, gelb, lila", "rot, pink, Grün, gelb, orange"),
        ("de", "rot, blau, grün, gelb, lila", '["red", "pink", "green", "yellow", "orange"]'),
    ],
)
def test_a_decks_colours_are_named_and_entered_as_people_do(
    client: FlaskClient, file: Path, language: str, shown: str, entered: str
) -> None:
    key, spoken = "house_rules.quick-and-easy.colours", {**HEADERS, "Accept-Language": language}
    page = client.get("/settings", headers=spoken).get_data(as_text=True)
    assert f'name="{key}" value="{shown}"' in page
    assert "[" not in page, "nothing stands there as in the file"
    assert client.post("/settings", json={key: shown}, headers=spoken).get_json() == {"changed": 0}
    assert client.post("/settings", json={key: entered}, headers=spoken).get_json() == {"changed": 1}
    kept = ["red", "pink", "green", "yellow", "orange"]
    assert read_settings(file).house_rules["quick-and-easy"]["colours"] == kept


def test_a_house_rule_with_few_answers_is_chosen_in_ones_own_words(client: FlaskClient, file: Path) -> None:
    key, german = "house_rules.fifty-fifty.pass_in_hand", {**HEADERS, "Accept-Language": "de"}
    page = client.get("/settings", headers=german).get_data(as_text=True)
    assert f'<select class="tap" id="set-{key}"' in page
    assert '<option value="spared">Es kostet nichts</option>' in page
    assert "Darf eine neue Reihe mit einem Pass beginnen?" in page
    assert '<option value="de">Deutsch</option>' in page, "languages are called by their own names"
    assert client.post("/settings", json={key: "spared"}, headers=german).get_json() == {"changed": 1}
    page = client.get("/settings", headers=german).get_data(as_text=True)
    assert '<option value="spared" selected>' in page
    assert client.post("/settings", json={key: "perhaps"}, headers=german).status_code == 422


def test_too_few_colours_are_refused_in_ones_own_words(client: FlaskClient, file: Path) -> None:
    german, before = {**HEADERS, "Accept-Language": "de"}, file.read_bytes()
    said = {"house_rules.quick-and-easy.colours": "Rot, blau"}
    answer = client.post("/settings", json=said, headers=german)
    assert (answer.status_code, file.read_bytes()) == (422, before)
    assert "„rot, blau“ geht nicht" in answer.get_json()["error"]["message"]


def test_purple_numbers_are_entered_with_commas(client: FlaskClient, file: Path) -> None:
    key = "house_rules.fifty-fifty.purple"
    assert client.post("/settings", json={key: "3, 6,9"}, headers=HEADERS).get_json() == {"changed": 1}
    assert read_settings(file).house_rules["fifty-fifty"]["purple"] == [3, 6, 9]
    assert f'name="{key}" value="3, 6, 9"' in client.get("/settings").get_data(as_text=True)
    for wrong in ("", "3, x", "101", TOO_LONG, f"[3, {TOO_LONG}]"):
        assert client.post("/settings", json={key: wrong}, headers=HEADERS).status_code == 422
    assert client.post("/settings", json={key: "every-third"}, headers=HEADERS).get_json() == {"changed": 1}


@pytest.mark.parametrize(
    ("language", "shown", "allowed"),
    [
        ("en", "every third", "“every third”, or numbers from 1 to 100 with commas between them"),
        ("de", "jede dritte", "„jede dritte“ oder Zahlen von 1 bis 100 mit Kommas dazwischen"),
    ],
)
def test_every_third_purple_number_is_said_as_people_say_it(
    client: FlaskClient, file: Path, language: str, shown: str, allowed: str
) -> None:
    key, spoken = "house_rules.fifty-fifty.purple", {**HEADERS, "Accept-Language": language}
    page = client.get("/settings", headers=spoken).get_data(as_text=True)
    assert f'name="{key}" value="{shown}"' in page
    assert "every-third" not in page
    assert client.post("/settings", json={key: shown}, headers=spoken).get_json() == {"changed": 0}
    client.post("/settings", json={key: "3, 6"}, headers=spoken)
    assert client.post("/settings", json={key: shown.title()}, headers=spoken).get_json() == {"changed": 1}
    assert client.post("/settings", json={key: "every-third"}, headers=spoken).get_json() == {"changed": 0}
    answer = client.post("/settings", json={key: "x"}, headers=spoken)
    assert (answer.status_code, answer.get_json()["error"]["message"].endswith(allowed)) == (422, True)


def test_onlookers_neither_see_nor_change_them(file: Path, anew: Anew) -> None:
    client = made(file, anew, everyone=False).test_client()
    away = {"REMOTE_ADDR": "10.0.0.9"}
    assert client.get("/settings", environ_overrides=away).status_code == 303
    answer = client.post("/settings", json={"dashboard.port": "1"}, headers=HEADERS, environ_overrides=away)
    assert answer.status_code == 403
    assert (
        client.post("/settings/restart", json={}, headers=HEADERS, environ_overrides=away).status_code == 403
    )
    assert anew.begun == 0


def test_a_service_can_be_started_anew(client: FlaskClient, anew: Anew, file: Path) -> None:
    assert 'id="restart"' in client.get("/settings").get_data(as_text=True)
    assert client.post("/settings/restart", json={}, headers=HEADERS).status_code == 202
    assert anew.begun == 1
    alone = made(file, None).test_client()
    assert 'id="restart"' not in alone.get("/settings").get_data(as_text=True)
    assert alone.post("/settings/restart", json={}, headers=HEADERS).status_code == 409


def test_a_file_with_a_mistake_is_shown_as_such(client: FlaskClient, file: Path) -> None:
    file.write_text("[camera]\nwidth = 1\n")
    page = client.get("/settings").get_data(as_text=True)
    assert "line 2: camera.width" in page
    assert "is not kept for the next time" in page
    german = client.get("/settings", headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert "Zeile 2: camera.width: da steht 1, richtig wäre eine ganze Zahl von 320 bis 4096" in german
    answer = client.post("/settings", json={"dashboard.port": "8001"}, headers=HEADERS)
    assert answer.status_code == 422


def test_what_is_no_form_is_refused(client: FlaskClient) -> None:
    assert client.post("/settings", json=[1], headers=HEADERS).status_code == 400
    assert client.post("/settings", json={"camera.width": [1]}, headers=HEADERS).status_code == 400
