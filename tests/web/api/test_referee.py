"""The referee's JSON API, at a real table."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.evenings import OPENING, OURS, Evening, evening


@pytest.fixture
def table(opened: Evening) -> Evening:
    return opened


@pytest.fixture
def client(table: Evening) -> FlaskClient:
    return table.app.test_client()


def post(client: FlaskClient, route: str, body: object) -> Any:
    return client.post(route, json=body, headers=OURS)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


def test_the_acts_are_listed_in_words(client: FlaskClient) -> None:
    given = client.get("/api/acts").get_json()
    assert given["acts"][1] == {
        "at": 1,
        "words": "Ben plays 77 behind 70.",
        "act": OPENING[1],
        "t": 40.0,
        "flaw": None,
        "unsure": [],
    }
    assert (given["edits"], given["revision"], given["can_undo"], given["can_redo"]) == (4, 0, True, False)


def test_an_act_is_entered(client: FlaskClient, table: Evening) -> None:
    answer = post(client, "/api/acts", {"act": {"player": "Ben", "play": 61}})
    assert (answer.status_code, answer.get_json()) == (201, {"seq": 6})
    assert table.verbs()[-1] == {"player": "Ben", "play": 61}


def test_every_offered_act_is_taken_and_then_undone(client: FlaskClient, table: Evening) -> None:
    offers = [o for g in client.get("/api/acts/form").get_json()["groups"] for o in g["offers"]]
    assert len(offers) > 90
    for offer in offers[::10]:
        assert post(client, "/api/acts", {"act": offer["act"]}).status_code == 201
        assert post(client, "/api/undo", {}).status_code == 201
    assert table.verbs() == list(OPENING)


def test_an_illegal_act_is_refused_in_the_rules_own_words(client: FlaskClient, table: Evening) -> None:
    answer = post(client, "/api/acts", {"act": {"player": "Cem", "play": 61}})
    assert refusal(answer) == (422, "not-your-turn")
    assert answer.get_json()["error"]["message"] == (
        "it is not the turn of Cem, who cannot play 61 now; Ben is to move"
    )
    assert table.verbs() == list(OPENING)


def test_what_a_correction_changes_is_told_before_and_kept_after(client: FlaskClient, table: Evening) -> None:
    change = {"change": "replace", "at": 1, "act": {"player": "Ben", "play": 78}, "revision": 0}
    told = post(client, "/api/corrections/preview", change).get_json()["words"]
    assert told[-2:] == ["Ben has 0 instead of 1.", "Cem has 1 instead of 0."]
    assert table.verbs() == list(OPENING)
    assert post(client, "/api/corrections", change).status_code == 201
    assert table.verbs()[1] == {"player": "Ben", "play": 78}
    assert refusal(post(client, "/api/corrections", change)) == (409, "outdated")
    assert refusal(post(client, "/api/corrections/preview", change)) == (409, "outdated")


def test_what_was_looked_at_in_one_game_changes_no_later_one(client: FlaskClient, table: Evening) -> None:
    change = {"change": "replace", "at": 1, "act": {"player": "Ben", "play": 78}, "revision": 0}
    post(client, "/api/games/break-off", {})
    post(client, "/api/lobby/answers", {"answer": "again"})
    assert post(client, "/api/games", {"starter": "Ann"}).status_code == 201
    table.enter(*OPENING)
    assert refusal(post(client, "/api/corrections", change)) == (409, "outdated")
    assert table.verbs() == list(OPENING)


def test_one_is_taken_back_and_put_in_again(client: FlaskClient, table: Evening) -> None:
    post(client, "/api/corrections", {"change": "take-back", "at": 1})
    flaws = [act["flaw"] for act in client.get("/api/acts").get_json()["acts"]]
    assert flaws[0] is None
    assert flaws[1] == "it is not the turn of Cem, who cannot play 73 now; Ben is to move"
    post(client, "/api/corrections", {"change": "insert", "at": 1, "act": OPENING[1]})
    assert table.verbs() == list(OPENING)
    assert not any(act["flaw"] for act in client.get("/api/acts").get_json()["acts"])


def test_stacks_that_are_the_other_way_round_are_turned_until_nobody_doubts_them() -> None:
    header = {"game": "quick-and-easy", "players": ["Ann", "Ben"], "starter": "Ann"}
    lay = [{"stack": "up", "value": 3, "colour": "red"}, {"stack": "down", "value": 8, "colour": "blue"}]
    other = [{**lay[0], "stack": "down"}, {**lay[1], "stack": "up"}]
    with evening(header) as table:
        client = table.app.test_client()
        assert refusal(post(client, "/api/corrections", {"change": "turn"})) == (409, "conflict")
        table.enter({"player": "Ann", "lay": lay, "unsure": ["stack", "player"]})
        assert client.get("/api/acts").get_json()["turned"]["at"] == 0
        body = {"change": "turn", "revision": 0}
        told = post(client, "/api/corrections/preview", body).get_json()["words"]
        assert told[0].startswith("Act 1 now reads: Ann")
        assert post(client, "/api/corrections", body).status_code == 201
        assert table.verbs() == [{"player": "Ann", "lay": other, "unsure": ["player"]}]
        assert client.get("/api/acts").get_json()["turned"] is None
        assert refusal(post(client, "/api/corrections", body)) == (409, "conflict")


def test_undo_and_redo_know_what_their_tapper_has_seen(client: FlaskClient, table: Evening) -> None:
    edits = client.get("/api/acts").get_json()["edits"]
    assert post(client, "/api/undo", {"edits": edits}).status_code == 201
    assert refusal(post(client, "/api/undo", {"edits": edits})) == (409, "outdated")
    assert table.verbs() == list(OPENING[:-1])
    assert post(client, "/api/redo", {"edits": edits + 1}).status_code == 201
    assert refusal(post(client, "/api/redo", {})) == (409, "conflict")
    assert table.verbs() == list(OPENING)


def test_an_act_for_a_table_that_has_moved_on_is_refused_though_the_rules_allow_it(
    client: FlaskClient, table: Evening
) -> None:
    edits = client.get("/api/acts").get_json()["edits"]
    passes = [{"player": name, "play": "pass"} for name in ("Ben", "Cem", "Ann", "Ben")]
    assert post(client, "/api/acts", {"act": passes[0], "edits": edits}).status_code == 201
    table.enter(*passes[1:3])
    assert refusal(post(client, "/api/acts", {"act": passes[3], "edits": edits})) == (409, "outdated")
    assert table.verbs() == [*OPENING, *passes[:3]]
    assert post(client, "/api/acts", {"act": passes[3]}).status_code == 201


def test_the_form_of_an_earlier_act(client: FlaskClient) -> None:
    groups = client.get("/api/acts/form?at=1").get_json()["groups"]
    assert {group["player"] for group in groups if group["verb"] == "play"} == {"Ben"}
    assert refusal(client.get("/api/acts/form?at=99")) == (404, "not-found")


@pytest.mark.parametrize("at", ["-1", "x", "1.5", "９", "9999999", ""])
def test_a_place_is_a_number(client: FlaskClient, at: str) -> None:
    assert refusal(client.get(f"/api/acts/form?at={at}")) == (400, "bad-request")


def test_the_record_alone_notes_times_and_doubts(client: FlaskClient, table: Evening) -> None:
    act = {"player": "Ben", "play": 61, "t": "never", "unsure": "x", "refused": {}}
    assert post(client, "/api/acts", {"act": act}).status_code == 201
    assert table.verbs()[-1] == {"player": "Ben", "play": 61}
    change = {"change": "replace", "at": 4, "act": {**act, "play": 62}}
    assert post(client, "/api/corrections", change).status_code == 201
    assert table.verbs()[-1] == {"player": "Ben", "play": 62}


def test_a_note_is_shown_as_it_can_be_sent_back(client: FlaskClient, table: Evening) -> None:
    acts = [{"note": "hello"}, {"player": "Ben", "play": 61, "note": "laid aslant"}]
    for act in acts:
        assert post(client, "/api/acts", {"act": act}).status_code == 201
    shown = client.get("/api/acts").get_json()["acts"][-2:]
    assert [act["act"] for act in shown] == acts
    for act in shown:
        body = {"change": "replace", "at": act["at"], "act": act["act"]}
        assert post(client, "/api/corrections", body).status_code == 201
    assert table.verbs()[-2:] == acts


def test_a_changed_act_keeps_its_note_unless_it_brings_one(client: FlaskClient, table: Evening) -> None:
    table.enter({"player": "Ben", "play": 61, "note": "laid aslant"})
    change = {"change": "replace", "at": 4, "act": {"player": "Ben", "play": 62}}
    assert post(client, "/api/corrections", change).status_code == 201
    assert table.verbs()[-1] == {"player": "Ben", "play": 62, "note": "laid aslant"}
    other = {"player": "Ben", "play": 63, "note": "turned round"}
    assert post(client, "/api/corrections", {**change, "act": other}).status_code == 201
    assert table.verbs()[-1] == other
    assert post(client, "/api/corrections", {**change, "act": {"note": "hello"}}).status_code == 201
    assert post(client, "/api/corrections", change).status_code == 201
    assert table.verbs()[-1] == {"player": "Ben", "play": 62}, "a note that was all of an act goes with it"


@pytest.mark.parametrize("act", [{}, {"zz": 1}, {"flip": 99}, {"play": 173}, {"note": 7}])
def test_what_is_no_act_is_refused_alike_wherever_it_is_sent(client: FlaskClient, act: object) -> None:
    change = {"change": "replace", "at": 1, "act": act}
    insert = {**change, "change": "insert"}
    assert refusal(post(client, "/api/acts", {"act": act})) == (400, "bad-record")
    for body in (change, insert):
        assert refusal(post(client, "/api/corrections", body)) == (400, "bad-record")
        assert refusal(post(client, "/api/corrections/preview", body)) == (400, "bad-record")


def test_an_act_that_is_not_there_is_not_found(client: FlaskClient, table: Evening) -> None:
    act = {"player": "Ben", "play": 61}
    for body in (
        {"change": "take-back"},
        {"change": "replace", "act": act},
        {"change": "insert", "act": act},
    ):
        for route in ("/api/corrections", "/api/corrections/preview"):
            assert refusal(post(client, route, {**body, "at": 99})) == (404, "not-found")
            assert refusal(post(client, route, {**body, "at": -1})) == (400, "bad-record")
    assert table.verbs() == list(OPENING)


def test_what_rests_on_an_illegal_act_is_still_the_rules_affair(client: FlaskClient) -> None:
    change = {"change": "replace", "at": 1, "act": {"player": "Cem", "play": 61}}
    assert refusal(post(client, "/api/corrections", change)) == (422, "not-your-turn")


BODIES: list[object] = [
    {},
    [],
    None,
    7,
    "x",
    {"act": None},
    {"act": []},
    {"act": {}},
    {"act": {"player": "Ben"}},
    {"act": {"player": "Ben", "play": [[]]}},
    {"act": {"player": ["Ben"], "play": 5}},
    {"act": {"player": "Ben", "play": 10**300}},
    {"act": {"player": "\ud800", "play": 5}},
    {"act": {"note": "\ud800"}},
    {"act": {"reveal": {"Ben": [None]}}},
    {"act": {"reveal": 5}},
    {"change": "insert", "at": 10**30, "act": {"player": "Ben", "play": 5}},
    {"change": "replace", "at": -1, "act": {"player": "Ben", "play": 5}},
    {"change": "replace", "at": 1, "act": {"player": "Ben", "play": {"a": 1}}},
    {"change": "take-back", "at": 1.5},
    {"change": ["x"], "at": 1},
    {"change": "take-back", "at": 1, "revision": "x"},
    {"edits": "x"},
    {"edits": True},
]


@pytest.mark.parametrize("body", BODIES)
def test_nonsense_is_refused_and_changes_nothing(client: FlaskClient, table: Evening, body: object) -> None:
    before = table.table.current
    routes = ["/api/corrections", "/api/corrections/preview"]
    routes += ["/api/acts"] if not isinstance(body, dict) or "change" not in body else []
    routes += ["/api/undo", "/api/redo"] if not isinstance(body, dict) or "edits" in body else []
    for route in routes:
        answer = client.post(route, json=body, headers={**OURS, "Content-Type": "application/json"})
        assert answer.status_code in (400, 404, 415, 422), route
        assert set(answer.get_json()["error"]) == {"code", "message"}
    assert table.table.current == before


def test_without_a_game_everything_says_so() -> None:
    with evening(header=None) as table:
        client = table.app.test_client()
        assert client.get("/api/acts").get_json()["acts"] == []
        for route, body in (("/api/acts", {"act": OPENING[0]}), ("/api/undo", {}), ("/api/redo", {})):
            assert refusal(post(client, route, body)) == (409, "conflict")
        assert client.get("/acts").status_code == 200
        assert client.get("/acts/0/change").status_code == 404
