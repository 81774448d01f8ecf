"""Patches on edges tell together what none of them tells alone; distances in grey pixels."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion.drift import Grey
from vision.motion.edges import together

PLACE = (60, 40)
AROUND = [(x, y) for x in (53, 63, 73, 83) for y in (33, 123 - 14)] + [(53, y) for y in (50, 65, 80)]


def card(x: float, y: float, high: int = 76) -> Grey:
    """A blank card, 50 wide, that lies off its place by so much on a grey table."""
    table = np.full((180, 240), 90, np.uint8)
    cv2.rectangle(table, PLACE, (PLACE[0] + 50, PLACE[1] + high), 230, -1)
    move = np.array([[1, 0, x], [0, 1, y]], np.float64)
    shot = cv2.warpAffine(table, move, table.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(8).normal(0, 1.5, shot.shape)
    return np.asarray(np.clip(shot + noise, 0, 255), np.uint8)


def found(now: Grey, at: list[tuple[int, int]]) -> tuple[float, float] | None:
    places: NDArray[np.intp] = np.array(at, np.intp)
    return together(now, places, card(0, 0), 10)


@pytest.mark.parametrize("off", [(0.0, 0.0), (4.0, -3.0), (-2.5, 6.25)])
def test_a_blank_card_is_found_by_its_edges(off: tuple[float, float]) -> None:
    where = found(card(*off), AROUND)
    assert where is not None
    assert where == pytest.approx(off, abs=0.35)


def test_a_single_edge_does_not_say_how_far_along_it() -> None:
    assert found(card(0, 3), [(x, 33) for x in range(70, 96, 4)]) is None


def test_a_hand_over_most_of_it_leaves_it_open() -> None:
    hidden = card(4, -3)
    hidden[45:] = np.random.default_rng(2).integers(0, 255, hidden[45:].shape)
    assert found(hidden, AROUND) is None


def test_few_patches_or_the_pictures_edge_tell_nothing() -> None:
    assert found(card(4, -3), AROUND[:4]) is None
    assert found(card(0, 0), [(0, 30), (2, 50), (226, 40), (100, 170)] * 2) is None
