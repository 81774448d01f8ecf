"""The pages of past games and of players: what they show, what is taken home, and who may change."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from companion.records.record import read, replay
from companion.sessions.events import BreakOff, StartGame
from companion.simulation.games import play, random_header
from tests.web.evenings import OPENING, OURS, Evening, evening
from web.api.operations import OF_ANY_GAME

NASTY = "a/../b"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    """Give a table with a finished game of No Thanks! (number 1) and one of Fifty Fifty that goes on."""
    record = play(random_header("no-thanks", Random(1), 3), Random(1)).to_record()
    with evening(record.header.to_record(), folder=tmp_path) as made:
        made.enter(*[dict(act.fields) for act in record.acts])
        made.put(StartGame({"game": "fifty-fifty", "players": ["Ann", "Ben", NASTY]}, made.tick()))
        names = {"Ann": "Ann", "Ben": "Ben", "Cem": NASTY}
        made.enter(*({**act, "player": names[str(act["player"])]} for act in OPENING))
        yield made


@pytest.fixture
def client(table: Evening) -> FlaskClient:
    return table.app.test_client()


def text(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return answer.get_data(as_text=True)


def newest(client: FlaskClient) -> int:
    found: int = client.get("/api/games").get_json()["games"][0]["number"]
    return found


def test_the_list_has_every_game_and_filters(client: FlaskClient) -> None:
    assert text(client, "/history").count('class="game"') == 2
    assert text(client, "/history?game=no-thanks").count('class="game"') == 1
    assert text(client, "/history?player=a/../b").count('class="game"') == 1
    assert text(client, "/history?player=Nobody").count('class="game"') == 0
    assert "Being played" in text(client, "/history")
    assert text(client, "/history?game=nonsense&page=99999999999").count('class="game"') == 2


def test_behind_the_last_page_of_the_list_comes_none(client: FlaskClient) -> None:
    page = text(client, "/history?page=7")
    assert page.count('class="game"') == 2
    assert "No game yet" not in page
    assert "There is no such game" in text(client, "/history?player=Nobody&page=7")


def test_a_name_written_from_right_to_left_turns_nothing_beside_it_round(client: FlaskClient) -> None:
    """Without a wall of its own, such a name takes the score behind it to its other side."""
    assert f"<bdi>{NASTY}</bdi>" in text(client, "/history")


def test_a_game_is_shown_act_by_act(client: FlaskClient) -> None:
    number = newest(client)
    page = text(client, f"/history/{number}?act=3")
    assert "Act 3 of 4" in page
    moment = client.get(f"/api/games/{number}/acts/4").get_json()
    assert [card["text"] for card in moment["zones"][0]["cards"]] == ["60"]
    assert moment["changes"] == "Ann +2"
    assert [seat["name"] for seat in moment["seats"]] == ["Ann", "Ben", NASTY]
    for path in ("/history/1?act=9999", f"/api/games/{number}/acts/5", "/history/3", f"/history/{2**70}"):
        text(client, path, 404)


def test_a_correction_shows_at_once(client: FlaskClient, table: Evening) -> None:
    number = newest(client)
    client.post("/api/undo", json={}, headers=OURS)
    assert client.get(f"/api/games/{number}").get_json()["game"]["facts"]["acts"] == 3
    assert "Act 3 of 3" in text(client, f"/history/{number}")
    assert "/acts" in text(client, f"/history/{number}"), "the newest game can be mended"


def test_an_earlier_game_is_mended_by_the_same_pages_and_api(client: FlaskClient, table: Evening) -> None:
    """The game at the table knows nothing of it, and what was undone can be put back."""
    at_the_table = table.verbs()
    before = client.get("/api/games/1").get_json()
    assert "/acts?game=1" in text(client, "/history/1")
    page = text(client, "/acts?game=1")
    assert '"/api/undo?game=1"' in page
    assert 'name="game" value="1"' in text(client, "/acts/2/change?game=1")
    assert "/api/corrections?game=1" in text(client, "/acts/preview?change=take-back&at=2&game=1")
    assert client.post("/api/undo?game=1", json={}, headers=OURS).status_code == 201
    undone = client.get("/api/games/1").get_json()
    assert undone["acts"] == before["acts"][:-1]
    assert (before["game"]["facts"]["over"], undone["game"]["facts"]["over"]) == (True, False)
    assert "Nothing can be played here" not in text(client, "/acts?game=1")
    last = {key: value for key, value in before["acts"][-1]["act"].items() if key != "t"}
    assert client.post("/api/acts?game=1", json={"act": last}, headers=OURS).status_code == 201
    assert client.get("/api/games/1").get_json()["game"]["facts"] == before["game"]["facts"]
    outdated = client.post("/api/undo?game=1", json={"edits": 1}, headers=OURS)
    assert outdated.status_code == 409
    assert table.verbs() == at_the_table
    text(client, "/acts?game=3", 404)
    assert table.guest().post("/api/undo?game=1", json={}, headers=OURS).status_code == 403


def test_what_is_no_game_is_never_the_one_at_the_table(client: FlaskClient, table: Evening) -> None:
    before = table.table.current
    change = {"change": "take-back", "at": 1}
    bodies: dict[str, object] = {
        "/api/acts": {"act": {"player": "Ben", "play": 61}},
        "/api/corrections": change,
        "/api/corrections/preview": change,
        "/api/undo": {},
        "/api/redo": {},
    }
    pages = ("/acts?", "/acts/1/change?", "/acts/1/before?", "/acts/preview?change=take-back&at=1&")
    assert {*bodies, "/api/acts/form"} == set(OF_ANY_GAME)
    nonsense = dict.fromkeys(("x", "", "1x", "-1", "+1", "１"), 400)
    for game, status in {**nonsense, "999": 404, "9" * 5000: 404}.items():
        said = f"game={quote(game)}"
        for route, body in bodies.items():
            answer = client.post(f"{route}?{said}", json=body, headers=OURS)
            assert answer.status_code == status, (route, game)
            assert set(answer.get_json()["error"]) == {"code", "message"}
        for page in (*pages, "/api/acts?", "/api/acts/form?"):
            text(client, page + said, status)
    assert table.table.current == before


def test_what_is_taken_home_is_whole(client: FlaskClient) -> None:
    answer = client.get("/history/1.jsonl")
    assert "attachment" in answer.headers["Content-Disposition"]
    record = read(answer.data)
    *_, (_, end) = replay(record)
    assert end.over
    lines = list(csv.reader(taken(client, "/history/1.csv")))
    assert len(lines) == len(record.acts) + 1
    german = list(csv.reader(taken(client, "/history/1.csv?lang=de"), delimiter=";"))
    assert german[0] == lines[0], "the heading is for programs"
    assert [act[3] for act in german[1:]] == [
        act["words"] for act in client.get("/api/games/1?lang=de").get_json()["acts"]
    ]
    assert german[1][3] != lines[1][3]
    rows = list(csv.DictReader(taken(client, "/history.csv?lang=en")))
    assert len(rows) == 6
    assert rows == list(csv.DictReader(taken(client, "/history.csv?lang=de"), delimiter=";"))
    of_cem = csv.DictReader(taken(client, "/history.csv?player=Cem&lang=en"))
    assert {row["rules"] for row in of_cem} == {"no-thanks"}


def taken(client: FlaskClient, path: str) -> io.StringIO:
    """Take a table home; it says by its first character that it is UTF-8, or Excel takes it for Latin-1."""
    data = client.get(path).data
    assert data.startswith(b"\xef\xbb\xbf")
    return io.StringIO(data.decode("utf-8-sig"), newline="")


def test_a_profile_shows_what_the_games_say(client: FlaskClient) -> None:
    told = client.get("/api/players/Ann").get_json()
    assert (told["games"], told["unfinished"]) == (1, 1)
    page = text(client, "/players/Ann")
    assert "points a game" in page
    assert "From " not in page, "there is one game of its kind"
    assert "1 game that did not come to its end is not counted." in page
    text(client, "/players/Nobody", 404)


def test_every_name_has_a_page(client: FlaskClient) -> None:
    links = re.findall(r'href="(/players[^"]+)"', text(client, "/players"))
    assert len(links) == 4
    for link in links:
        assert "<h1>" in text(client, link.replace("&amp;", "&"))


def test_a_player_gets_another_name_and_none(client: FlaskClient, table: Evening) -> None:
    refused = client.post("/api/players/delete", json={"player": "Ann", "confirm": "Ann"}, headers=OURS)
    assert "still running" in refused.get_json()["error"]["message"]
    broken = client.post("/api/players/rename", json={"player": "Ann", "name": "An\u2028na"}, headers=OURS)
    assert "stands on one line" in broken.get_json()["error"]["message"]
    renamed = client.post("/api/players/rename", json={"player": "Ann", "name": "Anna"}, headers=OURS)
    assert renamed.get_json() == {"player": "Anna", "address": "/players/Anna"}
    table.settle()
    assert "Anna" in [player["name"] for player in client.get("/api/table").get_json()["players"]]
    assert {act["act"].get("player") for act in client.get("/api/acts").get_json()["acts"]} >= {"Anna"}
    missed = table.door.follow(0, timeout=1)
    assert missed
    assert not re.search(r"\bAnn\b", str([entry.event.data for entry in missed.entries]))
    table.put(BreakOff(table.tick()))
    assert client.get("/api/players/Anna").get_json()["games"] == 1
    unsure = client.post("/api/players/delete", json={"player": "Anna", "confirm": "anna"}, headers=OURS)
    words = "This is not the name; write “Anna” exactly as it stands here."
    assert (unsure.status_code, unsure.get_json()["error"]["message"]) == (400, words)
    gone = client.post("/api/players/delete", json={"player": "Anna", "confirm": "Anna"}, headers=OURS)
    assert gone.get_json() == {"player": "Someone 1", "left": []}
    pages = ("history", "history/1", "players", "history.csv", "history/1.jsonl", "standings", "api/table")
    assert not [page for page in pages if "Ann" in text(client, f"/{page}")]
    text(client, "/players/Someone%201", 404)


def test_a_player_who_never_played_is_not_found_and_one_who_plays_is_in_the_way(client: FlaskClient) -> None:
    def refusal(what: str, **body: str) -> tuple[int, str]:
        answer = client.post(f"/api/players/{what}", json=body, headers=OURS)
        return answer.status_code, answer.get_json()["error"]["code"]

    assert refusal("rename", player="Zoe", name="Zora") == (404, "not-found")
    assert refusal("rename", player="Zoe", name="Zoe") == (404, "not-found")
    assert refusal("delete", player="Zoe", confirm="Zoe") == (404, "not-found")
    assert refusal("rename", player="Ann", name="Ben") == (409, "conflict")
    assert refusal("delete", player="Ann", confirm="Ann") == (409, "conflict")
    assert refusal("rename", player="Ann", name=" ") == (400, "bad-record")


@pytest.mark.parametrize("path", ["/api/players/rename", "/api/players/delete"])
def test_only_a_referee_changes_names(table: Evening, path: str) -> None:
    body = {"player": "Cem", "name": "Zoe", "confirm": "Cem"}
    assert table.guest().post(path, json=body, headers=OURS).status_code == 403
    assert table.app.test_client().get("/api/players/Cem").status_code == 200
    assert table.app.test_client().post(path, json={"player": 7}, headers=OURS).status_code == 400


def test_pages_are_small_and_have_landmarks(client: FlaskClient) -> None:
    for path in ("/standings", "/history", "/history/1", "/players", "/players/Ann"):
        page = text(client, path)
        assert len(page) < 60_000
        assert page.count("<h1") == page.count("<main") == page.count('<nav class="pages"') == 1


def test_names_written_from_right_to_left_stand_walled_off_wherever_they_stand_by_words(
    tmp_path: Path,
) -> None:
    dana, walled = "\u05d3\u05e0\u05d4", "\u2068\u05d3\u05e0\u05d4\u2069"
    header = {"game": "fifty-fifty", "players": [dana, "Ben", "Cem"], "starter": dana, "rules": {}}
    with evening(header, folder=tmp_path) as table:
        table.enter({"player": dana, "play": 73}, {"player": "Ben", "play": 80})
        client = table.app.test_client()
        assert f"{walled} jumps with 30" in text(client, "/acts")
        assert f"{walled} starts the row with 73" in text(client, "/history/1?act=1")
        assert f"<bdi>{dana}</bdi>" in text(client, "/history/1")
        assert f"{walled} starts the row" in text(client, "/history/1.csv")
        assert f",{dana}," in text(client, "/history/1.csv"), "a cell of its own is as it is"
        change = {"change": "take-back", "at": 0, "revision": 0}
        answer = client.post("/api/corrections/preview", json=change, headers={"X-Companion": "1"})
        assert all(walled in line for line in answer.get_json()["words"] if dana in line)
        assert any(walled in line for line in answer.get_json()["words"])
        table.put(BreakOff(table.tick()))
        assert walled in text(client, "/standings")
