"""Watchers of tables that are no rows: they read after every visit, and tell whose hands were at a card."""

from itertools import pairwise

import numpy as np

from companion.evidence import Side
from tests.vision.stage import SIZE, SKIN, STARTS, Spot, Stage, StageReader, faces, grip, play, seen
from vision.memory.remembering import OPEN, ROW, STACK, memory_of
from vision.watching.steady import Watcher

MIDDLE: Spot = (300.0, 180.0)
NEAR: Spot = (320.0, 72.0)


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


def skin_table() -> Stage:
    """A table of nearly the colour of hands, with a card near its northern edge, where no sleeve shows."""
    stage = Stage(table=np.full((SIZE[1], SIZE[0], 3), np.array(SKIN) - 11, np.uint8))
    stage.rest(4)
    return stage


def test_a_hand_of_nearly_the_tables_colour_on_a_stack_is_no_card_laid_on_it() -> None:
    stage = skin_table()
    stage.lying["12"] = NEAR
    stage.rest(6)
    tip = grip(NEAR, Side.NORTH)
    over = range(len(stage.frames), len(stage.frames) + 9)
    for _ in over:
        stage.shoot(arms=((Side.NORTH, tip),))
    stage.rest(6)
    reader = StageReader(stage)
    tinged = seen("17", NEAR, sure=False)
    reader.spoil = lambda call, cards: (tinged,) if reader.number in over else cards
    assert [faces(sighting) for sighting in play(stage, reader, Watcher(reader, memory=STACK))] == ["", "12"]


def test_such_a_hand_that_lays_one_is_told() -> None:
    stage = skin_table()
    stage.lay("12", NEAR, Side.NORTH)
    stage.rest(6)
    reader = StageReader(stage)
    told = play(stage, reader, Watcher(reader, memory=STACK, sides=(Side.NORTH, Side.EAST)))
    assert [arrival.side for sighting in told for arrival in sighting.arrivals] == [Side.NORTH]


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
