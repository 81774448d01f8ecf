"""A camera that stalls, loses frames, turns black, changes size, goes away or ends: no act is invented."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self, cast

import pytest

from appliance import eye as eyes
from appliance.eye import Eye, teller
from appliance.notify import Heart
from appliance.timeline import LiveTime
from companion.clock import Instant, Span, instant
from companion.errors import SourceError
from companion.evidence import Quad, SeenCard, Side
from companion.following.brain import GameDecider
from companion.records.game import Played
from companion.sessions.events import CameraState, StartGame
from companion.sessions.session import Session
from companion.table import Table
from tests.appliance.test_eye import Tap
from tests.companion.memory_journal import MemoryJournal
from tests.vision.stage import RATE, SIZE, Stage, StageReader
from vision.capture.live import SourceNews, SourceState
from vision.frame import Frame, Image
from vision.memory.remembering import ROW
from vision.watching.steady import Watcher

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}
CALM = 48
"""The frame from which on the table is at rest for a while, with two cards on it."""


def evening() -> Stage:
    """Ann, in the west, lays 12, Ben, in the east, 40, and Ann 73."""
    stage = Stage()
    stage.rest(4)
    for face, x, side in (("12", 150.0, Side.WEST), ("40", 240.0, Side.EAST), ("73", 330.0, Side.WEST)):
        stage.lay(face, (x, 150.0), side)
        stage.rest(12)
    return stage


class ScaledReader(StageReader):
    """Reads what lies on the stage in a picture of any size."""

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        by = image.shape[1] / SIZE[0]
        return tuple(
            replace(card, quad=cast(Quad, tuple((x * by, y * by) for x, y in card.quad)))
            for card in super().read(image)
        )


Shot = tuple[int, float, Image | None]
"""The number of the stage's frame, when it comes (s), and the picture; None: the camera goes away."""


@dataclass
class Camera:
    """Gives shots; where it goes away it has to be opened again."""

    shots: list[Shot]
    reader: ScaledReader
    name: str = "pretended"
    realtime: bool = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def stop(self) -> None:
        self.shots.clear()

    def __iter__(self) -> Iterator[Frame]:
        while self.shots:
            number, at, image = self.shots.pop(0)
            if image is None:
                raise SourceError("the camera is gone")
            self.reader.number = number
            yield Frame(image, Span.at(instant(at)), round(at * 100))


def plain(stage: Stage) -> list[Shot]:
    return [(number, number / RATE, image) for number, (image, _) in enumerate(stage.frames)]


def later(shots: list[Shot], by: float) -> list[Shot]:
    return [(number, at + by, image) for number, at, image in shots]


def amid(shots: list[Shot], change: Callable[[Image], Image | None], count: int) -> list[Shot]:
    """Put some changed pictures of the table at rest between the others."""
    number, at, image = shots[CALM]
    assert image is not None
    between: list[Shot] = [(number, at + (i + 1) / RATE, change(image)) for i in range(count)]
    return [*shots[: CALM + 1], *between, *later(shots[CALM + 1 :], count / RATE)]


TROUBLES: dict[str, Callable[[list[Shot]], list[Shot]]] = {
    "none": lambda shots: shots,
    "stalls for ten seconds": lambda shots: [*shots[:CALM], *later(shots[CALM:], 10.0)],
    "loses every third frame": lambda shots: [shot for i, shot in enumerate(shots) if i % 3],
    "turns black for a while": lambda shots: amid(shots, lambda image: image * 0, 30),
    "turns black again and again": lambda shots: [
        (n, at, image * 0 if image is not None and n % 9 == 0 else image) for n, at, image in shots
    ],
    "gives smaller pictures for a while": lambda shots: amid(shots, lambda image: image[::2, ::2].copy(), 20),
    "is black while a card is laid": lambda shots: [
        (n, at, image * 0 if image is not None and 31 <= n < 45 else image) for n, at, image in shots
    ],
    "loses a second while a card is laid": lambda shots: [*shots[:31], *shots[46:]],
    "goes away for a moment": lambda shots: amid(shots, lambda image: None, 1),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_whatever_the_camera_does_each_card_is_told_once_and_nothing_else(
    trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = evening()
    told = followed(TROUBLES[trouble](plain(stage)), stage, monkeypatch)
    assert [(act.line["player"], act.line["play"]) for act in told] == [("Ann", 12), ("Ben", 40), ("Ann", 73)]


@pytest.mark.parametrize("share", [0.3, 0.5, 0.75, 0.95])
def test_a_camera_that_ends_anywhere_leaves_the_acts_before_it(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = evening()
    shots = plain(stage)
    told = followed(shots[: round(share * len(shots))], stage, monkeypatch)
    assert [act.line["play"] for act in told] == [12, 40, 73][: len(told)]
    assert len(told) <= sum(at <= share * len(shots) for at in stage.touched.values())


def followed(shots: list[Shot], stage: Stage, monkeypatch: pytest.MonkeyPatch) -> tuple[Played, ...]:
    """Follow the shots through the whole way from the camera to the game; gives its acts."""
    reader = ScaledReader(stage)
    monkeypatch.setattr(eyes, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(Eye, "_made_for", lambda self, game: Watcher(reader, memory=ROW))
    with Table[Session](MemoryJournal(), GameDecider()) as table:
        table.ask(StartGame(HEADER, Instant(0), ("west", "east")))
        tap: Any = Tap()
        Eye(table, Camera(shots, reader), LiveTime(0), Heart(60), [], tap).follow()
    game = table.current.state.game
    assert game
    return game.acts


def test_a_loss_and_a_return_stand_in_the_log_and_on_the_table(caplog: pytest.LogCaptureFixture) -> None:
    told: list[CameraState] = []
    report = teller(told.append, offset=0)
    with caplog.at_level("INFO"):
        report(SourceNews(SourceState.LOST, "Camera 0 is lost."))
        report(SourceNews(SourceState.BACK, "Camera 0 is back."))
    assert [(state.ok, str(state.message)) for state in told] == [
        (False, "Camera 0 is lost."),
        (True, "Camera 0 is back."),
    ]
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", "Camera 0 is lost."),
        ("INFO", "Camera 0 is back."),
    ]
