"""One deck being learnt at the table: pictures taken, doubtful cards answered, learning in the background."""

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock, Thread

from companion.errors import BadRecord, SettingsError
from companion.evidence import SeenCard
from companion.language import mark, say
from companion.rules.catalogue import find_game
from vision.decks import store as deck_store
from vision.decks.fitting import strangers
from vision.decks.learn import Picture, Report, learn
from vision.decks.listing import text_of
from vision.decks.store import merged
from vision.frame import Image
from vision.games import SPREAD, look_of
from vision.pipeline import Reader
from web.doors.setup import MOST_PICTURES, Lesson, LessonState, Question

ROOM = 0.25
"""Of a card's size, shown around it."""

OFFERED = 4
"""What a doubtful card may be, at most."""

TOO_LITTLE = mark(
    "Too little can be read in these pictures. Lay the cards side by side in good light, move the camera "
    "closer, and take other pictures. Or are they the cards of another game? Then choose that game first."
)
STRANGE = mark(
    "These are hardly the cards of {game}: {cards} are none of its, or lie there more often than it has "
    "them. Choose their game, and these pictures are read again as its cards; or take pictures without those "
    "cards. If they are cards of {game} all the same, let the deck be learnt."
)
BROKEN = mark("Something went wrong, and the deck was not learnt; the log says what. Try it again.")

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Taken:
    """A picture with what was read in it, and what people said of its doubtful cards, by their number."""

    image: Image
    cards: tuple[SeenCard, ...]
    numbers: tuple[int, ...]
    answers: dict[int, str] = field(default_factory=dict)

    def doubts(self) -> list[tuple[int, SeenCard]]:
        """Give the doubtful cards with their numbers, answered ones too."""
        doubtful = [card for card in self.cards if card.believed is None]
        return list(zip(self.numbers, doubtful, strict=True))

    def counts(self) -> Counter[str]:
        """Count the cards that lie there for certain."""
        return Counter([text_of(card) for card in self.cards if card.believed is not None]) + Counter(
            self.answers.values()
        )

    def told(self) -> frozenset[str] | None:
        """Give all that lies there, where no card is open any more."""
        return frozenset(self.counts()) if len(self.answers) == len(self.numbers) and self.cards else None

    def said_of(self, card: SeenCard) -> str | None:
        """Give what people said of the doubtful card on which this one's middle lies, if anything."""
        return next((self.answers.get(n) for n, old in self.doubts() if _covers(old, card)), None)


