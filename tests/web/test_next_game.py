"""The next game in the same process, killed in the lobby and in the game: nothing is lost, and it goes on."""

import json
import urllib.request
from pathlib import Path

from tests.web.test_demo import _wait_until, companion

TWO = ("7", "--players", "Ann,Ben", "--host", "127.0.0.1")
"""A table without a camera: there is no camera number 7."""


def ask(address: str, path: str, body: object) -> None:
    request = urllib.request.Request(
        address + path,
        json.dumps(body).encode(),
        {"X-Companion": "1", "Content-Type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 201


def test_killed_in_the_lobby_and_in_the_next_game_the_evening_goes_on(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite3"
    with companion("serve", journal, *TWO) as (process, address):
        ask(address, "api/acts", {"act": {"player": "Ann", "play": 41}})
        ask(address, "api/games/break-off", {})
        ask(address, "api/lobby/answers", {"answer": "again"})
        ask(address, "api/lobby/players", {"player": "Cem", "new": True})
        process.kill()
    with companion("serve", journal, *TWO) as (process, address):
        _wait_until(address, lambda table: bool(table["lobby"] and len(table["lobby"]["players"]) == 3))
        ask(address, "api/games", {"game": "no-thanks"})
        ask(address, "api/acts", {"act": {"flip": 17}})
        process.kill()
    with companion("serve", journal, *TWO) as (process, address):
        _wait_until(address, lambda table: (table["game"], table["acts"]) == ("no-thanks", 1))
        with urllib.request.urlopen(address + "api/games", timeout=10) as answer:
            games = json.load(answer)["games"]
        assert [(game["facts"]["game"], game["broken"]) for game in games] == [
            ("no-thanks", False),
            ("fifty-fifty", True),
        ]
        process.kill()
