"""Hands over the table: nothing is said meanwhile, and one that rests is looked past after a while."""

from companion.evidence import Side
from tests.vision.stage import (
    StageReader,
    faces,
    frame_of,
    play,
    seen,
)
from tests.vision.watching.test_steady import LOW, RIGHT, stage_with


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
