"""What is sent as JSON and is none, on every route that takes any."""

from pathlib import Path

import pytest

from tests.web.evenings import OURS, evening
from web.api.openapi import routes_of

TAKING_NOTHING = ("/api/invitations", "/api/games/break-off")


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 3000,
        b'{"player": ' * 3000,
        b"[" * 900 + b"]" * 900,
        b'{"player": "\\ud800", "name": "Ann", "confirm": "\\ud800", "button": "\\ud800"}',
        b'{"\\udfff": 1}',
        b'{"at": 1' + b"0" * 6000 + b"}",
        b'{"act": {"player": "Ann", "play": 70, "t": NaN}, "at": NaN, "player": NaN, "button": NaN}',
        b'{"act": {"player": "Ann", "play": 70, "t": 1e999}}',
        b'{"act": {"note": "Rain.", "t": -Infinity}}',
        b'{"act": {"player": "Ann", "play": 70, "play": 71}, "button": "jump"}',
        b"\xff\xfe",
        b"{",
        b"",
    ],
    ids=[
        "lists",
        "objects",
        "deep",
        "half a letter",
        "half a key",
        "a long number",
        "not a number",
        "too large a number",
        "endless",
        "a repeated key",
        "no text",
        "cut off",
        "nothing",
    ],
)
def test_what_is_no_json_is_refused_in_words(tmp_path: Path, body: bytes) -> None:
    with evening(folder=tmp_path) as table:
        client, number = table.app.test_client(), table.table.current.seq
        routes = [each for each in routes_of(table.app) if each.method == "POST"]
        taking = [each for each in routes if each.path not in TAKING_NOTHING]
        assert len(taking) > 8
        for route in taking:
            path = route.path.replace("{number}", "1")
            answer = client.post(path, data=body, headers={**OURS, "Content-Type": "application/json"})
            assert answer.status_code in (400, 404), path
            assert answer.get_json()["error"]["message"]
        assert table.table.current.seq == number
