"""The watcher on a drawn stage: what it tells, with which times and sides, and what it keeps quiet about."""

from math import cos, sin

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.clock import Span, instant
from companion.evidence import Side, Sighting
from tests.vision.stage import (
    APPROACH,
    RATE,
    Stage,
    StageReader,
    draw_card,
    faces,
    frame_of,
    play,
    wood,
)
from vision.frame import Coded, Frame, Image
from vision.motion.ring import Ring
from vision.watching.steady import Watcher

LEFT, RIGHT, LOW = (150.0, 120.0), (260.0, 120.0), (400.0, 250.0)


def stage_with(*faces_: str) -> Stage:
    stage = Stage()
    for i, face in enumerate(faces_):
        stage.lying[face] = (150.0 + 110.0 * i, 120.0)
    stage.rest(6)
    return stage


def test_a_table_at_rest_is_told_once() -> None:
    stage = stage_with("12", "40")
    stage.rest(30)
    reader = StageReader(stage)
    (first,) = play(stage, reader)
    assert (faces(first), first.arrivals, first.removed_at) == ("12 40", (), None)
    assert reader.calls == 2


@pytest.mark.parametrize("side", [Side.SOUTH, Side.NORTH, Side.WEST, Side.EAST])
def test_a_card_laid_is_told_with_its_touch_and_side(side: Side) -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, side)
    stage.rest(6)
    _, now = play(stage)
    (came,) = now.arrivals
    assert faces(now) == "12 40"
    assert came.card.best == Card.number(40)
    assert frame_of(came.touch) == stage.touched["40"]
    assert came.touch.earliest < came.touch.latest
    assert came.side is side
    assert now.removed_at is None


def test_a_card_taken_is_told_with_its_moment_and_side() -> None:
    stage = stage_with("12", "40")
    stage.take("40", Side.WEST)
    stage.rest(6)
    _, now = play(stage)
    assert faces(now) == "12"
    assert now.arrivals == ()
    assert now.removed_at is not None
    assert abs(frame_of(now.removed_at) - stage.left["40"]) <= 1
    assert now.removed_side is Side.WEST


def test_two_arms_that_overlap_bring_two_cards() -> None:
    stage = stage_with("12")
    stage.lay("40", LOW, Side.EAST, stays=True)
    waiting = ((Side.EAST, (500.0, 240.0)),)
    stage.lay("73", RIGHT, Side.WEST, others=waiting)
    stage.rest(6)
    came = [arrival for sighting in play(stage) for arrival in sighting.arrivals]
    assert [str(a.card.best) for a in came] == ["40", "73"]
    assert [frame_of(a.touch) for a in came] == [stage.touched["40"], stage.touched["73"]]
    assert [a.side for a in came] == [Side.EAST, Side.WEST]


def test_a_rest_too_short_for_another_picture_is_told_all_the_same() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.SOUTH)
    stage.rest(3)
    stage.take("40", Side.WEST)
    stage.rest(6)
    _, there, gone = play(stage)
    assert (faces(there), faces(gone)) == ("12 40", "12")
    assert frame_of(there.arrivals[0].touch) == stage.touched["40"]


def test_of_two_arms_at_a_card_it_was_the_one_that_stays_longer() -> None:
    stage, before = stage_with("12"), (Side.NORTH, (262.0, 90.0))
    for off in (90.0, 60.0, 30.0):
        held = (260.0, 120.0 + off)
        stage.shoot(("40", held), ((Side.SOUTH, (260.0, 150.0 + off)), before))
    stage.lying["40"] = RIGHT
    stage.shoot(arms=((Side.SOUTH, (260.0, 150.0)), before))
    for _ in range(4):
        stage.shoot(arms=((Side.SOUTH, (260.0, 150.0)),))
    stage.rest(6)
    (came,) = play(stage)[-1].arrivals
    assert came.side is Side.SOUTH


def test_a_card_that_shows_only_between_two_hands_in_motion_is_told() -> None:
    stage = stage_with("12")
    for off in (300.0, 180.0, 90.0, 30.0):
        stage.shoot(("40", (260.0, 120.0 + off)), ((Side.SOUTH, (260.0, 150.0 + off)),))
    stage.lying["40"] = RIGHT
    stage.shoot(arms=((Side.SOUTH, (260.0, 150.0)),))
    for i in range(14):
        stage.shoot(arms=((Side.SOUTH, (420.0 + 9 * i, 300.0)),))
    stage.take("40", Side.WEST)
    stage.rest(6)
    _, there, *_, gone = play(stage)
    assert (faces(there), faces(gone)) == ("12 40", "12")
    assert there.partly
    assert [str(a.card.best) for a in there.arrivals] == ["40"]


