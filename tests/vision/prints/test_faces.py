"""Pass cards known from near by, in a drawn picture with its truth."""

from math import pi
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pipeline import Reader
from vision.prints.faces import CROP, NUMBER, PASS, look, looks
from vision.prints.finder import CardHint, CardKind

PRINTED = np.asarray(cv2.imread(str(Path(__file__).parents[1] / "pictures" / "golden_printed.jpg")), np.uint8)


def hints(shrunk: float = 1.0, turned: float = 0.0) -> list[tuple[CardHint, bool]]:
    """Where the cards of the picture lie, as seen in it made smaller, and which are pass cards."""
    found = []
    for card in Reader("fifty-fifty").read(PRINTED):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = card.quad
        middle = ((x0 + x2) / 2 * shrunk, (y0 + y2) / 2 * shrunk)
        up = float(np.arctan2(x0 - x3, y3 - y0)) + turned
        high, wide = np.hypot(x0 - x3, y0 - y3) * shrunk, np.hypot(x0 - x1, y0 - y1) * shrunk
        hint = CardHint(middle, up, float(high), float(wide), CardKind.CARD, 0.9, middle)
        found.append((hint, card.alternatives[0].card.value is None))
    return found


@pytest.mark.parametrize("turned", [0.0, pi])
@pytest.mark.parametrize("shrunk", [1.0, 0.5])
def test_pass_cards_are_known_from_near_by(shrunk: float, turned: float) -> None:
    image = np.asarray(
        cv2.resize(PRINTED, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), np.uint8
    )
    cards = hints(shrunk, turned)
    told = look(image, [hint for hint, _ in cards])
    assert np.allclose(told.sum(axis=1), 1, atol=1e-4)
    last = told[[k for k, (_, is_pass) in enumerate(cards) if is_pass][-1]]
    assert last[PASS] > 0.8
    numbers = told[[k for k, (_, is_pass) in enumerate(cards) if not is_pass]]
    assert (numbers[:, NUMBER] > numbers[:, PASS]).mean() > 0.8


def test_a_card_is_looked_at_both_ways_up() -> None:
    card = next(hint for hint, is_pass in hints() if not is_pass)
    first, second = looks(PRINTED, card)
    alike, turned = (
        np.corrcoef(first.ravel(), other.ravel())[0, 1] for other in (second[::-1, ::-1], second)
    )
    assert alike > max(0.6, turned)


def test_a_card_that_reaches_out_of_the_picture_is_looked_at() -> None:
    card = CardHint((5.0, 5.0), 0.4, 300.0, 190.0, CardKind.CARD, 0.9, (5.0, 5.0))
    assert {crop.shape for crop in looks(PRINTED, card)} == {(CROP, CROP, 3)}


def test_no_cards_are_told_nothing_of() -> None:
    assert look(PRINTED, []).shape == (0, 3)
