"""Hands that do not go with the turn: asked about, told as unsure, or borne out by the next hand."""

from dataclasses import replace

import pytest

from companion.clock import Instant
from companion.evidence import Side
from companion.sessions.events import EnterAct, EventKind
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, kinds, opening


def test_a_card_from_another_side_is_asked_about_and_not_told() -> None:
    evening = Evening()
    events = evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.WEST)))
    assert kinds(events) == ["attention"]
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"
    assert kinds(evening.see(table("", 2.5, removed_at=2.2))) == ["cleared"]
    assert evening.acts() == []


@pytest.mark.parametrize(("taker", "unsure"), [(Side.NORTH, ["act"]), (None, ["act"]), (Side.EAST, None)])
def test_a_card_laid_out_of_turn_that_the_next_player_takes_up_was_played(
    taker: Side | None, unsure: list[str] | None
) -> None:
    """Dan lays 30 though it is Cleo's turn. It is her penalty card, or he takes it back."""
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 30", 12.5, arrival("30", 12.0, side=Side.EAST, place=3)),
        replace(table("11 12 16", 14.5, removed_at=14.0), removed_side=taker),
        table("11 12 16 17", 16.5, arrival("17", 16.0, side=Side.NORTH, place=3)),
    )
    assert [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]] == [("Cleo", 17, unsure)]
    assert evening.last(EventKind.ATTENTION)["code"] == ("missed-card" if unsure else "wrong-player")
    assert (evening.session.attention is None) is (unsure is None)


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


def test_a_card_laid_out_of_turn_is_still_noticed() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 30", 12.5, arrival("30", 12.0, side=Side.EAST, place=3)))
    assert len(evening.acts()) == 3
    assert evening.last(EventKind.ATTENTION)["code"] == "wrong-player"


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
