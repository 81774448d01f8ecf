"""A picture of a table in the light of another one."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.evidence import Side
from tests.vision.stage import Stage
from vision.frame import Image
from vision.motion.light import BLOWN_OUT, relit


def table(*cards: str, arm: bool = False) -> Image:
    """A table of many tones, light cards and an arm perhaps, as small as pictures are compared."""
    stage = Stage(lying={face: (150.0 + 110 * i, 150.0) for i, face in enumerate(cards)})
    stage.table[:, :] = np.clip(stage.table * np.linspace(0.2, 1.3, 640)[None, :, None], 0, 245)
    stage.shoot(arms=((Side.SOUTH, (400.0, 150.0)),) if arm else ())
    return np.asarray(cv2.resize(stage.frames[0][0], (320, 180), interpolation=cv2.INTER_AREA), np.uint8)


def toned(image: Image, power: float = 1.0, gain: float = 1.0, more: float = 0.0) -> Image:
    levels = 255 * (np.arange(256) / 255) ** power * gain + more
    return np.asarray(cv2.LUT(image, np.clip(levels, 0, 255).astype(np.uint8)), np.uint8)


def off(one: Image, other: Image) -> NDArray[np.uint8]:
    """Give by how many levels each place differs at the most."""
    return np.asarray(cv2.absdiff(one, other).max(axis=2), np.uint8)


@pytest.mark.parametrize(
    ("power", "gain", "more"),
    [(1, 1, 0), (1, 0.6, 0), (1, 1.4, 0), (0.75, 1, 0), (1.3, 1, 0), (1, 0.9, 25), (1, 1, -20)],
)
def test_other_light_and_other_tones_are_explained(power: float, gain: float, more: float) -> None:
    now = toned(table("12", "40"), power, gain, more)
    assert np.percentile(off(relit(table("12", "40"), now), now), 98) <= 12


@pytest.mark.parametrize(("power", "more"), [(1, 0), (0.75, 0), (1, 25)])
def test_a_card_and_an_arm_stand_out_all_the_same(power: float, more: float) -> None:
    now = toned(table("12", "40", arm=True), power, more=more)
    differs = off(relit(table("12"), now), now) > 16
    assert differs[60:90, 118:142].mean() > 0.9
    assert differs[120:140, 179:186].mean() > 0.9
    assert differs[:, :60].mean() < 0.02


def test_an_arm_over_a_third_of_the_picture_has_not_changed_its_tones() -> None:
    before, now = table("12"), table("12").copy()
    now[:, 200:] = (150, 175, 225)
    assert (off(relit(before, now), before) <= 2).all()


def test_what_was_blown_out_may_be_as_bright_in_less_light() -> None:
    before = table()
    before[40:90, 100:140] = 255
    for bright in (255, 225):
        now = toned(table(), gain=0.8)
        now[40:90, 100:140] = bright
        assert off(relit(before, now), now)[42:88, 102:138].max() <= 1
    now[40:90, 100:140] = 120
    assert off(relit(before, now), now)[42:88, 102:138].min() > 60
    assert before.max() >= BLOWN_OUT
