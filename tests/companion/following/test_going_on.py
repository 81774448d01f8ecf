"""Play goes on although a card stays unread, or hands from two sides have taken cards away."""

from dataclasses import replace

import pytest

from companion.cards import PASS, Card, Zone
from companion.evidence import Alternative, Arrival, SeenCard, Side, Sighting
from companion.following.overruling import revises
from companion.observing.clues import Clues, price
from companion.rules.base import Layout
from companion.sessions.events import EventKind
from tests.companion.drawn import arrival, seen, table, touched
from tests.companion.evening import Evening, opening

LIKELY = (0.7, 0.28)


def shown(text: str, at: float, *came: Arrival, shares: tuple[float, float] = LIKELY) -> Sighting:
    """Give the table with its 71 wavering: twice as likely a 71 as a 41, and more."""
    faces = (Alternative(Card.number(n), p) for n, p in zip((71, 41), shares, strict=True))
    return spoilt(table(text, at, *came), tuple(faces))


def spoilt(sighting: Sighting, faces: tuple[Alternative, ...]) -> Sighting:
    """Give the table with its 71 unsure, as it lies and as it came."""

    def worse(card: SeenCard) -> SeenCard:
        return replace(card, alternatives=faces, sure=False) if card.best == Card.number(71) else card

    came = tuple(replace(a, card=worse(a.card)) for a in sighting.arrivals)
    return replace(sighting, cards=tuple(map(worse, sighting.cards)), arrivals=came)


def test_a_card_that_is_likely_one_thing_is_told_once_play_has_long_gone_on() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        shown("11 12 16 71", 10.0, arrival("71", 9.2, side=Side.NORTH, place=3)),
        shown("11 12 16 71 74", 12.0, arrival("74", 11.5, side=Side.EAST, place=4)),
    )
    assert len(evening.acts()) == 3
    evening.see(shown("11 12 16 71 74 80", 14.0, arrival("80", 13.5, side=Side.SOUTH, place=5)))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", 71, ["act"]), ("Dan", 74, None), ("Ada", 80, None)]
    assert evening.last(EventKind.ATTENTION)["code"] == "guessed-card"


@pytest.mark.parametrize(("likelier", "told"), [(12, [71]), (13, [])])
def test_a_card_is_told_as_what_it_may_be_where_the_likelier_number_lies_elsewhere(
    likelier: int, told: list[int]
) -> None:
    """Each card exists once: what seems a 12 is none while the 12 lies there, surely read."""
    evening = Evening()
    opening(evening)
    row, faces = "11 12 16 71", ((likelier, 0.7), (71, 0.2), (41, 0.08))
    evening.see(
        *(
            spoilt(look, tuple(Alternative(Card.number(n), p) for n, p in faces))
            for look in (
                table(row, 10.0, arrival("71", 9.2, side=Side.NORTH, place=3)),
                table(f"{row} 74", 12.0, arrival("74", 11.5, side=Side.EAST, place=4)),
                table(f"{row} 74 80", 14.0, arrival("80", 13.5, side=Side.SOUTH, place=5)),
            )
        )
    )
    assert [a["play"] for a in evening.acts()[3:4]] == told


def test_where_nobody_knows_whose_hands_come_it_is_told_after_twice_as_many_cards() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(shown("11 12 16 71", 10.0, arrival("71", 9.2, place=3)))
    row = "11 12 16 71"
    for i, number in enumerate((74, 80, 85, 90)):
        assert len(evening.acts()) == 3
        row, at = f"{row} {number}", 12.0 + 2 * i
        evening.see(shown(row, at, arrival(str(number), at - 0.5, place=4 + i)))
    told = [(a["play"], "act" in a.get("unsure", ())) for a in evening.acts()[3:]]
    assert told == [(71, True), (74, False), (80, False), (85, False), (90, False)]


def test_there_a_card_that_is_not_even_likely_one_thing_is_never_told() -> None:
    evening = Evening(())
    opening(evening)
    row = "11 12 16 71"
    evening.see(shown(row, 10.0, arrival("71", 9.2, place=3), shares=(0.45, 0.15)))
    for i, number in enumerate((74, 80, 85, 90, 95)):
        row, at = f"{row} {number}", 12.0 + 2 * i
        evening.see(shown(row, at, arrival(str(number), at - 0.5, place=4 + i), shares=(0.45, 0.15)))
    assert len(evening.acts()) == 3


