"""Which way up a number stands."""

from collections.abc import Sequence
from dataclasses import replace
from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import Lying, Table, says, table
from vision.cards.decode import Reading
from vision.cards.grouping import group
from vision.cards.turning import MarkReader, agreed, read_upright, righted
from vision.prints.digits import CLASSES
from vision.prints.finder import CardHint, CardKind, Detections, Print
from vision.prints.nets import FloatArray

GREY = np.full((720, 1280, 3), 120, np.uint8)
Shown = dict[tuple[float, float], tuple[float, int, int]]
"""For the place of a print: which way up it truly stands, what it reads so, and what upside down."""


def reader(shown: Shown) -> "Digits":
    return Digits(shown)


class Digits:
    """Reads prints as a classifier would that sees what truly stands there, and counts its crops."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.crops = 0

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        self.crops += len(prints)
        return np.array([self._read(p) for p in prints], np.float32).reshape(-1, 111)

    def _read(self, print_: Print) -> FloatArray:
        up, upright, turned = self.shown[print_.centre]
        right = abs((print_.up - up + pi) % (2 * pi) - pi) < 1
        value = upright if right else turned
        return says({value: 0.99}) if value >= 0 else says({}, junk=0.95)


def unmarked(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
    """Sees a mark at no number."""
    return np.tile(np.array([0.01, 0.01, 0.98], np.float32), (len(prints), 1))


def marked(up: float) -> MarkReader:
    """See a mark at the feet of numbers that stand so."""

    def told(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        right = [abs((p.up - up + pi) % (2 * pi) - pi) < 1 for p in prints]
        return np.array([[0.98, 0.01, 0.01] if r else [0.01, 0.98, 0.01] for r in right], np.float32)

    return told


def seen(drawn: Table, ups: list[float]) -> Table:
    """Let the finder take the prints to stand as given."""
    prints = tuple(replace(p, up=up) for p, up in zip(drawn.finding.prints, ups, strict=True))
    return Table(replace(drawn.finding, prints=prints), drawn.values)


def shown(drawn: Table, values: list[tuple[float, int, int]]) -> Shown:
    return {p.centre: v for p, v in zip(drawn.finding.prints, values, strict=True)}


def turned(drawn: Table, values: FloatArray, digits: "Digits") -> tuple[Detections, FloatArray]:
    return righted(GREY, drawn.finding, values, group(drawn.finding, values), digits)


def test_a_middle_taken_upside_down_is_set_right_by_its_corner() -> None:
    drawn = seen(table([Lying("92", 300, shows="tl middle")]), [0.0, pi])
    digits = reader(shown(drawn, [(0.0, 92, 26), (0.0, 92, 26)]))
    values = digits(GREY, drawn.finding.prints)
    assert [int(v.argmax()) for v in values] == [92, 26]
    finding, better = turned(drawn, values, digits)
    assert [int(v.argmax()) for v in better] == [92, 92]
    assert finding.prints[1].up == pytest.approx(0.0, abs=1e-6)


def test_a_lone_middle_that_is_no_number_is_turned() -> None:
    drawn = seen(table([Lying("75", 300, shows="middle")]), [pi])
    digits = reader(shown(drawn, [(0.0, 75, -1)]))
    _, better = turned(drawn, says({75: 0.2}, junk=0.6)[None], digits)
    assert int(better[0].argmax()) == 75


@pytest.mark.parametrize(("score", "is_turned"), [(0.69, True), (0.45, False)])
def test_a_middle_that_is_no_number_is_turned_though_its_corner_was_read(
    score: float, is_turned: bool
) -> None:
    """A thin 1 was lost in the corners of a 15, and its large number taken upside down: a sure 5."""
    drawn = seen(table([Lying("15", 300, shows="tl middle")]), [0.0, pi])
    corner, large = drawn.finding.prints
    prints = (corner, replace(large, score=score))
    drawn = Table(replace(drawn.finding, prints=prints), drawn.values)
    digits = reader(shown(drawn, [(0.0, 5, -1), (0.0, 15, -1)]))
    _, better = turned(drawn, digits(GREY, prints), digits)
    assert int(better[0].argmax()) == 5
    assert (int(better[1].argmax()) == 15) is is_turned


def test_a_number_that_reads_well_either_way_is_doubted() -> None:
    """A 17 in thin print reads as a 4 upside down: none of the two is sure."""
    drawn = seen(table([Lying("17", 300, shows="middle")]), [0.7])
    shown_ways = reader(shown(drawn, [(0.0, 17, 4)]))
    askew = np.stack([says({}, junk=0.99)])
    for first in (0.0, pi):
        card = replace(drawn.finding.prints[0].card, up=first)
        prints = (replace(drawn.finding.prints[0], card=card),)
        _, better = turned(Table(replace(drawn.finding, prints=prints), askew), askew, shown_ways)
        assert max(better[0][17], better[0][4]) < 0.6
        assert min(better[0][17], better[0][4]) > 0.3


def test_a_number_on_its_head_on_its_card_is_doubted_where_it_reads_both_ways() -> None:
    drawn = seen(table([Lying("97", 300, shows="middle")]), [pi])
    digits = reader(shown(drawn, [(0.0, 46, 97)]))
    _, better = turned(drawn, digits(GREY, drawn.finding.prints), digits)
    assert 0.4 < better[0][46] < 0.6
    assert 0.4 < better[0][97] < 0.6


def test_what_reads_clearly_is_not_read_again() -> None:
    drawn = table([Lying("75", 300, shows="tl middle")])
    digits = reader(shown(drawn, [(0.0, 75, -1)] * 2))
    values = digits(GREY, drawn.finding.prints)
    assert turned(drawn, values, digits) == (drawn.finding, values)
    assert digits.crops == 2


@pytest.mark.parametrize(("up", "value"), [(0.0, 68), (pi, 89)])
def test_a_number_that_is_another_upside_down_stands_as_its_corner_says(up: float, value: int) -> None:
    """The finder took it to stand on its head in its corner; its feet must point to the card's middle."""
    drawn = seen(table([Lying("68", 300, up=up)]), [up + pi if up <= 0 else up - pi])
    digits = reader(shown(drawn, [(up, value, {68: 89, 89: 68}[value])]))
    values = digits(GREY, drawn.finding.prints)
    cards = group(drawn.finding, values)
    readings = read_upright(GREY, drawn.finding.prints, values, cards, up, digits, unmarked)
    assert int(readings[0].values.argmax()) == value