@pytest.mark.parametrize(("lost", "amid"), [(0, True), (3, False)])
def test_a_slow_reader_is_not_asked_amid_movement_before_the_time(lost: int, amid: bool) -> None:
    stage = stage_with("12")
    stage.rest(12)
    begun = len(stage.frames)
    stage.lay("40", RIGHT, Side.SOUTH, stays=True)
    for i in range(8):
        stage.shoot(arms=((Side.SOUTH, (420.0 + 9 * i, 300.0)),))
    ended = len(stage.frames)
    stage.rest(16)
    asked, told = played_live(stage, lost)
    assert any(begun <= number < ended for number in asked) is amid
    assert faces(told[-1]) == "12 40"


def played_live(stage: Stage, lost: int) -> tuple[list[int], list[Sighting]]:
    """Play, losing so many frames with each reading; gives the frames that were read, and the sightings."""
    reader, asked, free = StageReader(stage), list[int](), 0
    watcher, told = Watcher(reader), list[Sighting]()
    for number, (image, _) in enumerate(stage.frames):
        if number < free:
            continue
        reader.number, calls = number, reader.calls
        sighting = watcher.feed(Frame(image, Span.at(instant(number / RATE)), number))
        told += [sighting] if sighting else []
        if reader.calls > calls:
            asked.append(number)
            free = number + 1 + lost
    return asked, told


@pytest.mark.parametrize("drift", [0.7, 1.3])
def test_a_change_of_the_light_is_no_event(drift: float) -> None:
    stage = stage_with("12", "40")
    stage.rest(20)

    def lamp(number: int, image: Image) -> Image:
        return image if number < 12 else np.clip(image * drift, 0, 255).astype(np.uint8)

    assert all(sighting.arrivals == () for sighting in play(stage, change=lamp))


def test_noise_is_no_event_and_hides_none() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.SOUTH)
    stage.rest(8)
    rng = np.random.default_rng(3)

    def noisy(number: int, image: Image) -> Image:
        return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)

    _, now = play(stage, change=noisy)
    assert abs(frame_of(now.arrivals[0].touch) - stage.touched["40"]) <= 1


