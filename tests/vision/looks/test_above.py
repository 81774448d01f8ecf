"""Looking at a slanted table as if from straight above."""

from dataclasses import replace
from math import atan2, cos, hypot, pi, radians, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.looks.above import above
from vision.looks.distance import Glance, View
from vision.pipeline import Reader
from vision.prints.finder import CardHint, CardKind, Detections

SIZE = (720, 1280)
HIGH, WIDE = 92.0, 59.0  # of a card, in mm
PICTURES = Path(__file__).parents[1] / "pictures"
SLANTED_AT = [(242, 282), (365, 303), (483, 316), (613, 326), (740, 345), (868, 354), (998, 365)]
"""Where the cards of the slanted picture lie."""

Points = NDArray[np.floating[Any]]


def camera(tilt: float, pan: float = 0.0, field: float = 62.0, away: float = 620.0) -> Points:
    """Give the homography from a table (mm, its middle is 0, 0) to what a camera turned by degrees sees."""
    high, wide = SIZE
    focal = wide / 2 / np.tan(radians(field) / 2)
    rotation = (
        cv2.Rodrigues(np.array([radians(tilt), 0.0, 0.0]))[0]
        @ cv2.Rodrigues(np.array([0.0, radians(pan), 0.0]))[0]
    )
    lens = np.array([(focal, 0, wide / 2), (0, focal, high / 2), (0, 0, 1)])
    return np.asarray(lens @ np.column_stack([rotation[:, 0], rotation[:, 1], (0, 0, away)]))


def quads(count: int, fan: float = 0.0) -> list[Points]:
    """Lay cards on a table side by side (mm), fanned out to so many radians at either end."""
    laid = []
    for k in range(count):
        share = 2 * k / (count - 1) - 1 if count > 1 else 0.0
        turn, reach = fan * share, 62.0 * (count - 1) / 2
        x, y = (
            (reach * sin(turn) / sin(fan), reach * (1 - cos(turn)) / sin(fan)) if fan else (reach * share, 0)
        )
        across, down = np.array((cos(turn), sin(turn))), np.array((-sin(turn), cos(turn)))
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        laid.append(np.array([(x, y) + a * WIDE / 2 * across + d * HIGH / 2 * down for a, d in corners]))
    return laid


def seen(view: Points, quad: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(quad[None], view)[0])


def hint(quad: Points, score: float = 0.9) -> CardHint:
    """Tell of a card as the finder does: where its middle is, where up, how large."""
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    across = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    at = (float(quad[:, 0].mean()), float(quad[:, 1].mean()))
    return CardHint(at, atan2(up[0], -up[1]), hypot(*up), hypot(*across), CardKind.CARD, score, at)


def finding(cards: list[CardHint]) -> Detections:
    return Detections((), (), tuple(cards))


@pytest.mark.parametrize("tilt", [-45.0, -30.0, 30.0, 45.0])
@pytest.mark.parametrize("pan", [-6.0, 0.0, 6.0])
@pytest.mark.parametrize("field", [55.0, 62.0, 72.0])
def test_cards_of_a_slanted_row_stand_upright_and_are_alike_from_above(
    tilt: float, pan: float, field: float
) -> None:
    row = [seen(camera(tilt, pan, field), quad) for quad in quads(9)]
    view = above(finding([hint(quad) for quad in row]), SIZE)
    assert view is not None
    there = [hint(seen(view.homography, quad)) for quad in row]
    ups, talls = [card.up for card in there], [card.height for card in there]
    before = [hint(quad) for quad in row]
    assert np.ptp(ups) < 0.35 * np.ptp([card.up for card in before])
    assert max(talls) / min(talls) < 1.12
    for card in there:
        assert 0 < card.centre[0] < view.size[0]
        assert 0 < card.centre[1] < view.size[1]


