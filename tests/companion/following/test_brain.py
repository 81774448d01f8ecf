from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.cards import PASS, Card, Zone
from companion.clock import Instant, Span
from companion.errors import BadRecord, IllegalAct
from companion.evidence import Alternative, Press, PressSource, SeenCard, Side, Sighting
from companion.following import overruling
from companion.following.brain import Brain
from companion.observing.observer import Explanation, Rest, explain
from companion.records.game import take_back
from companion.sessions.events import CameraState, Close, EnterAct, Event, EventKind, Input, StartGame, Undo
from companion.sessions.session import Session, fold
from tests.companion.drawn import arrival, seen, table

HEADER = {"game": "fifty-fifty", "players": ["Ada", "Bo", "Cleo", "Dan"], "starter": "Dan"}
SEATS = ("south", "west", "north", "east")
MS = 1_000_000


class Evening:
    """Feeds the brain and keeps what it says."""

    def __init__(self, seats: tuple[str, ...] = SEATS) -> None:
        self.brain, self.session, self.events = Brain(), Session(), list[Event]()
        self.put(StartGame(HEADER, Instant(0), seats))

    def put(self, item: Input) -> list[Event]:
        new = list(self.brain.decide(self.session, item))
        self.session = fold(self.session, new)
        self.events += new
        return [e for e in new if e.kind is not EventKind.SEEN]

    def see(self, *sightings: Sighting) -> list[Event]:
        return [event for sighting in sightings for event in self.put(sighting)]

    def acts(self) -> list[dict[str, Any]]:
        return [dict(e.data["act"]) for e in self.events if e.kind is EventKind.ACT]  # type: ignore[call-overload]

    def last(self, kind: EventKind) -> Any:
        return next(e.data for e in reversed(self.events) if e.kind is kind)


def kinds(events: Sequence[Event]) -> list[str]:
    return [str(e.kind) for e in events]


def press(at: float, button: str = "jump") -> Press:
    return Press(button, Span.at(Instant(round(at * 1e9)), 2 * MS), PressSource.GPIO)


def opening(evening: Evening) -> None:
    evening.see(
        table("11", 4.8, arrival("11", 4.067, side=Side.EAST)),
        table("11 12", 6.7, arrival("12", 5.933, side=Side.SOUTH, place=1)),
        table("11 12 16", 8.8, arrival("16", 8.0, side=Side.WEST, place=2)),
    )


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


def to_the_jump(evening: Evening) -> None:
    opening(evening)
    evening.see(
        table("11 12 15", 12.6, arrival("15", 11.8, side=Side.NORTH, place=2)),
        table("11 12 15 17", 14.9, arrival("17", 14.333, side=Side.EAST, place=3)),
    )


def test_a_jump_is_ruled_on_announced_and_paid_for() -> None:
    evening = Evening()
    to_the_jump(evening)
    evening.put(press(17.012))
    events = evening.see(
        table(
            "11 12 15 17 23 | 73",
            18.2,
            arrival("23", 16.467, side=Side.SOUTH),
            arrival("73", 17.267, Zone.JUMP, Side.EAST),
        )
    )
    assert kinds(events) == ["act", "verdict", "act"]
    assert (evening.last(EventKind.VERDICT)["verdict"], evening.last(EventKind.VERDICT)["by"]) == (
        "in-time",
        "Dan",
    )
    evening.see(
        table("11 12 15 17 23 P | 73", 20.1, arrival("P", 19.4, side=Side.SOUTH)),
        table("| 73", 22.0, removed_at=21.467),
        table("", 23.2, removed_at=22.667),
    )
    assert evening.acts()[-3:] == [
        {"t": 17.267, "player": "Dan", "jump": 73},
        {"t": 19.4, "player": "Ada", "play": "pass"},
        {"t": 21.467, "player": "Bo", "take": True},
    ]


def late_jump(evening: Evening) -> list[Event]:
    evening.see(
        table("28", 1.5, arrival("28", 1.0, side=Side.EAST)),
        table("28 39", 3.5, arrival("39", 3.0, side=Side.SOUTH)),
    )
    return evening.see(table("28 39 | 78", 4.5, arrival("78", 4.0, Zone.JUMP, Side.NORTH)))


