"""What is known of each number card of a look."""

from collections.abc import Sequence
from math import pi

import cv2
import numpy as np
import pytest

from companion.cards import Colour
from tests.vision.laid import Lying, Table, row, says, table
from vision.cards.decode import Evidence
from vision.cards.gathering import Grouped, evidence, grouped
from vision.cards.grouping import group
from vision.cards.senses import Leaning
from vision.games import look_of
from vision.prints.finder import Picture, Print
from vision.prints.nets import FloatArray

TABLE = np.full((600, 1200, 3), 90, np.uint8)
LOOK = look_of("fifty-fifty")


def unmarked(image: Picture, prints: Sequence[Print]) -> FloatArray:
    """Know of no marks."""
    return np.tile(np.array([0.0, 0.0, 1.0], np.float32), (len(prints), 1))


def cards_of(drawn: Table) -> Grouped:
    """Join what a drawn table shows."""
    return grouped(TABLE, drawn.finding, drawn.values, group(drawn.finding, drawn.values))


def known_of(drawn: Table, *, known: bool = True) -> list[Evidence]:
    """Give what is known of the number cards of a drawn table, which lies upright."""
    return evidence(cards_of(drawn), LOOK, 0.0, drawn.digits, unmarked, known, Leaning())


def test_cards_with_a_number_are_parted_from_those_without() -> None:
    seen = cards_of(table(row("12 40 pass 87", pitch=150)))
    assert len(seen.numbers) == len(seen.laid) == 3
    assert len(seen.others) == 1
    assert not seen.others[0].prints


def test_each_number_card_has_a_reading_for_every_print_on_it() -> None:
    drawn = table(row("12 40 87"))
    told = known_of(drawn)
    by_number = {int(one.readings[0].values.argmax()): len(one.readings) for one in told}
    assert by_number == {12: 1, 40: 1, 87: 3}


def test_a_print_that_a_later_card_may_cover_in_part_counts_less_than_a_free_one() -> None:
    under = Lying("40", 200, shows="tl br")
    over = Lying("87", 240, shows="tl")
    told = known_of(table([under, over]))
    (first,) = (one for one in told if int(one.readings[0].values.argmax()) == 40)
    free, covered = sorted((r.weight for r in first.readings), reverse=True)
    assert free == 1
    assert covered < free


def test_cards_that_lie_apart_count_in_full() -> None:
    drawn = table([Lying("40", 200, shows="tl br"), Lying("87", 700, shows="tl br")])
    assert all(reading.weight == 1 for one in known_of(drawn) for reading in one.readings)


def test_how_a_number_was_seen_is_left_out_where_experience_says_nothing_of_it() -> None:
    drawn = table(row("12 40 87"))
    assert all(one.sight is not None for one in known_of(drawn))
    assert all(one.sight is None for one in known_of(drawn, known=False))


def test_no_cards_no_evidence() -> None:
    assert known_of(table([])) == []


def test_the_most_vivid_print_of_a_card_tells_its_colour() -> None:
    """Of a thin index hardly any colour is left; the large number in the middle has all of it."""
    drawn = table(row("42"))
    white = np.full_like(TABLE, 245)
    middle = max(drawn.finding.prints, key=lambda one: one.height)
    x, y = map(round, middle.centre)
    painted = white.copy()
    cv2.circle(painted, (x, y), round(middle.height * 0.4), (180, 60, 100), -1)
    for image, least in ((white, 0.0), (painted, 0.9)):
        seen = grouped(image, drawn.finding, drawn.values, group(drawn.finding, drawn.values))
        (told,) = evidence(seen, LOOK, 0.0, drawn.digits, unmarked, True, Leaning())
        assert (told.colours == {}) is (least == 0)
        assert told.colours.get(Colour.PURPLE, 0.0) >= least


@pytest.mark.parametrize(
    ("faces", "up", "believed"),
    [("15", 0.0, True), ("15", pi, False), ("15 43", pi, True), ("15 22", pi, False)],
)
def test_a_number_that_may_be_another_upside_down_hardly_says_that_it_stands_on_its_head(
    faces: str, up: float, believed: bool
) -> None:
    """A card beside it does, unless that looks alike both ways itself; so does the picture's own top."""
    lying = [Lying(face, 600 - 150 * i, up=up, shows="middle") for i, face in enumerate(faces.split())]
    drawn = table(lying)

    def digits(image: Picture, prints: Sequence[Print]) -> FloatArray:
        upside_down = {15: says({51: 0.99}), 22: says({22: 0.99}), 43: says({}, junk=0.95)}
        read = {p.centre: int(v.argmax()) for p, v in zip(drawn.finding.prints, drawn.values, strict=True)}
        return np.array([upside_down[read[p.centre]] for p in prints], np.float32)

    told = evidence(cards_of(drawn), LOOK, up, digits, unmarked, True, Leaning())
    fifteen = max(float(one.readings[0].values[15]) for one in told)
    assert (fifteen > 0.9) is believed
    assert believed or fifteen < 0.5
