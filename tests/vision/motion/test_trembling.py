"""A camera that trembles, told from what moves before it."""

from itertools import pairwise
from math import cos, sin

import cv2
import numpy as np
import pytest

from companion.clock import Span, instant
from vision.frame import Frame, Image
from vision.motion.changes import Look, moved, reduce
from vision.motion.trembling import FRAMES, Trembling


def lined() -> Image:
    """A cloth of thin light lines."""
    table = np.full((540, 960, 3), 60, np.uint8)
    table[20::40] = table[:, 20::40] = 220
    return table


def taken(number: int, reach: float, table: Image | None = None) -> Look:
    """Take a picture with a camera that is off its place by so many pixels at most."""
    off = np.array([[1, 0, reach * sin(1.3 * number)], [0, 1, reach * cos(0.9 * number)]], np.float32)
    image = cv2.warpAffine(
        lined() if table is None else table, off, (960, 540), borderMode=cv2.BORDER_REPLICATE
    )
    return reduce(Frame(np.asarray(image, np.uint8), Span.at(instant(number / 15)), number))


def with_hand(left: int) -> Image:
    table = lined()
    cv2.rectangle(table, (left, 380), (left + 90, 540), (120, 140, 190), -1)
    return table


def moving(looks: list[Look], trembling: Trembling | None = None) -> list[bool]:
    """Say of each look after the first whether anything moved in it."""
    told = trembling or Trembling()
    return [told.moved(now, last) is not None for last, now in pairwise(looks)]


@pytest.mark.parametrize("reach", [0.6, 1.0])
def test_a_camera_that_trembles_comes_to_rest(reach: float) -> None:
    looks = [taken(number, reach) for number in range(40)]
    by_itself = [moved(now, last) is not None for last, now in pairwise(looks)]
    assert sum(by_itself[2 * FRAMES :]) >= 10
    assert not any(moving(looks)[2 * FRAMES :])


@pytest.mark.parametrize("reach", [0.0, 1.0])
def test_a_hand_moves_all_the_same(reach: float) -> None:
    trembling = Trembling()
    looks = [taken(number, reach) for number in range(20)]
    hand = [taken(20 + k, reach, with_hand(300 + 12 * k)) for k in range(6)]
    moving(looks, trembling)
    assert all(moving([looks[-1], *hand], trembling))


def test_a_card_that_slides_the_last_bit_has_moved() -> None:
    """It does so in a few frames; the camera stood still before."""

    def card(off: float) -> Image:
        face = np.full((540, 960, 3), 60, np.uint8)
        shift = np.array([[1, 0, 400 + off], [0, 1, 200 + off]], np.float32)
        print_ = np.full((180, 120, 3), (60, 140, 235), np.uint8)
        print_[4::8], print_[:, 4::8] = 250, 250
        cv2.warpAffine(print_, shift, (960, 540), dst=face, borderMode=cv2.BORDER_TRANSPARENT)
        return face

    trembling = Trembling()
    still = [taken(number, 0.0, card(0.0)) for number in range(12)]
    assert not any(moving(still, trembling))
    slid = [taken(12 + k, 0.0, card(0.5 * k)) for k in range(1, 4)]
    by_itself = [moved(now, last) is not None for last, now in pairwise([still[-1], *slid])]
    assert any(by_itself)
    assert moving([still[-1], *slid], trembling) == by_itself