class DeckLesson:
    """Collects pictures of a deck and learns it; for several threads."""

    def __init__(self, name: str, game: str, folder: Path) -> None:
        self._name, self._folder = name, folder
        self._replaces = deck_store.path_of(folder, name).exists()
        self._be_of(game)
        self._taken: list[_Taken] = []
        self._asked = 0
        self._state = LessonState.TAKING
        self._step = 0
        self._report: Report | None = None
        self._trouble, self._insist = "", False
        self._turn = Lock()

    def take(self, image: Image) -> bool:
        """Read a picture and keep it; gives False where there are enough, or learning goes on."""
        with self._turn:
            if len(self._taken) >= MOST_PICTURES or self._state is LessonState.LEARNING:
                return False
            self._taken.append(self._read(image))
            self._state = LessonState.TAKING
            return True

    def move(self, game: str) -> bool:
        """Read its pictures as those of another game; gives False where the deck has been learnt already.

        What people said of a card stays where it is doubtful still, and that game has such a card.
        """
        with self._turn:
            if game == self._game or self._state is LessonState.LEARNING:
                return True
            if self._state is LessonState.LEARNT:
                return False
            self._be_of(game)
            self._taken = [self._read_again(taken) for taken in self._taken]
            self._state = LessonState.TAKING
            return True

    def drop(self, picture: int) -> None:
        """Take a picture away again; one that is not there does not matter."""
        with self._turn:
            if self._state is not LessonState.LEARNING and 0 <= picture < len(self._taken):
                del self._taken[picture]
                self._state = LessonState.TAKING

    def answer(self, question: int, card: str) -> None:
        """Note what a doubtful card is; raises BadRecord for a card that the game has not."""
        if not self._look.has(card):
            raise BadRecord(
                say("The game has no card {card}; look again, or choose another game.", card=card)
            )
        with self._turn:
            for taken in self._taken:
                if question in taken.numbers:
                    taken.answers[question] = card

    def crop(self, question: int) -> Image | None:
        """Cut a doubtful card out of its picture."""
        for taken in tuple(self._taken):
            for number, card in taken.doubts():
                if number == question:
                    return _around(taken.image, card)
        return None

    def told(self) -> Lesson:
        """Say how far it has come."""
        seen = merged([taken.counts() for taken in self._taken])
        report = self._report if self._state is LessonState.LEARNT else None
        return Lesson(
            self._state,
            self._name,
            self._game,
            tuple(sum(taken.counts().values()) for taken in self._taken),
            tuple(self._questions()),
            report.unseen if report else tuple(card for card in self._wanted() if card not in seen),
            report.doubled if report else self._doubled(seen),
            self._step,
            self._trouble,
            self._insist,
            self._replaces and self._state is not LessonState.LEARNT,
        )

    def learn(self, learnt: Callable[[], None], *, insist: bool = False) -> None:
        """Begin to learn in the background; ``learnt`` is called when the deck is on the disk.

        ``insist``: whatever the cards look like, they are the game's.
        """
        with self._turn:
            if not self._taken or self._state is LessonState.LEARNING:
                return
            self._state, self._step = LessonState.LEARNING, 0
            pictures = [Picture(f"{k}", taken.image, taken.told()) for k, taken in enumerate(self._taken, 1)]
            self._trouble, self._insist = "", False
        work = (pictures, learnt, insist)
        Thread(target=self._learn, args=work, name="deck lesson", daemon=True).start()

    def _learn(self, pictures: list[Picture], learnt: Callable[[], None], insist: bool) -> None:
        try:
            deck_store.check_free(self._folder, self._name, self._game)
            deck_store.check_keepable(self._folder, self._name)
            if not insist and (cards := self._strange(pictures)):
                self._fail(say(STRANGE, game=find_game(self._game).title, cards=cards), insist=True)
                return
            try:
                deck, self._report = learn(self._name, self._game, pictures, self._went_on)
            except SettingsError as error:
                self._fail(say(TOO_LITTLE), str(error))
                return
            deck_store.save(self._folder, deck)
            learnt()
            self._state = LessonState.LEARNT
        except SettingsError as error:
            self._fail(error.args[0])
        except Exception:
            self._fail(say(BROKEN))
            raise

    def _strange(self, pictures: list[Picture]) -> str:
        """Name cards that the game has not; what people said of doubtful ones says nothing of the rest."""
        found = strangers(self._game, [replace(picture, told=None) for picture in pictures])
        return found.named if found else ""

    def _fail(self, trouble: str, why: str = "", insist: bool = False) -> None:
        _log.warning("The deck %s was not learnt: %s", self._name, why or trouble)
        self._trouble, self._insist = trouble, insist
        self._state = LessonState.FAILED

    def _be_of(self, game: str) -> None:
        self._game, self._look = game, look_of(game)
        self._reader = Reader(f"{SPREAD}{game}")

    def _read(self, image: Image) -> _Taken:
        cards = self._reader.read(image)
        open_ = sum(card.believed is None for card in cards)
        numbers = tuple(range(self._asked, self._asked + open_))
        self._asked += open_
        return _Taken(image, cards, numbers)

    def _read_again(self, old: _Taken) -> _Taken:
        """Read a picture as the game's, and keep what people said of its cards."""
        new = self._read(old.image)
        said = {number: old.said_of(card) for number, card in new.doubts()}
        new.answers.update({n: card for n, card in said.items() if card and self._look.has(card)})
        return new

    def _went_on(self, _what: str) -> None:
        self._step += 1

    def _questions(self) -> list[Question]:
        return [
            Question(number, place, tuple(_faces(card)))
            for place, taken in enumerate(tuple(self._taken))
            for number, card in taken.doubts()
            if number not in taken.answers
        ]

    def _wanted(self) -> list[str]:
        return [str(value) for value in self._look.numbers] + (["pass"] if self._look.passes else [])

    def _doubled(self, seen: dict[str, int]) -> tuple[str, ...]:
        return tuple(card for card, count in sorted(seen.items()) if count > self._look.copies(card))


def _faces(card: SeenCard) -> list[str]:
    faces = ["pass" if a.card.value is None else str(a.card.value) for a in card.alternatives]
    return list(dict.fromkeys(faces))[:OFFERED]


def _covers(card: SeenCard, other: SeenCard) -> bool:
    """Say whether the middle of another card lies within a card's outline, taken upright."""
    xs, ys = [x for x, _ in card.quad], [y for _, y in card.quad]
    x, y = sum(x for x, _ in other.quad) / 4, sum(y for _, y in other.quad) / 4
    return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)


def _around(image: Image, card: SeenCard) -> Image:
    """Cut the part of a picture in which a card lies, with some room."""
    xs, ys = [x for x, _ in card.quad], [y for _, y in card.quad]
    room = ROOM * max(max(xs) - min(xs), max(ys) - min(ys))
    left, top = max(0, int(min(xs) - room)), max(0, int(min(ys) - room))
    return image[top : int(max(ys) + room) + 1, left : int(max(xs) + room) + 1]
