"""Cards that stay unread: waited for, told as a guess, or missed; never told as if they were sure."""

from dataclasses import replace

from companion.cards import PASS, Zone
from companion.evidence import Alternative, Side
from companion.sessions.events import EventKind
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, kinds, opening, to_the_jump


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


def test_a_likely_pass_that_lay_in_plain_view_was_an_act_though_nobody_saw_whose_hand_laid_it() -> None:
    """Bo's pass lies half out of the picture; then Cleo takes everything, and begins the next row."""
    evening = Evening()
    to_the_jump(evening)
    came = arrival("P", 21.2, place=6)
    likely = replace(came.card, alternatives=(Alternative(PASS, 0.88),), sure=False)
    look = table("11 12 15 17 23 P | 73", 22.0, replace(came, card=likely))
    evening.see(
        table("11 12 15 17 23", 16.9, arrival("23", 16.467, side=Side.SOUTH, place=4)),
        table("11 12 15 17 23 | 73", 18.2, arrival("73", 17.267, Zone.JUMP, Side.EAST)),
        table("11 12 15 17 23 P | 73", 20.1, arrival("P", 19.4, side=Side.SOUTH, place=5)),
        replace(look, cards=(*look.cards[:6], likely, look.cards[6])),
        table("30", 25.5, arrival("30", 25.0), removed_at=23.0),
    )
    told = [(a["player"], a.get("play", "take"), bool(a.get("unsure"))) for a in evening.acts()[-3:]]
    assert told == [("Bo", "pass", True), ("Cleo", "take", False), ("Cleo", 30, False)]
