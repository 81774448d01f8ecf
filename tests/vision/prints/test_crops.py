"""Crops: cut upright, from a picture of three channels or of four."""

import numpy as np
import pytest

from vision.prints.crops import Window, turnable, upright

PICTURE = np.random.default_rng(1).integers(0, 256, (90, 120, 3), np.uint8)


@pytest.mark.parametrize("height", [9.0, 24.0, 61.0])
@pytest.mark.parametrize("up", [0.0, 0.7, -2.9])
def test_a_fourth_channel_changes_nothing(height: float, up: float) -> None:
    window = Window(30, 20, 12)
    plain = upright(PICTURE, (50.3, 40.8), height, up, window)
    assert plain.shape == (20, 30, 3)
    off = np.abs(upright(turnable(PICTURE), (50.3, 40.8), height, up, window).astype(int) - plain)
    assert off.max() <= 1


def test_a_number_upside_down_is_cut_upright() -> None:
    image = np.zeros((41, 41, 3), np.uint8)
    image[5:15] = 255  # what is at the picture's top is at its foot for one who stands across
    crop = upright(image, (20.0, 20.0), 20.0, np.pi, Window(21, 41, 20))
    assert crop[28:34].min() == 255
    assert crop[:20].max() == 0


@pytest.mark.parametrize(("step", "all_seen"), [(1.0, True), (3.0, False)])
def test_a_step_of_one_skips_no_pixel(step: float, all_seen: bool) -> None:
    image = np.zeros((60, 60, 3), np.uint8)
    image[::3] = 255  # every third line is bright: a third of all on average
    middle = upright(image, (30.0, 30.0), 30.0, 0.0, Window(10, 10, 10, step))[2:8].astype(int)
    assert bool(np.abs(middle - 85).max() < 3) is all_seen
