"""Which cards without a number are pass cards: seen from near by, and beside one that surely is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.candidates import Candidate
from vision.cards.passes import OTHER_SIZE, RowSeen, probabilities
from vision.prints.faces import KINDS
from vision.prints.finder import CardHint, CardKind, Print
from vision.prints.nets import FloatArray

SURE, DOUBTFUL, UNLIKE = (0.001, 0.998, 0.001), (0.55, 0.4, 0.05), (0.99, 0.005, 0.005)
LIKELY = (0.4, 0.55, 0.05)


def picture(*stars: int) -> NDArray[np.uint8]:
    """Cards 200 high side by side, each with a figure of so many points; 0 is a plain card with a bar."""
    image = np.full((400, 200 * len(stars) + 100, 3), 90, np.uint8)
    for k, points in enumerate(stars):
        x, y = 150 + 200 * k, 200
        cv2.rectangle(image, (x - 65, y - 100), (x + 65, y + 100), (230, 235, 240), -1)
        if points:
            turns = np.arange(2 * points) * np.pi / points
            reach = np.where(np.arange(2 * points) % 2, 20, 55)
            shape = np.column_stack([x + reach * np.sin(turns), y - reach * np.cos(turns)])
            cv2.fillPoly(image, [shape.astype(np.int32)], (40, 60, 200))
        else:
            cv2.rectangle(image, (x - 50, y - 80), (x - 20, y - 20), (200, 60, 40), -1)
    return image


def cards(count: int) -> list[Candidate]:
    hints = [
        CardHint((150.0 + 200 * k, 200.0), 0.0, 200.0, 130.0, CardKind.CARD, 0.8, (150.0 + 200 * k, 200.0))
        for k in range(count)
    ]
    return [Candidate(hint, (), 0.8) for hint in hints]


def kinds(*rows: tuple[float, float, float]) -> FloatArray:
    return np.array(rows, np.float32).reshape(-1, KINDS)


def test_a_look_from_near_by_tells() -> None:
    sure, unlike = probabilities(picture(5, 0), cards(2), kinds(SURE, UNLIKE))
    assert unlike < 0.1 < 0.9 < sure


def test_where_no_number_is_sure_a_pass_card_must_look_more_like_one() -> None:
    hint = cards(1)[0].hint
    empty, row = RowSeen([], [], 0.0), RowSeen([replace(hint, centre=(-500.0, 200.0))], [], 0.0)
    looks = kinds((0.05, 0.93, 0.02))
    (die,) = probabilities(picture(0), cards(1), looks, empty)
    (seen,) = probabilities(picture(0), cards(1), looks, row)
    (sure,) = probabilities(picture(5), cards(1), kinds(SURE), empty)
    assert die < seen
    assert sure > 0.9


def test_a_known_pass_card_knows_its_like() -> None:
    _, like = probabilities(picture(5, 5), cards(2), kinds(SURE, DOUBTFUL))
    _, other = probabilities(picture(5, 0), cards(2), kinds(SURE, DOUBTFUL))
    _, alone = probabilities(picture(3, 5), cards(2), kinds(UNLIKE, DOUBTFUL))
    assert other < alone < like


def test_what_no_pass_card_is_known_beside_stays_a_question() -> None:
    first, second = probabilities(picture(5, 5), cards(2), kinds(DOUBTFUL, DOUBTFUL))
    assert first == second < 0.9


def test_two_that_may_be_pass_cards_and_show_the_same_are() -> None:
    told = probabilities(picture(5, 5), cards(2), kinds(LIKELY, DOUBTFUL))
    assert min(told) > 0.9
    assert max(probabilities(picture(5, 0), cards(2), kinds(LIKELY, DOUBTFUL))) < 0.9
    assert max(probabilities(picture(5, 5), cards(2), kinds(LIKELY, UNLIKE))) < 0.9


def test_cards_that_may_bear_numbers_are_no_pass_cards_for_looking_alike() -> None:
    looks, number = kinds(LIKELY, DOUBTFUL), cards(1)[0].hint
    figures = [Print(card.hint.centre, 80.0, 0.0, 0.45, card.hint) for card in cards(2)]
    beside = RowSeen([replace(number, centre=(-500.0, 200.0))], figures, 0.0)
    assert min(probabilities(picture(5, 5), cards(2), looks, RowSeen([], [], 0.0))) > 0.9
    assert max(probabilities(picture(5, 5), cards(2), looks, RowSeen([], figures, 0.0))) < 0.9
    assert min(probabilities(picture(5, 5), cards(2), looks, beside)) > 0.9


def test_two_opinions_about_one_card_are_no_two_that_show_the_same() -> None:
    told = probabilities(picture(5), [*cards(1), *cards(1)], kinds(LIKELY, DOUBTFUL))
    assert max(told) < 0.9


def seen_of(row: RowSeen, *, others: int = 0) -> float:
    """How probably the card in the second place is a pass card, with so many cards behind it."""
    told = (LIKELY, *[UNLIKE] * others)
    return probabilities(picture(3, *[5] * 3), cards(2 + others)[1:], kinds(*told), row)[0]


def test_a_row_ends_with_what_may_be_a_pass_card_and_shows_no_number() -> None:
    (number,) = (card.hint for card in cards(1))
    assert seen_of(RowSeen([number], [], 0.0)) > 0.9
    assert seen_of(RowSeen([], [], 0.0)) < 0.9
    assert seen_of(RowSeen([number], [], 0.0), others=1) < 0.9
    assert seen_of(RowSeen([replace(number, centre=(150.0, 300.0))], [], 0.0)) < 0.9
    assert seen_of(RowSeen([replace(number, height=400.0)], [], 0.0)) < 0.9
    unlike = probabilities(picture(3, 5), cards(2)[1:], kinds(UNLIKE), RowSeen([number], [], 0.0))
    assert unlike == probabilities(picture(3, 5), cards(2)[1:], kinds(UNLIKE))


@pytest.mark.parametrize(("score", "at_end"), [(0.3, True), (0.6, False)])
def test_what_the_finder_takes_for_a_number_is_no_sure_pass_card(score: float, at_end: bool) -> None:
    number, end = (card.hint for card in cards(2))
    found = Print(end.centre, 40.0, 0.0, score, end)
    assert (seen_of(RowSeen([number], [found], 0.0)) > 0.9) is at_end


def test_no_cards_are_no_pass_cards() -> None:
    assert probabilities(picture(5), [], kinds()) == []


def test_what_is_of_another_size_than_the_deck_is_no_sure_pass_card() -> None:
    number = replace(cards(1)[0].hint, centre=(-500.0, 200.0))
    small = replace(number, height=number.height / (OTHER_SIZE + 0.1))
    large = replace(number, height=number.height * (OTHER_SIZE + 0.1))
    for others, sure in (
        ([number], True),
        ([small], False),
        ([large], False),
        ([number, number, small], True),
    ):
        told = probabilities(picture(3), cards(1), kinds(SURE), RowSeen(others, [], 0.0))
        assert (told[0] > 0.9) is sure
