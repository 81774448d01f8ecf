"""The live feed: what a viewer is told, first, later, and after it was away."""

import json
from collections.abc import Iterator
from itertools import islice
from threading import Thread

import pytest
from flask.testing import FlaskClient

from tests.web.fake import FakeTable, opening
from web.app import Doors, create_app

Message = tuple[str, str | None, dict[str, object]]


def listen(client: FlaskClient, count: int, last: str | None = None) -> list[Message]:
    """Read so many messages of the feed and go away."""
    headers = {} if last is None else {"Last-Event-ID": last}
    answer = client.get("/events", headers=headers, buffered=False)
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    try:
        return list(islice(messages(answer.iter_encoded()), count))
    finally:
        answer.close()


def messages(chunks: Iterator[bytes]) -> Iterator[Message]:
    """Take a stream of server-sent events apart: kind, id, data."""
    for chunk in chunks:
        for block in chunk.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if line[:1] not in ("", ":"))
            if "event" in fields:
                yield fields["event"], fields.get("id"), json.loads(fields["data"])


def test_a_new_viewer_gets_a_snapshot_first(client: FlaskClient, table: FakeTable) -> None:
    [(kind, number, data)] = listen(client, 1)
    assert (kind, number, data["seq"]) == ("snapshot", "1", 1)
    assert data["view"] == client.get("/api/table").get_json()
    assert isinstance(data["screen"], dict)
    assert data["screen"]["page_title"] == "Ben’s turn · Fifty Fifty"


def test_then_every_change_with_its_number(table: FakeTable) -> None:
    stream = messages(iter(_bytes(table)))
    assert next(stream)[0] == "snapshot"
    table.happen(opening("3 11 73 80"), "Ben plays 80.")
    kind, number, data = next(stream)
    assert (kind, number, data["seq"]) == ("change", "2", 2)
    assert data["event"] == {"kind": "act", "t": 1.5, "data": {"words": "Ben plays 80."}}
    assert data["view"] == json.loads(json.dumps(data["view"])) != {}


@pytest.mark.parametrize(("last", "missed"), [(1, [2, 3, 4]), (2, [3, 4]), (3, [4])])
def test_who_comes_back_gets_exactly_what_it_missed(
    client: FlaskClient, table: FakeTable, last: int, missed: list[int]
) -> None:
    for words in ("two", "three", "four"):
        table.happen(opening(), words)
    told = listen(client, len(missed), str(last))
    assert [(kind, number) for kind, number, _ in told] == [("change", str(seq)) for seq in missed]
    assert ["view" in data for _, _, data in told] == [seq == 4 for seq in missed]


def test_who_missed_nothing_hears_only_a_sign_of_life(client: FlaskClient) -> None:
    assert listen(client, 1, "1") == [("beat", None, {"seq": 1})]


@pytest.mark.parametrize("last", ["99", "-1", "x", "²", "1" * 40, ""])
def test_a_number_that_makes_no_sense_is_a_first_visit(client: FlaskClient, last: str) -> None:
    assert listen(client, 1, last)[0][0] == "snapshot"


def test_a_script_that_opens_a_new_line_may_say_where_it_was(client: FlaskClient, table: FakeTable) -> None:
    table.happen(opening(), "two")
    answer = client.get("/events?after=1", buffered=False)
    assert next(messages(answer.iter_encoded()))[:2] == ("change", "2")
    answer.close()


def test_a_slow_viewer_holds_nobody_up_and_draws_once(table: FakeTable) -> None:
    slow, quick = messages(iter(_bytes(table))), messages(iter(_bytes(table)))
    next(slow), next(quick)
    for words in ("two", "three", "four"):
        table.happen(opening(), words)
        assert next(quick)[2]["event"] == {"kind": "act", "t": 1.5, "data": {"words": words}}
    assert ["screen" in data for _, _, data in islice(slow, 3)] == [False, False, True]


def test_when_all_seats_are_taken_a_viewer_is_told_and_a_seat_is_given_back(table: FakeTable) -> None:
    client = create_app(Doors(table), viewers=1, beat=0.05).test_client()
    first = client.get("/events", buffered=False)
    refused = client.get("/events")
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (503, "full")
    first.close()
    assert listen(client, 1)[0][0] == "snapshot"


def test_asking_for_the_head_keeps_no_seat(table: FakeTable) -> None:
    client = create_app(Doors(table), viewers=1, beat=0.05).test_client()
    for _ in range(3):
        assert client.head("/events").status_code == 200


def test_a_closed_feed_lets_its_viewers_go(table: FakeTable) -> None:
    app = create_app(Doors(table), beat=60)
    stream = messages(app.test_client().get("/events", buffered=False).iter_encoded())
    assert next(stream)[0] == "snapshot"
    heard: list[Message] = []
    listening = Thread(target=lambda: heard.extend(stream), daemon=True)
    listening.start()
    assert table.wait_for_followers(1)
    app.extensions["feed"].close()
    listening.join(timeout=5)
    assert not listening.is_alive()
    assert [kind for kind, _, _ in heard] in ([], ["beat"])


def _bytes(table: FakeTable) -> Iterator[bytes]:
    client = create_app(Doors(table), beat=5).test_client()
    return client.get("/events", buffered=False).iter_encoded()
