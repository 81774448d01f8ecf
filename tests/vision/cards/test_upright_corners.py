"""Decks that print the lower index upright: it is no other number on a second card."""

from collections.abc import Sequence
from dataclasses import replace
from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import Lying, Table, says, table
from vision.cards.candidates import Candidate
from vision.cards.grouping import group
from vision.cards.upright_corners import reconciled, stood_up
from vision.prints.finder import CardKind, Detections, Print
from vision.prints.nets import FloatArray

GREY = np.full((720, 1280, 3), 120, np.uint8)


class Reads:
    """Reads every print as one number, and counts them."""

    def __init__(self, number: int) -> None:
        self.number, self.asked = number, 0

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        self.asked += len(prints)
        return np.array([says({self.number: 0.95}) for _ in prints], np.float32).reshape(-1, 111)


def told(finding: Detections, values: FloatArray) -> list[Candidate]:
    return [card for card in group(finding, values) if card.hint.kind is CardKind.NUMBER]


def misread(lower: int) -> Table:
    """A 67 whose lower index is read upside down, as on a card lying the other way up and a little off."""
    drawn = table([Lying("67", 400, shows="tl middle br")])
    *upper, corner = drawn.finding.prints
    (x, y), seen = corner.card.centre, corner.card
    other = replace(corner, card=replace(seen, centre=(x - 18, y - 30), up=pi))
    values = drawn.values.copy()
    values[-1] = says({lower: 0.95})
    return Table(replace(drawn.finding, prints=(*upper, other)), values)


def test_an_upright_lower_index_is_its_own_cards() -> None:
    drawn = misread(19)
    assert len(told(drawn.finding, drawn.values)) == 2
    finding, values = reconciled(
        GREY, drawn.finding, drawn.values, told(drawn.finding, drawn.values), Reads(67)
    )
    assert [int(v.argmax()) for v in values] == [67, 67, 67]
    assert len(told(finding, values)) == 1


def test_what_reads_as_neither_stays() -> None:
    drawn = misread(19)
    cards = told(drawn.finding, drawn.values)
    finding, values = reconciled(GREY, drawn.finding, drawn.values, cards, Reads(44))
    assert finding.prints == drawn.finding.prints
    assert int(values[-1].argmax()) == 19


def test_neighbours_are_left_alone() -> None:
    drawn = table([Lying("67", 300, shows="tl middle"), Lying("19", 420, up=3.1, shows="br")])
    reads = Reads(67)
    cards = told(drawn.finding, drawn.values)
    _, values = reconciled(GREY, drawn.finding, drawn.values, cards, reads)
    assert values is drawn.values
    assert not reads.asked


def laid(lower: float, of_first: dict[int, float]) -> tuple[list[Print], FloatArray]:
    """Lay three cards with an upper and a lower index, the last two of which stand with their up ``lower``.

    ``of_first``: what is read of the first card's lower one, which stands on its head.
    """
    prints, said = [], []
    for k, number in enumerate((95, 22, 31)):
        card = Lying(str(number), 300 + 130 * k).hint(CardKind.NUMBER)
        prints += [
            Print((card.centre[0] - 40, 230), 18.0, 0.0, 0.8, card),
            Print((card.centre[0] - 40, 370), 18.0, lower if k else pi, 0.8, card),
        ]
        said += [says({number: 0.98}), says({number: 0.98} if k else of_first)]
    return prints, np.array(said, np.float32)


def test_what_hardly_reads_on_its_head_is_read_upright_as_the_deck_is_printed() -> None:
    prints, values = laid(0.0, {56: 0.7})
    right, better = stood_up(GREY, prints, values, Reads(95))
    assert [p.up for p in right] == [0.0] * 6
    assert int(better[1].argmax()) == 95


@pytest.mark.parametrize(
    ("lower", "first"), [(0.0, {56: 0.97}), (pi, {56: 0.7})], ids=["reads clearly", "a deck that turns them"]
)
def test_what_may_well_stand_on_its_head_is_not_turned(lower: float, first: dict[int, float]) -> None:
    prints, values = laid(lower, first)
    reads = Reads(95)
    right, better = stood_up(GREY, prints, values, reads)
    assert right == tuple(prints)
    assert better is values
    assert not reads.asked
