"""Styles, scripts and letters: packed, joined, kept for good under an address that changes when they do."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.serving.files import ASKED_EACH_TIME, KEPT_FOR_GOOD, LEAST, Files

GZIP = {"Accept-Encoding": "gzip, deflate"}


def marked(client: FlaskClient, ending: str) -> str:
    """Give the address under which the table view asks for a file."""
    found = re.search(rf'(?:href|src)="(/static/[0-9a-f]+/[^"]*{re.escape(ending)})"', client.get("/").text)
    assert found, ending
    return found[1]


def test_what_a_page_asks_for_is_packed_and_kept_for_good(client: FlaskClient) -> None:
    path = marked(client, "table.js")
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data)
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["ETag"] != packed.headers["ETag"]
    for answer in (plain, packed):
        assert answer.headers["Cache-Control"] == KEPT_FOR_GOOD
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_without_the_mark_or_with_an_old_one_it_is_asked_for_each_time(client: FlaskClient) -> None:
    for path in ("/static/table.js", "/static/000000000000/table.js"):
        answer = client.get(path)
        assert answer.headers["Cache-Control"] == ASKED_EACH_TIME
        again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_a_page_asks_for_one_style_made_of_several(client: FlaskClient) -> None:
    joined = client.get(marked(client, "print.css"))
    assert joined.mimetype == "text/css"
    alone = [client.get(f"/static/{name}.css").data for name in ("base", "table", "menu", "print")]
    assert all(style in joined.data for style in alone)
    assert client.get("/").text.count('rel="stylesheet"') == 2


@pytest.mark.parametrize(
    "name",
    ["nothing.js", "base+nothing.css", "../app.py", "a/../../app.py", "+", "base+.css", "1/2/base.css"],
)
def test_what_is_not_there_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_another_content_gives_another_mark(tmp_path: Path) -> None:
    marks = set()
    for style in ("a{}", "b{}"):
        (tmp_path / "one.css").write_text(style)
        marks.add(Files(tmp_path).mark)
    (tmp_path / "two.css").write_text("")
    marks.add(Files(tmp_path).mark)
    assert len(marks) == 3


@pytest.mark.parametrize("path", ["/", "/api/openapi.json", "/device"])
def test_pages_and_json_are_packed_for_whoever_takes_it(client: FlaskClient, path: str) -> None:
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    assert len(plain.data) >= LEAST
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Length"] == str(len(packed.data))
    assert gzip.decompress(packed.data) == plain.data
    for answer in (plain, packed):
        assert {"Accept-Encoding", "Cookie"} <= {name.strip() for name in answer.headers["Vary"].split(",")}
    refused = client.get(path, headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refused.headers


def test_what_is_small_or_a_picture_goes_as_it_is(client: FlaskClient) -> None:
    for path in ("/healthz", "/static/icon-192.png", "/static/nunito.woff2"):
        assert "Content-Encoding" not in client.get(path, headers=GZIP).headers


def test_the_live_feed_is_not_packed(client: FlaskClient) -> None:
    answer = client.get("/events", headers=GZIP, buffered=False)
    assert "Content-Encoding" not in answer.headers
    assert str(next(iter(answer.iter_encoded()), "")).startswith("b'retry")
    answer.close()
