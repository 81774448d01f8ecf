"""Cards are looked at from the distance that suits the finder."""

from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import HEIGHT, row, table
from vision import looking
from vision.cards import NET_AREA, Finding, find
from vision.looking import BEST_HEIGHT, FIRST, NEAREST, find_from, glance

DRAWN = table(row("3 17 40")).finding
NOTHING = Finding((), (), ())


def blank(best: float) -> NDArray[np.uint8]:
    """Give a picture of such a size that the drawn cards are seen best from that distance."""
    usual = BEST_HEIGHT * best  # net pixels that the cards' height would be at distance 1
    area = NET_AREA * (HEIGHT / usual) ** 2
    return np.zeros((round(sqrt(area * 9 / 16)), round(sqrt(area * 16 / 9)), 3), np.uint8)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let every look find the drawn row, and note from where it was taken."""
    taken: list[float] = []

    def find_from(image: NDArray[np.uint8], distance: float) -> Finding:
        taken.append(distance)
        return DRAWN

    monkeypatch.setattr(looking, "find_from", find_from)
    return taken


def test_one_look_is_enough_for_cards_of_the_right_height(looks: list[float]) -> None:
    assert glance(blank(2.0)).distance == FIRST
    assert looks == [FIRST]


@pytest.mark.parametrize("best", [1.2, 3.3])
def test_other_cards_are_looked_at_again(looks: list[float], best: float) -> None:
    seen = glance(blank(best))
    assert seen.distance == pytest.approx(best, rel=0.02)
    assert looks == [FIRST, seen.distance]


@pytest.mark.parametrize(("best", "limit"), [(0.3, 1.0), (9.0, 4.0)])
def test_the_distance_has_its_limits(looks: list[float], best: float, limit: float) -> None:
    assert glance(blank(best)).distance == limit


def test_the_distance_of_the_picture_before_spares_a_look(looks: list[float]) -> None:
    assert glance(blank(1.2), 1.25).distance == 1.25
    assert looks == [1.25]


def test_where_nothing_is_seen_the_nearest_look_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    near = {NEAREST: DRAWN}
    monkeypatch.setattr(looking, "find_from", lambda _, distance: near.get(distance, NOTHING))
    assert glance(blank(1.0)).finding is DRAWN


@pytest.mark.parametrize(
    "image", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((4, 4, 3), np.float32)]
)
def test_what_is_no_picture_is_refused(image: NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match="want a BGR picture"):
        glance(image)


def test_from_the_nearest_distance_it_is_the_plain_look() -> None:
    image = np.random.default_rng(0).integers(0, 255, (270, 480, 3), np.uint8)
    assert find_from(image, NEAREST) == find(image)
