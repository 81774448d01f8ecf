"""Changes, arms and sides in small drawn masks."""

import cv2
import numpy as np
import pytest

from companion.clock import Span, instant
from companion.evidence import Side
from tests.vision.stage import Stage
from vision.frame import Frame, Image
from vision.motion.changes import Look, Mask, arms, changed, crossings, moved, reduce, unlike


def look(image: Image) -> Look:
    return reduce(Frame(image, Span.at(instant(0)), 0))


def mask_with(*lines: tuple[tuple[int, int], tuple[int, int]]) -> Mask:
    mask = np.zeros((180, 320), np.uint8)
    for start, end in lines:
        cv2.line(mask, start, end, 255, 20)
    return mask


def test_a_frame_is_reduced_to_two_pictures() -> None:
    reduced = look(np.zeros((720, 1280, 3), np.uint8))
    assert (reduced.grey.shape, reduced.small.shape, reduced.scale) == ((360, 640), (180, 320, 3), 0.5)


def test_an_arm_is_what_crosses_the_border() -> None:
    found = arms(mask_with(((0, 90), (120, 90)), ((200, 60), (240, 60))))
    assert len(found) == 1
    assert found[0].mask[90, 60] == 255
    assert found[0].mask[60, 220] == 0


def test_a_change_of_everything_is_no_arm() -> None:
    assert arms(np.full((180, 320), 255, np.uint8)) == ()


@pytest.mark.parametrize(("side", "found"), [(8, 0), (12, 1)])
def test_a_speck_at_the_border_is_no_arm(side: int, found: int) -> None:
    """The light has changed in a corner; a fingertip is larger."""
    mask = np.zeros((180, 320), np.uint8)
    mask[157 : 157 + side, :side] = 255
    assert len(arms(mask)) == found


@pytest.mark.parametrize(("gap", "crosses"), [(16, False), (10, False), (0, True)])
def test_what_ends_just_before_the_border_does_not_cross_it(gap: int, crosses: bool) -> None:
    table = np.full((720, 1280, 3), 90, np.uint8)
    card = table.copy()
    cv2.rectangle(card, (600, 500), (720, 719 - gap), (40, 120, 230), -1)
    assert bool(arms(changed(look(card), look(table)))) == crosses


def test_a_run_around_the_corner_is_one() -> None:
    runs = crossings(mask_with(((280, 140), (319, 179))))
    assert len(runs) == 1
    first_corner = crossings(mask_with(((0, 20), (20, 0))))
    assert len(first_corner) == 1


def test_two_arms_in_one_region_are_two_runs() -> None:
    assert len(crossings(mask_with(((0, 90), (319, 90))))) == 2


def test_noise_and_a_tremble_are_no_movement_but_a_card_is() -> None:
    stage = Stage()
    stage.rest(1)
    stage.lying = {"40": (200.0, 120.0)}
    stage.rest(1)
    empty, laid = (image for image, _ in stage.frames)
    rng = np.random.default_rng(5)
    noisy = np.clip(empty + rng.normal(0, 5, empty.shape), 0, 255).astype(np.uint8)
    trembling = np.roll(empty, 1, axis=1)
    assert moved(look(noisy), look(empty)) is None
    assert moved(look(trembling), look(empty)) is None
    movement = moved(look(laid), look(empty))
    assert movement is not None
    assert movement[60, 100] == 255
    assert movement[150, 300] == 0


@pytest.mark.parametrize("light", [0.5, 0.8, 1.2])
def test_another_light_changes_nothing(light: float) -> None:
    stage = Stage()
    stage.rest(1)
    image = stage.frames[0][0]
    lit = np.clip(image * light, 0, 255).astype(np.uint8)
    assert cv2.countNonZero(changed(look(lit), look(image))) == 0


def shaded(image: Image, depth: float, middle: float) -> Image:
    """Let a soft shadow fall across a picture, so deep (of 1), around so much of its width."""
    x = np.linspace(0, 1, image.shape[1])[None, :, None]
    return np.asarray(image * (1 - depth * np.exp(-(((x - middle) / 0.25) ** 2))), np.uint8)


def table(*cards: str, arm: bool = False) -> Image:
    stage = Stage(lying={face: (150.0 + 110 * i, 150.0) for i, face in enumerate(cards)})
    stage.shoot(arms=((Side.SOUTH, (400.0, 150.0)),) if arm else ())
    return stage.frames[0][0]


@pytest.mark.parametrize("middle", [0.1, 0.5, 0.8])
def test_a_soft_shadow_changes_nothing(middle: float) -> None:
    assert not changed(look(shaded(table("12"), 0.2, middle)), look(table("12"))).any()


def test_under_a_soft_shadow_a_card_has_come_and_an_arm_is_one() -> None:
    before = look(table("12"))
    came = changed(look(shaded(table("12", "40"), 0.2, 0.3)), before)
    xs = np.nonzero(came)[1] * 2
    assert 60 * 92 / 4 * 0.8 < cv2.countNonZero(came) < 60 * 92 / 4 * 1.3
    assert (xs.min() >= 225, xs.max() <= 295) == (True, True)
    (arm,) = arms(changed(look(shaded(table("12", arm=True), 0.2, 0.6)), before))
    assert arm.mask[80, 199]


def test_what_covers_much_of_the_picture_sharply_is_no_shadow() -> None:
    covered = table("12").copy()
    covered[:, :260] = np.asarray(covered[:, :260] * 0.6, np.uint8)
    assert changed(look(covered), look(table("12")))[90, 60]


@pytest.mark.parametrize("light", [0.8, 0.9, 1.15])
def test_a_lamp_that_flickers_moves_nothing_and_hides_no_card_that_comes(light: float) -> None:
    before = look(table("12"))
    bright, came = (
        np.clip(image * light, 0, 255).astype(np.uint8) for image in (table("12"), table("12", "40"))
    )
    assert moved(look(bright), before) is None
    movement = moved(look(came), before)
    assert movement is not None
    assert movement[70, 135] == 255
    assert movement[80, 80] == movement[10, 10] == 0


@pytest.mark.parametrize("light", [0.75, 1.15])
def test_two_looks_are_alike_in_another_even_light_but_for_what_came(light: float) -> None:
    lit = np.clip(table("12", "40") * light, 0, 255).astype(np.uint8)
    assert not unlike(look(lit), look(table("12", "40"))).any()
    other = unlike(look(lit), look(table("12")))
    assert other[70, 135] == 255
    part = (slice(40, 110), slice(100, 160))
    assert (unlike(look(lit), look(table("12")), part) == other[part]).mean() > 0.97
