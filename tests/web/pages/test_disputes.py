"""The pages about disputes: who sees what, and the table's own ruling by a referee's tap."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.clock import Instant
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore, clip_name
from companion.disputes.dispute import ClaimOutcome, Dispute
from companion.evidence import Sighting
from companion.following.brain import GameDecider
from companion.sessions.events import EventKind, StartGame
from companion.storage.journal import Journal
from companion.table import Table
from tests.companion.disputes.samples import JPEG, close, stills
from tests.companion.drawn import arrival, table
from tests.companion.evening import HEADER, SEATS
from tests.web.evenings import CODE, ELSEWHERE, OURS
from web.access.admission import Admission
from web.app import Doors, create_app
from web.doors.disputes import DisputesDoor
from web.doors.referee import RefereeDoor
from web.doors.table import TableDoor


class Dining:
    """A table at which a claim was too close to call, with its dashboard."""

    def __init__(self, folder: Path, parts: ExitStack) -> None:
        journal = parts.enter_context(Journal.open(folder / "games.sqlite3"))
        journal.append(close().events)
        self.table = parts.enter_context(Table(journal, GameDecider()))
        self.book = DisputeBook(reading(journal), ClipStore.beside(journal.path))
        self.book.clips.save(clip_name(self.dispute), stills(2.3, 2.4, 2.467))
        now = 60_000_000_000
        door = parts.enter_context(TableDoor(self.table, lambda _: None))
        self.app = create_app(
            Doors(
                door,
                RefereeDoor(self.table, lambda: Instant(now)),
                disputes=DisputesDoor(self.table, self.book, lambda: Instant(now)),
            ),
            admission=Admission(code=CODE),
        )

    @property
    def dispute(self) -> Dispute:
        return self.book.all()[-1]

    def client(self, elsewhere: bool = False) -> FlaskClient:
        client = self.app.test_client()
        if elsewhere:
            client.environ_base.update(ELSEWHERE)
        return client

    def see(self, *sightings: Sighting) -> None:
        for sighting in sightings:
            self.table.ask(sighting)

    def rule(self, client: FlaskClient, **body: object) -> int:
        path = f"/api/disputes/{self.dispute.number}/ruling"
        return client.post(path, json=body, headers=OURS).status_code


@pytest.fixture
def dining(tmp_path: Path) -> Iterator[Dining]:
    with ExitStack() as parts:
        yield Dining(tmp_path, parts)


def page(dining: Dining, elsewhere: bool = False) -> str:
    return dining.client(elsewhere).get(f"/disputes/{dining.dispute.number}").text


def test_the_list_leads_to_each_dispute(dining: Dining) -> None:
    said = dining.client().get("/disputes").text
    assert "Cleo’s 3 on 53" in said
    assert f'href="/disputes/{dining.dispute.number}"' in said
    assert 'aria-current="page"' in said
    newest = dining.client().get("/disputes/newest")
    assert newest.headers["Location"] == f"/disputes/{dining.dispute.number}"


def test_without_disputes_the_newest_is_the_list(tmp_path: Path) -> None:
    with ExitStack() as parts:
        dining = Dining(tmp_path, parts)
        dining.app = create_app(
            Doors(
                TableDoor(dining.table, lambda _: None),
                disputes=DisputesDoor(
                    dining.table, DisputeBook(lambda _: (), dining.book.clips), lambda: Instant(0)
                ),
            )
        )
        assert dining.client().get("/disputes/newest").headers["Location"] == "/disputes"
        assert "No jump was ruled on yet" in dining.client().get("/disputes").text
        assert dining.client().get("/disputes/1").status_code == 404


def test_a_referee_steps_through_the_pictures(dining: Dining) -> None:
    number = dining.dispute.number
    said = page(dining)
    assert f"/disputes/{number}/2.jpg" in said
    assert "data-stage" in said
    response = dining.client().get(f"/disputes/{number}/1.jpg")
    assert (response.data, response.mimetype) == (JPEG + b"2.4", "image/jpeg")
    assert response.headers["Cache-Control"] == "no-store"
    assert dining.client().get(f"/disputes/{number}/9.jpg").status_code == 404
    assert dining.client().get(f"/disputes/{number + 1}/0.jpg").status_code == 404


def test_an_onlooker_reads_the_ruling_but_sees_no_pictures(dining: Dining) -> None:
    number = dining.dispute.number
    said = page(dining, elsewhere=True)
    assert "Too close to call" in said
    assert "only a referee" in said
    assert ".jpg" not in said
    assert "own-ruling" not in said
    onlooker = dining.client(elsewhere=True)
    for path in (f"/disputes/{number}/0.jpg", f"/disputes/{number}/dispute.html"):
        response = onlooker.get(path)
        assert response.status_code == 403
        assert JPEG not in response.data
    assert dining.rule(onlooker, counts=False) == 403
    assert onlooker.post("/api/pause", json={"on": True}, headers=OURS).status_code == 403


def test_the_file_to_take_away_stands_alone(dining: Dining) -> None:
    number = dining.dispute.number
    response = dining.client().get(f"/disputes/{number}/dispute.html")
    assert response.headers["Content-Disposition"] == f'attachment; filename="dispute-{number}.html"'
    assert response.headers["Cache-Control"] == "no-store"
    assert response.text.count("data:image/jpeg;base64,") == 3
    assert "/static/" not in response.text


def test_style_and_script_come_from_here(dining: Dining) -> None:
    client = dining.client()
    assert client.get("/disputes/assets/dispute.js").mimetype == "text/javascript"
    assert client.get("/disputes/assets/dispute.css").mimetype == "text/css"
    assert client.get("/disputes/assets/../page.py").status_code == 404
    assert client.get("/disputes/assets/sheet.css").status_code == 404


def test_the_table_rules_that_it_counts(dining: Dining) -> None:
    assert "Cleo’s jump counts" in page(dining)
    assert 'data-urgent="true"' in page(dining)
    assert dining.rule(dining.client(), counts=True, by="Cleo") == 201
    assert (dining.dispute.outcome, dining.dispute.referee) == (ClaimOutcome.JUMP, True)
    game = dining.table.current.state.game
    assert game
    assert game.acts[-1].line["jump"] == 3
    said = page(dining)
    assert "The table ruled: the jump counts." in said
    assert 'data-urgent="false"' in said


def test_the_table_rules_that_it_does_not_count(dining: Dining) -> None:
    assert dining.rule(dining.client(), counts=False) == 201
    assert dining.dispute.outcome is ClaimOutcome.NO_JUMP
    game = dining.table.current.state.game
    assert game
    assert game.acts[-1].line["play"] == 55


def test_once_the_game_has_gone_on_there_is_nothing_to_rule(dining: Dining) -> None:
    dining.see(table("53 55", 5.0, removed_at=4.8), table("53 55 60", 8.0, arrival("60", 7.5)))
    assert "own-ruling" not in page(dining)
    assert dining.rule(dining.client(), counts=True) == 409
    dining.table.ask(StartGame(HEADER, Instant(10**11), SEATS))
    assert dining.rule(dining.client(), counts=True) == 409


@pytest.mark.parametrize("body", [{}, {"counts": "yes"}, {"counts": True, "by": 3}])
def test_a_wish_that_cannot_be_read_says_what_is_right(dining: Dining, body: dict[str, object]) -> None:
    assert dining.rule(dining.client(), **body) == 400


def test_a_referee_lets_the_game_wait_and_go_on(dining: Dining) -> None:
    client = dining.client()
    assert client.post("/api/pause", json={"on": True}, headers=OURS).status_code == 201
    assert dining.table.current.state.paused is not None
    assert client.post("/api/pause", json={"on": False}, headers=OURS).status_code == 201
    assert dining.table.current.state.paused is None
    assert client.post("/api/pause", json={"on": 1}, headers=OURS).status_code == 400
    assert EventKind.RESUMED in [event.kind for _, event in dining.table.since(0)]


def test_the_table_view_leads_to_the_newest_dispute(dining: Dining) -> None:
    said = dining.client().get("/").text
    assert 'href="/disputes/newest"' in said
    assert 'id="go-on" hidden' in said
