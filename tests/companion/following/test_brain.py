"""A sighting in, events out: acts in their order and time, questions, commands."""

from dataclasses import replace

import pytest

from companion.cards import Zone
from companion.clock import Instant
from companion.errors import BadRecord, IllegalAct
from companion.evidence import Side
from companion.sessions.events import CameraState, Close, EnterAct, EventKind, Undo
from companion.sessions.session import Session, fold
from tests.companion.drawn import arrival, table
from tests.companion.evening import SEATS, Evening, close_jump, kinds, opening, to_the_jump


def test_cards_laid_become_acts_with_the_time_of_touch() -> None:
    evening = Evening()
    opening(evening)
    assert evening.acts() == [
        {"t": 4.067, "player": "Dan", "play": 11},
        {"t": 5.933, "player": "Ada", "play": 12},
        {"t": 8.0, "player": "Bo", "play": 16},
    ]


def test_a_card_that_came_before_the_last_act_was_not_laid_after_it() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16", 9.0, arrival("P", 3.0, side=Side.SOUTH, place=7)))
    evening.see(table("11 12 16 P", 12.0))
    assert evening.acts()[-1] == {"t": 12.0, "player": "Cleo", "play": "pass", "unsure": ["player"]}


def test_a_replacement_in_two_visits_is_one_act() -> None:
    evening = Evening()
    opening(evening)
    assert evening.see(table("11 12", 10.9, removed_at=10.5)) == []
    evening.see(table("11 12 15", 12.6, arrival("15", 11.8, side=Side.NORTH, place=2)))
    assert evening.acts()[-1] == {"t": 11.8, "player": "Cleo", "play": 15}


def test_what_was_missed_is_asked_for_and_then_all_that_waited_is_told() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 30", 12.5, arrival("30", 12.0, side=Side.EAST, place=3)),
        table("11 12 16 30 40", 14.5, arrival("40", 14.0, side=Side.SOUTH, place=4)),
    )
    assert len(evening.acts()) == 3
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"
    evening.put(EnterAct({"player": "Cleo", "play": "pass"}, Instant(15_000_000_000)))
    evening.see(table("11 12 16 30 40", 15.5))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[4:]]
    assert told == [("Dan", 30, None), ("Ada", 40, None)]


def test_acts_may_lie_deep_in_what_was_not_understood() -> None:
    evening = Evening()
    opening(evening)
    whole = (30, 40, 50, 62, 73)
    by = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH)
    came = [arrival(str(n), 12.0 + i, side=by[i], place=3 + i) for i, n in enumerate(whole)]
    evening.see(table("11 12 16 30 40 50 62 73", 17.0, *came))
    told = [(a["player"], a["play"]) for a in evening.acts()[3:]]
    assert told == list(zip(("Cleo", "Dan", "Ada", "Bo", "Cleo"), whole, strict=True))


def test_what_came_before_anything_left_was_not_laid_after_the_taking() -> None:
    evening = Evening()
    to_the_jump(evening)
    evening.see(
        table("11 12 15 17 23", 16.9, arrival("23", 16.467, side=Side.SOUTH)),
        table("11 12 15 17 23 | 73", 18.2, arrival("73", 17.267, Zone.JUMP, Side.EAST)),
        table("11 12 15 17 23 55 | 73", 20.1, arrival("55", 19.4, side=Side.SOUTH, place=5)),
        table("", 23.2, removed_at=22.667),
    )
    assert "take" in evening.acts()[-1]


def test_what_no_move_explains_is_asked_once_and_cleared_when_mended() -> None:
    evening = Evening()
    evening.see(table("40", 1.5, arrival("40", 1.0)), table("40 90", 2.5, arrival("90", 2.0)))
    assert kinds(evening.see(table("40 90 82", 3.5, arrival("82", 3.0)))) == ["attention"]
    assert evening.see(table("40 90 82", 4.0)) == []
    assert kinds(evening.see(table("40 82", 5.0, removed_at=4.5))) == ["cleared", "act"]
    assert evening.acts()[-1]["t"] == 3.0


def test_commands_are_decided_or_refused() -> None:
    evening = Evening()
    evening.put(EnterAct({"player": "Dan", "play": 11}, Instant(1_000_000_000)))
    with pytest.raises(IllegalAct):
        evening.put(EnterAct({"player": "Dan", "play": 12}, Instant(2_000_000_000)))
    evening.put(Undo(Instant(3_000_000_000)))
    with pytest.raises(BadRecord):
        evening.put(Undo(Instant(4_000_000_000)))
    evening.put(CameraState(False, "unplugged", Instant(5_000_000_000)))
    evening.put(Close(Instant(6_000_000_000)))
    assert evening.session.closed
    assert evening.session.game
    assert evening.session.game.acts == ()


