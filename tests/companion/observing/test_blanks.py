"""A card that nobody can read is told, as a guess, by the jump card laid for it, or by its neighbours."""

from dataclasses import replace

import pytest

from companion.cards import Zone
from companion.evidence import Side
from companion.sessions.events import EventKind
from tests.companion.drawn import arrival, quad, seen, table
from tests.companion.evening import Evening, opening

CLEO, DAN, ADA, BO = Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST


def plays(evening: Evening) -> list[tuple[object, object, object]]:
    """Who played what after the opening, and what of it is unsure."""
    return [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]


@pytest.mark.parametrize("card", ["", ".", "2", "2?7"])
def test_a_jump_card_names_the_number_that_nobody_has_read(card: str) -> None:
    """Hidden under the next card, unread, read as what cannot follow, or read poorly: 71 means the 21."""
    evening = Evening()
    opening(evening)
    place = 4 if card else 3
    came = [
        *([arrival(card, 9.5, side=CLEO, place=3)] if card else []),
        arrival("40", 10.5, side=DAN, place=place),
        arrival("71", 11.5, Zone.JUMP, side=ADA),
    ]
    evening.see(table(f"11 12 16 {card} 40 | 71", 13.0, *came))
    assert plays(evening) == [("Cleo", 21, ["act"]), ("Dan", 40, None)]
    verdict = evening.last(EventKind.VERDICT)
    assert (verdict["jump"], verdict["on"], verdict["verdict"]) == (71, 21, "too-late")
    # Play goes on over it, whether it shows again or not.
    evening.see(table("11 12 16 40", 14.0, removed_at=13.8))
    evening.see(table("11 12 16 40 44", 16.0, arrival("44", 15.0, side=ADA, place=place + 1)))
    evening.see(table("11 12 16 . 40 44 P", 18.0, arrival("P", 17.0, side=BO, place=place + 2)))
    assert plays(evening)[2:] == [("Ada", 44, None), ("Bo", "pass", None)]


def test_it_names_nothing_where_the_hands_say_that_no_card_was_missed() -> None:
    evening = Evening()
    opening(evening)
    came = (arrival("40", 10.5, side=CLEO, place=3), arrival("71", 11.5, Zone.JUMP, side=ADA))
    evening.see(table("11 12 16 40 | 71", 13.0, *came))
    assert evening.last(EventKind.VERDICT)["verdict"] == "not-fifty"
    assert plays(evening) == [("Cleo", 40, None)]


def test_it_names_nothing_where_its_number_would_not_lie_between_the_others() -> None:
    evening = Evening()
    opening(evening)
    came = (arrival("40", 10.5, side=DAN, place=3), arrival("95", 11.5, Zone.JUMP, side=ADA))
    evening.see(table("11 12 16 40 | 95", 13.0, *came))
    assert plays(evening) == []
    # A move was missed, so nobody can say on what it jumps.
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"
    assert all(event.kind is not EventKind.VERDICT for event in evening.events)


@pytest.mark.parametrize(("card", "told"), [(".", 28), ("2", 28), ("3", 30)])
def test_a_number_between_its_neighbours_stands_for_a_card_once_play_has_long_gone_on(
    card: str, told: int
) -> None:
    """Of a 30 half under the next card, a 3 shows."""
    evening = Evening()
    opening(evening)
    row = f"11 12 16 {card}"
    evening.see(table(row, 10.0, arrival(card, 9.2, side=CLEO, place=3)))
    for i, side in enumerate((DAN, ADA, BO, CLEO)):
        assert plays(evening) == []
        row, at = f"{row} {40 + i}", 12.0 + 2 * i
        evening.see(table(row, at, arrival(str(40 + i), at - 0.5, side=side, place=4 + i)))
    later = [("Dan", 40, None), ("Ada", 41, None), ("Bo", 42, None), ("Cleo", 43, None)]
    assert plays(evening) == [("Cleo", told, ["act"]), *later]
    assert evening.last(EventKind.ATTENTION)["code"] == "guessed-card"
    evening.see(table(f"{row} 50", 22.0, arrival("50", 21.0, side=DAN, place=8)))
    assert plays(evening)[5:] == [("Dan", 50, None)]


def test_two_cards_that_nobody_can_read_are_told_once_play_has_long_gone_on() -> None:
    evening = Evening()
    opening(evening)
    row, sides = "11 12 16", (CLEO, DAN, ADA, BO, CLEO, DAN)
    for i, (card, side) in enumerate(zip((".", ".", "40", "50", "60", "70"), sides, strict=True)):
        assert plays(evening) == []
        row, at = f"{row} {card}", 10.0 + 2 * i
        evening.see(table(row, at, arrival(card, at - 0.5, side=side, place=3 + i)))
    told = plays(evening)
    assert [player for player, _, _ in told] == ["Cleo", "Dan", "Ada", "Bo", "Cleo", "Dan"]
    assert [unsure for _, _, unsure in told] == [["act"], ["act"], None, None, None, None]
    assert [number for _, number, _ in told[2:]] == [40, 50, 60, 70]


