"""Whoever nobody saw play is taken to have passed once three have played on, each by their own hand."""

from dataclasses import replace
from typing import Any

import pytest

from companion.cards import PASS, Zone
from companion.evidence import Alternative, Side, Sighting
from companion.sessions.events import EventKind
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, opening


def laid_behind(row: str, *cards: tuple[str, Side], first: int = 3) -> Evening:
    """Give an evening after its opening, Cleo in the north to move, in which hands lay cards."""
    evening = Evening()
    opening(evening)
    for i, (number, side) in enumerate(cards):
        row, at = f"{row} {number}", 12.0 + 2 * i
        evening.see(table(row, at + 0.5, arrival(number, at, side=side, place=first + i)))
    return evening


def hovered() -> Sighting:
    """Give a look at what may be a pass card behind the row, under Cleo's hand."""
    came = arrival("P", 10.0, side=Side.NORTH, place=3)
    card = replace(came.card, alternatives=(Alternative(PASS, 0.75),), sure=False)
    return replace(
        table("11 12 16 P", 10.5, replace(came, card=card)), cards=(*table("11 12 16").cards, card)
    )


def told(evening: Evening) -> list[tuple[Any, ...]]:
    return [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]


def test_who_was_skipped_passed_as_a_guess_once_three_have_played_on() -> None:
    cards = (("30", Side.EAST), ("40", Side.SOUTH), ("50", Side.WEST), ("60", Side.NORTH))
    assert told(laid_behind("11 12 16", *cards[:2])) == []
    evening = laid_behind("11 12 16", *cards)
    passed, *others = told(evening)
    assert passed[:2] == ("Cleo", "pass")
    assert "act" in passed[2]
    assert others == [("Dan", 30, None), ("Ada", 40, None), ("Bo", 50, None), ("Cleo", 60, None)]
    asked = next(e.data for e in evening.events if e.data.get("code") == "missed-card")
    assert "Nobody saw Cleo play" in str(asked["message"])


def between_two(*laid: tuple[str, Side], both: str = "") -> Evening:
    """Give an evening of Ada in the west and Bo in the east, who begins.

    ``laid``: each row, and whose hand laid its last card. At the one of the row ``both`` were both hands.
    """
    evening = Evening(("west", "east"), {"game": "fifty-fifty", "players": ["Ada", "Bo"], "starter": "Bo"})
    for i, (row, side) in enumerate(laid):
        card, at, place = row.split()[-1], 4.0 + 2 * i, len(row.split()) - 1
        came = arrival(card, at, side=side, place=place)
        came = replace(came, either=frozenset((Side.WEST, Side.EAST))) if row == both else came
        taken = at - 0.5 if i and len(row.split()) <= len(laid[i - 1][0].split()) else None
        evening.see(table(row, at + 0.5, came, removed_at=taken))
    return evening


BEFORE = (("4", Side.EAST), ("4 11", Side.WEST), ("4 8", Side.EAST), ("1", Side.WEST))


def test_of_two_players_whoever_lays_twice_on_end_says_that_the_other_passed() -> None:
    """Though the 43, which came by Bo's hand after it, is taken up for Ada's next card."""
    after = (("1 7", Side.WEST), ("1 7 43", Side.EAST), ("1 7 15", Side.WEST), ("1 7 15 27", Side.EAST))
    evening = between_two(*BEFORE, *after)
    acts = [(a["player"], a["play"], "act" in a.get("unsure", ())) for a in evening.acts()]
    assert acts[3:] == [
        ("Ada", 1, False), ("Bo", "pass", True), ("Ada", 7, False), ("Bo", 43, False), ("Ada", 15, False),
        ("Bo", 27, False),
    ]  # fmt: skip


