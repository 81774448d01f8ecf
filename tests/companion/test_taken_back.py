"""What lay on the table for a while and was taken back or swept away still counts in what is told later."""

from dataclasses import replace

import pytest

from companion.cards import Zone
from companion.events import EventKind
from companion.evidence import Side
from tests.companion.drawn import arrival, table
from tests.companion.test_following import Evening, opening


@pytest.mark.parametrize(
    ("token", "came", "verdict"),
    [
        ("55", 2.42, "too-close"),
        ("55", 3.0, "in-time"),
        ("55", 1.8, "too-late"),
        (".", 2.42, "too-close"),
        (".", 1.8, "too-close"),
        (".", 3.0, "in-time"),
        (".", 0.8, "in-time"),
    ],
)
def test_a_card_that_went_back_before_the_ruling_still_ended_the_chance(
    token: str, came: float, verdict: str
) -> None:
    """Under an arm the next card comes and goes back; of one unread it is open whether it was a card."""
    evening = Evening()
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.EAST)))
    both = (arrival("3", 2.4, Zone.JUMP, Side.NORTH), arrival(token, came, side=Side.SOUTH, place=1))
    evening.see(replace(table(f"53 {token} | 3", 3.2, *both), partly=True))
    evening.see(table("53 | 3", 5.0, removed_at=4.8))
    assert evening.last(EventKind.VERDICT)["verdict"] == verdict
    assert evening.last(EventKind.VERDICT)["jump"] == 3


def test_a_sure_pass_stands_for_one_act_only() -> None:
    """Two passes are swept away; of the first nothing could be read."""
    evening = Evening()
    opening(evening)
    evening.see(
        replace(table("11 12 16 .", 10.0, arrival(".", 9.2, side=Side.NORTH, place=3)), partly=True),
        replace(table("11 12 16 . P", 12.0, arrival("P", 11.5, side=Side.EAST, place=4)), partly=True),
        table("11 12 16", 13.5, removed_at=13.0),
        table("11 12 16 40", 15.0, arrival("40", 14.5, side=Side.SOUTH, place=3)),
    )
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", "pass", ["act"]), ("Dan", "pass", None), ("Ada", 40, None)]