def test_a_camera_that_trembles_sees_what_is_laid() -> None:
    """The lines of the cloth look fainter and stronger from frame to frame: nothing would ever be at rest."""
    cloth = wood()
    cloth[7::20], cloth[:, 7::20] = 250, 250
    stage = Stage(table=cloth)
    stage.lying["12"] = (150.0, 120.0)
    stage.rest(20)
    stage.lay("40", RIGHT, Side.SOUTH)
    stage.rest(20)

    def trembling(number: int, image: Image) -> Image:
        off = np.array([[1, 0, 0.6 * sin(1.3 * number)], [0, 1, 0.6 * cos(0.9 * number)]], np.float32)
        size = image.shape[1::-1]
        return np.asarray(cv2.warpAffine(image, off, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    *_, now = play(stage, change=trembling)
    assert faces(now) == "12 40"
    assert abs(frame_of(now.arrivals[0].touch) - stage.touched["40"]) <= 1


def test_darkness_is_ignored_until_the_light_is_back() -> None:
    stage = stage_with("12")
    stage.rest(30)
    dark = play(stage, change=lambda number, image: image if number < 10 or number > 20 else image * 0)
    assert [faces(sighting) for sighting in dark] == ["12"]


def test_a_dark_picture_is_known_as_such() -> None:
    stage = stage_with("12")
    reader = StageReader(stage)
    watcher = Watcher(reader)
    play(stage, reader, watcher)
    assert not watcher.dark
    play(stage, reader, watcher, lambda number, image: image * 0)
    assert watcher.dark


def test_a_source_that_begins_again_begins_anew() -> None:
    stage = stage_with("12")
    stage.rest(10)
    reader = StageReader(stage)
    watcher = Watcher(reader)
    assert len(play(stage, reader, watcher)) == 1
    (again,) = play(stage, reader, watcher)
    assert (faces(again), again.arrivals) == ("12", ())


def test_a_picture_of_another_size_begins_anew() -> None:
    stage = stage_with("12")
    stage.rest(20)
    told = play(stage, change=lambda number, image: image if number < 12 else image[:300].copy())
    assert [sighting.arrivals for sighting in told] == [(), ()]


def test_a_mug_at_the_border_becomes_part_of_the_table() -> None:
    stage = stage_with("12")
    mug = ((Side.WEST, (40.0, 180.0)),)
    for _ in range(160):
        stage.shoot(arms=mug)
    before = len(stage.frames)
    stage.lay("40", RIGHT, Side.SOUTH, others=mug)
    for _ in range(8):
        stage.shoot(arms=mug)
    reader = StageReader(stage)
    *_, now = play(stage, reader)
    assert faces(now) == "12 40"
    assert now.arrivals[0].side is Side.SOUTH
    assert before < frame_of(now.span) < len(stage.frames)


def test_a_mug_across_which_hands_reach_and_beside_which_they_move_becomes_part_of_the_table_too() -> None:
    stage = stage_with("12")
    mug = (Side.WEST, (40.0, 180.0))
    for _ in range(5):
        for _ in range(20):
            stage.shoot(arms=(mug,))
        for x in (60.0, 110.0, 110.0, 60.0):
            stage.shoot(arms=(mug, (Side.WEST, (x, 190.0))))
        for y in (300.0, 260.0, 260.0, 300.0):
            stage.shoot(arms=(mug, (Side.SOUTH, (500.0, y))))
    stage.lay("40", RIGHT, Side.SOUTH, others=(mug,))
    for _ in range(8):
        stage.shoot(arms=(mug,))
    now = play(stage)[-1]
    assert (faces(now), now.partly) == ("12 40", False)


def test_memory_is_bounded() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.SOUTH)
    for i in range(60):
        stage.shoot(arms=((Side.SOUTH, (260.0, 150.0 + i % 7)),))
    ring = Ring(seconds=2.0, most=25)
    reader = StageReader(stage)
    play(stage, reader, Watcher(reader, ring=ring))
    assert len(ring) == 25


def test_the_stage_draws_what_it_says() -> None:
    stage = Stage()
    stage.rest(1)
    empty = stage.frames[0][0].copy()
    draw_card(empty, "40", LEFT)
    assert np.abs(empty.astype(int) - stage.frames[0][0])[74:166, 120:180].mean() > 30


def test_cards_laid_over_one_another_before_a_look_keep_their_touches() -> None:
    stage = stage_with("12")
    stage.lay("40", (260.0, 120.0), Side.EAST, stays=True)
    over = ((Side.EAST, (330.0, 150.0)),)
    stage.lay("73", (282.0, 122.0), Side.SOUTH, others=over)
    stage.rest(6)
    came = {str(a.card.best): frame_of(a.touch) for s in play(stage) for a in s.arrivals}
    assert abs(came["40"] - stage.touched["40"]) <= 1
    assert abs(came["73"] - stage.touched["73"]) <= 1


def test_a_still_table_is_looked_at_less_often_and_no_movement_is_missed() -> None:
    stage = stage_with("12")
    stage.rest(90)
    stage.lay("40", RIGHT, Side.SOUTH)
    stage.rest(12)
    for first in (0, 1):  # whether the first movement falls on a frame that is passed over or on another
        shown = Stage(stage.frames[first:], {face: at - first for face, at in stage.touched.items()})
        reader = StageReader(shown)
        watcher, coded, told = Watcher(reader), list[Coded](), list[Sighting]()
        for number, (image, _) in enumerate(shown.frames):
            reader.number = number
            coded.append(Counted(image))
            frame = Frame(coded[-1], Span.at(instant(number / 30)), number)
            told += [sighting] if (sighting := watcher.feed(frame)) else []
        begun = shown.touched["40"] - len(APPROACH[0])
        looked = [each.looked for each in coded if isinstance(each, Counted)]
        assert 0.45 < sum(looked[40 : begun - 2]) / len(looked[40 : begun - 2]) < 0.55
        assert all(looked[begun - 1 :])
        (came,) = told[-1].arrivals
        assert round(came.touch.latest * 30 / 1e9) == shown.touched["40"]
        assert round(came.touch.earliest * 30 / 1e9) == shown.touched["40"] - 1


class Counted(Coded):
    """A coded picture that says whether it has been looked at."""

    def __init__(self, shown: Image) -> None:
        super().__init__(np.zeros(0, np.uint8))
        self._shown, self.looked = shown, False

    @property
    def image(self) -> Image:
        self.looked = True
        return self._shown


def test_broken_pictures_are_as_if_they_had_not_come() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.SOUTH)
    stage.rest(6)
    reader = StageReader(stage)
    watcher, told = Watcher(reader), list[Sighting]()
    for number, (image, _) in enumerate(stage.frames):
        at = Span.at(instant(number / RATE))
        reader.number = number
        assert watcher.feed(Frame(Coded(np.array([0xFF, 0xD8, 0], np.uint8)), at, number)) is None
        told += [sighting] if (sighting := watcher.feed(Frame(image, at, number))) else []
    assert [faces(sighting) for sighting in told] == ["12", "12 40"]
    assert not watcher.dark