def test_a_card_that_may_as_well_be_another_is_told_once_play_has_gone_on_for_very_long() -> None:
    evening = Evening()
    opening(evening)
    row = "11 12 16 72?71"
    evening.see(table(row, 10.0, arrival("72?71", 9.2, side=Side.NORTH, place=3)))
    for i, side in enumerate((Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH)):
        assert len(evening.acts()) == 3
        row, at = f"{row} {80 + i}", 12.0 + 2 * i
        evening.see(table(row, at, arrival(str(80 + i), at - 0.5, side=side, place=4 + i)))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told[0] == ("Cleo", 72, ["act"])
    assert told[1:] == [("Dan", 80, None), ("Ada", 81, None), ("Bo", 82, None), ("Cleo", 83, None)]
    assert evening.last(EventKind.ATTENTION)["code"] == "guessed-card"


def test_nothing_is_told_of_it_where_another_hand_than_the_next_went_on() -> None:
    evening = Evening()
    opening(evening)
    row = "11 12 16 72?71"
    evening.see(table(row, 10.0, arrival("72?71", 9.2, side=Side.NORTH, place=3)))
    for i, side in enumerate((Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)):
        row, at = f"{row} {80 + i}", 12.0 + 2 * i
        evening.see(table(row, at, arrival(str(80 + i), at - 0.5, side=side, place=4 + i)))
    assert len(evening.acts()) == 3


def gone_unsure(evening: Evening, then: str, *later: str) -> None:
    """Cleo's card, a 72 or rather a 17, goes before it is sure; others lay cards after it."""
    opening(evening)
    evening.see(
        table("11 12 16 72?17", 10.0, arrival("72?17", 9.2, side=Side.NORTH, place=3)),
        table(then, 12.0, removed_at=11.5),
    )
    row, sides = then, (Side.EAST, Side.SOUTH)
    for i, (number, side) in enumerate(zip(later, sides, strict=False)):
        row, at = f"{row} {number}", 14.0 + 2 * i
        came = arrival(number, at - 0.5, side=side, place=len(row.split()) - 1)
        evening.see(table(row, at, came))


def test_a_card_that_left_unsure_is_told_when_the_next_one_leaves_only_that() -> None:
    evening = Evening()
    gone_unsure(evening, "11 12 16", "40")
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", 72, ["act"]), ("Dan", 40, None)]


def test_a_card_that_left_unsure_and_may_be_two_things_still_waits() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 72?71", 10.0, arrival("72?71", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16", 12.0, removed_at=11.5),
        table("11 12 16 40", 14.0, arrival("40", 13.5, side=Side.EAST, place=3)),
    )
    assert len(evening.acts()) == 3
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"


def test_what_explains_the_table_without_a_card_that_left_unsure_is_doubtful() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 72?71", 10.0, arrival("72?71", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16", 12.0, removed_at=11.5),
        table("11 12 16 14?13", 14.0, arrival("14?13", 13.5, side=Side.EAST, place=3)),
        table("", 16.0, removed_at=15.5),
    )
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"
    evening.see(table("9", 18.0, arrival("9", 17.5, side=Side.NORTH)))
    assert all(act.get("unsure") for act in evening.acts()[3:])


def test_a_card_that_came_and_went_is_harder_to_leave_out_where_its_hand_is_known() -> None:
    came, nothing = arrival("72?71", 9.2, side=Side.NORTH), Layout(())
    unknown, known = Clues((came,)), Clues((came,), {"north": "Cleo"})
    assert 0 < price((), nothing, (), unknown) < price((), nothing, (), known)


