"""Learning a deck, from a picture of it to a reader that knows it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import PASS, Zone
from companion.errors import SettingsError
from companion.evidence import SeenCard
from vision.decks import head
from vision.decks.crops import crop
from vision.decks.head import Head, TrainingSet, fitted
from vision.decks.learn import Picture, Report, digits_of, learn
from vision.decks.reader import CLEAR, DeckDigits, is_plain
from vision.decks.store import LearntDeck
from vision.decks.trunk import Trunk, shipped_trunk, trunk_of
from vision.looks.distance import Glance, View, glance
from vision.pipeline import Reader
from vision.prints import digits
from vision.prints.deck_passes import Passes
from vision.prints.digits import CLASSES, JUNK, quick, read
from vision.prints.finder import CardHint, find
from vision.prints.nets import FloatArray, Net

PRINTED = np.asarray(cv2.imread(str(Path(__file__).parents[1] / "pictures" / "golden_printed.jpg")), np.uint8)
NUMBERS = {6, 19, 28, 37, 48, 49, 61, 66, 73, 89, 98}


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn briefly: what is learnt is not judged here by its last percent."""
    monkeypatch.setattr(head, "DRAWN", 2)
    monkeypatch.setattr(head, "NONE", 1)
    monkeypatch.setattr(head, "STEPS", 60)


@cache
def printed() -> tuple[LearntDeck, Report]:
    return learn("printed", "fifty-fifty", [Picture("one.jpg", PRINTED)])


def test_a_deck_is_learnt_from_its_picture() -> None:
    deck, report = printed()
    assert {int(card) for card in deck.seen if card != "pass"} == NUMBERS
    assert deck.seen["pass"] == 2
    assert {s.value for s in deck.samples} - {JUNK} == NUMBERS
    assert {str(v) for v in range(1, 101)} - set(report.unseen) == {str(v) for v in NUMBERS}
    assert (report.doubled, report.odd, report.missing) == ((), (), ())


def test_the_learnt_deck_is_read_as_well_as_before() -> None:
    cards = Reader("fifty-fifty", digits=digits_of(printed()[0])).read(PRINTED)
    row = " ".join(str(c.believed).split()[0] for c in cards if c.zone is Zone.ROW)
    assert row == "6 19 28 37 49 61 66 73 89 98 pass pass"


def test_the_pass_cards_of_the_deck_are_known_by_their_picture() -> None:
    deck = printed()[0]
    assert deck.passes
    blind = Reader(
        "fifty-fifty",
        digits=digits_of(deck),
        find=_without_passes,
        faces=_without_faces,
        further=(),
    )
    assert not any(_passes(c) for c in blind.read(PRINTED))
    known = replace(blind, passes=Passes(deck.passes))
    found = [c for c in known.read(PRINTED) if _passes(c)]
    assert [c.believed for c in found] == [PASS]  # of the other one a strip is seen: that alone tells nothing
    doubtful = replace(known, faces=_with_doubtful_faces)
    assert len([c for c in doubtful.read(PRINTED) if _passes(c)]) == 2


def _passes(card: SeenCard) -> bool:
    """Say whether a card may be a pass card."""
    return any(a.card.value is None for a in card.alternatives)


def _without_passes(image: np.ndarray, view: View | None) -> Glance:
    """Look as a finder would that knows no pass card."""
    seen = glance(image, view)
    return replace(seen, finding=replace(seen.finding, passes=()))


def _with_doubtful_faces(image: np.ndarray, cards: Sequence[CardHint]) -> FloatArray:
    """Look from near by as one who is not sure."""
    return np.tile(np.array([0.5, 0.4, 0.1], np.float32), (len(cards), 1))


def _without_faces(image: np.ndarray, cards: Sequence[CardHint]) -> FloatArray:
    """Look from near by as a net would that takes every card for one with a number."""
    return np.tile(np.array([0.98, 0.01, 0.01], np.float32), (len(cards), 1))


def test_learning_twice_gives_the_same() -> None:
    again, _ = learn("printed", "fifty-fifty", [Picture("one.jpg", PRINTED)])
    assert np.array_equal(again.head.weights, printed()[0].head.weights)


def test_with_another_net_the_deck_is_taught_again() -> None:
    deck, _ = printed()
    other = digits_of(replace(deck, stamp="of an older net"))
    assert other.head is not deck.head
    assert digits_of(deck).head is deck.head


def test_what_is_said_to_lie_there_rules_out_all_else() -> None:
    said = frozenset({"6", "19", "28", "37", "49", "61", "66", "73", "89", "48", "pass", "99"})
    deck, report = learn("printed", "fifty-fifty", [Picture("one.jpg", PRINTED, said)])
    assert "98" not in deck.seen
    assert ("one.jpg", "99") in report.missing
    assert report.questions


def test_too_few_numbers_teach_nothing() -> None:
    with pytest.raises(SettingsError, match="only 0 numbers"):
        learn("x", "fifty-fifty", [Picture("x", np.full((360, 640, 3), 120, np.uint8))])