@pytest.mark.parametrize(("cards", "told"), [("a 40 b 50 60 70", True), ("a 40 50 60 b 70", False)])
def test_hands_between_two_such_cards_bear_out_the_first(cards: str, told: bool) -> None:
    """Of four, two must have come since the second."""
    evening = Evening()
    opening(evening)
    row, sides = "11 12 16", (CLEO, DAN, ADA, BO, CLEO, DAN)
    faces = ["." if card.isalpha() else card for card in cards.split()]
    for i, (card, side) in enumerate(zip(faces, sides, strict=True)):
        assert plays(evening) == []
        row, at = f"{row} {card}", 10.0 + 2 * i
        evening.see(table(row, at, arrival(card, at - 0.5, side=side, place=3 + i)))
    assert [number for _, number, unsure in plays(evening) if not unsure] == [40, 50, 60, 70] * told


def test_one_of_two_hands_may_be_the_right_one() -> None:
    """It bears out what was told before, as a hand that was there alone does."""
    evening = Evening()
    opening(evening)
    row = "11 12 16 ."
    evening.see(table(row, 10.0, arrival(".", 9.2, side=CLEO, place=3)))
    for i, side in enumerate((DAN, ADA, BO, CLEO)):
        row, at = f"{row} {40 + i}", 12.0 + 2 * i
        came = arrival(str(40 + i), at - 0.5, side=side, place=4 + i)
        either = replace(came, side=None, either=frozenset({side, DAN})) if side is ADA else came
        evening.see(table(row, at, either))
    assert [number for _, number, _ in plays(evening)] == [28, 40, 41, 42, 43]


def test_a_number_between_its_neighbours_is_between_the_likely_ones_too() -> None:
    evening = Evening()
    opening(evening)
    row, sides = "11 12 16", (CLEO, DAN, ADA, BO, CLEO, DAN, ADA)
    for i, (card, side) in enumerate(zip((".", "20?28", ".", "50", "60", "70", "80"), sides, strict=True)):
        row, at = f"{row} {card}", 10.0 + 2 * i
        evening.see(table(row, at, arrival(card, at - 0.5, side=side, place=3 + i)))
    told = plays(evening)
    assert [number for _, number, _ in told] == [17, 20, 35, 50, 60, 70, 80]
    assert [unsure for _, _, unsure in told] == [["act"]] * 3 + [None] * 4


def test_the_last_card_told_may_lie_under_the_next_one() -> None:
    evening = Evening()
    opening(evening)
    upon = replace(seen("40", 2), quad=quad(2, Zone.ROW))
    shows = replace(table("11 12", 12.0, replace(arrival("40", 11.0, side=CLEO, place=2), card=upon)))
    evening.see(replace(shows, cards=(*shows.cards, upon)))
    assert plays(evening) == [("Cleo", 40, None)]


def test_it_has_gone_where_the_next_one_lies_elsewhere() -> None:
    evening = Evening()
    opening(evening)
    shows = table("11 12", 12.0, arrival("40", 11.0, side=CLEO, place=6))
    evening.see(replace(shows, cards=(*shows.cards, seen("40", 6))))
    assert plays(evening) == []
    assert evening.last(EventKind.ATTENTION)["code"] == "unexplained"


def test_no_number_is_hidden_where_an_unread_card_came_that_it_may_be() -> None:
    """Cleo's pass went unseen; what Dan laid is the 21, whose own player cannot have been Cleo."""
    evening = Evening()
    opening(evening)
    came = (
        arrival(".", 9.5, side=DAN, place=3),
        arrival("40", 10.5, side=ADA, place=4),
        arrival("71", 11.5, Zone.JUMP, side=BO),
    )
    evening.see(table("11 12 16 . 40 | 71", 13.0, *came), table("11 12 16 40", 14.0, removed_at=13.8))
    assert plays(evening) == []
    assert all(event.kind is not EventKind.VERDICT for event in evening.events)


@pytest.mark.parametrize("left", [True, False])
def test_a_card_that_was_seen_to_leave_lies_under_no_other(left: bool) -> None:
    """The pass card may be misread: whoever takes a card up lays a number below it."""
    evening = Evening()
    opening(evening)
    if left:
        evening.see(table("11 12", 10.0, removed_at=9.5))
    shows = table("11 12", 12.0, arrival("P", 11.0, side=CLEO, place=2))
    evening.see(replace(shows, cards=(*shows.cards, seen("P", 2))))
    assert plays(evening) == ([] if left else [("Cleo", "pass", None)])
    if left:
        assert evening.last(EventKind.ATTENTION)["code"] == "unexplained"
