"""A clear number of which the finder had only a faint notion, and a card of which nothing was read."""

from dataclasses import replace
from math import cos, sin

import numpy as np
import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, SeenCard
from tests.vision.laid import Lying, Table, row, says, table
from vision.looks.overlooked import left_out, overlooked
from vision.prints.finder import CardKind

GREY = np.full((720, 1280, 3), 120, np.uint8)


def seen(*values: int) -> list[SeenCard]:
    quad = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    return [SeenCard(Zone.ROW, quad, (Alternative(Card.number(v), 0.99),), True) for v in values]


@pytest.mark.parametrize(
    ("score", "larger", "clear", "told", "missed"),
    [
        (0.25, 1.0, 0.99, (3, 23), True),
        (0.1, 1.0, 0.99, (3, 23), False),  # the finder saw next to nothing
        (0.25, 1.6, 0.99, (3, 23), False),  # of another deck, or of none
        (0.25, 1.0, 0.8, (3, 23), False),
        (0.25, 1.0, 0.99, (3, 17, 23), False),  # another print of that card
    ],
)
def test_a_faint_number_that_reads_clearly_and_was_not_told_is_overlooked(
    score: float, larger: float, clear: float, told: tuple[int, ...], missed: bool
) -> None:
    drawn = table(row("3 17 23", pitch=130))
    prints = list(drawn.finding.prints)
    prints[1] = replace(prints[1], score=score, height=larger * prints[1].height)
    values = drawn.values.copy()
    values[1] = says({17: clear})
    shown = Table(replace(drawn.finding, prints=tuple(prints)), values)
    looked = overlooked(GREY, prints, seen(*told), lambda _, close: tuple(close), shown.digits)
    assert looked is missed


def at(along: float, across: float, up: float) -> tuple[float, float]:
    """Give a point of the picture from one along and one across a row that is turned so."""
    return 640 + along * cos(up) + across * sin(up), 360 + along * sin(up) - across * cos(up)


@pytest.mark.parametrize("up", [0.0, 1.2, -2.0])
@pytest.mark.parametrize(
    ("along", "across", "high", "score", "zone", "left"),
    [
        (140, 0, 1.0, 0.2, Zone.ROW, True),
        (-140, 20, 1.2, 0.2, Zone.ROW, True),
        (140, 0, 1.0, 0.1, Zone.ROW, False),  # the finder saw next to nothing
        (140, 0, 1.5, 0.2, Zone.ROW, False),  # a die
        (140, 60, 1.0, 0.2, Zone.ROW, False),  # beside the row
        (70, 0, 1.0, 0.2, Zone.ROW, False),  # a part of the card that was read
        (300, 0, 1.0, 0.2, Zone.ROW, False),
        (140, 0, 1.0, 0.2, Zone.JUMP, False),
    ],
)
def test_what_may_be_a_card_side_by_side_with_a_row_was_left_out(
    along: float, across: float, high: float, score: float, zone: Zone, left: bool, up: float
) -> None:
    tl, tr, br, bl = (at(x, y, up) for x, y in ((-58, 90), (58, 90), (58, -90), (-58, -90)))
    read = SeenCard(zone, (tl, tr, br, bl), (Alternative(Card.number(3), 0.99),), True)
    hint = Lying("?", *at(along, across, up), up).hint(CardKind.CARD, score)
    assert left_out([replace(hint, height=hint.height * high)], [read]) is left


def test_between_cards_that_lie_close_no_other_was_left_out() -> None:
    quads = [((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0)) for x in (0.0, 100.0)]
    told = [SeenCard(Zone.ROW, quad, (Alternative(Card.number(3), 0.99),), True) for quad in quads]
    hint = replace(Lying("?", 88, 45).hint(CardKind.CARD), height=90, width=60)
    assert not left_out([hint], told)
    assert left_out([hint], told[:1])