@pytest.mark.parametrize(("sense", "value"), [(0.0, 9), (pi, 6)])
def test_a_lone_six_or_nine_stands_as_its_row_does(sense: float, value: int) -> None:
    drawn = table([Lying("9", 300, shows="middle")])
    digits = reader(shown(drawn, [(0.0, 9, 6)]))
    values = digits(GREY, drawn.finding.prints)
    cards = group(drawn.finding, values)
    readings = read_upright(GREY, drawn.finding.prints, values, cards, sense, digits, unmarked)
    assert int(readings[0].values.argmax()) == value
    assert readings[0].values[15 - value] < 0.1


def test_where_the_rows_sense_is_in_doubt_so_is_a_number_that_stands_against_it() -> None:
    drawn = table([Lying("9", 300, shows="middle")])
    digits = reader(shown(drawn, [(0.0, 9, 6)]))
    values = digits(GREY, drawn.finding.prints)
    cards = group(drawn.finding, values)
    readings = read_upright(GREY, drawn.finding.prints, values, cards, pi, digits, unmarked, 0.3)
    assert 0.25 < readings[0].values[9] < 0.35 < readings[0].values[6]


def across(marks: MarkReader) -> dict[int, Reading]:
    """Read a 9 that lies across its card, of which an arm leaves nothing but the index to be seen."""
    drawn = seen(table([Lying("9", 300)]), [1.5])
    digits = reader(shown(drawn, [(1.5, 9, 6)]))
    values = digits(GREY, drawn.finding.prints)
    cards = group(drawn.finding, values)
    return read_upright(GREY, drawn.finding.prints, values, cards, 0.0, digits, marks)


def test_a_number_across_its_card_may_stand_either_way() -> None:
    """An arm left nothing to see of the row's first card but its index: a 6, or a 9."""
    readings = across(unmarked)
    assert 0.4 < readings[0].values[9] < 0.6
    assert 0.4 < readings[0].values[6] < 0.6


@pytest.mark.parametrize(("marks", "value"), [(marked(1.5), 9), (marked(1.5 - pi), 6)])
def test_a_mark_tells_which_way_a_number_across_its_card_stands(marks: MarkReader, value: int) -> None:
    readings = across(marks)
    assert readings[0].values[value] > 0.95


@pytest.mark.parametrize(
    ("sense", "shows", "marks", "sure", "value"),
    [
        (None, "middle", unmarked, 0.45, 9),
        (None, "middle", unmarked, 0.45, 6),  # nobody can say
        (None, "middle", marked(0.0), 0.95, 9),
        (None, "middle", marked(pi), 0.95, 6),
        (None, "tl middle", unmarked, 0.95, 9),
        (0.0, "middle", unmarked, 0.95, 9),
        (0.0, "middle", marked(0.0), 0.98, 9),
        (0.0, "middle", marked(pi), 0.45, 6),  # in a row it may lie upside down, too
        (0.0, "middle", marked(pi), 0.45, 9),  # or what seems to mark its head is its card's rim
    ],
)
def test_a_card_by_itself_stands_as_its_mark_says(
    sense: float | None, shows: str, marks: MarkReader, sure: float, value: int
) -> None:
    drawn = table([Lying("9", 300, shows=shows)])
    digits = reader(shown(drawn, [(0.0, 9, 6)] * len(drawn.finding.prints)))
    values = digits(GREY, drawn.finding.prints)
    cards = group(drawn.finding, values)
    readings = read_upright(GREY, drawn.finding.prints, values, cards, sense, digits, marks)
    assert readings[0].values[value] > sure


