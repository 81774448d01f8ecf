"""The watcher on a drawn stage: what it tells, with which times and sides, and what it keeps quiet about."""

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.clock import NS_PER_SECOND, Span, instant
from companion.evidence import Side, Sighting
from tests.vision.stage import (
    APPROACH,
    RATE,
    SIZE,
    Stage,
    StageReader,
    draw_card,
    faces,
    frame_of,
    play,
    seen,
    unsure,
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


def test_a_card_carried_about_is_told_nowhere() -> None:
    stage = stage_with("12")
    for i in range(24):
        at = (300.0 + 20 * (i % 5), 200.0)
        stage.shoot(("40", at), ((Side.SOUTH, (at[0], at[1] + 30)),))
        stage.frames[-1] = (stage.frames[-1][0], (*stage.cards(), seen("40", at)))
    stage.rest(6)
    assert {faces(sighting) for sighting in play(stage)} == {"12"}


def test_what_was_read_beside_a_resting_arm_is_remembered() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.SOUTH, stays=True)
    for _ in range(8):
        stage.shoot(arms=((Side.SOUTH, (260.0, 260.0)),))
    stage.rest(8)
    until = len(stage.frames) - 9
    reader = StageReader(stage)
    reader.spoil = lambda call, cards: cards if reader.number < until else cards[:1]
    assert faces(play(stage, reader)[-1]) == "12 40"


def test_a_row_glimpsed_on_its_way_lies_where_it_is_pushed_to() -> None:
    stage = stage_with("12", "40")
    stage.rest(4)
    stage.lying = {"12": (150.0, 180.0), "40": (260.0, 180.0)}
    for _ in range(8):
        stage.shoot(arms=((Side.EAST, (560.0, 300.0)),))
    stage.lying = {"12": (150.0, 120.0), "40": (260.0, 120.0)}
    stage.rest(8)
    assert {faces(sighting) for sighting in play(stage)} == {"12 40"}


def test_nothing_is_said_while_a_hand_is_in_view() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.SOUTH, stays=True)
    for _ in range(10):
        stage.shoot(arms=((Side.SOUTH, (260.0, 150.0)),))
    assert len(play(stage)) == 1


def test_a_hand_that_only_comes_and_goes_is_no_event() -> None:
    stage = stage_with("12", "40")
    for x in (40.0, 100.0, 150.0, 150.0, 150.0, 100.0, 40.0, -40.0):
        stage.shoot(arms=((Side.WEST, (x, 130.0)),))
    stage.rest(6)
    assert len(play(stage)) == 1


def test_a_nudged_row_is_no_arrival() -> None:
    stage = stage_with("12", "40")
    for shift in (3.0, 9.0, 14.0, 16.0):
        stage.lying = {face: (x + (shift > 3) * 5, y + 3) for face, (x, y) in stage.lying.items()}
        stage.shoot(arms=((Side.SOUTH, (200.0, 180.0)),))
    stage.rest(8)
    told = play(stage)
    assert all(sighting.arrivals == () and sighting.removed_at is None for sighting in told)
    assert faces(told[-1]) == "12 40"


def test_a_hand_that_rests_is_looked_past_after_a_while() -> None:
    stage = stage_with("12")
    still = ((Side.WEST, (60.0, 200.0)),)
    for _ in range(4):
        stage.shoot(arms=still)
    stage.lay("40", LOW, Side.EAST, others=still)
    for _ in range(24):
        stage.shoot(arms=still)
    _, now = play(stage)
    (came,) = now.arrivals
    assert faces(now) == "12 40"
    assert frame_of(came.touch) == stage.touched["40"]
    assert came.side is Side.EAST


def test_a_hand_that_never_rests_does_not_block_the_table() -> None:
    stage = stage_with("12")

    def fidget(i: int) -> tuple[tuple[Side, tuple[float, float]], ...]:
        return ((Side.WEST, (40.0, 150.0 + 12 * (i % 3))),)

    for i in range(10):
        stage.shoot(arms=fidget(i))
    stage.lay("40", LOW, Side.EAST, others=fidget(0))
    for i in range(40):
        stage.shoot(arms=fidget(i))
    _, now = play(stage)
    (came,) = now.arrivals
    assert faces(now) == "12 40"
    assert (frame_of(came.touch), came.side) == (stage.touched["40"], Side.EAST)


