"""A surely read card that no rule allows is another after all once play has gone on; else it is asked for."""

from dataclasses import replace

from companion.cards import Card, Zone
from companion.clock import instant
from companion.evidence import Alternative, Arrival, SeenCard, Side, Sighting
from companion.sessions.events import EnterAct, EventKind
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, opening

NEXT = (Side.EAST, Side.SOUTH, Side.WEST)


def taken_for_14(card: SeenCard) -> SeenCard:
    """A 74 that is surely read as a 14."""
    shares = (Alternative(Card.number(14), 0.95), Alternative(Card.number(74), 0.04))
    return replace(card, alternatives=shares, sure=True)


def shown(text: str, at: float, came: Arrival, other: bool) -> Sighting:
    """Give the table with its 14, which may be another one."""

    def as_read(card: SeenCard) -> SeenCard:
        return taken_for_14(card) if other and card.best == Card.number(14) else card

    sighting = table(text, at, replace(came, card=as_read(came.card)))
    return replace(sighting, cards=tuple(map(as_read, sighting.cards)))


def played_on(*later: str, sides: tuple[Side, ...] = NEXT, other: bool = True) -> Evening:
    """Cleo lays what is read as a 14 behind the 16, and others play on."""
    evening, row = Evening(), "11 12 16 14"
    opening(evening)
    evening.see(shown(row, 10.0, arrival("14", 9.2, side=Side.NORTH, place=3), other))
    for i, (number, side) in enumerate(zip(later, sides, strict=False)):
        row, at = f"{row} {number}", 12.0 + 2 * i
        evening.see(shown(row, at, arrival(number, at - 0.5, side=side, place=4 + i), other))
    return evening


def told(evening: Evening) -> list[tuple[object, ...]]:
    return [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]


def test_it_is_told_as_the_number_that_fits_once_two_have_played_on() -> None:
    assert told(played_on("80", "90")) == [("Cleo", 74, ["act"]), ("Dan", 80, None), ("Ada", 90, None)]


def test_it_keeps_nobody_from_being_followed_while_it_lies_there() -> None:
    evening = played_on("80", "90", "95")
    assert told(evening)[-1] == ("Bo", 95, None)
    assert evening.last(EventKind.ATTENTION)["code"] == "guessed-card"
    assert EventKind.UNDO not in {event.kind for event in evening.events}


def test_whoever_lays_what_does_not_fit_is_told_so() -> None:
    evening = played_on("80")
    assert told(evening) == []
    assert evening.last(EventKind.ATTENTION)["code"] == "unexplained"


def test_a_card_that_can_be_nothing_else_stays_what_it_is() -> None:
    evening = played_on("80", "90", "95", other=False)
    assert told(evening) == []
    assert evening.last(EventKind.ATTENTION)["code"] == "unexplained"


def test_nothing_is_told_where_others_than_those_whose_turn_it_was_played_on() -> None:
    assert told(played_on("80", "90", sides=(Side.SOUTH, Side.WEST))) == []


def long_ago_misread(*later: str) -> Evening:
    """The 12 of the opening is surely read as a 72 from now on; others play on."""
    evening, row = Evening(), "11 72 16"
    opening(evening)
    evening.see(table(row, 9.0))
    for i, (number, side) in enumerate(zip(later, (Side.NORTH, *NEXT), strict=False)):
        row, at = f"{row} {number}", 10.0 + 2 * i
        came = arrival(number, at - 0.5, side=side, place=3 + i)
        evening.see(table(row, at, came), table(row, at + 0.5))
    return evening


def test_a_card_told_before_that_is_read_otherwise_now_stops_nobody_and_is_asked_about() -> None:
    evening = long_ago_misread("20", "30")
    assert told(evening) == [("Cleo", 20, None), ("Dan", 30, None)]
    codes = [e.data["code"] for e in evening.events if e.kind is EventKind.ATTENTION]
    assert codes == ["unexplained", "guessed-card"]


def test_before_anybody_plays_on_it_is_asked_what_lies_there() -> None:
    assert long_ago_misread().last(EventKind.ATTENTION)["code"] == "unexplained"


