"""What tests of the wizard look through: a real reader before pictures that a test lays down, and a panel."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from appliance.settingup import Showing
from companion.clock import Instant, Span
from tests.web.evenings import Evening
from vision.capture.video import VideoReader
from vision.frame import Frame, Image
from web.access.admission import Admission
from web.app import Doors, create_app
from web.doors.lobby import LobbyDoor
from web.doors.referee import RefereeDoor
from web.doors.settings import SettingsDoor

RECORDING = Path("vision/recordings/first-evening.mp4")


def scene(second: float) -> Image:
    """Give a picture of the bundled recording."""
    reader = VideoReader(RECORDING)
    reader.seek(Instant(round(second * 1e9)))
    reader.advance()
    image = reader.picture()
    reader.close()
    assert image is not None
    return image


def table_without_cards() -> Image:
    """Give a picture of a brown table with a little noise."""
    rng = np.random.default_rng(3)
    plain = np.full((720, 1280, 3), (60, 90, 120), np.int16) + rng.integers(-8, 9, (720, 1280, 3))
    return np.asarray(cv2.GaussianBlur(plain.astype(np.uint8), (3, 3), 0), np.uint8)


def frame(image: Image, number: int = 0) -> Frame:
    return Frame(image, Span.at(Instant(number)), number)


@dataclass
class FakePanel:
    """Buttons that are there, and lamps that count."""

    words: tuple[str, ...] = ("The jump button is on GPIO 17.",)
    buttons: tuple[str, ...] = ("jump",)
    blinks: int = 0

    def blink(self) -> None:
        self.blinks += 1


@dataclass
class Clock:
    """Time that goes on when a test says so."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Eye:
    """A real ``Showing`` that sees what a test lays down; ``decks_used``: for the next game."""

    folder: Path
    decks_used: list[str | None] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)
    showing: Showing = field(init=False)
    count: int = 0

    def __post_init__(self) -> None:
        self.showing = Showing("0", self.folder / "decks", self.decks_used.append, self.clock)

    def see(self, image: Image) -> None:
        self.count += 1
        self.clock.now += 1
        self.showing.offer(frame(image, self.count))


@dataclass
class Wizard:
    """A table with its wizard, and somebody who sits at the machine itself."""

    table: Evening
    eye: Eye
    panel: FakePanel
    file: Path
    restarts: list[int] = field(default_factory=list)
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.table.app = create_app(
            Doors(
                self.table.door,
                RefereeDoor(self.table.table, self.table.tick),
                lobby=LobbyDoor(self.table.table, self.table.tick),
                settings=SettingsDoor(self.file, lambda: self.restarts.append(1)),
                setup=(self.eye.showing, self.panel),
            ),
            admission=Admission(code="271828"),
            beat=0.05,
        )
        self.client = self.table.app.test_client()

    def page(self, path: str) -> str:
        return self.client.get(path).get_data(as_text=True)

    def tap(self, path: str, **said: str) -> TestResponse:
        found = re.search(r'name="form" value="([^"]+)"', self.page("/setup"))
        assert found
        return self.client.post(path, data={"form": found[1], **said})

    def seat(self, *names: str) -> None:
        for name in names:
            assert self.tap("/setup/players", do="join", player=name).status_code == 303

    def ticked(self) -> str:
        """Give what the page sends where one ticks that the running game may be broken off."""
        found = re.search(r'name="end" value="([^"]+)"', self.page("/setup/start"))
        assert found
        return found[1]

    def game(self) -> Mapping[str, object]:
        game = self.table.table.current.state.game
        assert game
        return game.header
