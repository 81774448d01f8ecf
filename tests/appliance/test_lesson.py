"""A deck's lesson at the table: what is taken, asked, answered and handed on to learning."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

import pytest

from appliance import lesson
from appliance.lesson import DeckLesson
from companion.cards import Card, Kind, Zone
from companion.errors import BadRecord, SettingsError
from companion.evidence import Alternative, SeenCard
from tests.vision.decks.test_store import deck
from vision.capture.stills import load
from vision.decks.learn import Picture, Report
from vision.decks.store import save
from vision.frame import Image
from web.doors.setup import MOST_PICTURES, LessonState

STRIPS = load("tests/vision/pictures/decks/deck_strips.jpg")
NUMBERS = (12, 15, 19, 27, 31, 33, 65, 66, 94)


class KnownReader:
    """Reads ten cards in any picture, the last of them unsure, whatever the nets would say."""

    def __init__(self, game: str, further: object = None) -> None:
        self.game = game

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        sure = [_seen(k, (Alternative(Card(Kind.NUMBER, n), 0.99),)) for k, n in enumerate(NUMBERS)]
        open_ = tuple(Alternative(Card(Kind.NUMBER, n), p) for n, p in ((59, 0.6), (69, 0.2)))
        return (*sure, _seen(len(NUMBERS), open_))


def _seen(place: int, told: tuple[Alternative, ...]) -> SeenCard:
    left, top = 40.0 + 90 * place, 100.0
    quad = ((left, top), (left + 80, top), (left + 80, top + 120), (left, top + 120))
    return SeenCard(Zone.ROW, quad, told, told[0].probability > 0.9)


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DeckLesson:
    monkeypatch.setattr(lesson, "Reader", KnownReader)
    monkeypatch.setattr("vision.decks.fitting.Reader", KnownReader)
    made = DeckLesson("Ours", "fifty-fifty", tmp_path)
    assert made.take(STRIPS)
    return made


def learnt(
    begun: DeckLesson,
    monkeypatch: pytest.MonkeyPatch,
    error: bool = False,
    insist: bool = False,
    save: Callable[..., object] = lambda *_: None,
) -> Sequence[Picture]:
    """Let it learn from a teacher that takes no time; gives what the teacher was handed."""
    handed: list[Picture] = []
    over = Event()

    def teach(
        _name: str, _game: str, pictures: Sequence[Picture], progress: Callable[[str], None]
    ) -> tuple[object, Report]:
        handed.extend(pictures)
        progress("reading")
        if error:
            raise SettingsError("too few")
        return object(), Report(10, ("1", "pass"), ("7",), (), (), ())

    monkeypatch.setattr(lesson, "learn", teach)
    monkeypatch.setattr("appliance.lesson.deck_store.save", save)
    begun.learn(over.set, insist=insist)
    settled(begun)
    return handed


def settled(begun: DeckLesson) -> LessonState:
    for _ in range(500):
        if (state := begun.told().state) is not LessonState.LEARNING:
            return state
        Event().wait(0.01)
    return begun.told().state


def test_it_says_what_was_read_what_is_missing_and_what_is_doubtful(begun: DeckLesson) -> None:
    told = begun.told()
    assert told.pictures == (9,)
    assert len(told.missing) == 101 - 9, "a hundred numbers and the pass"
    assert [(q.number, q.picture, q.may_be[0]) for q in told.questions] == [(0, 0, "59")]
    crop = begun.crop(0)
    assert crop is not None
    assert crop.shape[1] < STRIPS.shape[1] / 3
    assert begun.crop(7) is None


def test_an_answer_closes_the_question_and_counts(begun: DeckLesson) -> None:
    begun.answer(0, "59")
    told = begun.told()
    assert told.questions == ()
    assert told.pictures == (10,)
    assert "59" not in told.missing


def test_a_card_that_is_there_too_often_is_said(begun: DeckLesson) -> None:
    begun.answer(0, "94")
    assert begun.told().doubled == ("94",)


def test_an_answer_that_is_no_card_of_the_game_is_refused(begun: DeckLesson) -> None:
    for card in ("0", "101"):
        with pytest.raises(BadRecord, match=f"The game has no card {card}"):
            begun.answer(0, card)
    assert len(begun.told().questions) == 1
    begun.answer(0, "pass")
    assert begun.told().questions == ()


def test_there_are_six_pictures_at_most_and_each_can_be_dropped(begun: DeckLesson) -> None:
    assert [begun.take(STRIPS) for _ in range(MOST_PICTURES)] == [True] * 5 + [False]
    begun.drop(0)
    begun.drop(99)
    assert len(begun.told().pictures) == MOST_PICTURES - 1


def test_the_teacher_hears_what_lies_there_only_where_nothing_is_open(
    begun: DeckLesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [picture.told for picture in learnt(begun, monkeypatch)] == [None]
    assert settled(begun) is LessonState.LEARNT
    assert (begun.told().missing, begun.told().doubled) == (("1", "pass"), ("7",))
    begun.answer(0, "59")
    told = learnt(begun, monkeypatch)[0].told
    assert told is not None
    assert "59" in told
    assert len(told) == 10


def test_what_cannot_be_learnt_is_said_and_can_be_tried_again(
    begun: DeckLesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt(begun, monkeypatch, error=True)
    assert settled(begun) is LessonState.FAILED
    assert begun.told().trouble.startswith("Too little can be read")
    assert begun.take(STRIPS)
    assert begun.told().state is LessonState.TAKING


def test_a_deck_that_cannot_be_kept_says_so_and_not_that_it_cannot_be_read(
    begun: DeckLesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SettingsError("Ours.deck: the deck cannot be kept (No space left on device)")

    assert learnt(begun, monkeypatch, save=full)
    assert settled(begun) is LessonState.FAILED
    assert begun.told().trouble == "Ours.deck: the deck cannot be kept (No space left on device)"


def test_one_that_could_not_be_kept_is_not_learnt_first(
    begun: DeckLesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Ours.deck").mkdir()
    assert learnt(begun, monkeypatch) == []
    assert "Ours.deck: the deck cannot be kept (Is a directory)" in begun.told().trouble


def test_another_games_cards_are_said_and_nothing_is_lost(
    begun: DeckLesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.answer(0, "59")
    begun.move("23")
    assert learnt(begun, monkeypatch) == []
    told = begun.told()
    assert told.state is LessonState.FAILED
    assert told.trouble.startswith("These are hardly the cards of 23: 27, 31, 33, 65, 66, 94 are none of its")
    assert told.insist
    assert len(told.pictures) == 1

    begun.move("fifty-fifty")
    assert begun.told().state is LessonState.TAKING
    assert len(learnt(begun, monkeypatch)) == 1
    assert begun.told().state is LessonState.LEARNT
    assert (begun.told().trouble, begun.told().insist) == ("", False)


def test_whoever_insists_learns_them_all_the_same(begun: DeckLesson, monkeypatch: pytest.MonkeyPatch) -> None:
    begun.move("23")
    assert len(learnt(begun, monkeypatch, insist=True)) == 1
    assert begun.told().state is LessonState.LEARNT


def test_what_people_said_goes_along_to_a_game_that_has_such_a_card(begun: DeckLesson) -> None:
    begun.answer(0, "59")
    assert begun.move("fifty-fifty")
    assert begun.told().questions == ()
    begun.move("no-thanks")
    assert len(begun.told().questions) == 1, "No Thanks! has no 59"
    begun.answer(begun.told().questions[0].number, "19")
    begun.move("fifty-fifty")
    assert begun.told().pictures == (10,)
    assert begun.told().questions == ()


def test_a_deck_that_would_give_way_is_said_before(
    begun: DeckLesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not begun.told().replaces
    (tmp_path / "Ours.deck").touch()
    again = DeckLesson("Ours", "no-thanks", tmp_path)
    assert again.told().replaces
    assert again.take(STRIPS)
    learnt(again, monkeypatch, insist=True)
    assert not again.told().replaces, "it has given way"


def test_another_games_deck_does_not_give_way(
    begun: DeckLesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path, deck("Ours"))
    begun.move("no-thanks")
    assert learnt(begun, monkeypatch, insist=True) == []
    assert begun.told().state is LessonState.FAILED
    assert "‘Ours’ is a deck of another game already (fifty-fifty, not no-thanks)" in begun.told().trouble
    begun.move("fifty-fifty")
    assert len(learnt(begun, monkeypatch)) == 1


def test_a_lesson_that_is_over_stays_with_its_game(
    begun: DeckLesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt(begun, monkeypatch)
    assert not begun.move("23")
    assert begun.told().game == "fifty-fifty"