@pytest.mark.parametrize("marks", [marked(pi), marked(0.0)])
def test_a_mark_alone_turns_no_number_in_its_row_for_certain(marks: MarkReader) -> None:
    """Whichever way up the number is taken to stand, its card's rim may be taken for a mark."""
    drawn = table([Lying("9", 300, shows="middle")])
    digits = reader(shown(drawn, [(0.0, 9, 6)] * len(drawn.finding.prints)))
    for taken in (0.0, pi):
        prints = [replace(p, up=taken) for p in drawn.finding.prints]
        cards = group(drawn.finding, digits(GREY, prints))
        values = digits(GREY, prints)
        readings = read_upright(GREY, prints, values, cards, 0.0, digits, marks)
        assert readings[0].values[6] < 0.7


def _read_as(number: int, sure: float) -> NDArray[np.float32]:
    row = np.full(CLASSES, (1 - sure) / (CLASSES - 1), np.float32)
    row[number] = sure
    return row


@pytest.mark.parametrize(("there", "other", "wanted"), [(0.3, 0.98, 43), (0.98, 0.3, 97), (0.95, 0.95, None)])
def test_of_two_looks_that_disagree_the_one_that_reads_is_right(
    there: float, other: float, wanted: int | None
) -> None:
    hint = CardHint((50, 50), 0.0, 180, 116, CardKind.NUMBER, 0.9, (50, 50))
    found = Print((50, 50), 40, 0.0, 0.9, hint)
    close = replace(found, up=pi)
    second = np.stack([_read_as(43, other)])
    image = np.zeros((100, 100, 3), np.uint8)
    first = np.stack([_read_as(97, there)])
    (kept,), values = agreed(image, [found], [close], first, lambda *_: second)
    assert kept.up == (0.0 if wanted == 43 else pi)
    if wanted is None:
        assert values[0, 97] == pytest.approx(values[0, 43], abs=0.05)
        assert values[0].max() < 0.6
    else:
        assert int(values[0].argmax()) == wanted


@pytest.mark.parametrize(("sense", "first"), [(0.0, 6), (pi, 9), (None, None)])
def test_corners_that_read_as_each_other_upside_down_are_a_question_in_the_rows_sense_if_it_has_one(
    sense: float | None, first: int | None
) -> None:
    """The lower index of this deck is printed upright, or the card lies upside down."""
    drawn = table([Lying("6", 300, shows="tl br")])
    values = np.array([says({6: 0.998}), says({9: 0.998})], np.float32)
    cards = group(drawn.finding, values)
    readings = read_upright(
        GREY, drawn.finding.prints, values, cards, sense, lambda _, prints: values[: len(prints)], unmarked
    )
    assert len(readings) == 2
    for told in readings.values():
        assert min(told.values[6], told.values[9]) > 0.3
        assert first is None or int(told.values.argmax()) == first


def test_a_middle_on_its_head_in_its_row_that_reads_better_upright_stands_upright() -> None:
    """A blurred 95 that the finder took upside down, where it reads as 96."""
    drawn = seen(table([Lying("95", 300, up=pi, shows="middle")]), [pi])
    digits = reader(shown(drawn, [(0.0, 95, 96)]))
    values = digits(GREY, drawn.finding.prints)
    cards = group(drawn.finding, values)
    readings = read_upright(GREY, drawn.finding.prints, values, cards, 0.0, digits, unmarked)
    assert int(readings[0].values.argmax()) == 95


@pytest.mark.parametrize("turned_", [11, -1])
def test_a_middle_on_its_head_in_its_row_that_reads_no_better_upright_is_believed(turned_: int) -> None:
    drawn = seen(table([Lying("11", 300, up=pi, shows="middle")]), [pi])
    digits = reader(shown(drawn, [(pi, 11, turned_)]))
    values = digits(GREY, drawn.finding.prints)
    cards = group(drawn.finding, values)
    readings = read_upright(GREY, drawn.finding.prints, values, cards, 0.0, digits, unmarked)
    assert readings[0].values[11] == pytest.approx(values[0, 11] / (1 - values[0, 110]), abs=0.01)
