"""How far a camera has trembled, on drawn tables shifted on purpose; distances in grey pixels."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion.drift import drifts, landmarks

Grey = NDArray[np.uint8]


def cloth() -> Grey:
    grain = np.random.default_rng(3).integers(0, 255, (90, 160)).astype(np.uint8)
    return np.asarray(cv2.resize(grain, (320, 180), interpolation=cv2.INTER_CUBIC), np.uint8)


def shifted(grey: Grey, x: float, y: float) -> Grey:
    move = np.array([[1, 0, x], [0, 1, y]], np.float64)
    moved = cv2.warpAffine(grey, move, grey.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def found(table: Grey, looks: list[Grey]) -> NDArray[np.float64]:
    return drifts(looks, table, landmarks(table, table, 4.0))


def test_a_trembling_camera_is_followed_to_a_fraction_of_a_pixel() -> None:
    ways = [(0.0, 0.0), (0.8, -0.5), (-1.0, 0.3), (0.4, 1.2)]
    looks = [shifted(cloth(), x, y) for x, y in ways]
    assert found(cloth(), looks) == pytest.approx(np.array(ways), abs=0.15)


def test_noise_and_light_on_a_still_table_are_no_trembling() -> None:
    rng, table = np.random.default_rng(4), cloth()
    lit = [cv2.convertScaleAbs(table, alpha=0.9 + 0.05 * i) for i in range(4)]
    looks = [np.clip(grey + rng.normal(0, 3, grey.shape), 0, 255).astype(np.uint8) for grey in lit]
    assert not found(table, looks).any()


def test_stripes_do_not_say_how_far_one_moved_along_them() -> None:
    stripes = np.repeat(np.random.default_rng(5).integers(0, 255, (90, 1)), 320, axis=1).astype(np.uint8)
    table = np.asarray(cv2.resize(stripes, (320, 180), interpolation=cv2.INTER_CUBIC), np.uint8)
    noisy = np.clip(table + np.random.default_rng(6).normal(0, 2, table.shape), 0, 255).astype(np.uint8)
    assert not found(table, [noisy, table]).any()


def test_stripes_on_which_the_light_fades_towards_one_end_have_not_moved_along_it() -> None:
    grain = np.random.default_rng(8).integers(60, 200, (1, 80))
    stripes = cv2.resize(np.repeat(grain, 180, axis=0).astype(np.uint8), (320, 180))
    lit = np.linspace(0.7, 1.1, 180)[:, None]
    table = np.clip(stripes * lit, 0, 255).astype(np.uint8)
    looks = [np.clip(stripes * (lit + 0.02 * i), 0, 255).astype(np.uint8) for i in range(4)]
    assert not found(table, looks).any()


def test_a_table_with_nothing_on_it_says_nothing() -> None:
    blank = np.full((180, 320), 90, np.uint8)
    assert not found(blank, [blank]).any()


def test_no_landmark_lies_where_something_has_changed() -> None:
    table = cloth()
    other = table.copy()
    other[:, :160] = np.roll(other[:, :160], 40, axis=0)
    at = landmarks(table, other, 4.0)
    assert len(at)
    assert (at[:, 0] > 150).all()
