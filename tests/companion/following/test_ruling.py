"""Claims at the table: what is ruled and when, who jumped, and what becomes of the cards."""

from dataclasses import replace

import pytest

from companion.cards import Card, Zone
from companion.clock import Span, instant
from companion.evidence import Alternative, Arrival, SeenCard, Side
from companion.following.announcing import rule_on
from companion.following.outbox import Outbox
from companion.sessions.events import Event, EventKind
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, close_jump, kinds, late_jump, opening, press, to_the_jump


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


def unread_jump(jump: str, *, pressed: bool = True, then: str = "20") -> Evening:
    """Dan lays something beside the row that stays unread; Bo takes the row up and begins a new one."""
    evening = Evening()
    opening(evening)
    if pressed:
        evening.put(press(10.0))
    evening.see(
        table(f"11 12 16 | {jump}", 11.0, arrival(jump, 10.3, Zone.JUMP, Side.EAST)),
        table("11 12 16", 12.5, removed_at=12.0),
        table("", 14.0, removed_at=13.5),
        table(then, 16.0, arrival(then, 15.5, side=Side.WEST)),
    )
    return evening


def test_a_card_beside_the_row_that_may_be_a_jump_was_one_where_the_row_was_taken_for_it() -> None:
    evening = unread_jump("99?66")
    assert evening.acts()[3:] == [
        {"t": 10.3, "player": "Dan", "jump": 66, "unsure": ["act"]},
        {"t": 12.0, "player": "Bo", "take": True, "unsure": ["act"]},
        {"t": 15.5, "player": "Bo", "play": 20, "unsure": ["act"]},
    ]
    assert [str(e.kind) for e in evening.events].count("verdict") == 1
    assert evening.last(EventKind.ATTENTION)["code"] == "guessed-card"


@pytest.mark.parametrize(("jump", "pressed"), [("99?65", True), ("99?66", False), (".", True)])
def test_nothing_is_made_of_one_that_is_no_jump_or_that_nobody_claimed_with(jump: str, pressed: bool) -> None:
    evening = unread_jump(jump, pressed=pressed)
    assert evening.acts()[3:] == []
    assert "verdict" not in {str(e.kind) for e in evening.events}
    assert evening.last(EventKind.ATTENTION)["code"] == "unexplained"


def ruled(row: str, *came: Arrival) -> str:
    """Give the verdict on a jump at the first look at a table."""
    evening = Evening()
    evening.see(table(row, 4.5, *came))
    return str(evening.last(EventKind.VERDICT)["verdict"])


def test_what_seems_to_come_as_its_hand_laid_another_card_makes_no_jump_too_late() -> None:
    """A jump card over the row is read as a 70, and timed as the hand that laid the 28 has just let go."""
    target, other = arrival("28", 1.0, side=Side.EAST), arrival("70", 1.1, side=Side.EAST, place=1)
    jump, following = arrival("78", 2.9, Zone.JUMP, Side.NORTH), arrival("39", 3.0, side=Side.SOUTH, place=1)
    assert ruled("28 39 | 78", target, other, jump, following) == "too-close"


def test_nor_does_what_seems_to_come_just_as_the_card_jumped_on_was_laid_leave_it_in_time() -> None:
    """The 51 was laid by another hand, nobody knows when, and taken up again."""
    target, other = arrival("46", 1.0, side=Side.EAST), arrival("51", 1.0, side=Side.EAST, place=1)
    other = replace(other, touch=Span(instant(0.5), other.touch.latest))
    assert ruled("46 | 96", target, other, arrival("96", 2.9, Zone.JUMP, Side.NORTH)) == "too-close"


def test_a_card_that_seems_to_come_after_the_one_that_lies_upon_it_came_before() -> None:
    """When Cleo laid the 21 was hidden; it is taken to have come as Dan's hand laid his 30."""
    evening = Evening()
    opening(evening)
    came = arrival("30", 12.9, side=Side.EAST, place=4), arrival("21", 12.95, side=Side.EAST, place=3)
    jump = arrival("71", 12.85, Zone.JUMP, Side.SOUTH)
    evening.see(table("11 12 16 21 30 | 71", 14.0, jump, *came))
    ruled = evening.last(EventKind.VERDICT)
    assert (ruled["on"], ruled["verdict"]) == (21, "too-close")


