"""Cards that came and in which nothing is read: full and of a card's size, not the rim of a nudged one."""

import cv2
import numpy as np
import pytest

from companion.clock import instant
from tests.vision.memory.test_row import known
from vision.watching.unread import came_unread


@pytest.mark.parametrize(("thick", "found"), [(-1, 1), (8, 0)])
def test_what_came_on_a_card_fills_its_outline(thick: int, found: int) -> None:
    mask = np.zeros((150, 200), np.uint8)
    cv2.rectangle(mask, (40, 0), (99, 99), 255, thick)
    assert len(came_unread(mask, known("12"), [], 1.0, instant(1.0))) == found


@pytest.mark.parametrize(("size", "found"), [((36, 100), 1), ((20, 100), 0), ((36, 70), 0), ((55, 90), 1)])
def test_of_one_that_looks_like_the_last_card_what_sticks_out_is_enough(
    size: tuple[int, int], found: int
) -> None:
    mask = np.zeros((150, 200), np.uint8)
    cv2.rectangle(mask, (64, 0), (63 + size[0], size[1] - 1), 255, -1)
    assert len(came_unread(mask, known("12"), [], 1.0, instant(1.0))) == found


ASLANT = [(286, 106), (262, 109), (257, 136), (281, 132)]
ROUND = [(round(70 + 14 * np.cos(a)), round(52 + 14 * np.sin(a))) for a in np.arange(0, 6.28, 0.3)]


@pytest.mark.parametrize(("outline", "found"), [(ASLANT, 1), (ROUND, 0)])
def test_the_first_card_of_all_may_be_seen_aslant_but_a_round_thing_is_none(
    outline: list[tuple[int, int]], found: int
) -> None:
    mask = np.zeros((180, 320), np.uint8)
    cv2.fillPoly(mask, [np.array(outline, np.int32)], (255,))
    assert len(came_unread(mask, [], [], 0.25, instant(1.0))) == found