def test_a_late_jump_is_no_act_and_goes_back() -> None:
    evening = Evening()
    assert kinds(late_jump(evening)) == ["verdict", "attention"]
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-late"
    assert evening.last(EventKind.VERDICT)["margin_ms"] == -1000
    assert kinds(evening.see(table("28 39", 6.0, removed_at=5.8))) == ["cleared"]
    evening.see(table("28 39 43", 8.0, arrival("43", 7.5, side=Side.WEST)))
    assert [a["play"] for a in evening.acts()] == [28, 39, 43]


def test_a_late_jump_is_ruled_on_only_once() -> None:
    evening = Evening()
    late_jump(evening)
    assert evening.see(table("28 39 | 78", 5.5)) == []


def overlooked_jump(evening: Evening, jump: str, side: Side | None = Side.NORTH) -> list[Event]:
    """A card lies beside the row for as long as an arm does; the table is whole only after the next card."""
    evening.see(
        table("28", 1.5, arrival("28", 1.0, side=Side.EAST)),
        table("28 39", 3.5, arrival("39", 3.0, side=Side.SOUTH, place=1)),
        replace(table(f"28 39 | {jump}", 4.5, arrival(jump, 4.0, Zone.JUMP, side)), partly=True),
        replace(table("28 39", 6.0, removed_at=5.8), partly=True),
    )
    return evening.see(table("28 39 43", 8.0, arrival("43", 7.5, side=Side.WEST, place=2)))


def test_a_jump_card_that_came_and_left_beside_an_arm_is_ruled_on_all_the_same() -> None:
    evening = Evening()
    assert kinds(overlooked_jump(evening, "78")) == ["verdict", "act"]
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-late"
    assert evening.last(EventKind.VERDICT)["by"] == "Cleo"
    assert evening.see(table("28 39 43", 8.5)) == []


@pytest.mark.parametrize(
    ("presses", "told"), [((4.2,), ["verdict", "act"]), ((), ["act"]), ((1.5,), ["act"])]
)
def test_so_is_one_whose_hand_was_not_seen_where_a_button_was_pressed_for_it(
    presses: tuple[float, ...], told: list[str]
) -> None:
    evening = Evening()
    for at in presses:
        evening.put(press(at))
    assert kinds(overlooked_jump(evening, "78", side=None)) == told


def test_one_that_fits_no_card_known_makes_what_is_told_doubtful() -> None:
    evening = Evening()
    assert "verdict" not in kinds(overlooked_jump(evening, "57"))
    assert evening.acts()[-1] == {"t": 7.5, "player": "Bo", "play": 43, "unsure": ["act"]}
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"


def taken_for_79(card: SeenCard, hint: float = 0.06) -> SeenCard:
    """A card beside the row that is surely read as a 79 and may be a 74."""
    shares = (Alternative(Card.number(79), 1 - hint), Alternative(Card.number(74), hint))
    return replace(card, alternatives=shares) if card.best == Card.number(79) else card


def misread_jump(evening: Evening, hint: float) -> list[Event]:
    """Somebody jumps on the 24, too late; the jump card goes back and play goes on."""
    came = arrival("79", 4.0, Zone.JUMP, Side.NORTH)
    played = arrival("33", 3.0, side=Side.SOUTH, place=1)
    late = table("24 33 | 79", 4.5, played, replace(came, card=taken_for_79(came.card, hint)))
    return evening.see(
        table("24", 1.5, arrival("24", 1.0, side=Side.EAST)),
        replace(late, cards=tuple(taken_for_79(card, hint) for card in late.cards)),
        table("24 33", 6.0, removed_at=5.8),
        table("24 33 43", 8.0, arrival("43", 7.5, side=Side.WEST, place=2)),
    )


def test_a_jump_card_that_fits_nothing_and_may_be_one_that_does_is_asked_about() -> None:
    evening = Evening()
    assert "verdict" not in kinds(misread_jump(evening, 0.06))
    codes = [e.data["code"] for e in evening.events if e.kind is EventKind.ATTENTION]
    assert codes == ["unread-card"]
    assert [act.get("unsure") for act in evening.acts()] == [None, None, None]


def test_one_that_is_nothing_else_is_ruled_on() -> None:
    evening = Evening()
    misread_jump(evening, 0.001)
    assert evening.last(EventKind.VERDICT)["verdict"] == "not-fifty"


