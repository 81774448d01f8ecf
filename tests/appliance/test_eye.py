"""The eye lays its frames down for the wizard, and reads each game with the deck that is chosen by then."""

import logging
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import pytest

from appliance import eye as eyes
from appliance.eye import Eye
from appliance.notify import Heart
from appliance.timeline import LiveTime
from companion.clock import Instant
from companion.following.brain import GameDecider
from companion.observing.questions import SEES
from companion.sessions.events import CameraState, StartGame
from companion.state_folder import decks_folder
from companion.table import Table
from tests.companion.memory_journal import MemoryJournal
from tests.vision.decks.lessons import taught_nothing
from tests.vision.decks.test_store import deck
from tests.web.wizard import frame
from vision.decks import learn
from vision.decks.store import save
from vision.frame import Frame

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}


class Frames:
    """A source of some dark frames; before each it lets the test do something."""

    name, realtime = "frames", True

    def __init__(self, *before: Any) -> None:
        self._before = before

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def __iter__(self) -> Iterator[Frame]:
        for number, act in enumerate(self._before):
            act()
            yield frame(np.zeros((72, 128, 3), np.uint8), number)


class Tap:
    """Keeps no pictures."""

    def offer(self, frame: Frame, moving: bool) -> None:
        pass


def test_frames_are_shown_and_the_next_game_is_read_with_the_deck_chosen_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[Frame] = []
    decks: list[str | None] = []
    with Table(MemoryJournal(), GameDecider()) as table:

        def begin() -> None:
            table.ask(StartGame(HEADER, Instant(table.current.seq)))

        def choose() -> None:
            made.deck = "Ours"

        source = Frames(lambda: None, begin, choose, begin)
        made = Eye(table, source, LiveTime(0), Heart(60), [], Tap(), None, shown.append)  # type: ignore[arg-type]
        readers = eyes.Eye._reader

        def noted(self: Eye, game: str) -> Any:
            decks.append(self.deck)
            return readers(self, game)

        monkeypatch.setattr(Eye, "_reader", noted)
        made.follow()
    assert [each.number for each in shown] == [0, 1, 2, 3]
    assert decks == [None, "Ours"]


def test_what_is_wrong_with_the_picture_is_put_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.eye.Adviser.see", lambda self, *_: setattr(self, "message", "Blurred."))
    monkeypatch.setattr(
        "appliance.eye.Watcher.dark", property(lambda _: False, lambda _, dark: None), raising=False
    )
    with Table(MemoryJournal(), GameDecider()) as table:
        table.ask(StartGame(HEADER, Instant(0)))
        source = Frames(lambda: None, lambda: None)
        made = Eye(table, source, LiveTime(0), Heart(60), [], Tap())  # type: ignore[arg-type]
        heard: list[Any] = []
        monkeypatch.setattr(table, "submit", heard.append)
        made.follow()
    assert [(said.ok, said.message) for said in heard if isinstance(said, CameraState)][:2] == [
        (True, SEES),
        (False, "Blurred."),
    ]


def test_a_deck_that_is_taught_again_is_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(learn, "taught", taught_nothing)
    save(decks_folder(), deck("Oma"))
    with Table(MemoryJournal(), GameDecider()) as table, caplog.at_level(logging.INFO):
        made = Eye(table, Frames(), LiveTime(0), Heart(60), [], Tap(), "Oma")  # type: ignore[arg-type]
        for _ in range(2):
            assert made._reader("fifty-fifty").passes
    assert len([r for r in caplog.records if "'Oma' was learnt with other neural nets" in r.message]) == 1
