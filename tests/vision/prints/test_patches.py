"""How a card that is seen in part is known by its like."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.prints.finder import CardHint, CardKind
from vision.prints.known_passes import free_face
from vision.prints.patches import KnownFace, likeness

HIGH, WIDE = 180.0, 120.0
STAR, MOON = 0, 1


def table(*pictures: int, turned: float = 0.0) -> NDArray[np.uint8]:
    """Cards 180 high and 120 wide, 150 apart, each with one of two pictures on the same paper."""
    image = np.full((360, 150 * len(pictures) + 100, 3), 60, np.uint8)
    for k, picture in enumerate(pictures):
        x, y = 110 + 150 * k, 180
        cv2.rectangle(image, (x - 60, y - 90), (x + 60, y + 90), (225, 235, 240), -1)
        cv2.rectangle(image, (x - 52, y - 82), (x + 52, y + 82), (90, 60, 30), 3)
        if picture == STAR:
            shape = [(x, y - 60), (x + 40, y + 50), (x - 45, y - 15), (x + 45, y - 15), (x - 40, y + 50)]
            cv2.fillPoly(image, [np.array(shape, np.int32)], (40, 60, 200))
        else:
            cv2.circle(image, (x + 5, y + 10), 40, (200, 90, 30), -1)
            cv2.circle(image, (x + 20, y), 30, (225, 235, 240), -1)
    turn = cv2.getRotationMatrix2D((110.0, 180.0), -np.degrees(turned), 1.0)
    return np.asarray(cv2.warpAffine(image, turn, (image.shape[1], 360), borderValue=(60, 60, 60)), np.uint8)


def hint(x: float, y: float = 180.0, up: float = 0.0, high: float = HIGH, seen: float = 0.0) -> CardHint:
    return CardHint((x, y), up, high, high * WIDE / HIGH, CardKind.CARD, 0.7, (x + seen, y))


def known(image: NDArray[np.uint8]) -> KnownFace:
    face = free_face(image, hint(110))
    assert face is not None
    return KnownFace(face, HIGH, 0.0)


def alike(image: NDArray[np.uint8], card: CardHint) -> float:
    found = likeness(image, card, known(image))
    assert found is not None
    return found


@pytest.mark.parametrize("off", [(0.0, 0.0), (6.0, -8.0)])
@pytest.mark.parametrize("up", [0.0, 0.5, np.pi - 0.3])
@pytest.mark.parametrize("high", [HIGH, 0.8 * HIGH])
def test_the_same_picture_is_known_though_its_place_turn_and_size_are_told_badly(
    off: tuple[float, float], up: float, high: float
) -> None:
    image = table(STAR, STAR)
    assert alike(image, hint(260 + off[0], 180 + off[1], up, high)) > 0.8


def test_another_picture_on_the_same_paper_is_less_alike() -> None:
    same, other = alike(table(STAR, STAR), hint(260)), alike(table(STAR, MOON), hint(260))
    assert other < 0.7 < 0.8 < same


@pytest.mark.parametrize("covers", [(200, 90, 255, 150), (215, 200, 290, 275)])
def test_a_finger_on_it_does_not_make_it_another(covers: tuple[int, int, int, int]) -> None:
    image = table(STAR, STAR)
    cv2.rectangle(image, covers[:2], covers[2:], (90, 140, 200), -1)
    assert alike(image, hint(260)) > 0.7


def test_the_strip_beside_the_next_card_is_enough_and_a_narrow_one_says_nothing() -> None:
    image = table(STAR, STAR, STAR)
    image[90:271, 264:384] = image[90:271, 350:470]  # the third lies over most of the second
    assert alike(image, hint(260, seen=-29)) > 0.7
    assert likeness(image, hint(260, seen=-52), known(image)) is None


def test_a_card_upside_down_is_known() -> None:
    image = table(STAR, STAR)
    image[90:271, 200:321] = image[90:271, 200:321][::-1, ::-1]
    assert alike(image, hint(260)) > 0.8
