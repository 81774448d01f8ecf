"""Others find the table by a QR code that bears the machine's address."""

import xml.etree.ElementTree as ElementTree

import segno
from flask.testing import FlaskClient

from tests.web.fake import FakeTable
from web.app import Doors, create_app
from web.serving.qr import Reach, address, as_svg, as_text, own_address, own_name


def test_the_page_names_the_address_and_shows_it_as_a_code(client: FlaskClient) -> None:
    page = client.get("/join", environ_overrides={"SERVER_PORT": "8123"}).text
    assert f"http://{own_address()}:8123/" in page
    assert 'src="/join.svg"' in page


def test_the_code_says_what_the_page_says(client: FlaskClient) -> None:
    answer = client.get("/join.svg", environ_overrides={"SERVER_PORT": "8123"})
    assert answer.mimetype == "image/svg+xml"
    assert answer.data == as_svg(f"http://{own_address()}:8123/")


def test_a_name_that_was_made_known_is_told_instead_of_the_machines_own() -> None:
    app = create_app(Doors(FakeTable()), reach=Reach(name="tabletop.local"))
    page = app.test_client().get("/join", environ_overrides={"SERVER_PORT": "8123"}).text
    assert "http://tabletop.local:8123/" in page
    assert own_name() not in page


def test_where_no_other_device_is_listened_to_nothing_is_to_be_scanned(client: FlaskClient) -> None:
    alone = create_app(Doors(FakeTable()), reach=Reach(alone=True)).test_client()
    assert 'class="corner"' in client.get("/").text
    assert 'class="corner"' not in alone.get("/").text
    page = alone.get("/join").text
    assert "join.svg" not in page
    assert own_address() not in page
    assert "No other device can open it now" in page


def test_the_usual_port_is_not_said() -> None:
    assert address(80, "/join") == f"http://{own_address()}/join"


def test_a_code_is_a_picture_of_its_own_with_a_quiet_border() -> None:
    drawn = ElementTree.fromstring(as_svg("http://192.0.2.7:8000/"))
    modules = segno.make("http://192.0.2.7:8000/", error="m", micro=False).symbol_size(border=4)[0]
    assert drawn.attrib["viewBox"] == f"0 0 {modules} {modules}"


def test_a_terminal_shows_it_too() -> None:
    assert len(as_text("http://192.0.2.7:8000/").splitlines()) > 10


def test_a_table_that_nobody_mends_invites_nobody(client: FlaskClient) -> None:
    assert 'id="accept"' not in client.get("/join?invite=x").text
