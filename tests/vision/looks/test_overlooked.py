"""A clear number of which the finder had only a faint notion."""

from dataclasses import replace

import numpy as np
import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, SeenCard
from tests.vision.laid import Table, row, says, table
from vision.looks.overlooked import overlooked

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
