"""Others find the table by a QR code that bears the machine's address."""

import xml.etree.ElementTree as ElementTree

import segno
from flask.testing import FlaskClient

from web.serving.qr import address, as_svg, as_text, own_address


def test_the_page_names_the_address_and_shows_it_as_a_code(client: FlaskClient) -> None:
    page = client.get("/join", environ_overrides={"SERVER_PORT": "8123"}).text
    assert f"http://{own_address()}:8123/" in page
    assert 'src="/join.svg"' in page


def test_the_code_says_what_the_page_says(client: FlaskClient) -> None:
    answer = client.get("/join.svg", environ_overrides={"SERVER_PORT": "8123"})
    assert answer.mimetype == "image/svg+xml"
    assert answer.data == as_svg(f"http://{own_address()}:8123/")


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