def test_a_pass_that_nobody_saw_is_likelier_than_that_a_card_surely_seen_was_never_laid() -> None:
    """Without Bo's 8, Ada's 1, at which both hands were, could be his, and all after it come in turn."""
    evening = between_two(*BEFORE, both="1")
    laid = enumerate(((7, Side.WEST), (43, Side.EAST), (50, Side.WEST)))
    cards = [arrival(str(n), 12.0 + i, side=side, place=1 + i) for i, (n, side) in laid]
    evening.see(table("1 7 43 50", 15.0, *cards))
    acts = [(a["player"], a["play"], "act" in a.get("unsure", ())) for a in evening.acts()]
    assert acts[2:] == [
        ("Bo", 8, False), ("Ada", 1, False), ("Bo", "pass", True), ("Ada", 7, False), ("Bo", 43, False),
        ("Ada", 50, False),
    ]  # fmt: skip
    assert all(event.kind is not EventKind.UNDO for event in evening.events)


def test_two_may_have_been_skipped() -> None:
    evening = laid_behind("11 12 16", ("30", Side.SOUTH), ("40", Side.WEST), ("50", Side.NORTH))
    assert [(player, face) for player, face, _ in told(evening)] == [
        ("Cleo", "pass"), ("Dan", "pass"), ("Ada", 30), ("Bo", 40), ("Cleo", 50),
    ]  # fmt: skip


@pytest.mark.parametrize(("side", "doubted"), [(None, True), (Side.WEST, False)])
def test_a_card_that_no_hand_was_seen_to_lay_before_the_gap_may_be_that_of_whoever_was_skipped(
    side: Side | None, doubted: bool
) -> None:
    """Bo's own turn may be the one that nobody saw, and the 16 Cleo's."""
    evening = Evening()
    evening.see(
        table("11", 4.8, arrival("11", 4.067, side=Side.EAST)),
        table("11 12", 6.7, arrival("12", 5.933, side=Side.SOUTH, place=1)),
        table("11 12 16", 8.8, arrival("16", 8.0, side=side, place=2)),
    )
    assert "unsure" not in evening.acts()[2]
    row = "11 12 16"
    for i, (number, by) in enumerate((("30", Side.EAST), ("40", Side.SOUTH), ("50", Side.WEST))):
        row, at = f"{row} {number}", 12.0 + 2 * i
        evening.see(table(row, at + 0.5, arrival(number, at, side=by, place=3 + i)))
    assert evening.session.game
    acts = evening.session.game.acts[2:]
    faces = [(act.line["player"], act.line["play"]) for act in acts]
    assert faces == [("Bo", 16), ("Cleo", "pass"), ("Dan", 30), ("Ada", 40), ("Bo", 50)]
    assert ("act" in acts[0].unsure) is doubted


def test_turns_may_be_missing_at_two_places_if_cards_enough_lie_between_them_and_after() -> None:
    cards = (("30", Side.EAST), ("40", Side.SOUTH), ("50", Side.NORTH), ("60", Side.EAST), ("70", Side.SOUTH))
    assert told(laid_behind("11 12 16", *cards[:4])) == []
    evening = laid_behind("11 12 16", *cards)
    assert [(player, face, bool(unsure)) for player, face, unsure in told(evening)] == [
        ("Cleo", "pass", True), ("Dan", 30, False), ("Ada", 40, False),
        ("Bo", "pass", True), ("Cleo", 50, False), ("Dan", 60, False), ("Ada", 70, False),
    ]  # fmt: skip
    assert "Nobody saw Cleo and Bo play" in str(evening.last(EventKind.ATTENTION)["message"])


def test_where_a_turn_is_missing_after_each_card_the_hands_are_not_believed() -> None:
    cards = (("30", Side.EAST), ("50", Side.WEST), ("60", Side.NORTH), ("70", Side.EAST), ("80", Side.SOUTH))
    assert told(laid_behind("11 12 16", *cards)) == []


