"""Watchers of tables that are no rows: they read after every visit, and tell whose hands were at a card."""

from itertools import pairwise

from companion.evidence import Side
from tests.vision.stage import STARTS, Spot, Stage, StageReader, faces, grip, play
from vision.memory.remembering import OPEN, ROW, STACK, memory_of
from vision.watching.steady import Watcher

MIDDLE: Spot = (300.0, 180.0)


def table() -> Stage:
    stage = Stage()
    stage.lying["12"] = MIDDLE
    stage.rest(6)
    return stage


def visit(stage: Stage, side: Side, frames: int = 5) -> None:
    """A hand comes, is at the card for some frames, and goes again."""
    tip = grip(MIDDLE, side)
    start = STARTS[side]
    way = [(tip[0] + f * (start[0] - tip[0]), tip[1] + f * (start[1] - tip[1])) for f in (0.7, 0.4)]
    for place in (*way, *[tip] * frames, *way[::-1]):
        stage.shoot(arms=((side, place),))
    stage.rest(6)


def test_the_memory_goes_by_the_game() -> None:
    games = ("fifty-fifty", "23", "quick-and-easy", "futschikato", "no-thanks", "nope")
    assert [memory_of(game) for game in games] == [ROW, STACK, STACK, STACK, OPEN, ROW]


def test_a_stack_is_read_after_every_visit_though_nothing_has_changed() -> None:
    stage = table()
    visit(stage, Side.SOUTH)
    calls = []
    for memory in (STACK, ROW):
        reader = StageReader(stage)
        play(stage, reader, Watcher(reader, memory=memory))
        calls.append(reader.calls)
    assert calls[0] > calls[1]


def test_whose_hands_were_at_an_open_card_is_told_in_order() -> None:
    stage = table()
    for side in (Side.WEST, Side.SOUTH, Side.WEST):
        visit(stage, side)
    reader = StageReader(stage)
    told = play(stage, reader, Watcher(reader, memory=OPEN))
    assert [faces(sighting) for sighting in told] == ["12"] * 4
    came = [arrival for sighting in told for arrival in sighting.arrivals]
    assert [arrival.side for arrival in came] == [Side.WEST, Side.SOUTH, Side.WEST]
    assert all(a.touch.latest < b.touch.earliest for a, b in pairwise(came))


def test_a_hand_that_only_passes_is_no_visit() -> None:
    stage = table()
    visit(stage, Side.WEST, frames=0)
    reader = StageReader(stage)
    assert not [s for s in play(stage, reader, Watcher(reader, memory=OPEN)) if s.arrivals]


def test_a_row_tells_of_no_visits() -> None:
    stage = table()
    visit(stage, Side.WEST)
    assert not [s for s in play(stage) if s.arrivals]