def test_the_net_without_its_last_layer_says_the_same_with_it() -> None:
    rng = np.random.default_rng(1)
    crops = [rng.integers(0, 255, (48, 72, 3)).astype(np.uint8) for _ in range(3)]
    trunk = shipped_trunk()
    scores = trunk.scores(trunk.features(crops))
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    assert trunk.weights.shape[1] == CLASSES < trunk.weights.shape[0]
    whole = digits._probabilities("digits", crops, digits.TEMPERATURE)
    assert np.allclose(odds / odds.sum(axis=1, keepdims=True), whole, atol=1e-4)


def test_a_net_that_ends_otherwise_is_used_whole() -> None:
    class Whole(Net):
        def __init__(self, model: bytes) -> None:
            self.model = model

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.decks.trunk.Net", Whole)
        patch.setattr("vision.decks.trunk._parted", lambda _: None)
        trunk = trunk_of(b"any")
    assert np.array_equal(trunk.weights, np.eye(CLASSES))


def _toy() -> tuple[Trunk, Head]:
    """A trunk whose features are scores, and a head that knows 3 and 7 alone."""
    trunk = Trunk(
        shipped_trunk().net, np.eye(CLASSES, dtype=np.float32) * 1.25, np.zeros(CLASSES, np.float32), "toy"
    )
    known = np.zeros(CLASSES, np.float32)
    known[[3, 7, JUNK]] = 1
    return trunk, Head(np.eye(CLASSES, dtype=np.float32) * 3, np.zeros(CLASSES, np.float32), known)


def test_a_number_the_deck_never_showed_is_left_to_the_net() -> None:
    features = np.full((3, CLASSES), -8.0, np.float32)
    features[0, 3] = features[1, 82] = 3.0
    features[2, 3] = features[2, 7] = 2.0
    heard = np.exp(features - 3) / np.exp(features - 3).sum(axis=1, keepdims=True)
    told = DeckDigits(*_toy()).told(features, heard)
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert list(told[:2].argmax(axis=1)) == [3, 82]
    assert told[1, 82] > 0.9
    assert told[2, 3] == pytest.approx(told[2, 7], abs=1e-3)
    none = np.zeros((0, CLASSES), np.float32)
    assert DeckDigits(*_toy()).told(none, none).shape == (0, CLASSES)


def test_the_last_layer_learns_what_it_is_shown() -> None:
    rng = np.random.default_rng(2)
    dark, light = np.full((48, 72, 3), 40, np.uint8), np.full((48, 72, 3), 220, np.uint8)
    head = fitted(rng, shipped_trunk(), TrainingSet([dark, light] * 4, [3, 7] * 4))
    told = shipped_trunk().features([dark, light]) @ head.weights + head.bias
    assert told[0, 3] > told[0, 7]
    assert told[1, 7] > told[1, 3]
    assert set(np.nonzero(head.known)[0]) == {3, 7}


def test_a_deck_that_the_quick_net_reads_well_is_plain() -> None:
    deck = printed()[0]
    assert is_plain(deck.samples)
    assert digits_of(deck).plain


def test_one_that_it_is_surely_wrong_about_is_not() -> None:
    samples = list(printed()[0].samples)
    clear = next(
        i for i, s in enumerate(samples) if s.value != JUNK and quick([crop(s.cut)])[0, s.value] > CLEAR
    )
    samples[clear] = replace(samples[clear], value=samples[clear].value + 1)
    assert not is_plain(samples)


def test_one_that_leaves_it_in_doubt_is_not() -> None:
    grey = np.full((120, 180, 3), 128, np.uint8)
    assert not is_plain([replace(s, cut=grey) for s in printed()[0].samples if s.value != JUNK])


def test_of_a_plain_deck_only_what_is_unclear_is_asked_of_its_own_net(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deck, clear = printed()[0], find(PRINTED).prints
    astray = [replace(p, centre=(p.centre[0] + p.height * k, p.centre[1])) for p in clear for k in (0.3, 0.4)]
    prints = [*clear, *astray]
    asked: list[int] = []

    def told(self: DeckDigits, features: FloatArray, quickly: FloatArray) -> FloatArray:
        asked.append(len(features))
        return np.zeros((len(features), JUNK + 1), np.float32)

    first = quick([])
    assert first.shape == (0, JUNK + 1)
    monkeypatch.setattr(DeckDigits, "told", told)
    rows = DeckDigits(shipped_trunk(), deck.head, plain=True)(PRINTED, prints)
    unclear = rows.max(axis=1) == 0
    assert asked == [int(unclear.sum())]
    assert 0 < asked[0] < len(prints)
    assert np.allclose(rows[~unclear].argmax(axis=1), read(PRINTED, prints)[~unclear].argmax(axis=1))
    DeckDigits(shipped_trunk(), deck.head)(PRINTED, prints)
    assert asked[1:] == [len(prints)]