def told_as_80(*later: str, hint: float = 0.09) -> Evening:
    """Cleo lays a 30 that is told as an 80; others play on, lower."""
    shares = (Alternative(Card.number(80), 1 - hint), Alternative(Card.number(30), hint))

    def as_read(card: SeenCard) -> SeenCard:
        return replace(card, alternatives=shares) if card.best == Card.number(80) else card

    evening, row = Evening(), "11 12 16 80"
    opening(evening)
    laid = zip(("80", *later), (Side.NORTH, *NEXT, Side.NORTH), strict=False)
    for i, (number, side) in enumerate(laid):
        row, at = row if not i else f"{row} {number}", 10.0 + 2 * i
        came = arrival(number, at - 0.5, side=side, place=3 + i)
        sighting = table(row, at, replace(came, card=as_read(came.card)))
        evening.see(replace(sighting, cards=tuple(map(as_read, sighting.cards))))
    return evening


def test_a_number_told_before_is_another_where_lower_ones_lie_behind_it() -> None:
    later = ("40", "45", "50", "55")
    assert told(told_as_80(*later[:1])) == [("Cleo", 80, None)]
    evening = told_as_80(*later)
    assert [e.kind for e in evening.events].count(EventKind.UNDO) == 1
    others = [("Dan", 40, None), ("Ada", 45, None), ("Bo", 50, None), ("Cleo", 55, None)]
    assert told(evening)[1:] == [("Cleo", 30, ["act"]), *others]


def test_what_the_eye_hardly_held_possible_is_believed_where_the_row_says_so() -> None:
    evening = told_as_80("40", "45", hint=0.008)
    assert told(evening)[1:] == [("Cleo", 30, ["act"]), ("Dan", 40, None), ("Ada", 45, None)]
    assert told(told_as_80("40", "45", hint=0.001)) == [("Cleo", 80, None)]


def test_two_passes_are_known_each_by_its_own_hand() -> None:
    evening = told_as_80("P", "P")
    assert told(evening) == [("Cleo", 80, None), ("Dan", "pass", None), ("Ada", "pass", None)]
    found = played_on("P", "P")
    assert told(found) == [("Cleo", 74, ["act"]), ("Dan", "pass", None), ("Ada", "pass", None)]


def test_nor_does_it_keep_a_jump_from_naming_what_nobody_can_read() -> None:
    evening = long_ago_misread("20")
    came = (
        arrival(".", 12.0, side=Side.EAST, place=4),
        arrival("40", 13.0, side=Side.SOUTH, place=5),
        arrival("80", 13.5, Zone.JUMP, Side.WEST),
    )
    evening.see(table("11 72 16 20 . 40 | 80", 15.0, *came))
    assert told(evening) == [("Cleo", 20, None), ("Dan", 30, ["act"]), ("Ada", 40, None)]
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-late"


def test_nor_from_being_told_what_left_again() -> None:
    evening = long_ago_misread("20")
    passing = arrival("P", 12.0, side=Side.EAST, place=4)
    evening.see(table("11 72 16 20", 14.0, passing, removed_at=13.5))
    assert told(evening) == [("Cleo", 20, None), ("Dan", "pass", None)]


def test_where_a_number_comes_that_was_played_before_the_act_that_laid_it_is_named() -> None:
    """A card was read as the 16 that comes long after it has left the row."""
    evening = Evening()
    opening(evening)
    evening.put(EnterAct({"player": "Cleo", "play": 15}, instant(10.0)))
    evening.see(
        table("11 12 15", 11.5),
        table("11 12 15 16", 13.5, arrival("16", 13.0, side=Side.EAST, place=3)),
    )
    assert "act 3 has laid it already" in evening.last(EventKind.ATTENTION)["message"]


def test_no_claim_is_ruled_on_for_a_number_beside_the_row_that_was_played_before() -> None:
    """What shows of another card was read as the 16 that has left the row: nobody can jump with it."""
    evening = Evening()
    opening(evening)
    evening.put(EnterAct({"player": "Cleo", "play": 15}, instant(10.0)))
    came = arrival("20", 12.5, side=Side.EAST, place=3), arrival("16", 13.0, Zone.JUMP, Side.NORTH)
    evening.see(table("11 12 15", 11.5), table("11 12 15 20 | 16", 13.5, *came))
    assert EventKind.VERDICT not in [event.kind for event in evening.events]
    assert "act 3 has laid it already" in evening.last(EventKind.ATTENTION)["message"]
    assert told(evening)[-1] == ("Dan", 20, None)
