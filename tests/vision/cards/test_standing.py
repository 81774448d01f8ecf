"""Which way up a lone number stands, by where the others of its deck stand on their cards."""

from collections.abc import Sequence
from dataclasses import replace
from math import pi

import numpy as np
import pytest

from tests.vision.laid import HEIGHT, Lying, Table, says, table
from vision.cards.decode import Reading
from vision.cards.gathering import grouped
from vision.cards.grouping import group
from vision.cards.standing import AS_LAID, REMEMBERED, Stood, standing, stands_as_others
from vision.cards.turning import read_upright
from vision.prints.finder import Picture, Print
from vision.prints.nets import FloatArray

GREY = np.full((720, 1280, 3), 120, np.uint8)


def laid(*cards: tuple[str, float], up: float = 0.0) -> Table:
    """Lay cards with one number each, so many card heights over the middle as it stands itself."""
    drawn = table([Lying(face, 200.0 + 200 * k, up=up, shows="middle") for k, (face, _) in enumerate(cards)])
    sign = 1 if up == 0 else -1
    prints = [
        replace(p, centre=(p.centre[0], p.centre[1] - sign * high * HEIGHT))
        for p, (_, high) in zip(drawn.finding.prints, cards, strict=True)
    ]
    return replace(drawn, finding=replace(drawn.finding, prints=tuple(prints)))


def heard(drawn: Table, before: Sequence[Stood] = ()) -> dict[int, float]:
    cards = group(drawn.finding, drawn.values)
    stood = standing(drawn.finding.prints, drawn.values, cards, before)
    return {s.number: round(s.high, 3) for s in stood}


def stood(*each: tuple[int, float], up: float = 0.0, at: tuple[float, float] = (900.0, 600.0)) -> list[Stood]:
    return [Stood(number, at, up, high) for number, high in each]


@pytest.mark.parametrize("up", [0.0, pi])
def test_numbers_tell_how_high_they_stand_unless_they_are_some_upside_down_too(up: float) -> None:
    drawn = laid(("5", 0.12), ("8", 0.12), ("9", 0.12), ("14", -0.1), up=up)
    assert heard(drawn) == {5: 0.12, 14: -0.1}


def test_what_is_not_clearly_read_and_what_stands_in_a_corner_tells_nothing() -> None:
    unclear = laid(("5", 0.12))
    assert heard(replace(unclear, values=says({5: 0.7})[None])) == {}
    assert heard(table([Lying("5", 300, shows="tl")])) == {}


def test_a_look_before_counts_as_much_as_this_one_and_what_lay_elsewhere_for_itself() -> None:
    (there,) = stood((5, 0.1), at=(200.0, 290.0))
    assert heard(laid(("5", 0.14)), [there, *stood((7, 0.1))]) == {7: 0.1, 5: 0.12}
    cards = laid(("5", 0.14))
    both = standing(cards.finding.prints, cards.values, group(cards.finding, cards.values), stood((5, 0.1)))
    assert [round(s.high, 3) for s in both] == [0.1, 0.14]


def test_no_more_than_some_numbers_are_remembered() -> None:
    before = [Stood(7, (5.0 * k, 0.0), 0.0, 0.0) for k in range(REMEMBERED)]
    cards = laid(("5", 0.1))
    after = standing(cards.finding.prints, cards.values, group(cards.finding, cards.values), before)
    assert after[:-1] == tuple(before[1:])


@pytest.mark.parametrize(
    ("high", "others", "right"),
    [
        (0.14, stood((5, 0.12)), True),
        (-0.14, stood((5, 0.12)), False),
        (-0.14, stood((5, -0.12), (3, -0.1)), True),
        (0.01, stood((5, 0.12)), None),
        (0.14, stood((5, 0.01)), None),
        (0.14, [], None),
        (0.14, stood((5, 0.12), (3, -0.12)), None),
        (0.19, stood((5, 0.07)), None),
    ],
)
def test_a_number_stands_as_high_as_the_others(high: float, others: list[Stood], right: bool | None) -> None:
    print_ = laid(("9", high)).finding.prints[0]
    told = stands_as_others(print_, print_.card, others)
    assert (told is not None and told > 0.9) == (right is True)
    assert (told is None) == (right is None)


@pytest.mark.parametrize(
    ("others", "told"),
    [
        (stood((5, 0.0), at=(200.0, 310.0)), 2 / 3),
        (stood((5, 0.0), (3, 0.0), at=(200.0, 310.0)), 3 / 4),
        (stood((5, 0.0), (3, 0.0), up=pi, at=(200.0, 310.0)), 1 / 4),
        (stood(*((k, 0.0) for k in range(20)), at=(200.0, 310.0)), AS_LAID),
        (stood((5, 0.0), at=(200.0, 310.0)) + stood((3, 0.0), up=pi, at=(200.0, 310.0)), None),
        (stood((5, 0.0), up=pi / 2, at=(200.0, 310.0)), None),
        (stood((5, 0.0), at=(200.0, 600.0)), None),
    ],
)
def test_a_number_stands_as_most_did_at_its_place(others: list[Stood], told: float | None) -> None:
    """That alone makes no 6 or 9 sure: cards are laid upside down, too."""
    print_ = laid(("9", 0.0)).finding.prints[0]
    assert stands_as_others(print_, print_.card, others) == pytest.approx(told)


def unmarked(image: Picture, prints: Sequence[Print]) -> FloatArray:
    return np.tile(np.array([0.01, 0.01, 0.98], np.float32), (len(prints), 1))


def six_or_nine(image: Picture, prints: Sequence[Print]) -> FloatArray:
    return np.array([says({6 if abs(p.up) > 1 else 9: 0.998}) for p in prints], np.float32)


@pytest.mark.parametrize(("high", "six", "nine"), [(0.13, 0.0, 0.9), (-0.13, 0.9, 0.0), (0.0, 0.4, 0.4)])
def test_a_9_that_stands_low_where_others_stand_high_is_a_6(high: float, six: float, nine: float) -> None:
    """Where each card lies by itself, and the others were seen a while ago."""
    drawn = laid(("9", high))
    cards = group(drawn.finding, drawn.values)
    read: dict[int, Reading] = read_upright(
        GREY, drawn.finding.prints, drawn.values, cards, None, six_or_nine, unmarked, stood=stood((5, 0.12))
    )
    assert read[0].values[6] >= six
    assert read[0].values[9] >= nine
    assert max(read[0].values[6], read[0].values[9]) >= 0.4


def test_what_lies_there_now_is_joined_with_what_lay_there_before() -> None:
    drawn = laid(("5", 0.12), ("9", 0.12))
    cards = group(drawn.finding, drawn.values)
    seen = grouped(GREY, drawn.finding, drawn.values, cards, stood((3, 0.11)))
    assert [s.number for s in seen.stood] == [3, 5]