def test_hands_that_rest_by_turns_do_not_block_the_table() -> None:
    """Each rests for a third of a second, too short to be looked past, and then the next one comes."""
    stage = stage_with("12")
    stage.lay("40", LOW, Side.EAST)
    stage.rest(12)
    stage.take("40", Side.EAST)
    for side, x in ((Side.WEST, 40.0), (Side.EAST, 600.0)) * 8:
        for frame in range(6):
            stage.shoot(arms=((side, (x, 150.0 + 20 * min(frame, 1))),))
    last = play(stage)[-1]
    assert (faces(last), last.partly) == ("12", True)
    assert last.removed_at is not None
    assert abs(frame_of(last.removed_at) - stage.left["40"]) <= 1


def test_what_a_resting_hand_uncovers_keeps_its_touch() -> None:
    stage = stage_with("12")
    stage.lay("73", RIGHT, Side.SOUTH, stays=True)
    over = ((Side.SOUTH, (260.0, 150.0)),)
    stage.lay("40", (450.0, 120.0), Side.EAST, others=over)
    for _ in range(20):
        stage.shoot(arms=over)
    stage.rest(8)
    _, first, then = play(stage)
    assert [str(a.card.best) for a in first.arrivals] == ["40"]
    assert [str(a.card.best) for a in then.arrivals] == ["73"]
    assert frame_of(then.arrivals[0].touch) == stage.touched["73"]
    assert then.arrivals[0].side is Side.SOUTH


def test_a_card_under_a_resting_hand_is_still_there() -> None:
    stage = stage_with("12", "40")
    over = ((Side.WEST, (170.0, 125.0)),)
    stage.lay("73", LOW, Side.EAST, others=over)
    for _ in range(24):
        stage.shoot(arms=over)
    blind = StageReader(stage, spoil=lambda call, cards: cards if call <= 2 else cards[1:])
    _, now = play(stage, blind)
    assert faces(now) == "12 40 73"
    assert now.removed_at is None


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


def test_readings_that_disagree_are_not_sure() -> None:
    stage = stage_with("12")
    other = seen("18", (150.0, 120.0))
    reader = StageReader(stage, spoil=lambda call, cards: (other,) if call == 2 else cards)
    (first,) = play(stage, reader)
    assert not first.cards[0].sure


def test_an_unsure_card_is_read_again_and_told_when_it_becomes_sure() -> None:
    stage = stage_with("12")
    stage.rest(40)
    reader = StageReader(stage, spoil=lambda call, cards: cards if call > 2 else (unsure(cards[0]),))
    first, then = play(stage, reader)
    assert (faces(first), faces(then)) == ("12?", "12")
    assert then.arrivals == ()
    assert then.span.latest - first.span.latest <= 0.4 * NS_PER_SECOND


def test_a_card_that_stays_unsure_is_not_read_forever() -> None:
    stage = stage_with("12")
    stage.rest(150)
    reader = StageReader(stage, spoil=lambda call, cards: (unsure(cards[0]),))
    assert len(play(stage, reader)) == 1
    assert reader.calls == 8


def test_what_was_read_well_is_kept_when_only_a_strip_shows() -> None:
    stage = stage_with("12")
    stage.lay("40", (185.0, 120.0), Side.SOUTH)
    stage.rest(6)
    reader = StageReader(stage, spoil=lambda _call, cards: cards[-1:])
    _, now = play(stage, reader)
    assert faces(now) == "12 40"
    assert len(now.arrivals) == 1


def test_a_card_that_was_missed_at_first_still_has_its_touch() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.EAST)
    stage.rest(20)
    reader = StageReader(stage, spoil=lambda call, cards: cards if call > 4 else cards[:1])
    _, now = play(stage, reader)
    (came,) = now.arrivals
    assert faces(now) == "12 40"
    assert (frame_of(came.touch), came.side) == (stage.touched["40"], Side.EAST)


def test_a_card_that_proves_to_be_another_is_told_again_with_its_touch() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.EAST)
    laid = len(stage.frames)
    stage.rest(30)
    wrong, reader = unsure(seen("46", RIGHT)), StageReader(stage)
    reader.spoil = lambda _call, cards: (
        cards if reader.number >= laid + 4 else (*cards[:1], *[wrong] * len(cards[1:]))
    )
    _, first, then = play(stage, reader)
    assert (faces(first), faces(then)) == ("12 46?", "12 40")
    assert first.arrivals[0].touch == then.arrivals[0].touch
    assert str(then.arrivals[0].card.best) == "40"


def test_a_guess_that_nobody_confirms_fades_without_having_left() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.EAST)
    stage.rest(8)
    ghost = unsure(seen("99", (500.0, 300.0)))
    reader = StageReader(stage, spoil=lambda call, cards: (*cards, ghost) if call <= 2 else cards)
    first, now = play(stage, reader)
    assert (faces(first), faces(now)) == ("12 99?", "12 40")
    assert now.removed_at is None


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


