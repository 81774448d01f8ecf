"""Frames of a still table that are passed over until something moves."""

import numpy as np
import pytest

from companion.clock import Instant, Span
from vision.frame import Coded, Frame, Image
from vision.motion.changes import reduce
from vision.motion.sparing import CALM, GLANCES, Sparing

TABLE: Image = np.full((288, 512, 3), 90, np.uint8)
HAND = TABLE.copy()
HAND[100:240, 300:420] = 200


def frame(number: int, picture: Image | Coded = TABLE) -> Frame:
    """Give a frame of 30 a second."""
    return Frame(picture, Span.at(Instant(round(number / 30 * 1e9))), number)


@pytest.mark.parametrize(
    ("later", "rested", "spared"), [(1, CALM, True), (2, CALM, False), (1, CALM - 1, False)]
)
def test_every_other_frame_of_a_still_table_is_passed_over(later: int, rested: int, spared: bool) -> None:
    assert GLANCES < 2 / 30 * 1e9
    assert Sparing().passes(frame(later), reduce(frame(0)), rested) is spared


def test_what_was_passed_over_is_given_once_something_has_moved() -> None:
    sparing, last = Sparing(), reduce(frame(0))
    assert sparing.passes(frame(1), last, CALM)
    assert not list(sparing.missed(reduce(frame(2)), last))
    assert sparing.passes(frame(3), reduce(frame(2)), CALM)
    missed = list(sparing.missed(reduce(frame(4, HAND)), last))
    assert [passed.number for passed, _ in missed] == [3]
    assert not list(sparing.missed(reduce(frame(5, HAND)), last))


def test_broken_and_dark_pictures_among_them_are_left_out() -> None:
    sparing, last = Sparing(), reduce(frame(0))
    for picture in (Coded(np.array([0xFF, 0xD8, 0], np.uint8)), np.zeros_like(TABLE)):
        assert sparing.passes(frame(1, picture), last, CALM)
    assert not list(sparing.missed(reduce(frame(2, HAND)), last))
