"""Whose arm it was: on which side its owner sits."""

import cv2
import numpy as np
import pytest

from companion.clock import Span, instant
from companion.evidence import Side
from tests.vision.stage import RATE, Stage, quad_at
from vision.frame import Frame
from vision.motion.changes import Mask, crossings, reduce
from vision.watching.whose import FOUR_SIDES, seated, side_of, whose

ALL = tuple(Side)


def arm(start: tuple[int, int], tip: tuple[int, int]) -> Mask:
    mask = np.zeros((180, 320), np.uint8)
    cv2.line(mask, start, tip, 255, 20)
    return mask


@pytest.mark.parametrize(
    ("start", "place", "four", "eight"),
    [
        ((160, 179), (160, 60), Side.SOUTH, Side.SOUTH),
        ((140, 0), (150, 80), Side.NORTH, Side.NORTH),
        ((0, 100), (120, 60), Side.WEST, Side.WEST),
        ((319, 130), (80, 50), Side.EAST, Side.EAST),
        ((319, 179), (150, 30), Side.EAST, Side.SOUTHEAST),
        ((0, 0), (90, 80), Side.WEST, Side.NORTHWEST),
    ],
)
def test_the_side_is_where_the_arm_points_back_to(
    start: tuple[int, int], place: tuple[int, int], four: Side, eight: Side
) -> None:
    mask = arm(start, place)
    (run,) = crossings(mask)
    assert side_of(run, place, mask.shape, FOUR_SIDES) is four
    assert side_of(run, place, mask.shape, ALL) is eight


def test_only_seats_that_are_taken_are_considered() -> None:
    mask = arm((319, 130), (80, 50))
    (run,) = crossings(mask)
    assert side_of(run, (80, 50), mask.shape, (Side.NORTH, Side.SOUTH)) is Side.SOUTH


def test_more_than_four_players_may_sit_at_the_corners() -> None:
    assert seated((), 4) == FOUR_SIDES
    assert len(seated((), 5)) == 8
    assert seated(("south", "northwest"), 5) == (Side.SOUTH, Side.NORTHWEST)


@pytest.mark.parametrize(
    ("earliest", "latest", "side"),
    [(0.2, 1.7, None), (1.6, 1.7, Side.SOUTH), (0.85, 1.2, Side.SOUTH)],
)
def test_of_two_arms_that_were_there_none_laid_a_card_of_which_it_is_hardly_known_when(
    earliest: float, latest: float, side: Side | None
) -> None:
    spot = (300.0, 180.0)
    stage = Stage()
    stage.rest(3)
    stage.lay("22", spot, Side.WEST)
    stage.lay("23", spot, Side.SOUTH)
    story = [reduce(Frame(image, Span.at(instant(n / RATE)), n)) for n, (image, _) in enumerate(stage.frames)]
    assert whose(quad_at(spot), Span(instant(earliest), instant(latest)), story, FOUR_SIDES) is side


@pytest.mark.parametrize(("stalls", "side"), [(False, Side.WEST), (True, None)])
def test_whose_card_it_is_is_not_known_where_the_source_stalled_meanwhile(
    stalls: bool, side: Side | None
) -> None:
    spot = (300.0, 180.0)
    stage = Stage()
    stage.rest(3)
    for _ in range(6):
        stage.shoot(arms=((Side.WEST, spot),))
    stage.rest(18)
    story = [reduce(Frame(image, Span.at(instant(n / RATE)), n)) for n, (image, _) in enumerate(stage.frames)]
    story = story[:10] + story[22 if stalls else 10 :]
    assert whose(quad_at(spot), Span(instant(0.1), instant(1.7)), story, FOUR_SIDES) is side
