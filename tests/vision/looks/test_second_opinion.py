"""Tesseract as the second opinion: how it is asked, and what its answers become."""

from math import pi

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.errors import SettingsError
from vision.looks import second_opinion
from vision.looks.second_opinion import DIGITS, RIM, Tesseract, available, tight
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, CardKind, Print


def printed(ink: int, ground: int, up: float = 0.0) -> tuple[NDArray[np.uint8], Print]:
    """Draw a card's corner with the number 38, 54 pixels high, and the rim of the card close by."""
    image = np.full((300, 300, 3), ground, np.uint8)
    cv2.putText(image, "38", (104, 177), cv2.FONT_HERSHEY_DUPLEX, 2.5, (ink,) * 3, 6)
    image[:, :40] = 90
    if abs(up) == pi:
        image = np.ascontiguousarray(np.rot90(image, 2))
    hint = CardHint((150, 150), up, 300.0, 190.0, CardKind.NUMBER, 0.9, (150, 150))
    return image, Print((150.0, 150.0), 54.0, up, 0.9, hint)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let Tesseract be there and read 38 on everything; note how long it was given."""
    given: list[float] = []

    def ask(crop: NDArray[np.uint8], seconds: float) -> str:
        given.append(seconds)
        return "38"

    monkeypatch.setattr(second_opinion, "available", lambda: True)
    monkeypatch.setattr(second_opinion, "_ask", ask)
    return given


@pytest.mark.parametrize(("ink", "ground"), [(250, 60), (40, 230)])
@pytest.mark.parametrize("up", [0.0, pi])
def test_a_crop_is_upright_black_on_white_and_tight(ink: int, ground: int, up: float) -> None:
    crop = tight(*printed(ink, ground, up))
    assert set(np.unique(crop)) == {0, 255}
    assert crop.shape[0] == pytest.approx(DIGITS + 2 * RIM, abs=6)
    assert crop.shape[1] > crop.shape[0]
    assert (crop[0] == 255).all()
    assert (crop[:, 0] == 255).all()
    assert 0.2 < (crop == 0).mean() < 0.7


def test_an_empty_place_gives_no_digits() -> None:
    _, print_ = printed(250, 60)
    assert (tight(np.full((300, 300, 3), 128, np.uint8), print_) == 255).all()


def test_an_answer_becomes_a_probability(asked: list[float]) -> None:
    image, print_ = printed(250, 60)
    (row,) = Tesseract()(image, [print_])
    assert int(row.argmax()) == 38
    assert float(row.sum()) == pytest.approx(1, abs=1e-4)
    assert 0.5 < float(row.max()) < 0.97  # its word alone makes no card sure


@pytest.mark.parametrize("answer", ["", "B8", "3 8", "038", "380", "PASS"])
def test_what_is_no_number_of_a_card_says_nothing(
    asked: list[float], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(second_opinion, "_ask", lambda *_: answer)
    image, print_ = printed(250, 60)
    assert int(Tesseract()(image, [print_])[0].argmax()) == JUNK


def test_when_the_time_is_up_nobody_is_asked(asked: list[float]) -> None:
    image, print_ = printed(250, 60)
    assert int(Tesseract(seconds=0.0)(image, [print_])[0].argmax()) == JUNK
    assert asked == []


def test_no_question_takes_longer_than_all_may(asked: list[float]) -> None:
    image, print_ = printed(250, 60)
    Tesseract(seconds=0.5)(image, [print_, print_])
    assert len(asked) == 2
    assert all(0 < seconds <= 0.5 for seconds in asked)


def test_no_prints_need_no_answer(asked: list[float]) -> None:
    assert Tesseract()(printed(250, 60)[0], []).shape == (0, 111)


def test_without_the_program_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_opinion, "available", lambda: False)
    with pytest.raises(SettingsError, match="apt install tesseract-ocr"):
        Tesseract()


@pytest.mark.skipif(not available(), reason="Tesseract is not installed")
def test_the_real_program_reads_a_clear_number() -> None:
    image, print_ = printed(250, 60)
    assert int(Tesseract()(image, [print_])[0].argmax()) == 38
