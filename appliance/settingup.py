"""Wires the set-up wizard: the camera's newest frame to whoever asks for a look, a deck's lesson to the disk.

The eye only lays each frame down here; whatever costs time is done by whoever asks, twice a second at most.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from appliance.lesson import DeckLesson
from companion.errors import SettingsError
from companion.language import Text
from hardware.lamps import Signal
from hardware.panel import Panel
from vision.capture.v4l2 import cameras
from vision.decks import store as deck_store
from vision.frame import Frame, Image
from vision.hints import hints
from vision.pipeline import Reader
from vision.readers import make_reader
from vision.watching.again import Again
from web.doors.setup import Advice, CameraChoice, Lesson, Look

APART = 0.5
"""Seconds between two looks."""

KEPT_LOOKS = 4
WIDEST = 960
"""Pixels of the pictures that leave the machine."""

QUALITY = 80

_log = logging.getLogger(__name__)


def jpeg(image: Image, widest: int = WIDEST) -> bytes:
    """Give a BGR picture as JPEG bytes, no wider than this."""
    scale = min(1.0, widest / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done, "any picture can be a JPEG"
    return data.tobytes()


@dataclass(slots=True)
class Showing:
    """The table's camera for the wizard (``web.doors.setup.SetupEye``).

    ``source``: what the settings call the camera; ``folder``: where decks are kept. ``on_deck`` hears which
    deck the next game is read with.
    """

    source: str
    folder: Path
    on_deck: Callable[[str | None], None] = lambda _: None
    clock: Callable[[], float] = time.monotonic
    _frame: Frame | None = None
    _looks: deque[Look] = field(default_factory=lambda: deque(maxlen=KEPT_LOOKS))
    _of: tuple[Frame, str, str | None] | None = None
    _at: float = 0.0
    _readers: dict[tuple[str, str | None], Again] = field(default_factory=dict)
    _turn: Lock = field(default_factory=Lock)
    _lesson: DeckLesson | None = None

    def offer(self, frame: Frame) -> None:
        """Take a frame of the eye: only keeps it."""
        self._frame = frame

    def cameras(self) -> tuple[CameraChoice, ...]:
        """Give the cameras that are there."""
        return tuple(CameraChoice(str(each.path), each.card) for each in cameras())

    def look(self, game: str, deck: str | None) -> Look | None:
        """Read the newest frame, unless it was read just now."""
        with self._turn:
            frame = self._frame
            if frame is None or frame.broken:
                return None
            same = self._of is not None and self._of[1:] == (game, deck)
            fresh = same and self._of is not None and self._of[0] is frame
            if self._looks and (fresh or (same and self.clock() - self._at < APART)):
                return self._looks[-1]
            self._of = (frame, game, deck)
            self._looks.append(self._looked(frame.image, game, deck))
            self._at = self.clock()
            return self._looks[-1]

    def picture(self, number: int) -> bytes | None:
        """Give the JPEG of one of the last looks."""
        return next((look.jpeg for look in tuple(self._looks) if look.number == number), None)

    def decks(self, game: str) -> tuple[str, ...]:
        """Give the decks that can be used for a game."""
        known = deck_store.notes(self.folder)
        return tuple(note.name for note in known if not note.trouble and note.game in (game, "any"))

    def use_deck(self, deck: str | None) -> None:
        """Read the next game's cards as those of this deck."""
        self.on_deck(deck)

    def lesson(self) -> Lesson | None:
        """Give the deck that is being learnt."""
        return self._lesson.told() if self._lesson else None

    def begin_lesson(self, name: str, game: str) -> None:
        """Begin to learn a deck; raises SettingsError for what is no name, or another game's deck's."""
        deck_store.check_free(self.folder, name, game)
        self._lesson = DeckLesson(name, game, self.folder)

    def take_picture(self) -> bool:
        """Take a picture to learn from."""
        frame = self._frame
        if frame is None or frame.broken:
            return False
        return self._lesson is not None and self._lesson.take(frame.image)

    def drop_picture(self, picture: int) -> None:
        """Take a picture away again."""
        if self._lesson:
            self._lesson.drop(picture)

    def crop(self, question: int) -> bytes | None:
        """Give the part of a picture that a question is about."""
        image = self._lesson.crop(question) if self._lesson else None
        return jpeg(image) if image is not None else None

    def answer(self, question: int, card: str) -> None:
        """Note what a doubtful card is."""
        if self._lesson:
            self._lesson.answer(question, card)

    def learn(self, *, insist: bool = False) -> None:
        """Learn in the background."""
        if self._lesson:
            self._lesson.learn(self._forget, insist=insist)

    def play(self, game: str) -> None:
        """Take the lesson's pictures for those of another game; a lesson that is over is forgotten."""
        if self._lesson and not self._lesson.move(game):
            self._lesson = None

    def end_lesson(self) -> None:
        """Forget the lesson."""
        self._lesson = None

    def _forget(self) -> None:
        """Read anew with a deck that has just been learnt again."""
        with self._turn:
            self._readers.clear()
            self._of = None

    def _looked(self, image: Image, game: str, deck: str | None) -> Look:
        cards = self._reader(game, deck).read(image)
        number = self._looks[-1].number + 1 if self._looks else 1
        told = tuple(Advice(str(hint.trouble), hint.message) for hint in hints(np.asarray(image), cards))
        return Look(number, jpeg(image), image.shape[1], image.shape[0], cards, told)

    def _reader(self, game: str, deck: str | None) -> Again:
        """Give the reader; a deck that cannot be used is said in the log, and any deck is read."""
        key = game, deck
        if key not in self._readers:
            try:
                self._readers[key] = Again(make_reader(game, deck, folder=self.folder, progress=_log.info))
            except SettingsError as error:
                _log.warning("%s; the cards are read as those of any deck", error)
                self._readers[key] = Again(Reader(game))
        return self._readers[key]


@dataclass(frozen=True, slots=True)
class Trying:
    """The panel for whoever tries it (``web.doors.setup.SetupPanel``)."""

    panel: Panel

    @property
    def words(self) -> tuple[str | Text, ...]:
        """What is there and what is not."""
        return self.panel.words

    @property
    def buttons(self) -> tuple[str, ...]:
        """The buttons that work."""
        return self.panel.buttons

    def blink(self) -> None:
        """Let the lamps blink, as for a jump in time."""
        self.panel.signal(Signal.IN_TIME)
