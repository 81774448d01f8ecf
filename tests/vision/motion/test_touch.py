"""Where a push begins and when cards leave: traces written out, distances in card heights."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.clock import Span, instant
from tests.vision.stage import Stage, quad_at
from vision.frame import Frame
from vision.motion.changes import Look, reduce
from vision.motion.touch import Trace, follow

INF, HID = float("inf"), float("nan")


def trace(*off: float, seconds: tuple[float, ...] | None = None) -> Trace:
    """Give a trace with these distances in hundredths of a card height, a frame every second unless told."""
    times = seconds or tuple(range(len(off)))
    blank = np.zeros((2, 2), np.uint8)
    looks = [
        Look(blank, np.zeros((1, 1, 3), np.uint8), Span.at(instant(t)), i, 1.0) for i, t in enumerate(times)
    ]
    return Trace(looks, np.array(off) / 100)


def frames(span: Span) -> tuple[float, float]:
    return span.earliest / 1e9, span.latest / 1e9


@pytest.mark.parametrize(
    ("off", "touch"),
    [
        pytest.param((INF, INF, 8.0, 4.6, 3.0, 1.5, 0.0, 0.0), (2, 3), id="slows down, then a steady push"),
        pytest.param((INF, 7.0, 2.0, 1.7, 1.2, 0.8, 0.4, 0.0), (1, 2), id="a short push"),
        pytest.param((INF, INF, INF, 0.0, 0.0, 0.0), (2, 3), id="dropped into place"),
        pytest.param((INF, 5.2, 2.7, 1.3, 0.0), (1, 2), id="a push of two steps"),
        pytest.param((INF, HID, HID, 0.0, 0.0), (0, 3), id="hidden while it came"),
        pytest.param((INF, INF, INF, 2.9, 0.0, 0.0, 0.0), (2, 4), id="dropped, or pushed for one frame"),
        pytest.param((INF, 9.0, 3.0, HID, HID, 0.0), (1, 2), id="hidden while it was pushed"),
        pytest.param((0.0, 0.0, INF, 6.0, 3.2, 1.6, 0.0), (3, 4), id="an older visit does not count"),
        pytest.param((INF, INF, 7.0, 3.0, 1.5, 1.5, 0.0), (2, 3), id="a frame given twice"),
        pytest.param((INF, 9.0, 3.6, 2.1, 0.55, 0.0, 0.0), (1, 2), id="its last step cut very short"),
        pytest.param((INF, INF, 5.4, 3.2, 1.6, 0.6, 0.0, 0.0), (3, 4), id="slows down to the end"),
        pytest.param(
            (INF, 6.0, 3.3, 2.2, 1.7, 0.8, 0.0, 0.0, 0.0, 0.0), (1, 3), id="where it began is not clear"
        ),
    ],
)
def test_a_touch_lies_where_the_push_begins(off: tuple[float, ...], touch: tuple[float, float]) -> None:
    assert frames(trace(*off).touch()) == touch


def test_dropped_frames_do_not_look_like_speed() -> None:
    whole = trace(INF, 9.0, 4.0, 3.0, 2.0, 1.0, 0.0)
    holes = trace(INF, 9.0, 4.0, 2.0, 1.0, 0.0, seconds=(0, 1, 2, 4, 5, 6))
    assert frames(whole.touch()) == frames(holes.touch()) == (1, 2)


def test_close_frames_may_stray_as_far_as_the_push_goes_in_one_of_them() -> None:
    off = INF, INF, 7.1, 3.1, 2.3, 2.1, 1.8, 1.2, 1.0, 0.6, 0.2, 0.0, 0.0
    close = trace(*off, seconds=tuple(k / 30 for k in range(len(off)))).touch()
    assert frames(close) == pytest.approx((2 / 30, 3 / 30))
    landing = INF, INF, 9.0, 5.0, 3.1, 2.3, 2.1, 1.8, 1.2, 1.0, 0.6, 0.2, 0.0, 0.0
    slowing = trace(*landing, seconds=tuple(k / 30 for k in range(len(landing)))).touch()
    assert frames(slowing)[1] == pytest.approx(4 / 30)


def test_a_push_that_ended_while_frames_were_missing_is_no_slower_for_it() -> None:
    holes = trace(INF, 3.42, 2.44, 1.23, 0.51, 0.0, 0.0, 0.0, seconds=(0, 2, 3, 5, 6, 8, 9, 11))
    assert frames(holes.touch())[1] == 3


def test_a_single_frame_that_seems_to_show_a_card_elsewhere_says_nothing() -> None:
    whole = trace(INF, 8.0, 4.6, 3.0, 1.5, 0.0, 0.0, 0.0, 0.0)
    odd = trace(INF, 8.0, 4.6, 3.0, 1.5, 0.0, 0.0, 1.3, 0.0)
    assert frames(whole.touch()) == frames(odd.touch()) == (1, 2)


def test_nor_does_one_that_shows_amid_frames_in_which_a_hand_hides_the_card() -> None:
    hidden = trace(INF, HID, 0.1, 0.1, 0.0, HID, HID, 1.9, HID, 0.1, 0.0, 0.0)
    assert frames(hidden.touch()) == (0, 2)


def test_the_print_of_a_card_is_not_taken_for_that_of_one_laid_beside_it() -> None:
    passing = trace(INF, HID, 0.1, 0.1, 0.0, 0.1, HID, 1.9, 1.1, 0.8, 0.6, 0.1, 0.0, 0.0)
    assert frames(passing.touch()) == (0, 2)


def test_nor_is_a_card_on_its_way_over_it_taken_for_it() -> None:
    over = trace(INF, HID, 2.3, 1.1, 0.1, 0.1, 0.1, 3.8, HID, HID, 0.2, 0.2, 0.2, 0.0)
    assert frames(over.touch()) == (0, 2)


def test_a_card_that_seems_to_leap_away_and_back_on_its_way_may_have_touched_before() -> None:
    leaping = trace(INF, INF, 3.0, 6.4, 6.4, 3.0, 2.0, 1.0, 0.0, 0.0, 0.0).touch()
    assert frames(leaping) == (1, 5)
    gone = trace(INF, INF, 3.0, 6.4, INF, 3.0, 2.0, 1.0, 0.0, 0.0, 0.0).touch()
    assert frames(gone) == (4, 5)


def test_a_card_that_is_pushed_to_where_another_lay_in_sight_has_come_then() -> None:
    """What lay there before is taken for it until the hand is there."""
    pushed = trace(INF, 0.1, 0.1, 0.0, 0.1, HID, 0.1, 0.3, HID, 4.4, HID, 0.7, 0.1, 0.0, 0.0)
    assert frames(pushed.touch())[1] >= 9


def test_a_card_that_seems_to_lie_for_one_frame_on_its_way_may_have_touched_later() -> None:
    assert frames(trace(INF, INF, HID, 0.0, 2.7, 0.0, 0.0, 0.0).touch()) == (1, 5)
    assert frames(trace(INF, INF, HID, 0.0, 0.0, 2.7, 0.0, 0.0).touch()) == (1, 3)


def test_a_trembling_camera_does_not_look_like_a_push() -> None:
    rest = tuple(np.random.default_rng(1).uniform(0.2, 0.6, 20))
    assert frames(trace(INF, 9.0, 4.0, 2.7, 1.4, *rest).touch())[1] == pytest.approx(2, abs=1)


def test_under_a_trembling_camera_a_touch_may_have_been_earlier() -> None:
    still = trace(INF, INF, 9.5, 8.0, 4.6, 3.0, 1.5, 0.0, 0.0)
    trembling = Trace(still.looks, still.off, trembling=True)
    assert frames(still.touch()) == (3, 4)
    assert frames(trembling.touch()) == (1, 4)
    dropped = trace(INF, INF, INF, 0.0, 0.0, 0.0)
    assert frames(Trace(dropped.looks, dropped.off, trembling=True).touch()) == (2, 3)


@pytest.mark.parametrize(
    ("off", "left"),
    [
        pytest.param((0.0, 0.0, 0.1, 9.0, INF, INF), (2, 3), id="pulled away"),
        pytest.param((0.0, 0.0, HID, HID, INF, INF), (1, 4), id="hidden by the hand that took it"),
        pytest.param((0.0, HID, 0.0, HID, 0.0, INF), (4, 5), id="a hand came and went first"),
    ],
)
def test_a_card_leaves_after_the_last_frame_that_has_it(
    off: tuple[float, ...], left: tuple[float, float]
) -> None:
    assert frames(trace(*off).leave()) == left


def look(stage: Stage) -> Look:
    stage.shoot()
    return reduce(Frame(stage.frames[-1][0], Span.at(instant(len(stage.frames))), len(stage.frames)))


def test_a_card_is_found_again_to_a_fraction_of_a_pixel() -> None:
    stage = Stage()
    without = look(stage)
    looks = []
    for off in (6.0, 3.5, 1.25, 0.0):
        stage.lying = {"40": (200.0 + off, 120.0)}
        looks.append(look(stage))
    followed = follow(quad_at((200.0, 120.0)), [without, *looks], looks[-1], without)
    assert followed is not None
    assert followed.off[0] == INF
    assert followed.off[1:] * 92 == pytest.approx([6.0, 3.5, 1.25, 0.0], abs=0.3)


def test_a_card_that_is_straightened_while_it_is_pushed_is_found_too() -> None:
    stage = Stage()
    without = look(stage)
    stage.lying = {"40": (200.0, 120.0)}
    present = look(stage)
    bare, laid = stage.frames[0][0], stage.frames[1][0]
    turned = cv2.getRotationMatrix2D((200.0, 120.0), -5.0, 1.05)
    turned[:, 2] += np.array((4.0, 3.0))
    card = np.zeros(bare.shape[:2], np.uint8)
    cv2.rectangle(card, (170, 74), (230, 166), 255, -1)
    place = cv2.warpAffine(card, turned, card.shape[::-1])[..., None] > 127
    image = np.where(place, cv2.warpAffine(laid, turned, card.shape[::-1]), bare)
    askew = reduce(Frame(np.asarray(image, np.uint8), Span.at(instant(2)), 2))
    followed = follow(quad_at((200.0, 120.0)), [without, askew, present], present, without)
    assert followed is not None
    assert followed.off[1] * 92 == pytest.approx(5.0, abs=0.5)


def test_the_print_of_a_card_laid_upon_another_one_tells_though_both_came_since() -> None:
    stage = Stage()
    without = look(stage)
    looks = []
    below, spot = quad_at((176.0, 120.0)), (200.0, 120.0)
    for off in (None, 5.0, 3.0, 0.0):
        stage.lying = {"12": (176.0, 120.0)} | ({"40": (spot[0] + off, spot[1])} if off is not None else {})
        looks.append(look(stage))
    assert (
        follow(quad_at(spot), [without, *looks], looks[-1], without, [below, quad_at((224.0, 120.0))]) is None
    )
    found = follow(quad_at(spot), [without, *looks], looks[-1], without, under=[below])
    assert found is not None
    assert found.off[-3:] * 92 == pytest.approx([5.0, 3.0, 0.0], abs=0.5)


def test_what_has_no_print_cannot_be_followed() -> None:
    stage = Stage(table=np.full((360, 640, 3), 90, np.uint8))
    blank = look(stage)
    assert follow(quad_at((200.0, 120.0)), [blank], blank, blank) is None


@pytest.mark.parametrize("light", [1.0, 0.93, 1.07])
def test_a_bare_table_is_known_when_the_camera_trembles_and_the_light_changes(light: float) -> None:
    rng = np.random.default_rng(5)
    cloth = cv2.GaussianBlur(rng.integers(0, 255, (200, 200, 3)).astype(np.uint8), (0, 0), 1.0)
    shown = cloth.copy()
    cv2.rectangle(shown, (60, 40), (120, 130), (255, 255, 255), -1)
    cv2.putText(shown, "93", (66, 100), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (60, 20, 20), 5)
    lit = np.asarray(cv2.convertScaleAbs(cloth, alpha=light), np.uint8)
    trembling = [cloth, *(np.asarray(np.roll(lit, k, axis=1), np.uint8) for k in (1, 2, 1, 2))]
    looks = [
        reduce(Frame(np.asarray(image, np.uint8), Span.at(instant(t)), t))
        for t, image in enumerate((*trembling, shown))
    ]
    quad = ((60.0, 40.0), (120.0, 40.0), (120.0, 130.0), (60.0, 130.0))
    trace = follow(quad, looks, looks[-1], looks[0])
    assert trace is not None
    assert frames(trace.touch()) == (4, 5)


@pytest.mark.filterwarnings("error")
def test_a_card_that_seems_away_where_it_lay_before_and_after_has_lain_there() -> None:
    there = trace(INF, 3.0, 1.0, 0.2, 0.2, 0.2, INF, INF, 0.2, 0.2, 0.2, 0.2, 0.0)
    assert frames(there.touch()) == (1, 2)


def is_found_under_a_hand(shows: int, bare: int = 0) -> bool:
    """Say whether a card is found of which a hand leaves a corner, so many pixels of it.

    ``bare``: of the rest so many pixels in height look like the bare table.
    """
    spot, stages = (300.0, 180.0), (Stage(), Stage(), Stage())
    for stage in stages[1:]:
        stage.lying["48"] = spot
    absent, present = look(stages[0]), look(stages[2])
    left, top = int(spot[0] - 30), int(spot[1] - 46)
    stages[1].shoot()
    image = stages[1].frames[0][0].copy()
    image[top + shows : top + 100, left - 20 : left + 80] = (30, 40, 60)
    image[top - 8 : top + shows, left + shows : left + 80] = (30, 40, 60)
    table = np.s_[top + 92 - bare : top + 92, left : left + 60]
    image[table] = stages[0].frames[0][0][table]
    covered = reduce(Frame(image, Span.at(instant(0)), 0))
    found = follow(quad_at(spot), [absent, covered, present], present, absent)
    assert found is not None
    return bool(found.off[1] < 0.005)


@pytest.mark.parametrize(("shows", "there"), [(28, True), (8, False)])
def test_a_corner_that_shows_beside_a_hand_says_that_a_card_is_at_its_place(shows: int, there: bool) -> None:
    assert is_found_under_a_hand(shows) == there


def test_a_neighbours_print_like_a_cards_own_is_not_taken_for_it_where_the_bare_table_shows() -> None:
    stage = Stage()
    bare = look(stage)
    spot = (300.0, 180.0)
    stage.lying["48"] = spot
    present = look(stage)
    image = stage.frames[0][0].copy()
    left, top = int(spot[0] - 32), int(spot[1] - 48)
    # A part of the same print, a little aside: the neighbour's figure, over which the card will come to lie.
    image[top + 2 : top + 98, left - 4 : left + 26] = stage.frames[1][0][top : top + 96, left : left + 30]
    beside = reduce(Frame(image, Span.at(instant(0)), 0))
    found = follow(quad_at(spot), [bare, beside, beside, present], present, beside)
    assert found is not None
    assert list(found.off) == [INF, INF, INF, 0.0]


def test_an_arm_like_the_table_over_a_card_does_not_take_it_away() -> None:
    stage = Stage()
    bare = look(stage)
    spot = (300.0, 180.0)
    stage.lying["48"] = spot
    present = look(stage)
    image = stage.frames[1][0].copy()
    left, top = int(spot[0] - 32), int(spot[1] - 48)
    image[top : top + 100, left + 22 : left + 66] = stage.frames[0][0][top : top + 100, left + 22 : left + 66]
    under = reduce(Frame(image, Span.at(instant(0)), 0))
    found = follow(quad_at(spot), [bare, under, present], present, bare)
    assert found is not None
    assert found.off[0] == INF
    assert list(found.off[1:] < 0.005) == [True, True]


def test_an_arm_as_light_as_the_table_but_of_another_colour_hides_a_card() -> None:
    stage = Stage()
    bare = look(stage)
    spot = (300.0, 180.0)
    stage.lying["48"] = spot
    present = look(stage)
    tinted = stage.frames[1][0].copy()
    place = np.s_[110:250, 240:360]
    tint = np.array((50, -30, 40))
    tinted[place] = np.clip(stage.frames[0][0][place] + tint, 0, 255).astype(np.uint8)
    over = reduce(Frame(tinted, Span.at(instant(0)), 0))
    seen = [bare, bare, present, present, *[over] * 6, present, present]
    looks = [replace(one, span=Span.at(instant(t))) for t, one in enumerate(seen)]
    found = follow(quad_at(spot), looks, present, bare)
    assert found is not None
    assert frames(found.touch()) == (1, 2)


@pytest.mark.parametrize(("bare", "there"), [(22, True), (64, False)])
def test_so_it_does_where_a_little_beside_it_seems_to_be_bare_table(bare: int, there: bool) -> None:
    assert is_found_under_a_hand(28, bare) == there
