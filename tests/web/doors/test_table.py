import threading
import time
from collections.abc import Callable, Iterator

import pytest

from companion.clock import Instant
from companion.following.brain import GameDecider
from companion.sessions.events import EnterAct, StartGame
from companion.sessions.session import Session
from companion.table import Table
from companion.views.present import view_of
from companion.views.table_view import NoteView, TableView
from tests.companion.memory_journal import MemoryJournal
from web.doors.table import TableDoor

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}


@pytest.fixture
def table() -> Iterator[Table[Session]]:
    with Table(MemoryJournal(), GameDecider()) as running:
        running.ask(StartGame(HEADER, Instant(0)))
        yield running


def play(table: Table[Session], player: str, number: int) -> None:
    table.ask(EnterAct({"player": player, "play": number}, Instant(1)))


def test_news_come_with_the_view_after_them(table: Table[Session]) -> None:
    with TableDoor(table, lambda _: None) as door:
        play(table, "Ann", 11)
        news = door.follow(1, timeout=5)
        assert news
        assert [entry.seq for entry in news.entries] == [2]
        assert [card.text for card in news.view.zones[0].cards] == ["11"]
        assert door.view() == news.view


def test_whoever_comes_back_gets_all_that_was_missed(table: Table[Session]) -> None:
    play(table, "Ann", 11)
    play(table, "Ben", 15)
    with TableDoor(table, lambda _: None) as door:
        news = door.follow(0, timeout=5)
    assert news
    assert [entry.seq for entry in news.entries] == [1, 2, 3]


def test_nothing_new_is_none_and_a_closing_door_keeps_nobody_waiting(table: Table[Session]) -> None:
    with TableDoor(table, lambda _: None) as door:
        assert door.follow(1, timeout=0) is None
        heard: list[object] = []
        waiting = threading.Thread(target=lambda: heard.append(door.follow(1, timeout=60)))
        waiting.start()
    waiting.join(timeout=5)
    assert heard == [None]


def test_a_press_is_handed_on(table: Table[Session]) -> None:
    pressed: list[str] = []
    TableDoor(table, pressed.append).press("jump")
    assert pressed == ["jump"]


def test_a_door_that_let_all_go_still_shows_the_table(table: Table[Session]) -> None:
    with TableDoor(table, lambda _: None) as door:
        door.let_go()
        assert door.follow(1, timeout=60) is None
        play(table, "Ann", 11)
        while door.view().seq < 2:
            door.follow(1, timeout=5)
        assert [card.text for card in door.view().zones[0].cards] == ["11"]


def test_a_table_that_cannot_be_shown_is_said_and_shown_once_it_can(
    table: Table[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbling(session: Session, seq: int) -> TableView:
        if seq in stumbled_over:
            raise KeyError("a fault of ours")
        return view_of(session, seq)

    monkeypatch.setattr("web.doors.table.view_of", stumbling)
    stumbled_over = {3}
    with TableDoor(table, lambda _: None) as door:
        play(table, "Ann", 11)
        play(table, "Ben", 15)
        note = until(lambda: door.view().attention)
        assert note
        assert "What stands here is old" in note.message
        play(table, "Ann", 20)
        assert door.follow(3, timeout=5)
        news = door.follow(1, timeout=5)
        assert news
        assert [entry.seq for entry in news.entries] == [2, 3, 4], "nobody misses what could not be shown"
        assert door.view().attention is None
    stumbled_over = {4}
    with TableDoor(table, lambda _: None) as door:
        assert door.view().attention == note, "nor does it keep the dashboard from opening"


def until(told: Callable[[], NoteView | None]) -> NoteView | None:
    """Wait until something is said, five seconds at most."""
    for _ in range(500):
        if told():
            break
        time.sleep(0.01)
    return told()
