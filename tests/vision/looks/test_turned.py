"""Looking once more with the picture turned."""

from math import cos, dist, pi
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.looks.distance import Glance, glance
from vision.looks.turned import turned
from vision.prints.finder import Detections, Picture, Print

PICTURES = Path(__file__).parents[1] / "pictures"
CLEAR, CLEARLY_A_CARD = 0.5, 0.7


@pytest.fixture(scope="module")
def spread() -> Picture:
    """Whole cards apart from one another, upright in the picture."""
    image = cv2.imread(str(PICTURES / "golden_apart.jpg"))
    assert image is not None
    return np.asarray(image, np.uint8)


def clear(finding: Detections) -> list[Print]:
    """Give the numbers that are seen clearly."""
    return [p for p in finding.prints if p.score >= CLEAR]


def same(one: Print, others: list[Print]) -> Print | None:
    """Give what another look found in a print's place."""
    return next((o for o in others if dist(one.centre, o.centre) < 0.3 * one.height), None)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_numbers_are_told_where_they_stand_in_the_picture_that_was_given(
    spread: Picture, quarters: int
) -> None:
    image = np.ascontiguousarray(np.rot90(spread, quarters))
    first = glance(image)
    numbers = clear(turned(image, first).finding)
    found = [(p, other) for p in clear(first.finding) if (other := same(p, numbers))]
    assert len(found) > 0.8 * len(clear(first.finding)) > 3
    for p, other in found:
        assert other.height == pytest.approx(p.height, rel=0.3)
        assert dist(other.card.centre, p.card.centre) < 0.25 * p.card.height
    # of large numbers the finder guesses which way is up, and the closer look that follows it says so
    assert np.mean([cos(p.up - other.up) > 0.9 for p, other in found]) > 0.75


def test_cards_askew_are_told_as_they_lie(spread: Picture) -> None:
    high, wide = spread.shape[:2]
    askew = cv2.getRotationMatrix2D((wide / 2, high / 2), 25, 0.8)
    image = np.asarray(cv2.warpAffine(spread, askew, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    first = glance(image)
    cards = turned(image, first).finding.cards
    seen = [c for c in first.finding.cards if c.score >= CLEARLY_A_CARD]
    both = [(c, other) for c in seen for other in cards if dist(c.centre, other.centre) < 0.25 * c.height]
    assert len({c for c, _ in both}) == len(seen) > 2
    assert all(abs(cos(card.up - other.up)) > cos(pi / 12) for card, other in both)


def test_a_table_that_fills_the_picture_is_looked_at_in_reasonable_time(
    spread: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However near the first look came, no more than the net's area is looked at, and a bit."""
    areas: list[float] = []

    def find(image: Picture, distance: float) -> Detections:
        areas.append(1 / distance**2)
        return Detections((), (), ())

    monkeypatch.setattr("vision.looks.turned.find", find)
    turned(spread, Glance(glance(spread).finding, 0.1))
    assert areas[0] <= 1.31
