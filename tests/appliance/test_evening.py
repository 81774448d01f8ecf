"""Which presses of a recording a table is still to hear: each game all of them, and none of them twice."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from appliance.evening import _presses, _resumed_at
from appliance.plan import Plan
from companion.clock import Instant, seconds
from companion.following.brain import GameDecider
from companion.jumps.presses import read_presses
from companion.sessions.events import Close, Input, StartGame
from companion.table import Table
from tests.companion.drawn import table as seen
from tests.companion.evening import HEADER, SEATS
from tests.companion.memory_journal import MemoryJournal

GAME = StartGame(HEADER, Instant(0), SEATS)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """Give the plan of a recording in which a button is pressed at 17 s and at 29 s."""
    presses = tmp_path / "evening.presses.jsonl"
    presses.write_text('{"t": 17.012, "button": "jump"}\n{"t": 29.5, "button": "Ada"}\n')
    return Plan(tmp_path / "demo.sqlite3", HEADER, SEATS, "evening.mp4", "", 0, presses=presses)


def to_come(plan: Plan, before: Sequence[Input]) -> list[float]:
    """Give the seconds of the presses that a table hears which had that put to it before."""
    with Table(MemoryJournal(), GameDecider()) as table:
        for item in before:
            table.ask(item)
        resumed = _resumed_at(table, plan)
        if resumed is None:
            table.ask(GAME)
        presses = _presses(plan, table.current.state, resumed)
    return [round(seconds(press.span.middle), 3) for press in presses]


def test_a_new_game_hears_every_press_whatever_the_game_before_it_saw(plan: Plan) -> None:
    pressed, seen_to_its_end = read_presses(plan.presses or Path())[0], seen("11", 33.0)
    before: list[Input] = [GAME, pressed, seen_to_its_end, Close(Instant(34 * 10**9))]
    assert to_come(plan, []) == [17.012, 29.5]
    assert to_come(plan, before) == [17.012, 29.5]


def test_a_game_that_was_cut_off_hears_no_press_twice(plan: Plan) -> None:
    pressed = read_presses(plan.presses or Path())[0]
    assert to_come(plan, [GAME, seen("11", 16.0)]) == [17.012, 29.5]
    assert to_come(plan, [GAME, pressed, seen("11", 20.0)]) == [29.5]
    # Cut off before the look after the press: the recording goes on before it.
    assert to_come(plan, [GAME, seen("11", 16.0), pressed]) == [29.5]
