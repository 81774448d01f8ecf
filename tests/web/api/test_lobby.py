"""Between two games, asked by programs: what is said, who sits down, what begins – and who may do it."""

from collections.abc import Iterator

import pytest

from companion.clock import Instant
from companion.sessions.events import BreakOff
from tests.web.evenings import OPENING, OURS, Evening, evening

CHANGES = [
    ("POST", "/api/lobby/answers", {"answer": "again"}),
    ("POST", "/api/lobby/players", {"player": "Dia"}),
    ("DELETE", "/api/lobby/players", {"player": "Ann"}),
    ("POST", "/api/games", {}),
    ("POST", "/api/games/break-off", {}),
]


@pytest.fixture
def table() -> Iterator[Evening]:
    with evening() as made:
        made.enter(*OPENING)
        made.put(BreakOff(made.tick()))
        made.settle()
        yield made


def ask(table: Evening, path: str, body: object, method: str = "POST") -> int:
    answer = table.app.test_client().open(path, method=method, json=body, headers=OURS)
    table.settle()
    return answer.status_code


def test_a_whole_way_from_one_game_to_the_next(table: Evening) -> None:
    assert ask(table, "/api/lobby/answers", {"player": "Ann", "answer": "leave"}) == 201
    assert ask(table, "/api/lobby/answers", {"answer": "again"}) == 201
    assert ask(table, "/api/lobby/players", {"player": "Dia", "place": 0, "new": True}) == 201
    lobby = table.door.view().lobby
    assert lobby
    assert [who.name for who in lobby.players] == ["Dia", "Ben", "Cem"]
    assert ask(table, "/api/lobby/players", {"player": "Cem"}, "DELETE") == 201
    assert ask(table, "/api/games", {"game": "fifty-fifty", "starter": "Ben"}) == 201
    view = table.door.view()
    assert [player.name for player in view.players] == ["Dia", "Ben"]
    assert view.lobby is None


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/lobby/answers", {"answer": "perhaps"}, 400),
        ("/api/lobby/answers", {"answer": "again", "player": "Zoe"}, 422),
        ("/api/lobby/answers", {"answer": "again", "player": 7}, 400),
        ("/api/lobby/answers", [], 400),
        ("/api/lobby/players", {"player": "Dia"}, 409),
        ("/api/lobby/players", {"player": "Dia", "place": True}, 400),
        ("/api/lobby/players", {"player": "Dia", "new": 1}, 400),
        ("/api/lobby/players", {}, 400),
        ("/api/games", {}, 409),
        ("/api/games", {"rules": 7}, 400),
        ("/api/games/break-off", {}, 409),
    ],
)
def test_what_makes_no_sense_is_refused(table: Evening, path: str, body: object, status: int) -> None:
    assert ask(table, path, body) == status


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_only_a_referee_changes_anything(method: str, path: str, body: object, table: Evening) -> None:
    before = table.table.current.seq
    answer = table.guest().open(path, method=method, json=body, headers=OURS)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "referee-only")
    assert table.table.current.seq == before


def test_an_onlooker_sees_the_lobby_and_no_buttons(table: Evening) -> None:
    page = table.guest().get("/standings").get_data(as_text=True)
    assert "Ann" in page
    assert "data-post" not in page
    assert "data-post" in table.app.test_client().get("/standings").get_data(as_text=True)


def test_a_new_name_that_breaks_a_line_is_refused_in_words(table: Evening) -> None:
    ask(table, "/api/lobby/answers", {"answer": "again"})
    body = {"player": "D\nia"}
    answer = table.app.test_client().post("/api/lobby/players", json=body, headers=OURS)
    assert answer.status_code == 400
    assert "stands on one line" in answer.get_json()["error"]["message"]
    assert ask(table, "/api/lobby/players", {"player": "Dia\n"}) == 201


def test_one_name_typed_in_two_ways_waits_once(table: Evening) -> None:
    ask(table, "/api/lobby/answers", {"answer": "again"})
    for typed in ("Zoe\u0308", "Zo\xeb", "Zoe\u0308"):
        assert ask(table, "/api/lobby/players", {"player": typed}) == 201
    lobby = table.table.current.state.between.lobby
    assert lobby
    assert [name for name in lobby.players if "Zo" in name] == ["Zo\xeb"]


def test_names_are_written_as_text_never_as_markup() -> None:
    nasty = "<b>\"&'x"
    header = {"game": "fifty-fifty", "players": [nasty, "Ben"], "starter": nasty}
    with evening(header) as table:
        table.put(BreakOff(Instant(10**11)))
        table.settle()
        page = table.app.test_client().get("/standings").get_data(as_text=True)
        assert "<b>" not in page
        assert "&lt;b&gt;" in page
