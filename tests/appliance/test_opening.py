"""What is said when a table opens: what is there, where its dashboard is, how one becomes referee."""

import io
import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import appliance.logs
from appliance import opening
from appliance.ending import Ends
from appliance.opening import Evening
from appliance.plan import Plan
from companion.errors import SettingsError
from companion.storage.journal import Journal
from web.serving.qr import Reach

pytestmark = pytest.mark.usefixtures("log_as_before")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def evening(network_name: str | None = "tabletop") -> Evening:
    """Give an evening as far as its welcome looks at it; it says what it says in the log."""
    parts: dict[str, Any] = {
        "plan": SimpleNamespace(network_name=network_name),
        "admission": SimpleNamespace(words="The code is 123 456."),
        "say": appliance.logs.set_up("people"),
    }
    return cast(Evening, SimpleNamespace(**parts))


def welcome(monkeypatch: pytest.MonkeyPatch, host: str, screen: io.StringIO) -> list[str]:
    """Give the lines of the welcome of a server that listens there."""
    monkeypatch.setattr(opening, "own_addresses", lambda: ("10.0.0.3", "fd00::3"))
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", heard := io.StringIO())
    server = cast(Any, SimpleNamespace(host=host, port=8000, address=f"http://{host}:8000/"))
    opening._welcome(evening(), server, ("Jump button on GPIO 17.",))
    return heard.getvalue().splitlines()


def test_where_other_devices_may_come_all_addresses_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert welcome(monkeypatch, "0.0.0.0", io.StringIO()) == [
        "Jump button on GPIO 17.",
        "The table is on http://0.0.0.0:8000/",
        "On a tablet: http://10.0.0.3:8000/",
        "On a tablet: http://tabletop.local:8000/",
        "The code is 123 456.",
    ]


def test_a_table_of_this_machine_alone_names_no_tablet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [line for line in welcome(monkeypatch, "127.0.0.1", Screen()) if "tablet" in line]


@pytest.mark.parametrize(
    ("host", "network_name", "reach"),
    [
        ("0.0.0.0", "tabletop", Reach(name="tabletop.local")),
        ("0.0.0.0", None, Reach()),
        ("10.0.0.3", "tabletop", Reach()),
        ("127.0.0.1", "tabletop", Reach(alone=True)),
        ("::1", None, Reach(alone=True)),
        ("localhost", None, Reach(alone=True)),
        ("tabletop.example", None, Reach()),
    ],
)
def test_other_devices_are_told_where_they_come_in(host: str, network_name: str | None, reach: Reach) -> None:
    plan = cast(Plan, SimpleNamespace(host=host, network_name=network_name))
    assert opening._reach(plan) == reach


def test_on_a_screen_the_address_is_a_square_code_too(monkeypatch: pytest.MonkeyPatch) -> None:
    said = welcome(monkeypatch, "0.0.0.0", Screen())
    at = said.index("On a tablet: http://10.0.0.3:8000/")
    code = said[at + 1 : said.index("On a tablet: http://tabletop.local:8000/")]
    assert len(code) > 10
    assert {len(line) for line in code} == {len(code[0])}
    assert not [line for line in said if "\\u" in line]


def test_settings_with_which_the_next_start_would_fail_are_refused(tmp_path: Path) -> None:
    letter, other = tmp_path / "letter", tmp_path / "other.sqlite3"
    letter.write_text("Dear Ann")
    own = Plan(tmp_path / "own.sqlite3", None, (), "0", "", 0, settings=tmp_path / "settings.toml")
    door = opening._settings(own, Ends())
    assert door
    with Journal.open(own.journal), Journal.open(other), socket.create_server(("", 0)) as taken:
        for key, value, says in (
            ("storage.journal", str(letter), "is no journal"),
            ("storage.journal", str(letter / "games.sqlite3"), "cannot be opened"),
            ("storage.journal", str(other), "Another companion"),
            ("dashboard.port", str(taken.getsockname()[1]), "cannot listen .* end what listens there"),
            ("dashboard.host", "192.0.2.1", "cannot listen on “192.0.2.1”"),
        ):
            with pytest.raises(SettingsError, match=says):
                door.change({key: value})
        assert not door.path.exists()
        assert not list(tmp_path.glob("letter.*"))
        assert door.change({"storage.journal": str(own.journal), "dashboard.host": "127.0.0.1"}) == 2
