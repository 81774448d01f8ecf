"""Several games in one sitting: a new row on an empty table begins the next, once all have said again."""

from typing import Any, cast

from companion.clock import Instant, instant
from companion.evidence import Side
from companion.sessions.events import BreakOff, EventKind, SayAnswer
from companion.sessions.lobby import Answer
from tests.companion.drawn import arrival, table
from tests.companion.evening import SEATS, Evening, kinds, opening


def ended(seats: tuple[str, ...] = SEATS) -> Evening:
    evening = Evening(seats)
    opening(evening)
    evening.put(BreakOff(instant(10.0)))
    return evening


def header(evening: Evening) -> dict[str, Any]:
    return cast("dict[str, Any]", evening.last(EventKind.GAME)["header"])


def test_a_new_row_on_the_empty_table_begins_the_next_game() -> None:
    evening = ended()
    evening.put(SayAnswer(Answer.AGAIN, instant(11.0)))
    assert evening.see(table("11 12", 12.0, removed_at=11.8), table("", 14.0, removed_at=13.0)) == []
    begun = evening.see(table("40", 20.0, arrival("40", 19.0, side=Side.NORTH)))
    assert kinds(begun) == ["game", "act"]
    assert header(evening)["starter"] == "Cleo"
    assert evening.acts()[-1] == {"t": 5.0, "player": "Cleo", "play": 40}
    game = evening.session.game
    assert game
    assert (game.started, game.seats) == (instant(14.0), SEATS)


def test_where_nobody_saw_who_began_it_is_the_next_one_clockwise() -> None:
    evening = ended(())
    evening.put(SayAnswer(Answer.AGAIN, instant(11.0)))
    evening.see(table("", 14.0, removed_at=13.0), table("40", 20.0, arrival("40", 19.0)))
    assert header(evening)["starter"] == "Ada"


def test_before_all_have_said_again_the_table_is_reminded() -> None:
    evening = ended()
    evening.see(table("", 14.0, removed_at=13.0))
    told = evening.see(table("40", 20.0, arrival("40", 19.0)))
    assert [event.data["code"] for event in told] == ["again-or-leave"]


def test_the_cards_of_the_last_game_begin_none() -> None:
    evening = ended()
    evening.put(SayAnswer(Answer.AGAIN, instant(11.0)))
    assert evening.see(table("11 12 16 18", 12.0), table("11", 14.0, removed_at=13.0)) == []
    assert evening.session.over


def test_a_row_that_was_cleared_in_the_middle_of_a_game_begins_none() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("", 12.0, removed_at=11.0))
    told = evening.see(table("8", 14.0, arrival("8", 13.0, side=Side.NORTH)))
    assert EventKind.GAME not in [event.kind for event in told]
    assert evening.session.game
    assert evening.session.game.started == Instant(0)