def laid_and_undone() -> Evening:
    """Dan's 17 lies there and was announced; then somebody takes the act back."""
    evening = Evening()
    to_the_jump(evening)
    assert kinds(evening.put(Undo(Instant(15_500_000_000)))) == ["undo", "attention"]
    return evening


def test_an_undone_card_that_still_lies_there_is_told_again_with_its_own_time() -> None:
    evening = laid_and_undone()
    assert evening.session.attention
    assert evening.session.attention["code"] == "undone-card"
    evening.see(table("11 12 15 17 23", 16.9, arrival("23", 16.467, side=Side.SOUTH)))
    assert evening.acts()[-2:] == [
        {"t": 14.333, "player": "Dan", "play": 17},
        {"t": 16.467, "player": "Ada", "play": 23},
    ]


def test_what_a_person_says_of_an_undone_card_holds() -> None:
    evening = laid_and_undone()
    evening.put(EnterAct({"player": "Dan", "play": 18}, Instant(16_000_000_000)))
    assert evening.acts()[-1] == {"t": 14.333, "player": "Dan", "play": 18}
    assert evening.session.attention is None
    evening.see(table("11 12 15 17 23", 16.9, arrival("23", 16.467, side=Side.SOUTH)))
    assert evening.acts()[-1] == {"t": 16.467, "player": "Ada", "play": 23}
    assert evening.session.attention is None


def test_an_undone_jump_is_told_again_by_the_same_jumper() -> None:
    evening = Evening()
    to_the_jump(evening)
    evening.see(
        table("11 12 15 17 23", 16.9, arrival("23", 16.467, side=Side.SOUTH)),
        table("11 12 15 17 23 | 73", 18.2, arrival("73", 17.267, Zone.JUMP, Side.EAST)),
    )
    evening.put(Undo(Instant(18_500_000_000)))
    evening.see(table("11 12 15 17 23 | 73", 19.0))
    assert evening.acts()[-1] == {"t": 17.267, "player": "Dan", "jump": 73}


def test_the_events_alone_give_the_same_session() -> None:
    evening = Evening()
    to_the_jump(evening)
    close_jump(evening)
    assert fold(Session(), evening.events) == evening.session


def test_a_hand_over_the_row_does_not_hide_an_act() -> None:
    evening = Evening()
    opening(evening)
    early = replace(table("11 12 16 40", 12.0, arrival("40", 11.9, side=Side.EAST, place=5)), partly=True)
    assert evening.see(early) == []
    evening.see(
        table("11 12 16 20 40", 12.6, arrival("20", 10.4, side=Side.NORTH, place=3)),
    )
    assert [(a["player"], a["play"]) for a in evening.acts()[3:]] == [("Cleo", 20), ("Dan", 40)]


def test_a_pass_too_many_in_the_row_is_no_act() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 P", 10.0, arrival("P", 9.2, side=Side.NORTH, place=3)))
    ghost = arrival("P?30", 9.9, place=2)
    crowded = table("11 12 16 P", 11.0, ghost)
    doubtful = replace(crowded, cards=(*crowded.cards[:3], ghost.card, crowded.cards[3]))
    assert kinds(evening.see(doubtful)) == ["attention"]
    assert len(evening.acts()) == 4


@pytest.mark.parametrize("side", [None, Side.NORTH])
def test_a_card_that_was_replaced_before_the_table_was_whole_is_an_act(side: Side | None) -> None:
    evening = Evening(SEATS if side else ())
    opening(evening)
    passing = table("11 12 16 69", 10.0, arrival("69", 9.2, side=Side.NORTH, place=3))
    evening.see(replace(passing, partly=True))
    evening.see(table("11 12 16 61", 12.5, arrival("61", 12.0, side=Side.EAST, place=3)))
    told = [(a["player"], a["play"], a["t"]) for a in evening.acts()[3:]]
    assert told == [("Cleo", 69, 9.2), ("Dan", 61, 12.0)]


def test_a_first_look_that_takes_row_for_jump_is_forgotten() -> None:
    evening = Evening(())
    evening.see(table("2", 4.6, arrival("2", 3.7)))
    crossed = table("2 | 10", 7.6, arrival("10", 6.3, Zone.JUMP))
    later = table("2 10", 8.6)
    evening.see(replace(crossed, cards=(crossed.cards[0], replace(later.cards[1], zone=Zone.JUMP))))
    evening.see(later)
    assert [(a["player"], a["play"]) for a in evening.acts()] == [("Dan", 2), ("Ada", 10)]


def test_two_passes_keep_their_order() -> None:
    evening = Evening(())
    opening(evening)
    both = arrival("P", 9.5, place=3), arrival("P", 12.5, place=4)
    evening.see(table("11 12 16 P P", 13.0, *both))
    assert [(a["player"], a["t"]) for a in evening.acts()[3:]] == [("Cleo", 9.5), ("Dan", 12.5)]
