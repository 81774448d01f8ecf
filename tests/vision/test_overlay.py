"""What is drawn."""

import numpy as np
import pytest

from companion.cards import PASS, Card, Zone
from companion.evidence import Alternative, Quad, SeenCard
from vision.overlay import PAINTS, UNSURE, draw, label

QUAD: Quad = ((50.0, 50.0), (150.0, 50.0), (150.0, 200.0), (50.0, 200.0))
SURE = SeenCard(Zone.ROW, QUAD, (Alternative(Card.number(73), 0.99),), True)
DOUBTFUL = SeenCard(
    Zone.ROW, QUAD, (Alternative(Card.number(82), 0.61), Alternative(Card.number(28), 0.3)), False
)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (SURE, "73"),
        (DOUBTFUL, "82? 28? 61%"),
        (SeenCard(Zone.ROW, QUAD, (Alternative(PASS, 0.99),), True), "pass"),
        (SeenCard(Zone.ROW, QUAD, (), False), "?"),
    ],
)
def test_a_label_says_what_is_read_and_how_surely(card: SeenCard, text: str) -> None:
    assert label(card) == text


@pytest.mark.parametrize(("card", "paint"), [(SURE, PAINTS[Zone.ROW]), (DOUBTFUL, UNSURE)])
def test_the_outline_lies_on_the_card_in_the_paint_of_its_state(
    card: SeenCard, paint: tuple[int, int, int]
) -> None:
    blank = np.full((240, 320, 3), 128, np.uint8)
    drawn = draw(blank, [card])
    for point in ((200, 100), (50, 100), (120, 50), (120, 150)):
        assert drawn[point].astype(int) == pytest.approx(paint, abs=25)  # drawn with soft edges


def test_the_picture_itself_is_left_as_it_was() -> None:
    blank = np.full((240, 320, 3), 128, np.uint8)
    draw(blank, [SURE])
    assert (blank == 128).all()


def test_nothing_seen_draws_nothing() -> None:
    blank = np.full((240, 320, 3), 128, np.uint8)
    assert (draw(blank, []) == blank).all()
