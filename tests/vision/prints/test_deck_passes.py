"""How probably a card is a pass card of a learnt deck."""

import numpy as np
import pytest

from companion.evidence import Quad
from tests.vision.prints.test_known_passes import HEIGHT, WIDTH, hint, outline, owl, stripes, table
from vision.cards.decode import SURE
from vision.prints.deck_passes import CERTAIN, Passes
from vision.prints.known_passes import ALIKE, Face, likeness

KNOWN = Passes((owl(),))


def slanted(x: float) -> Quad:
    """The outline of a card that the camera sees at a slant: its far end is shorter, and off to one side."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = outline(x)
    return ((x0 + 34, y0 + 8), (x1 + 18, y1 + 20), (x2 - 18, y2 - 4), (x3 - 22, y3 - 14))


def test_a_card_as_a_whole_like_one_is_one_whatever_it_looks_like() -> None:
    assert KNOWN(table((owl(), outline(300))), hint(300), 0.01) == CERTAIN


def test_another_card_is_not_taken_for_it() -> None:
    image = table((stripes(), outline(300)))
    assert KNOWN(image, hint(300), 0.01) < 0.1
    assert KNOWN(image, hint(300), 0.7) < SURE


@pytest.mark.parametrize(("face", "sure"), [(owl(), True), (stripes(), False)], ids=["itself", "another"])
def test_a_card_seen_at_a_slant_is_known_in_parts(face: Face, sure: bool) -> None:
    image = table((face, slanted(300)))
    assert likeness(image, hint(300), [owl()]) < ALIKE
    assert (KNOWN(image, hint(300), 0.7) >= SURE) is sure


@pytest.mark.parametrize(("near", "sure"), [(0.0, False), (0.05, False), (0.9, True)])
def test_a_strip_is_a_pass_card_only_where_it_looks_like_one_from_near_by(near: float, sure: bool) -> None:
    """A strip of a number card on the same paper may look just like it."""
    image = table((owl(), outline(300)), (stripes(), outline(360)))
    assert (KNOWN(image, hint(300, seen=-20), near) >= SURE) is sure


def test_half_a_card_beside_a_hand_is_known_in_parts() -> None:
    image = table((owl(), outline(300)))
    hand = np.array([120, 150, 200], np.uint8)
    image[int(200 - 0.05 * HEIGHT) :, int(300 - 0.1 * WIDTH) :] = hand
    assert likeness(image, hint(300), [owl()]) < ALIKE
    assert KNOWN(image, hint(300), 0.7) > KNOWN(table((stripes(), outline(300))), hint(300), 0.7)