def test_a_guess_that_proves_right_is_not_taken_back() -> None:
    evening, row = Evening(), "11 12 16 72?71 80 81 82 83"
    opening(evening)
    laid = zip(("80", "81", "82", "83"), (Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH), strict=True)
    came = [arrival(n, 11.5 + i, side=side, place=4 + i) for i, (n, side) in enumerate(laid)]
    evening.see(
        table("11 12 16 71?72", 10.0, arrival("71?72", 9.2, side=Side.NORTH, place=3)),
        table(row, 16.0, arrival("72?71", 9.2, side=Side.NORTH, place=3), *came),
    )
    assert (evening.acts()[3]["play"], len(evening.acts())) == (72, 8)
    sure = arrival("72", 9.2, side=Side.NORTH, place=3)
    now = table("11 12 16 72 80 81 82 83", 17.0, sure)
    assert not revises(evening.session, now)
    evening.see(now)
    assert EventKind.UNDO not in {event.kind for event in evening.events}


def faint(place: int) -> SeenCard:
    """A card that looks a little like a pass, and like nothing else."""
    card = table("11 12 16 P P P").cards[place]
    return replace(card, alternatives=(Alternative(PASS, {3: 0.38, 4: 0.49, 5: 0.08}[place]),), sure=False)


def with_faint(text: str, at: float, *sides: Side, removed_at: float | None = None) -> Sighting:
    """Give the opening's table, faint cards behind it; the last one has just been laid."""
    lying = [faint(3 + i) for i in range(len(sides))]
    came = [Arrival(lying[-1], arrival("P", at - 0.5).touch, sides[-1])] if lying else []
    plain = table(text, at, *came, removed_at=removed_at)
    return replace(plain, cards=(*plain.cards, *lying))


def test_faint_cards_that_were_swept_away_were_passes_when_the_next_hand_says_so() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        with_faint("11 12 16", 10.0, Side.NORTH),
        with_faint("11 12 16", 12.0, Side.NORTH, Side.EAST),
        with_faint("11 12 16", 14.0, Side.NORTH, Side.EAST, Side.SOUTH),
        with_faint("11 12 16", 16.0, removed_at=15.5),
        table("11 12 16 42", 18.0, arrival("42", 17.5, side=Side.WEST, place=3)),
    )
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    passes = [(player, "pass", ["act"]) for player in ("Cleo", "Dan", "Ada")]
    assert told == [*passes, ("Bo", 42, None)]
    assert any(e.data.get("code") == "missed-card" for e in evening.events)


def taking(evening: Evening, first: Side | None, then: Side) -> None:
    """Somebody jumps on Bo's 16, and Bo takes everything in two grabs, with hands seen from these sides."""
    opening(evening)
    evening.see(
        table("11 12 16 | 66", 10.0, replace(arrival("66", 9.5, side=Side.NORTH), card=_beside())),
        replace(table("| 66", 12.0, removed_at=11.5), removed_side=first),
        replace(table("", 13.0, removed_at=12.5), removed_side=then),
    )


def _beside() -> SeenCard:
    return table("| 66").cards[0]


def test_whoever_takes_all_is_told_without_a_doubt_when_two_hands_seem_to_have_taken() -> None:
    evening = Evening()
    taking(evening, Side.EAST, Side.WEST)
    assert evening.acts()[-1] == {"t": 11.5, "player": "Bo", "take": True}


def test_a_hand_from_one_other_side_is_still_asked_about() -> None:
    evening = Evening()
    taking(evening, Side.EAST, Side.EAST)
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"


def test_a_later_grab_tells_whose_hand_it_was_where_the_first_did_not() -> None:
    evening = Evening()
    taking(evening, None, Side.EAST)
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"


def hardly_read(place: int) -> SeenCard:
    shares = tuple(Alternative(Card.number(n), 0.01) for n in (3, 71, 5))
    return replace(faint(place), alternatives=shares)


def test_of_a_card_hardly_read_the_rules_leave_one_number_once_the_next_ones_lie_there() -> None:
    evening = Evening()
    opening(evening)
    came = (
        Arrival(hardly_read(3), touched(9.0), Side.NORTH),
        arrival("74", 9.4, side=Side.EAST, place=6),
        arrival("80", 9.8, side=Side.SOUTH, place=9),
    )
    sighting = table("11 12 16", 10.0, *came)
    evening.see(replace(sighting, cards=(*sighting.cards, *(a.card for a in came))))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", 71, ["act"]), ("Dan", 74, None), ("Ada", 80, None)]