def test_a_guess_is_overruled_while_the_next_move_is_half_done() -> None:
    """What was taken for a pass is a 21 once the pass upon it is taken off, for a card not yet laid."""
    evening = Evening()
    opening(evening)
    faint = replace(seen("P", 3), alternatives=(Alternative(PASS, 0.66),), sure=False)
    came = replace(arrival("P", 9.5, side=Side.NORTH, place=3), card=faint)
    look = table("11 12 16 P P", 12.0, came, arrival("P", 10.5, side=Side.EAST, place=4))
    evening.see(replace(look, cards=tuple(faint if c.quad == faint.quad else c for c in look.cards)))
    assert [act["play"] for act in evening.acts()[3:]] == ["pass", "pass"]
    told = len(evening.events)
    evening.see(table("11 12 16 21", 13.0, arrival("21", 9.5, side=Side.NORTH, place=3), removed_at=12.7))
    kinds_now = [e.kind for e in evening.events[told:] if e.kind in (EventKind.UNDO, EventKind.ACT)]
    assert kinds_now == [EventKind.UNDO, EventKind.UNDO, EventKind.ACT, EventKind.ACT]
    assert [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[-2:]] == [
        ("Cleo", 21, None),
        ("Dan", "pass", None),
    ]


@pytest.mark.parametrize(("hint", "told"), [(0.06, "unread-card"), (0.001, "jump-not-fifty")])
def test_a_jump_on_what_a_card_of_the_row_may_be_is_not_turned_down(hint: float, told: str) -> None:
    """The 28 may be a 29, and 79 jumps on that; once the 79 has gone back play goes on."""

    def may_be_29(card: SeenCard) -> SeenCard:
        shares = (Alternative(Card.number(28), 1 - hint), Alternative(Card.number(29), hint))
        return replace(card, alternatives=shares) if card.best == Card.number(28) else card

    evening, laid = Evening(), arrival("28", 3.0, side=Side.SOUTH, place=1)
    jump = arrival("79", 4.0, Zone.JUMP, Side.NORTH)
    both = table("24 28 | 79", 4.5, replace(laid, card=may_be_29(laid.card)), jump)
    evening.see(
        table("24", 1.5, arrival("24", 1.0, side=Side.EAST)),
        replace(both, cards=tuple(map(may_be_29, both.cards))),
    )
    assert evening.last(EventKind.ATTENTION)["code"] == told
    evening.see(table("24 28", 6.0, removed_at=5.8))
    evening.see(table("24 28 43", 8.0, arrival("43", 7.5, side=Side.WEST, place=2)))
    assert [act["play"] for act in evening.acts()] == [24, 28, 43]


def close_jump(evening: Evening) -> list[Event]:
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.EAST)))
    evening.put(press(2.465))
    return evening.see(
        table(
            "53 55 | 3",
            3.2,
            arrival("3", 2.4, Zone.JUMP, Side.NORTH),
            arrival("55", 2.467, side=Side.SOUTH),
        )
    )


def test_a_close_call_waits_for_the_table_which_takes_the_card_back() -> None:
    evening = Evening()
    assert kinds(close_jump(evening)) == ["verdict", "attention"]
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-close"
    assert kinds(evening.see(table("53 55", 5.0, removed_at=4.8))) == ["cleared", "act"]
    assert evening.acts()[-1] == {"t": 2.467, "player": "Ada", "play": 55}


def test_a_close_call_waits_for_the_table_which_goes_on_with_the_jump() -> None:
    evening = Evening()
    close_jump(evening)
    evening.see(
        table("53 | 3", 5.0, removed_at=4.8), table("53 P | 3", 6.0, arrival("P", 5.8, side=Side.EAST))
    )
    assert kinds(evening.events).count("verdict") == 1
    assert [(a.get("play"), a.get("jump")) for a in evening.acts()] == [(53, None), (None, 3), ("pass", None)]


def test_a_claim_in_time_returns_the_card_that_was_played_after_it() -> None:
    evening = Evening()
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.EAST)))
    evening.put(press(2.0))
    evening.see(table("53 55", 3.0, arrival("55", 2.8, side=Side.SOUTH)))
    events = evening.see(table("53 55 | 3", 4.0, arrival("3", 3.5, Zone.JUMP, Side.NORTH)))
    assert kinds(events) == ["verdict", "attention"]
    assert evening.last(EventKind.VERDICT)["verdict"] == "in-time"
    events = evening.see(table("53 | 3", 6.0, removed_at=5.8))
    assert kinds(events) == ["undo", "cleared", "act"]
    assert evening.acts()[-1]["jump"] == 3


