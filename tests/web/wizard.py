"""What tests of the wizard look through: a real reader before pictures that a test lays down, and a panel."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from appliance.settingup import Showing
from companion.clock import Instant, Span
from vision.capture.video import VideoReader
from vision.frame import Frame, Image

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
