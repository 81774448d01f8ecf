"""A button held down, stuck or flickering: one word each, and never a press too many."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from companion.clock import Instant
from companion.evidence import ButtonNews, ButtonNote
from hardware.buttons import JumpButton
from hardware.holding import LONG_PRESS_S, STUCK_S, Holding
from tests.hardware.board import Board, board


@dataclass
class Timers:
    """Timers that go off when the board's time passes."""

    desk: Board
    set_for: list[tuple[Instant, Callable[[], None]]] = field(default_factory=list)

    def later(self, seconds: float, do: Callable[[], None]) -> Callable[[], None]:
        entry = (Instant(self.desk.time.now() + round(seconds * 1e9)), do)
        self.set_for.append(entry)
        return lambda: self.set_for.remove(entry) if entry in self.set_for else None

    def wait(self, seconds: float) -> None:
        until = self.desk.time.now() + round(seconds * 1e9)
        while due := [entry for entry in self.set_for if entry[0] <= until]:
            at, do = min(due, key=lambda entry: entry[0])
            self.set_for.remove((at, do))
            self.desk.time.ns = max(self.desk.time.ns, at)
            do()
        self.desk.time.ns = until


@dataclass
class Desk:
    board: Board
    timers: Timers
    notes: list[ButtonNote] = field(default_factory=list)

    def button(self, name: str = "jump") -> JumpButton:
        holding = Holding(name, self.notes.append, self.board.time, later=self.timers.later)
        return JumpButton(17, name, self.board.heard.append, self.board.time, self.board.factory, holding)

    def news(self) -> list[ButtonNews]:
        return [note.news for note in self.notes]


@pytest.fixture
def desk() -> Iterator[Desk]:
    with board() as made:
        yield Desk(made, Timers(made))


def test_a_slap_is_a_press_and_nothing_else(desk: Desk) -> None:
    with desk.button():
        desk.board.press()
        desk.timers.wait(0.3)
        desk.board.release()
        desk.timers.wait(20)
    assert len(desk.board.heard) == 1
    assert desk.notes == []


def test_a_long_press_is_a_press_at_once_and_then_a_call(desk: Desk) -> None:
    with desk.button("Ann"):
        desk.board.press()
        assert len(desk.board.heard) == 1
        desk.timers.wait(LONG_PRESS_S + 0.2)
        assert desk.news() == [ButtonNews.CALL]
        assert desk.notes[0].pressed == desk.board.heard[0].span
        assert desk.notes[0].button == "Ann"
        desk.board.release()
        desk.timers.wait(20)
    assert desk.news() == [ButtonNews.CALL]
    assert len(desk.board.heard) == 1


def test_two_slaps_in_a_second_are_no_call(desk: Desk) -> None:
    with desk.button():
        for _ in range(3):
            desk.board.press()
            desk.timers.wait(0.3)
            desk.board.release()
            desk.timers.wait(0.3)
    assert len(desk.board.heard) == 3
    assert desk.notes == []


def test_a_button_held_down_for_ever_is_one_press_a_call_and_one_word_of_help(desk: Desk) -> None:
    with desk.button():
        desk.board.press()
        desk.timers.wait(STUCK_S * 100)
        assert desk.news() == [ButtonNews.CALL, ButtonNews.STUCK]
        assert len(desk.board.heard) == 1
        desk.board.release()
        assert desk.news()[-1] is ButtonNews.FREED
        desk.timers.wait(1)
        desk.board.tap()
        assert len(desk.board.heard) == 2


def test_a_button_that_is_down_from_the_start_is_stuck(desk: Desk) -> None:
    holding = Holding("jump", desk.notes.append, desk.board.time, later=desk.timers.later)
    holding.begin(down=True)
    desk.timers.wait(STUCK_S + 1)
    assert desk.news() == [ButtonNews.STUCK]


def bounce(desk: Desk, times: int, seconds: float) -> None:
    for _ in range(times):
        desk.board.press()
        desk.timers.wait(seconds / 2)
        desk.board.release()
        desk.timers.wait(seconds / 2)


def test_a_hundred_bounces_are_few_presses_and_one_word_of_help(desk: Desk) -> None:
    with desk.button():
        bounce(desk, 100, 0.06)
        assert desk.news() == [ButtonNews.CHATTER]
        assert len(desk.board.heard) == 10
        first = desk.board.heard[0].span
        assert first.earliest <= desk.board.heard[1].span.earliest
        desk.timers.wait(5)
        desk.board.tap()
        assert len(desk.board.heard) == 11
    assert desk.news() == [ButtonNews.CHATTER]


def test_slapping_as_fast_as_one_can_is_no_flicker(desk: Desk) -> None:
    with desk.button():
        bounce(desk, 14, 1 / 4.5)
    assert len(desk.board.heard) == 14
    assert desk.notes == []


def test_a_button_that_is_let_go_of_tells_nothing_more(desk: Desk) -> None:
    with desk.button():
        desk.board.press()
    desk.timers.wait(100)
    assert desk.notes == []