def test_a_jumper_nobody_saw_is_said_to_be_unsure() -> None:
    evening = Evening(seats=())
    evening.see(table("53", 1.5, arrival("53", 1.0)), table("53 | 3", 3.0, arrival("3", 2.5, Zone.JUMP)))
    assert evening.acts()[-1]["unsure"] == ["player"]


@pytest.mark.parametrize(
    ("sides", "jumper", "doubt"),
    [
        ((Side.WEST, Side.NORTH), "Cleo", None),
        ((Side.WEST, Side.EAST), "Dan", None),
        ((Side.NORTH, Side.EAST), "Ada", ["player"]),
        ((Side.WEST, Side.SOUTH), "Bo", ["player"]),
        ((Side.NORTH,), "Bo", ["player"]),
    ],
)
def test_of_two_arms_that_came_at_once_the_jumper_is_not_whose_turn_it_was(
    sides: tuple[Side, ...], jumper: str, doubt: list[str] | None
) -> None:
    """Ada laid the 53, so Bo in the west was to play."""
    evening = Evening()
    evening.see(table("50", 1.0, arrival("50", 0.8, side=Side.EAST)))
    evening.see(table("50 53", 2.0, arrival("53", 1.8, side=Side.SOUTH, place=1)))
    came = replace(arrival("3", 2.5, Zone.JUMP), either=frozenset(sides))
    evening.see(table("50 53 | 3", 3.0, came))
    act = evening.acts()[-1]
    assert act["jump"] == 3
    assert act.get("unsure") == doubt
    if doubt is None:
        assert act["player"] == jumper


@pytest.mark.parametrize(
    ("other", "verdict", "jumper", "doubt"),
    [
        (Side.NORTH, "in-time", "Cleo", None),
        (Side.WEST, "in-time", "Bo", ["player"]),
        (None, "own-card", None, None),
    ],
)
def test_an_arm_that_lingers_after_the_card_jumped_on_is_not_the_jumpers_where_another_is_there(
    other: Side | None, verdict: str, jumper: str | None, doubt: list[str] | None
) -> None:
    evening = Evening()
    evening.see(table("50", 1.0, arrival("50", 0.8, side=Side.EAST)))
    evening.see(table("50 53", 2.0, arrival("53", 1.8, side=Side.SOUTH, place=1)))
    either = frozenset({Side.SOUTH, other}) if other else frozenset()
    came = replace(arrival("3", 2.5, Zone.JUMP, Side.SOUTH), either=either)
    evening.see(table("50 53 | 3", 3.0, came))
    assert evening.last(EventKind.VERDICT)["verdict"] == verdict
    act = evening.acts()[-1]
    assert (act.get("jump"), act["player"], act.get("unsure")) == (
        (3, jumper, doubt) if jumper else (None, "Ada", None)
    )


def test_the_card_jumped_on_read_anew_does_not_end_the_chance_to_jump_on_it() -> None:
    """A trembling camera shows it a little elsewhere, and its touch a little earlier."""
    evening = Evening()
    evening.see(table("50", 1.0, arrival("50", 0.8, side=Side.EAST)))
    first, again = (arrival("53", at, side=Side.SOUTH, place=1) for at in (1.8, 1.74))
    jump, later = arrival("3", 2.5, Zone.JUMP, Side.NORTH), arrival("60", 2.5, side=Side.WEST, place=2)
    evening.see(
        replace(table("50 53 | 3", 3.0, first, jump), partly=True), table("50 53 60 | 3", 3.2, again, later)
    )
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-close"


def test_a_card_from_another_side_is_asked_about_and_not_told() -> None:
    evening = Evening()
    events = evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.WEST)))
    assert kinds(events) == ["attention"]
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"
    assert kinds(evening.see(table("", 2.5, removed_at=2.2))) == ["cleared"]
    assert evening.acts() == []


def test_without_seats_two_players_from_one_side_are_told_as_unsure() -> None:
    evening = Evening(())
    evening.see(
        table("11", 1.5, arrival("11", 1.0, side=Side.EAST)),
        table("11 12", 3.5, arrival("12", 3.0, side=Side.EAST, place=1)),
    )
    assert [act.get("unsure") for act in evening.acts()] == [None, ["player"]]