def test_a_look_under_an_arm_at_which_an_unread_card_has_gone_answers_nothing() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 .", 10.0, arrival(".", 9.2, place=3)),
        replace(table("11 12 16", 11.0, removed_at=10.7), partly=True),
        table("11 12 16 20", 12.5, arrival("20", 12.0, place=3)),
    )
    assert [(a["play"], a.get("unsure")) for a in evening.acts()[3:]] == [(20, ["act"])]


def test_of_a_card_that_nobody_was_seen_to_lay_the_player_is_unsure() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 20", 12.5))
    assert evening.acts()[-1] == {"t": 12.5, "player": "Cleo", "play": 20, "unsure": ["player"]}
    still = Evening()
    still.see(table("11", 1.0), table("11 12", 2.0))
    assert [act.get("unsure") for act in still.acts()] == [None, None]


@pytest.mark.parametrize(("place", "told"), [(4, [(20, ["act"]), (30, None)]), (6, [])])
def test_a_card_that_the_next_one_buries_was_laid_all_the_same(place: int, told: list[object]) -> None:
    """Of Cleo's 20 hardly anything shows under Dan's 30; where that lies elsewhere the 20 has left again."""
    evening = Evening()
    opening(evening)
    came = (
        arrival("20", 9.5, side=Side.NORTH, place=3),
        arrival("30", 10.5, side=Side.EAST, place=place),
    )
    sighting = table("11 12 16", 12.0, *came)
    evening.see(replace(sighting, cards=(*sighting.cards, came[1].card)))
    assert [(act["play"], act.get("unsure")) for act in evening.acts()[3:]] == told


def test_after_an_act_of_another_s_hand_the_next_of_a_hand_not_seen_is_unsure_too() -> None:
    evening = Evening()
    opening(evening)
    row = "11 12 16 20 30 40"
    evening.see(
        table("11 12 16 20", 10.0, arrival("20", 9.5, side=Side.EAST, place=3)),
        table(
            row,
            12.0,
            arrival("30", 10.5, place=4),
            arrival("40", 11.5, side=Side.SOUTH, place=5),
        ),
    )
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", 20, ["player"]), ("Dan", 30, ["player"]), ("Ada", 40, None)]


def test_a_jump_waits_for_an_unread_card_that_came_before_it() -> None:
    """It may be what ended the chance, and the jump itself is no sign that it was not."""
    evening = Evening()
    opening(evening)
    ten, part = arrival("10?1", 9.1, side=Side.NORTH, place=3), seen("P?10", 4)
    jump = arrival("66", 9.7, Zone.JUMP, Side.EAST)
    shows = table("11 12 16 10?1 | 66", 10.5, ten, jump)
    evening.see(shows, replace(shows, cards=(*shows.cards, part), arrivals=()))
    assert len(evening.acts()) == 3
    assert all(event.kind is not EventKind.VERDICT for event in evening.events)
    assert evening.last(EventKind.ATTENTION)["code"] == "unread-card"


def test_what_seems_to_come_as_another_leaves_is_told_unsure() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 40", 10.0, arrival("40", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16 40 50", 12.0, arrival("50", 11.2, side=Side.EAST, place=4)),
        table("11 12 16 43", 14.0, arrival("43", 13.2, side=Side.SOUTH, place=3), removed_at=13.2),
    )
    assert evening.acts()[-1] == {"t": 13.2, "player": "Ada", "play": 43, "unsure": ["act"]}


def test_a_doubtful_card_before_a_pass_that_was_told_is_no_second_pass() -> None:
    """A strip of the 16 is seen as a card too many, before the pass; nothing comes after that."""

    def shown(at: float, *came: Arrival) -> Sighting:
        sighting = table("11 12 16 4?44 P", at, *came)
        dim = (Alternative(Card.number(4), 0.3), Alternative(Card.number(44), 0.1))
        cards = tuple(c if c.sure else replace(c, alternatives=dim) for c in sighting.cards)
        return replace(sighting, cards=cards)

    evening = Evening()
    opening(evening)
    evening.see(shown(10.0, arrival("P", 9.2, side=Side.NORTH, place=4)), shown(11.0))
    evening.see(shown(12.5), shown(14.0))
    assert [(a["player"], a["play"]) for a in evening.acts()[3:]] == [("Cleo", "pass")]
