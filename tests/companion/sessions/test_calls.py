"""Somebody calls the referee, and what a button in trouble says."""

from companion.clock import Instant
from companion.evidence import ButtonNews, ButtonNote, Press, PressSource, Side
from companion.sessions.events import EventKind, Pause
from companion.views.present import view_of
from tests.companion.drawn import arrival, table, touched
from tests.companion.evening import Evening, kinds, opening


def note(news: ButtonNews, at: float = 20.0, button: str = "jump") -> ButtonNote:
    return ButtonNote(button, news, Instant(round(at * 1e9)), touched(19.0))


def test_a_call_lets_the_game_wait_until_the_next_one() -> None:
    evening = Evening()
    opening(evening)
    assert kinds(evening.put(note(ButtonNews.CALL, button="Ada"))) == ["call"]
    view = view_of(evening.session, 1)
    assert view.attention
    assert view.attention.code == "called"
    assert view.attention.message.startswith("Ada calls the referee")
    laid = table("11 12 16 18", 22.0, arrival("18", 21.0, side=Side.NORTH, place=3))
    assert evening.see(laid) == []
    assert kinds(evening.put(note(ButtonNews.CALL, 30.0))) == ["resumed", "act"]
    assert evening.acts()[-1] == {"t": 21.0, "player": "Cleo", "play": 18}
    assert view_of(evening.session, 1).attention is None


def test_a_referee_may_let_the_game_wait_and_go_on() -> None:
    evening = Evening()
    assert kinds(evening.put(Pause(True, Instant(1)))) == ["call"]
    assert evening.put(Pause(True, Instant(2))) == []
    assert kinds(evening.put(Pause(False, Instant(3)))) == ["resumed"]
    assert evening.put(Pause(False, Instant(4))) == []


def test_the_press_that_became_a_call_is_marked() -> None:
    evening = Evening()
    evening.put(Press("jump", touched(19.0), PressSource.GPIO))
    evening.put(note(ButtonNews.CALL))
    assert [press.call for press in evening.session.presses] == [True]


def test_a_stuck_button_is_told_once_and_does_not_hold_the_game() -> None:
    evening = Evening()
    opening(evening)
    evening.put(note(ButtonNews.CALL, 20.0))
    assert kinds(evening.put(note(ButtonNews.STUCK, 28.0))) == ["resumed", "attention"]
    assert evening.session.paused is None
    assert "tablet" in evening.last(EventKind.ATTENTION)["message"]
    assert kinds(evening.put(note(ButtonNews.FREED, 40.0))) == ["cleared"]
    assert evening.session.attention is None


def test_that_a_button_is_stuck_stays_told_while_play_goes_on() -> None:
    evening = Evening()
    opening(evening)
    evening.put(note(ButtonNews.STUCK, 20.0))
    evening.see(table("11 12 16 19", 22.0, arrival("19", 21.5, side=Side.NORTH, place=3)))
    assert len(evening.acts()) == 4
    assert evening.session.stuck
    evening.put(note(ButtonNews.FREED, 40.0))
    assert evening.session.attention is None


def test_a_button_that_is_freed_takes_nobody_elses_notice_away() -> None:
    evening = Evening()
    evening.put(note(ButtonNews.CHATTER, button="Bo"))
    assert evening.put(note(ButtonNews.FREED, 21.0, "Bo")) == []
    assert evening.session.attention
    assert evening.session.attention["code"] == "button-chatter"
