"""What lies still across the border, told from arms: drawn as patches in grey pictures."""

from collections.abc import Sequence

import numpy as np
import pytest

from companion.clock import NS_PER_SECOND, Instant, Span
from vision.frame import Frame
from vision.motion.changes import Arm, Look, arms, reduce
from vision.watching.furniture import Furniture

Box = tuple[int, int, int, int]

MUG: Box = (0, 200, 90, 320)


def look(second: float, *boxes: Box) -> tuple[Look, tuple[Arm, ...]]:
    """Give a picture with boxes (left, top, right, bottom), each lighter than the last, and its arms."""
    image = np.full((720, 1280, 3), 60, np.uint8)
    mask = np.zeros((180, 320), np.uint8)
    for tone, (left, top, right, bottom) in zip((140, 200, 240), boxes, strict=False):
        image[top:bottom, left:right] = tone
        mask[top // 4 : bottom // 4, left // 4 : right // 4] = 255
    at = Instant(round(second * NS_PER_SECOND))
    return reduce(Frame(image, Span.at(at), round(second * 10))), arms(mask)


def lain(times: Sequence[tuple[float, tuple[Box, ...]]]) -> list[int]:
    """Give how many arms of each picture have lain there for long."""
    furniture = Furniture()
    return [len(furniture.among(*look(second, *boxes))) for second, boxes in times]


def test_what_lies_still_for_ten_seconds_is_no_arm() -> None:
    assert lain([(0, (MUG,)), (9.9, (MUG,)), (10, (MUG,))]) == [0, 0, 1]


def test_an_arm_elsewhere_keeps_nothing_from_being_furniture() -> None:
    moving = [(t, (MUG, (400 + 40 * (t % 4), 0, 460 + 40 * (t % 4), 300))) for t in range(11)]
    assert lain(moving) == [*[0] * 10, 1]


@pytest.mark.parametrize(("hidden", "told"), [(2, 1), (5, 0)])
def test_it_may_be_hidden_for_a_moment(hidden: int, told: int) -> None:
    across: Box = (0, 180, 500, 340)
    over = [(float(t), (MUG, across)) for t in range(4, 4 + hidden + 1)]
    assert lain([(0, (MUG,)), (3, (MUG,)), *over, (10, (MUG,))])[-1] == told


def test_where_no_arm_was_it_begins_anew() -> None:
    assert lain([(0, (MUG,)), (5, ()), (10, (MUG,)), (19, (MUG,)), (20, (MUG,))]) == [0, 0, 0, 0, 1]


def test_an_arm_that_moves_is_none_however_long() -> None:
    wandering = [(t, ((400 + 30 * (t % 5), 0, 460 + 30 * (t % 5), 300),)) for t in range(30)]
    assert set(lain(wandering)) == {0}
