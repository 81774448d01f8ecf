"""What lies at the edge of the picture is no arm, nor is what a bump of the camera or a push moves."""

import cv2
import numpy as np

from companion.evidence import Side
from tests.vision.stage import (
    SIZE,
    Stage,
    StageReader,
    draw_card,
    faces,
    frame_of,
    play,
    seen,
)
from tests.vision.watching.test_steady import LEFT, RIGHT, stage_with


def test_a_card_at_the_edge_of_the_picture_is_no_arm() -> None:
    stage = stage_with("12")
    edge = (400.0, 44.0)
    stage.lay("40", edge, Side.EAST)
    stage.rest(8)
    _, now = play(stage)
    assert faces(now) == "12 40"
    assert not now.partly
    assert frame_of(now.arrivals[0].touch) == stage.touched["40"]
    assert now.span.latest - now.arrivals[0].touch.latest < 1_000_000_000


def test_a_card_at_the_edge_may_cast_a_shadow() -> None:
    stage = stage_with("12")
    stage.lay("40", (400.0, 44.0), Side.EAST)
    stage.rest(8)
    for image, _ in stage.frames[stage.touched["40"] :]:
        image[:18, 431:443] //= 2
    _, now = play(stage)
    assert (faces(now), now.partly) == ("12 40", False)
    assert now.span.latest - now.arrivals[0].touch.latest < 1_000_000_000


def test_a_fist_over_a_row_at_the_edge_is_no_card() -> None:
    stage = Stage()
    for i, face in enumerate(("12", "30", "40")):
        stage.lying[face] = (258.0 + 62 * i, 56.0)
    stage.rest(6)
    for off in (60.0, 20.0, *[0.0] * 24):
        stage.shoot(arms=tuple((Side.NORTH, (x, 84.0 - off)) for x in (306.0, 334.0)))
    told = play(stage, StageReader(stage, spoil=lambda call, cards: cards if call < 3 else cards[::2]))
    assert [faces(now) for now in told if not now.partly] == ["12 30 40"]
    assert all(faces(now) == "12 30 40" for now in told)


def test_a_card_taken_from_the_edge_has_left() -> None:
    stage = Stage()
    stage.lying["12"] = (150.0, 150.0)
    stage.lying["40"] = (400.0, 44.0)
    stage.rest(6)
    stage.take("40", Side.EAST)
    stage.rest(8)
    _, now = play(stage)
    assert (faces(now), now.partly) == ("12", False)
    assert now.removed_at is not None


def test_the_bare_table_at_the_edge_is_no_arm_though_the_card_there_was_read_askew() -> None:
    stage = Stage()
    stage.rest(6)
    stage.lay("40", (400.0, 44.0), Side.EAST)
    stage.rest(8)
    stage.lay("12", LEFT, Side.WEST)
    stage.rest(8)
    stage.take("40", Side.EAST)
    stage.rest(12)
    askew = seen("40", (400.0, 62.0))
    reader = StageReader(stage, spoil=lambda call, cards: (askew, cards[1]) if len(cards) == 2 else cards)
    *_, lain, now = play(stage, reader)
    assert (faces(lain), faces(now), now.partly) == ("40 12", "12", False)


def test_after_a_bump_of_the_camera_what_lies_at_the_edge_is_no_arm() -> None:
    stage = Stage(lying={"12": LEFT})
    for x in (-20, 470):
        draw_card(stage.table, "55", (x + 30.0, 330.0))
        draw_card(stage.table, "77", (x + 60.0, 15.0))
    stage.rest(8)
    at = len(stage.frames)
    stage.lay("40", RIGHT, Side.WEST)
    stage.rest(8)
    move = np.array([[1, 0, 9], [0, 1, -7]], np.float64)
    for i in range(at, len(stage.frames)):
        image, cards = stage.frames[i]
        shot = cv2.warpAffine(image, move, SIZE, borderMode=cv2.BORDER_REPLICATE)
        moved = tuple(seen(str(c.best), (c.quad[0][0] + 39.0, c.quad[0][1] + 39.0)) for c in cards)
        stage.frames[i] = np.asarray(shot, np.uint8), moved
    told = play(stage)
    assert (faces(told[-1]), told[-1].partly) == ("12 40", False)
    assert [str(a.card.best) for now in told for a in now.arrivals] == ["40"]


def test_a_row_that_is_pushed_on_a_plain_table_is_no_bump_of_the_camera() -> None:
    """What lies at the edge lies where it lay, and is no arm afterwards."""
    spots = {"12": (200.0, 150.0), "40": (236.0, 152.0), "73": (272.0, 150.0)}
    stage = Stage(lying=dict(spots), table=np.full((SIZE[1], SIZE[0], 3), (90, 120, 80), np.uint8))
    draw_card(stage.table, "55", (630.0, 250.0))
    stage.rest(8)
    stage.lying = {face: (x - 14.0, y - 10.0) for face, (x, y) in spots.items()}
    for _ in range(6):
        stage.shoot(arms=((Side.SOUTH, (300.0, 260.0)),))
    stage.rest(12)
    stage.lay("85", (330.0, 140.0), Side.WEST)
    stage.rest(8)
    told = play(stage)
    assert (faces(told[-1]), told[-1].partly) == ("12 40 73 85", False)


def test_a_row_that_a_hand_drags_along_is_no_bump_of_the_camera() -> None:
    row = {face: (180.0 + 64 * i, 150.0) for i, face in enumerate(("14", "25", "36", "47"))}
    stage = Stage(lying=dict(row), table=np.full((SIZE[1], SIZE[0], 3), 110, np.uint8))
    stage.rest(6)
    for step in range(1, 34):
        stage.lying = {face: (x, y + min(step, 9.0)) for face, (x, y) in row.items()}
        stage.shoot(
            arms=((Side.EAST, (430.0 - step % 2 * 9, 300.0)), (Side.WEST, (210.0, 300.0 + step % 2 * 9)))
        )
    stage.lying = {}
    stage.rest(8)
    told = play(stage)
    assert faces(told[-1]) == ""
    assert told[-1].removed_at is not None
    assert abs(frame_of(told[-1].removed_at) - 7) <= 2
