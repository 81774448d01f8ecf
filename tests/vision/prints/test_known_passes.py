"""A learnt deck's pass cards, known by their picture."""

from math import cos, sin

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import Zone
from companion.evidence import Quad, SeenCard
from vision.prints.finder import CardHint, CardKind, corners
from vision.prints.known_passes import ALIKE, Face, all_alike, chosen, likeness, whole_faces

HEIGHT, WIDTH = 150.0, 100.0
Bytes = NDArray[np.uint8]


def owl() -> Face:
    """A pass card of a deck: an owl's face."""
    face = np.full((72, 48, 3), (120, 130, 20), np.uint8)
    for x in (16, 32):
        cv2.circle(face, (x, 30), 7, (240, 245, 250), -1)
        cv2.circle(face, (x, 30), 3, (20, 20, 20), -1)
    cv2.fillPoly(face, [np.array([(24, 34), (20, 44), (28, 44)])], (20, 140, 250))
    return face


def stripes() -> Face:
    face = np.full((72, 48, 3), (40, 40, 160), np.uint8)
    face[::6] = 250
    return face


def outline(x: float, turn: float = 0.0, height: float = HEIGHT) -> Quad:
    return corners((x, 200.0), turn, height, height * WIDTH / HEIGHT)


def table(*lying: tuple[Face, Quad]) -> Bytes:
    """A picture (400, 800, 3) of faces that lie in outlines, a later one over those before, with noise."""
    picture = np.full((400, 800, 3), (60, 90, 110), np.uint8)
    for face, quad in lying:
        there = np.array(quad, np.float32)
        here = np.array([(0, 0), (48, 0), (48, 72), (0, 72)], np.float32)
        m = cv2.getPerspectiveTransform(here, there)
        laid = cv2.warpPerspective(face, m, (800, 400))
        mask = cv2.warpPerspective(np.full((72, 48), 255, np.uint8), m, (800, 400))
        picture[mask > 127] = laid[mask > 127]
    noise = np.random.default_rng(3).normal(0, 6, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def hint(x: float, turn: float = 0.0, seen: float = 0.0, height: float = HEIGHT) -> CardHint:
    """What the finder says of a card, its visible middle so many pixels to the right of its own."""
    at = (x + seen * cos(turn), 200.0 + seen * sin(turn))
    return CardHint((x, 200.0), turn, height, height * WIDTH / HEIGHT, CardKind.CARD, 0.7, at)


@pytest.mark.parametrize("turn", [0.0, 0.15, 3.1])
@pytest.mark.parametrize("off", [0.0, 6.0])
def test_the_pass_card_is_known_either_way_up_and_a_little_off(turn: float, off: float) -> None:
    image = table((owl(), outline(300, turn)))
    assert likeness(image, hint(300 + off, turn), [owl()]) > ALIKE


def test_a_pass_card_is_known_by_the_strip_that_is_left_of_it() -> None:
    image = table((owl(), outline(300)), (stripes(), outline(360)))
    assert likeness(image, hint(300, seen=-20), [owl()]) > ALIKE
    assert likeness(image, hint(360), [owl()]) < ALIKE


def test_nothing_is_told_of_a_plain_card_or_a_sliver() -> None:
    plain = np.full((72, 48, 3), 200, np.uint8)
    image = table((plain, outline(300)))
    assert likeness(image, hint(300), [plain]) < 0
    assert likeness(image, hint(300, seen=-48), [owl()]) < 0
    assert likeness(image, hint(300), []) < 0


def test_only_cards_on_which_no_later_one_lies_are_kept() -> None:
    image = table((owl(), outline(300)), (owl(), outline(350)))
    cards = [SeenCard(Zone.ROW, outline(x), (), False) for x in (300, 350)]
    (face,) = whole_faces(image, cards, cards)
    assert likeness(image, hint(350), [face]) > 0.95


def test_of_many_like_faces_one_is_kept() -> None:
    again = np.asarray(np.clip(owl().astype(int) + 9, 0, 255), np.uint8)
    assert len(chosen([owl(), again, stripes(), np.full((72, 48, 3), 90, np.uint8)])) == 2


def test_faces_are_compared_either_way_up() -> None:
    upturned = np.ascontiguousarray(owl()[::-1, ::-1])
    assert all_alike([owl(), upturned])
    assert not all_alike([owl(), stripes()])