def test_a_card_from_another_side_is_told_when_the_next_hand_bears_it_out() -> None:
    evening = Evening()
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.WEST)))
    evening.see(table("53 60", 3.5, arrival("60", 3.0, side=Side.SOUTH, place=1)))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()]
    assert told == [("Dan", 53, ["player"]), ("Ada", 60, None)]


def test_after_a_missed_act_nobody_is_named_for_another() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 30", 12.5, arrival("30", 12.0, side=Side.EAST, place=3)))
    assert len(evening.acts()) == 3
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"
    missed = EnterAct({"player": "Cleo", "play": "pass"}, Instant(15_000_000_000))
    evening.put(missed)
    evening.see(table("11 12 16 30", 15.5))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[4:]]
    assert told == [("Dan", 30, None)]


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


def test_an_unread_card_becomes_an_act_when_it_is_read() -> None:
    evening = Evening()
    evening.see(table("40", 1.5, arrival("40", 1.0)))
    assert kinds(evening.see(table("40 82?84", 2.5, arrival("82?84", 2.0)))) == ["attention"]
    assert kinds(evening.see(table("40 82", 3.0))) == ["cleared", "act"]
    assert evening.acts()[-1] == {"t": 2.0, "player": "Ada", "play": 82}


def test_a_card_that_leaves_unread_makes_what_follows_doubtful() -> None:
    evening = Evening()
    to_the_jump(evening)
    evening.see(
        table("11 12 15 17 23", 16.9, arrival("23", 16.467, side=Side.SOUTH)),
        table("11 12 15 17 23 | 73", 18.2, arrival("73", 17.267, Zone.JUMP, Side.EAST)),
        table("11 12 15 17 23 55?65 | 73", 20.1, arrival("55?65", 19.4, side=Side.SOUTH)),
    )
    assert evening.see(table("| 73", 22.0, removed_at=21.467)) == []
    assert kinds(evening.see(table("", 23.2, removed_at=22.667))) == ["cleared", "act", "attention"]
    assert evening.acts()[-1]["unsure"] == ["act"]
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"


def test_a_wrong_card_that_vanishes_with_the_row_makes_what_follows_doubtful() -> None:
    evening = Evening()
    to_the_jump(evening)
    evening.see(
        table("11 12 15 17 23", 16.9, arrival("23", 16.467, side=Side.SOUTH)),
        table("11 12 15 17 23 | 73", 18.2, arrival("73", 17.267, Zone.JUMP, Side.EAST)),
    )
    wrong = table("11 12 15 17 23 55 | 73", 20.1, arrival("55", 19.4, side=Side.SOUTH, place=5))
    assert kinds(evening.see(wrong)) == ["attention"]
    evening.see(table("", 23.2, removed_at=22.667))
    assert evening.acts()[-1]["unsure"] == ["act"]


def test_a_card_that_goes_back_unread_changes_nothing() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 55?65", 9.5, arrival("55?65", 9.2)))
    assert kinds(evening.see(table("11 12 16", 10.5, removed_at=10.2))) == ["cleared"]


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


def test_a_jump_is_ruled_on_when_no_arm_hides_what_it_jumps_on() -> None:
    evening = Evening()
    opening(evening)
    jump = arrival("70", 11.9, Zone.JUMP, Side.EAST)
    assert evening.see(replace(table("11 12 16 | 70", 12.0, jump), partly=True)) == []
    evening.see(table("11 12 16 20 | 70", 12.6, arrival("20", 10.4, side=Side.NORTH, place=3)))
    assert evening.last(EventKind.VERDICT)["verdict"] == "in-time"
    assert [(a["player"], a.get("jump", a.get("play"))) for a in evening.acts()[3:]] == [
        ("Cleo", 20),
        ("Dan", 70),
    ]


def test_cards_laid_in_turn_in_which_nothing_could_be_read_were_acts() -> None:
    evening = Evening()
    evening.see(
        table(".", 5.0, arrival(".", 4.5, side=Side.EAST)),
        table(". .", 7.0, arrival(".", 6.5, side=Side.SOUTH, place=1)),
        table(". . .", 9.0, arrival(".", 8.5, side=Side.WEST, place=2)),
        table(". . . .", 10.0, arrival(".", 9.5, side=Side.NORTH, place=3)),
        table("", 11.0, removed_at=10.5),
        table("76", 13.0, arrival("76", 12.5, side=Side.EAST)),
    )
    assert [(a["t"], a["player"], a["play"], a.get("unsure")) for a in evening.acts()] == [
        (4.5, "Dan", "pass", ["act"]),
        (6.5, "Ada", "pass", ["act"]),
        (8.5, "Bo", "pass", ["act"]),
        (9.5, "Cleo", "pass", ["act"]),
        (12.5, "Dan", 76, None),
    ]
    assert any(e.data.get("code") == "missed-card" for e in evening.events)