def test_nor_is_it_too_late_by_a_guess_of_what_was_laid_then() -> None:
    """The 39 is told as Ada's, though it seems to have come as Dan's hand laid the 28."""
    target, other = arrival("28", 1.0, side=Side.EAST), arrival("39", 1.1, side=Side.EAST, place=1)
    assert ruled("28 39 | 78", target, other, arrival("78", 2.9, Zone.JUMP, Side.NORTH)) == "too-close"


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


@pytest.mark.parametrize(("jump", "told"), [("96", "unread-card"), ("62", "jump-not-fifty")])
def test_a_jump_on_what_may_lie_unread_in_the_row_is_not_turned_down(jump: str, told: str) -> None:
    """Between the 24 and the 51 hardly anything is read: a 46 may lie there, a 12 would lie before both."""
    evening = Evening()
    evening.see(table("24", 1.5, arrival("24", 1.0, side=Side.EAST)))
    came = (
        arrival("51", 3.0, side=Side.SOUTH, place=2),
        arrival(jump, 4.0, Zone.JUMP, Side.NORTH),
    )
    sighting = table(f"24 49 51 | {jump}", 4.5, *came)
    shares = (Alternative(Card.number(31), 0.2), Alternative(Card.number(72), 0.17))
    hardly = (
        replace(card, alternatives=shares, sure=False) if card.best == Card.number(49) else card
        for card in sighting.cards
    )
    evening.see(replace(sighting, cards=tuple(hardly)))
    codes = [e.data["code"] for e in evening.events if e.kind is EventKind.ATTENTION]
    assert codes[:1] == [told]


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


def test_a_jump_card_that_goes_back_was_never_played_on_the_row() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(
        table("11 12 16 39 | 66", 12.0, arrival("39", 10.0, place=3), arrival("66", 11.0, Zone.JUMP)),
        table("11 12 16 39", 13.0, removed_at=12.6),
        table("11 12 16 39 43", 15.0, arrival("43", 14.6, place=4)),
    )
    assert [(a["player"], a["play"]) for a in evening.acts()[3:]] == [("Cleo", 39), ("Dan", 43)]


@pytest.mark.parametrize("again", [True, False])
def test_a_guess_whose_number_comes_on_another_card_is_nothing_to_jump_on(again: bool) -> None:
    """The guess was wrong: on the card that bears the number nobody has ruled yet."""
    evening = Evening()
    opening(evening)
    row = "11 12 16 ."
    evening.see(table(row, 10.0, arrival(".", 9.2, side=Side.NORTH, place=3)))
    for i, side in enumerate((Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH)):
        row, at = f"{row} {40 + i}", 12.0 + 2 * i
        evening.see(table(row, at, arrival(str(40 + i), at - 0.5, side=side, place=4 + i)))
    assert next(act["play"] for act in evening.acts() if "unsure" in act) == 28
    if again:
        evening.see(table(f"{row} 28", 22.0, arrival("28", 21.0, side=Side.EAST, place=8)))
    ruling = rule_on(Outbox(evening.session), 78, ())
    assert ruling.on == (None if again else 28)


@pytest.mark.parametrize("sides", [(Side.NORTH, Side.EAST), (None, None)])
def test_of_two_cards_that_seem_to_have_come_together_the_one_laid_first_came_first(
    sides: tuple[Side | None, Side | None],
) -> None:
    """They touched behind one arm: the 18 is no card laid on the 28."""
    evening = Evening()
    opening(evening)
    first, then = (
        arrival(n, 12.0, side=s, place=p) for n, s, p in zip(("18", "28"), sides, (3, 4), strict=True)
    )
    then = replace(then, touch=Span(instant(11.8), then.touch.latest))
    evening.see(table("11 12 16 18 28", 13.0, then, first))
    assert [act["play"] for act in evening.acts()[-2:]] == [18, 28]
    evening.see(table("11 12 16 18 28 | 78", 15.0, arrival("78", 14.0, Zone.JUMP, Side.SOUTH)))
    assert evening.last(EventKind.VERDICT)["verdict"] == "in-time"
