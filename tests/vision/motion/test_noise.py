"""The noise of a camera, told from two frames of a table at rest."""

import numpy as np
import pytest

from companion.clock import Span, instant
from vision.frame import Frame, Image
from vision.motion.changes import Look, moved, reduce
from vision.motion.noise import FRAMES, Noise, noise

TABLE = np.full((360, 640, 3), 90, np.uint8)


def taken(number: int, level: float, table: Image = TABLE) -> Look:
    """Take a picture with a camera whose small pictures have a noise of so many levels."""
    grain = np.random.default_rng(number).normal(0, 2 * level, table.shape)
    image = np.asarray(np.clip(np.rint(table + grain), 0, 255), np.uint8)
    return reduce(Frame(image, Span.at(instant(number / 15)), number))


def watched(level: float, frames: int = 4, noises: Noise | None = None) -> list[Look]:
    """Take some frames and heed the noise in them."""
    noises, looks = noises or Noise(), list[Look]()
    for number in range(frames):
        looks.append(noises.heeded(taken(number, level), looks[-1] if looks else None))
    return looks


@pytest.mark.parametrize("level", [1.0, 3.0, 7.0])
def test_the_noise_is_told_in_levels(level: float) -> None:
    assert noise(taken(1, level).small, taken(2, level).small) == pytest.approx(level, rel=0.2)


@pytest.mark.parametrize("level", [1.5, 3.0, 7.0])
def test_noise_is_no_movement(level: float) -> None:
    *_, last, now = watched(level)
    assert moved(now, last) is None


@pytest.mark.parametrize("level", [0.0, 3.0, 7.0])
def test_a_hand_moves_in_spite_of_it(level: float) -> None:
    noises = Noise()
    *_, last = watched(level, noises=noises)
    hand = TABLE.copy()
    hand[250:, 300:350] = (120, 140, 190)
    assert moved(noises.heeded(taken(9, level, hand), last), last) is not None


def test_a_lamp_switched_on_is_no_noise() -> None:
    noises = Noise()
    *_, last = watched(1.0, noises=noises)
    bright = taken(9, 1.0, np.full_like(TABLE, 180))
    assert noises.heeded(bright, last).light == bright.light


@pytest.mark.parametrize("share", [0.6, 0.9, 1.2])
def test_a_lamp_that_is_dimmed_is_no_noise_where_frames_else_come_twice(share: float) -> None:
    """As a still table comes over a cable that sends only what has changed."""
    noises, now = Noise(), taken(1, 2.0)
    lit = reduce(Frame(np.asarray(TABLE * share, np.uint8), Span.at(instant(0.1)), 2))
    assert noises.heeded(now, now).light == now.light
    assert noises.heeded(lit, now).light == lit.light


def test_a_camera_that_calms_down_is_compared_as_finely_as_before() -> None:
    noises = Noise()
    coarse = watched(7.0, noises=noises)[-1].light
    looks = watched(1.0, FRAMES + 1, noises)
    assert looks[-1].light == taken(0, 1.0).light < coarse


def test_frames_that_come_twice_tell_nothing() -> None:
    noises, now = Noise(), taken(1, 7.0)
    heeded = noises.heeded(now, taken(0, 7.0))
    assert noises.heeded(now, now).light == heeded.light > now.light


def test_a_covered_lens_is_no_noise() -> None:
    noises = Noise()
    *_, last = watched(1.0, noises=noises)
    for number in range(FRAMES + 1):
        noises.heeded(taken(10 + number, 1.0, np.zeros_like(TABLE)), last)
    assert noises.heeded(taken(30, 1.0)).light == taken(30, 1.0).light


def test_with_pictures_of_another_size_it_is_forgotten() -> None:
    noises = Noise()
    *_, last = watched(7.0, noises=noises)
    other = taken(9, 0.0, TABLE[:, :360])
    assert noises.heeded(other, last).light == other.light