def test_a_card_that_stays_unread_holds_nobody_up_once_it_can_be_but_one() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 77?71", 10.0, arrival("77?71", 9.2, side=Side.NORTH, place=3)))
    assert len(evening.acts()) == 3
    evening.see(table("11 12 16 77?71 74", 12.0, arrival("74", 11.5, side=Side.EAST, place=4)))
    told = [(a["t"], a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [(9.2, "Cleo", 71, ["act"]), (11.5, "Dan", 74, None)]
    assert evening.last(EventKind.ATTENTION)["code"] == "guessed-card"
    evening.see(table("11 12 16 77?71 74 80", 14.0, arrival("80", 13.5, side=Side.SOUTH, place=5)))
    assert evening.acts()[-1]["play"] == 80


def test_a_card_that_may_be_two_things_still_waits_while_play_goes_on() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 71?41", 10.0, arrival("71?41", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16 71?41 74", 12.0, arrival("74", 11.5, side=Side.EAST, place=4)),
    )
    assert len(evening.acts()) == 3
    assert evening.last(EventKind.ATTENTION)["code"] == "unread-card"


def test_a_card_in_which_nothing_is_read_is_never_guessed_while_it_lies_there() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 .", 10.0, arrival(".", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16 . 74", 12.0, arrival("74", 11.5, side=Side.EAST, place=4)),
    )
    assert len(evening.acts()) == 3
    assert evening.last(EventKind.ATTENTION)["code"] == "unread-card"
    evening.see(table("11 12 16 42 74", 13.0))
    assert [(a["player"], a["play"]) for a in evening.acts()[3:]] == [("Cleo", 42), ("Dan", 74)]


def test_what_was_laid_before_an_unread_card_is_told_at_once() -> None:
    evening = Evening()
    opening(evening)
    came = (
        arrival("20", 9.2, side=Side.NORTH, place=3),
        arrival("71?41", 10.2, side=Side.EAST, place=4),
    )
    evening.see(table("11 12 16 20 71?41", 11.0, *came))
    assert [(a["player"], a["play"]) for a in evening.acts()[3:]] == [("Cleo", 20)]
    assert evening.last(EventKind.ATTENTION)["code"] == "unread-card"


def test_a_card_that_proves_to_have_come_earlier_overrules_the_act_told() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(table("11 12 16 40", 12.0, arrival("40", 11.9, place=5)))
    assert evening.acts()[-1]["player"] == "Cleo"
    evening.see(table("11 12 16 20 40", 12.6, arrival("20", 10.4, place=3)))
    assert evening.events[-3].kind is EventKind.UNDO
    assert [(a["player"], a["play"], a["t"]) for a in evening.acts()[4:]] == [
        ("Cleo", 20, 10.4),
        ("Dan", 40, 11.9),
    ]


