"""What the set-up wizard asks of the camera and the buttons; whoever runs the table hands it in.

The face knows no camera: pictures come as JPEG bytes, what was read as values of ``companion.evidence``.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from companion.evidence import SeenCard

MOST_PICTURES = 6
"""Pictures from which a deck is learnt at the table."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that is wrong with the picture: a stable code, and what to do in words."""

    code: str
    words: str


@dataclass(frozen=True, slots=True)
class Look:
    """One look through the camera: JPEG bytes, the size in pixels to which the cards' corners refer.

    ``number`` is another one for each look; ``advice`` is empty where the picture is well.
    """

    number: int
    jpeg: bytes = field(repr=False)
    width: int
    height: int
    cards: tuple[SeenCard, ...]
    advice: tuple[Advice, ...]


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera that is there: what the settings call it, and what it calls itself."""

    value: str
    name: str


class LessonState(StrEnum):
    """How far the learning of a deck has come."""

    TAKING = "taking"
    LEARNING = "learning"
    LEARNT = "learnt"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Question:
    """A card in a picture that could not be read for certain; ``may_be`` the likeliest first."""

    number: int
    picture: int
    may_be: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A deck that is being learnt.

    ``pictures`` gives for each how many cards were read for certain. ``missing`` and ``doubled`` are cards of
    the game, as texts. ``step``: how many of its four steps learning has done. Where it failed, ``trouble``
    says why and what to do; ``insist``: they may be the game's cards all the same, if somebody says so.
    ``replaces``: a deck of that name is there already, and gives way to what is learnt.
    """

    state: LessonState
    name: str
    game: str
    pictures: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()
    missing: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    step: int = 0
    trouble: str = ""
    insist: bool = False
    replaces: bool = False


class SetupEye(Protocol):
    """The table's camera, for somebody who sets the table up; from any thread."""

    @property
    def source(self) -> str:
        """What the settings call the camera that is in use."""
        ...

    def cameras(self) -> tuple[CameraChoice, ...]:
        """Give the cameras that are there."""
        ...

    def look(self, game: str, deck: str | None) -> Look | None:
        """Give the newest look, twice a second at most; None while the camera has shown nothing."""
        ...

    def picture(self, number: int) -> bytes | None:
        """Give the JPEG of one of the last looks."""
        ...

    def decks(self, game: str) -> tuple[str, ...]:
        """Give the decks of a game that were learnt."""
        ...

    def use_deck(self, deck: str | None) -> None:
        """Read the next game's cards as those of this deck, None: of any."""
        ...

    def lesson(self) -> Lesson | None:
        """Give the deck that is being learnt, if any."""
        ...

    def begin_lesson(self, name: str, game: str) -> None:
        """Begin to learn a deck; raises SettingsError for what is no name."""
        ...

    def take_picture(self) -> bool:
        """Take a picture to learn from; gives False where the camera shows nothing, or there are enough."""
        ...

    def drop_picture(self, picture: int) -> None:
        """Take a picture (from 0) away again."""
        ...

    def crop(self, question: int) -> bytes | None:
        """Give the part of a picture, as JPEG, that a question is about."""
        ...

    def answer(self, question: int, card: str) -> None:
        """Note what a doubtful card is; raises BadRecord for a card that the game has not."""
        ...

    def learn(self, *, insist: bool = False) -> None:
        """Learn from the pictures, in the background; does nothing while it learns or without pictures.

        ``insist``: whatever they look like, these are the game's cards.
        """
        ...

    def play(self, game: str) -> None:
        """Take the lesson's pictures for those of another game, which is to be played now."""
        ...

    def end_lesson(self) -> None:
        """Forget the lesson; what was learnt stays."""
        ...


class SetupPanel(Protocol):
    """The buttons and lamps, for somebody who tries them."""

    @property
    def words(self) -> tuple[str, ...]:
        """What is there and what is not, and why."""
        ...

    @property
    def buttons(self) -> tuple[str, ...]:
        """The names of the buttons that work; "jump" is the one that all share."""
        ...

    def blink(self) -> None:
        """Let the lamps blink."""
        ...