def test_a_picture_held_upright_shows_the_same_from_above() -> None:
    row = [seen(camera(35.0), quad) for quad in quads(9)]
    upright = [np.column_stack([SIZE[0] - quad[:, 1], quad[:, 0]]) for quad in row]
    one = above(finding([hint(quad) for quad in row]), SIZE)
    other = above(finding([hint(quad) for quad in upright]), SIZE[::-1])
    assert one is not None
    assert other is not None
    talls = [
        [hint(seen(v.homography, q)).height for q in quads_] for v, quads_ in ((one, row), (other, upright))
    ]
    assert talls[1] == pytest.approx(talls[0], rel=0.02)


@pytest.mark.parametrize("tilt", [-12.0, 0.0, 12.0])
def test_a_camera_that_looks_from_above_needs_no_such_look(tilt: float) -> None:
    assert above(finding([hint(seen(camera(tilt), quad)) for quad in quads(9)]), SIZE) is None


@pytest.mark.parametrize("fan", [radians(12), radians(20), radians(28)])
def test_a_fan_is_no_slanted_row(fan: float) -> None:
    assert above(finding([hint(seen(camera(0.0), quad)) for quad in quads(9, fan)]), SIZE) is None


def test_a_few_cards_that_are_hardly_seen_say_nothing() -> None:
    row = [hint(seen(camera(40.0), quad)) for quad in quads(9)]
    assert above(finding(row[:4]), SIZE) is None
    assert above(finding([replace(card, score=0.2) for card in row]), SIZE) is None
    assert above(finding([]), SIZE) is None


def test_a_card_amiss_among_nine_changes_little() -> None:
    row = [hint(seen(camera(40.0), quad)) for quad in quads(9)]
    view = above(finding(row), SIZE)
    amiss = above(finding([replace(row[0], up=row[0].up + 0.8, height=40.0), *row[1:]]), SIZE)
    assert view is not None
    assert amiss is not None
    spots = np.array([card.centre for card in row])
    one, other = (seen(v.homography, spots) for v in (view, amiss))
    assert np.abs((one - one[4]) - (other - other[4])).max() < 0.1 * row[4].height * 9


def test_cards_on_their_heads_lie_like_the_others() -> None:
    row = [hint(seen(camera(40.0), quad)) for quad in quads(9)]
    turned = [replace(card, up=card.up + (pi if k % 2 else 0.0)) for k, card in enumerate(row)]
    one, other = above(finding(row), SIZE), above(finding(turned), SIZE)
    assert one is not None
    assert other is not None
    assert other.homography == pytest.approx(one.homography, rel=0.05, abs=1.0)


def test_a_slanted_row_is_read_and_told_where_it_lies() -> None:
    image = np.asarray(cv2.imread(str(PICTURES / "golden_slanted.jpg")), np.uint8)
    cards = Reader("fifty-fifty").read(image)
    assert [card.best.value for card in cards if card.best] == [1, 29, 37, 40, 46, 82, None]
    middles = [np.mean(card.quad, axis=0) for card in cards]
    assert np.array(middles) == pytest.approx(np.array(SLANTED_AT), abs=25)


def test_a_step_that_is_long_only_as_the_camera_looks_asks_about_no_card() -> None:
    image = np.asarray(cv2.imread(str(PICTURES / "golden_leaning.jpg")), np.uint8)
    cards = Reader("fifty-fifty").read(image)
    assert [card.best and card.best.value for card in cards] == [6, 20, 22, 27, 45, 72, 98, None]
    assert all(card.sure for card in cards)


@pytest.mark.parametrize(("game", "sizes"), [("fifty-fifty", 2), ("futschikato", 1)])
def test_single_cards_do_not_say_how_the_camera_looks(game: str, sizes: int) -> None:
    cards, looked_at = [hint(seen(camera(40.0), quad)) for quad in quads(9)], []

    def find(image: NDArray[np.uint8], view: View | None) -> Glance:
        looked_at.append(image.shape)
        return Glance(finding(cards), 1.0)

    Reader(game, find).read(np.full((*SIZE, 3), 128, np.uint8))
    assert len(set(looked_at)) == sizes