def test_what_was_told_rightly_is_not_taken_back_with_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only from two acts earlier is the table explained, and the first of them was just so."""
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 20", 10.5, arrival("20", 10.0, side=Side.NORTH, place=3)))
    evening.see(table("11 12 16 20 43", 12.0, arrival("43", 11.8, side=Side.EAST, place=4)))
    assert evening.session.game is not None
    last = take_back(evening.session.game)

    def only_from_earlier(*given: Any, **more: Any) -> Explanation:
        found = explain(*given, **more)
        nothing = given[1] == last.state and found.acts
        return replace(found, acts=(), rest=Rest.UNEXPLAINED) if nothing else found

    monkeypatch.setattr(overruling, "explain", only_from_earlier)
    told = len(evening.events)
    evening.see(table("11 12 16 20 48", 13.0, arrival("48", 11.8, side=Side.EAST, place=4)))
    new = [e.kind for e in evening.events[told:] if e.kind in (EventKind.UNDO, EventKind.ACT)]
    assert new == [EventKind.UNDO, EventKind.ACT]
    assert evening.acts()[-1] == {"t": 11.8, "player": "Dan", "play": 48}


def test_a_card_that_proves_to_be_another_overrules_the_act_told() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 43", 12.0, arrival("43", 11.8, side=Side.NORTH, place=3)))
    evening.see(table("11 12 16 18", 13.0, arrival("18", 11.8, side=Side.NORTH, place=3)))
    assert evening.session.game is not None
    assert evening.acts()[-1] == {"t": 11.8, "player": "Cleo", "play": 18}
    assert len(evening.session.game.acts) == 4


def test_a_card_that_proves_to_be_another_by_and_by_overrules_the_act_before_an_unread_one() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 19", 12.0, arrival("19", 11.8, side=Side.NORTH, place=3)))
    waits = arrival(".", 12.6, side=Side.EAST, place=4)
    evening.see(table("11 12 16 18?19 .", 13.0, arrival("18?19", 11.8, side=Side.NORTH, place=3), waits))
    evening.see(table("11 12 16 18 .", 14.0))
    assert any(e.kind is EventKind.UNDO for e in evening.events)
    assert evening.acts()[-1] == {"t": 11.8, "player": "Cleo", "play": 18}
    assert evening.session.game is not None
    assert len(evening.session.game.acts) == 4


def test_a_card_that_came_and_went_unread_was_an_act_when_the_next_hand_says_so() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 .", 10.0, arrival(".", 9.2, side=Side.NORTH, place=3)))
    evening.see(table("11 12 16", 11.0, removed_at=10.7))
    evening.see(table("11 12 16 30", 12.5, arrival("30", 12.0, side=Side.EAST, place=3)))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", "pass", ["act"]), ("Dan", 30, None)]
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"


def test_a_card_that_left_before_it_was_sure_is_told_as_a_guess_though_another_is_unread() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 82?28", 10.0, arrival("82?28", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16", 11.0, removed_at=10.7),
        table("11 12 16 20", 12.5, arrival("20", 12.0, side=Side.EAST, place=3)),
        table("11 12 16 20 40?70", 14.5, arrival("40?70", 14.0, side=Side.SOUTH, place=4)),
    )
    assert [a for a in evening.acts()[3:] if "unsure" not in a and a["play"] in (82, 28)] == []


def test_a_card_that_left_unread_is_not_forgotten_when_the_next_lies_in_its_place() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 82?28", 10.0, arrival("82?28", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16", 11.0, removed_at=10.7),
        table("11 12 16 20", 12.5, arrival("20", 12.0, side=Side.EAST, place=3)),
    )
    assert len(evening.acts()) == 3
    assert evening.session.attention is not None
    assert evening.session.attention["code"] == "missed-card"


def test_a_card_nobody_could_read_has_left_where_a_later_one_lies_in_its_place() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 .", 10.0, arrival(".", 9.2, place=3)),
        table("11 12 16 20", 12.5, arrival("20", 12.0, place=3)),
    )
    assert [(a["play"], a.get("unsure")) for a in evening.acts()[3:]] == [(20, ["act"])]
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"


def test_a_card_laid_out_of_turn_is_still_noticed() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 30", 12.5, arrival("30", 12.0, side=Side.EAST, place=3)))
    assert len(evening.acts()) == 3
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"


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


def test_a_jump_card_that_goes_back_was_never_played_on_the_row() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(
        table("11 12 16 39 | 66", 12.0, arrival("39", 10.0, place=3), arrival("66", 11.0, Zone.JUMP)),
        table("11 12 16 39", 13.0, removed_at=12.6),
        table("11 12 16 39 43", 15.0, arrival("43", 14.6, place=4)),
    )
    assert [(a["player"], a["play"]) for a in evening.acts()[3:]] == [("Cleo", 39), ("Dan", 43)]


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


def test_one_hand_that_is_right_does_not_outweigh_two_that_were_not() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 20", 10.0, arrival("20", 9.2, side=Side.EAST, place=3)),
        table("11 12 16 20 25", 12.0, arrival("25", 11.2, side=Side.SOUTH, place=4)),
        table("11 12 16 20 25 30", 14.0, arrival("30", 13.2, side=Side.SOUTH, place=5)),
        table("11 12 16 20 25 30 40", 16.0, arrival("40", 15.2, side=Side.WEST, place=6)),
    )
    assert [(act["player"], act["play"], act.get("unsure")) for act in evening.acts()[3:]] == [
        ("Cleo", 20, ["player"]),
        ("Dan", 25, ["player"]),
        ("Ada", 30, ["player"]),
        ("Bo", 40, None),
    ]