def test_a_card_that_was_read_only_after_it_had_come_was_laid_too() -> None:
    """Nobody saw Cleo pass; Dan's 30 is doubtful under his hand, and sure once that has gone."""
    evening = Evening()
    opening(evening)
    came = arrival("30", 12.0, side=Side.EAST, place=3)
    doubtful = replace(came.card, sure=False)
    first = table("11 12 16", 12.5, replace(came, card=doubtful))
    evening.see(replace(first, cards=(*first.cards, doubtful)))
    for row, at, side, place in (("40", 14.0, Side.SOUTH, 4), ("40 50", 16.0, Side.WEST, 5)):
        card = row.split()[-1]
        evening.see(table(f"11 12 16 30 {row}", at + 0.5, arrival(card, at, side=side, place=place)))
    assert [(player, face) for player, face, _ in told(evening)] == [
        ("Cleo", "pass"), ("Dan", 30), ("Ada", 40), ("Bo", 50),
    ]  # fmt: skip


def test_a_card_that_could_not_be_read_among_those_laid_since_is_told_as_a_guess() -> None:
    """Nobody saw Cleo pass, and Ada's pass card was gone before it was sure."""
    evening = laid_behind("11 12 16", ("30", Side.EAST))
    came = arrival("P", 14.0, side=Side.SOUTH, place=4)
    likely = replace(came.card, alternatives=(Alternative(PASS, 0.75),), sure=False)
    first = table("11 12 16 30", 14.5, replace(came, card=likely))
    evening.see(replace(first, cards=(*first.cards, likely)))
    for row, at, side, place in (("50", 16.0, Side.WEST, 4), ("50 60", 18.0, Side.NORTH, 5)):
        evening.see(
            table(f"11 12 16 30 {row}", at + 0.5, arrival(row.split()[-1], at, side=side, place=place))
        )
    assert [(player, face, bool(unsure)) for player, face, unsure in told(evening)] == [
        ("Cleo", "pass", True), ("Dan", 30, False), ("Ada", "pass", True), ("Bo", 50, False),
        ("Cleo", 60, False),
    ]  # fmt: skip


def test_nobody_passed_where_a_card_that_was_surely_laid_would_be_left_over() -> None:
    """Of all that came since there is a story without the jump; whoever jumped would lose what it brings."""
    evening = laid_behind("11 12 16", ("29", Side.EAST))
    jump = arrival("30", 14.6, zone=Zone.JUMP, side=Side.NORTH)
    came = arrival("P", 18.0, side=Side.WEST, place=6)
    likely = replace(came, card=replace(came.card, alternatives=(Alternative(PASS, 0.75),), sure=False))
    laid = [arrival("80", 14.0, side=Side.SOUTH, place=4), jump, arrival("P", 16.0, side=Side.SOUTH, place=5)]
    evening.see(table("8", 28.0, *laid, likely, arrival("8", 22.0, side=Side.NORTH)))
    assert told(evening) == []
    assert evening.last(EventKind.ATTENTION)["code"] in {"unexplained", "wrong-player"}


def test_a_jump_that_came_too_late_is_no_card_left_over() -> None:
    """Nobody saw Cleo pass. Cleo's jump on the 30 came after the 40 and goes back to the hand."""
    evening = laid_behind("11 12 16", ("30", Side.EAST))
    late = arrival("80", 15.0, zone=Zone.JUMP, side=Side.NORTH)
    evening.see(
        table("11 12 16 30 40", 14.5, arrival("40", 14.0, side=Side.SOUTH, place=4)),
        table("11 12 16 30 40 | 80", 15.5, late),
    )
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-late"
    assert told(evening) == []
    evening.see(table("11 12 16 30 40 50", 17.5, arrival("50", 17.0, side=Side.WEST, place=5)))
    assert [(player, face) for player, face, _ in told(evening)] == [
        ("Cleo", "pass"), ("Dan", 30), ("Ada", 40), ("Bo", 50),
    ]  # fmt: skip