def test_a_look_past_a_resting_hand_is_partial_until_it_has_gone() -> None:
    stage = stage_with("12")
    still = ((Side.WEST, (60.0, 200.0)),)
    stage.lay("40", LOW, Side.EAST, others=still)
    for _ in range(24):
        stage.shoot(arms=still)
    stage.rest(6)
    _, first, then = play(stage)
    assert [first.partly, then.partly] == [True, False]
    assert then.arrivals == ()


def test_cards_laid_over_one_another_before_a_look_keep_their_touches() -> None:
    stage = stage_with("12")
    stage.lay("40", (260.0, 120.0), Side.EAST, stays=True)
    over = ((Side.EAST, (330.0, 150.0)),)
    stage.lay("73", (282.0, 122.0), Side.SOUTH, others=over)
    stage.rest(6)
    came = {str(a.card.best): frame_of(a.touch) for s in play(stage) for a in s.arrivals}
    assert abs(came["40"] - stage.touched["40"]) <= 1
    assert abs(came["73"] - stage.touched["73"]) <= 1


def test_a_card_in_which_nothing_is_read_is_told_as_unread() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    stage.lay("77", (270, 180), Side.EAST)
    stage.rest(30)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    sightings = play(stage, blind)
    assert faces(sightings[-1]) == "40 None?"
    (came,) = sightings[-1].arrivals
    assert came.side is Side.EAST
    assert abs(frame_of(came.touch) - stage.touched["77"]) <= 1


def test_one_that_lies_on_the_last_card_is_too_with_what_it_covers() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    stage.lay("77", (236, 180), Side.EAST)
    stage.rest(30)
    for image, _ in stage.frames[stage.touched["77"] :]:
        cv2.rectangle(image, (206, 134), (265, 225), (120, 40, 90), -1)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    assert faces(play(stage, blind)[-1]) == "40 None?"


def test_a_row_lies_there_still_though_nothing_is_read_any_more() -> None:
    """The next card covers half of the last one; the reader finds nothing on the whole table."""
    stage = Stage()
    stage.rest(6)
    for face, x in (("40", 200), ("55", 262)):
        stage.lay(face, (x, 180), Side.EAST)
        stage.rest(12)
    stage.lay("77", (292, 184), Side.SOUTH)
    stage.rest(6)
    blind = StageReader(stage, spoil=lambda call, cards: () if len(cards) > 2 else cards)
    sightings = play(stage, blind)
    assert faces(sightings[-1]).startswith("40 55")
    assert all(sighting.removed_at is None for sighting in sightings)


def test_each_of_two_cards_in_which_nothing_is_read_has_its_own_touch() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    for face, x, side in (("77", 270, Side.EAST), ("88", 340, Side.WEST)):
        stage.lay(face, (x, 180), side)
        stage.rest(30)
    sightings = play(stage, StageReader(stage, spoil=lambda call, cards: cards[:1]))
    assert faces(sightings[-1]) == "40 None? None?"
    came = [a for sighting in sightings for a in sighting.arrivals if a.card.best is None]
    assert [a.side for a in came] == [Side.EAST, Side.WEST]
    assert all(
        abs(frame_of(a.touch) - stage.touched[f]) <= 1 for a, f in zip(came, ("77", "88"), strict=True)
    )


def test_where_a_card_has_gone_none_has_come_whatever_else_is_new_on_the_table() -> None:
    stage = Stage()
    stage.rest(6)
    for face, x in (("40", 200), ("55", 262)):
        stage.lay(face, (x, 180), Side.EAST)
        stage.rest(8)
    stage.take("55", Side.EAST)
    stage.rest(30)
    for image, _ in stage.frames[stage.left["55"] :]:
        cv2.rectangle(image, (470, 270), (530, 315), (20, 20, 20), -1)
    assert faces(play(stage)[-1]) == "40"


def test_an_unread_card_that_has_gone_is_told_no_more() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    stage.lay("77", (270, 180), Side.EAST)
    stage.rest(30)
    stage.take("77", Side.EAST)
    stage.rest(12)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    assert faces(play(stage, blind)[-1]) == "40"


def test_what_lies_away_from_the_row_is_no_unread_card() -> None:
    stage = Stage()
    stage.lay("40", (150, 100), Side.NORTH)
    stage.rest(12)
    stage.lay("77", (480, 280), Side.EAST)
    stage.rest(30)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    assert faces(play(stage, blind)[-1]) == "40"


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
