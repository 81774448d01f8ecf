"""A bump of the camera moves the whole table in the picture; cards that are pushed move by themselves."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.motion.test_drift import Grey, cloth, shifted
from vision.motion.bumped import bump


def turned(grey: Grey, degrees: float) -> Grey:
    high, wide = grey.shape
    way = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, 1.0)
    return np.asarray(cv2.warpAffine(grey, way, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def moved(way: NDArray[np.float64] | None, x: float, y: float) -> list[float]:
    assert way is not None
    return list(way @ (x, y, 1.0) - (x, y))


def test_a_bump_is_found_with_its_turn() -> None:
    table = cloth()
    assert moved(bump(shifted(table, 7, -5), table), 100, 100) == pytest.approx([7, -5], abs=0.2)
    way = bump(turned(table, 1.5), table)
    assert moved(way, 160, 90) == pytest.approx([0, 0], abs=0.3)
    assert abs(moved(way, 300, 90)[1]) == pytest.approx(140 * np.sin(np.radians(1.5)), abs=0.4)


def test_a_trembling_camera_was_not_bumped() -> None:
    table = cloth()
    assert bump(shifted(table, 0.8, -0.7), table) is None
    assert bump(table, table) is None


def test_a_part_that_is_pushed_is_no_bump() -> None:
    table = cloth()
    now = table.copy()
    now[40:140, 100:200] = shifted(table, 6, 0)[40:140, 100:200]
    assert bump(now, table) is None


def test_another_picture_is_no_bump() -> None:
    other = np.random.default_rng(9).integers(0, 255, (180, 320)).astype(np.uint8)
    assert bump(other, cloth()) is None