def test_a_jump_beside_the_row_is_ruled_on_with_those_who_have_played_on() -> None:
    """Nobody saw Cleo pass. Dan jumps on Ada's 40 just after Bo's 50."""
    evening = laid_behind("11 12 16", ("30", Side.EAST))
    laid = [arrival("40", 14.0, side=Side.SOUTH, place=4), arrival("50", 15.0, side=Side.WEST, place=5)]
    evening.see(
        table("11 12 16 30 40 50 | 90", 16.0, *laid, arrival("90", 15.8, zone=Zone.JUMP, side=Side.EAST))
    )
    assert [(player, face) for player, face, _ in told(evening)] == [
        ("Cleo", "pass"), ("Dan", 30), ("Ada", 40), ("Bo", 50),
    ]  # fmt: skip
    ruled = evening.last(EventKind.VERDICT)
    assert (ruled["on"], ruled["by"], ruled["verdict"]) == (40, "Dan", "too-late")


def test_of_two_hands_at_a_card_one_may_be_that_of_whose_turn_it_was() -> None:
    """Nobody saw Cleo pass; at the 40 were Ada's hand and Cleo's."""
    evening = laid_behind("11 12 16", ("30", Side.EAST))
    both = replace(arrival("40", 14.0, place=4), either=frozenset((Side.SOUTH, Side.NORTH)))
    evening.see(
        table("11 12 16 30 40 50", 15.5, both, arrival("50", 15.0, side=Side.WEST, place=5)),
        table("11 12 16 30 40 50 60", 18.5, arrival("60", 18.0, side=Side.NORTH, place=6)),
    )
    assert [(player, face) for player, face, _ in told(evening)] == [
        ("Cleo", "pass"), ("Dan", 30), ("Ada", 40), ("Bo", 50), ("Cleo", 60),
    ]  # fmt: skip


def test_hands_that_follow_no_order_make_nobody_pass() -> None:
    evening = laid_behind("11 12 16", ("30", Side.EAST), ("40", Side.WEST), ("50", Side.WEST))
    assert "pass" not in {face for _, face, _ in told(evening)}


def test_the_pass_is_told_before_the_cards_that_were_seen() -> None:
    evening = laid_behind("11 12 16", ("30", Side.EAST), ("40", Side.SOUTH), ("50", Side.WEST))
    acts = evening.acts()[3:]
    assert [act["t"] for act in acts] == sorted(act["t"] for act in acts)
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"


def test_a_pass_that_was_a_guess_is_taken_back_where_its_player_lays_a_card_after_all() -> None:
    """A hand hovered over the row: what looked like a pass card has gone again."""
    evening = Evening()
    opening(evening)
    evening.see(
        hovered(),
        replace(table("11 12 16", 11.5, removed_at=11.0), removed_side=Side.EAST),
    )
    assert told(evening) == [("Cleo", "pass", ["act"])]
    evening.see(table("11 12 16 65", 13.5, arrival("65", 13.0, side=Side.NORTH, place=3)))
    assert evening.last(EventKind.UNDO) == {"eye": True}
    assert told(evening)[1:] == [("Cleo", 65, None)]
    evening.see(table("11 12 16 65 70", 15.5, arrival("70", 15.0, side=Side.EAST, place=4)))
    assert told(evening)[2:] == [("Dan", 70, None)]


def test_a_pass_that_was_a_guess_stays_where_the_next_player_lays_a_card() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        hovered(),
        table("11 12 16", 11.5, removed_at=11.0),
        table("11 12 16 65", 13.5, arrival("65", 13.0, side=Side.EAST, place=3)),
    )
    assert told(evening) == [("Cleo", "pass", ["act"]), ("Dan", 65, None)]


def test_more_cards_than_acts_are_told_at_once_are_told_by_their_hands() -> None:
    sides = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)
    cards = [(str(40 + i), sides[i % 4]) for i in range(11)]
    evening = Evening()
    opening(evening)
    came = [arrival(n, 10.0 + i, side=side, place=3 + i) for i, (n, side) in enumerate(cards)]
    evening.see(table("11 12 16 " + " ".join(n for n, _ in cards), 40.0, *came))
    names = ["Cleo", "Dan", *(["Ada", "Bo", "Cleo", "Dan"] * 3)[:11]]
    assert [(player, face) for player, face, _ in told(evening)] == [
        *zip(names, ["pass"] * 2 + list(range(40, 51)), strict=True)
    ]
