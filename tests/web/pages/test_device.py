"""One device alone: light or dark, large letters, sounds; and the dashboard as an app."""

import json
import struct

import pytest
from flask.testing import FlaskClient

from tests.catalogues import ROOT
from tests.web.fake import FakeTable
from web.app import Doors, create_app
from web.pages.choices import CHOICES
from web.pages.device import OFFLINE


def test_without_a_choice_the_device_decides(client: FlaskClient) -> None:
    page = client.get("/").text
    assert '/dark.css" media="screen and (prefers-color-scheme: dark)"' in page
    assert 'data-type="normal" data-sound="off" data-voice="off" data-awake="on"' in page


@pytest.mark.parametrize(("theme", "media"), [("dark", "screen"), ("light", "not all")])
def test_day_and_night_can_be_chosen_and_stay(client: FlaskClient, theme: str, media: str) -> None:
    client.get(f"/device?theme={theme}")
    page = client.get("/").text
    assert f'/dark.css" media="{media}"' in page
    assert f'<meta name="color-scheme" content="{theme}">' in page


@pytest.mark.parametrize("key", CHOICES)
def test_each_value_of_each_setting_can_be_chosen_and_is_shown(client: FlaskClient, key: str) -> None:
    for value in CHOICES[key][1]:
        client.get(f"/device?{key}={value}")
        assert f'class="tap main" href="?{key}={value}"' in client.get("/device").text


@pytest.mark.parametrize("value", ["", "blue", '"><script>'])
def test_what_cannot_be_chosen_changes_nothing(client: FlaskClient, value: str) -> None:
    answer = client.get("/device", query_string={"theme": value})
    assert "Set-Cookie" not in answer.headers
    assert "<script>" not in answer.text.replace('<script type="module"', "")


def test_where_the_machine_says_so_a_device_sounds_until_it_chooses(table: FakeTable) -> None:
    client = create_app(Doors(table), sounds=True).test_client()
    assert 'data-sound="on"' in client.get("/").text
    assert 'data-sound="off"' in client.get("/?sound=off").text
    assert 'data-sound="off"' in client.get("/").text


def test_the_manifest_is_in_the_visitors_language(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest?lang=de")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert manifest["short_name"] == "Begleiter"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_icons_are_as_large_as_the_manifest_says(client: FlaskClient) -> None:
    for icon in json.loads(client.get("/manifest.webmanifest").text)["icons"]:
        picture = (ROOT / "web" / "static" / icon["src"].rpartition("/")[2]).read_bytes()
        width, height = struct.unpack(">II", picture[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_the_worker_keeps_the_page_for_no_network_and_all_that_it_needs(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    kept = json.loads(answer.text.partition("KEPT = ")[2].partition(";")[0].replace("'", '"'))
    assert kept[0] == "/offline"
    assert len(kept) == len(OFFLINE) + 1
    for path in kept:
        with client.get(path) as sent:
            assert sent.status_code == 200
    page = client.get("/offline").text
    for name in ("base.css", "dark.css", "icon.svg", "nunito.woff2"):
        [address] = [path for path in kept if path.endswith(f"/{name}")]
        assert f'href="{address}"' in page or f'src="{address}"' in page
