"""Cards that came while nobody saw the table: told as a guess, at the first picture that shows them."""

from dataclasses import replace

import pytest

from companion.clock import Span, instant
from companion.evidence import Arrival
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, opening


def came(card: str, since: float, place: int = 0, until: float = 9.0) -> Arrival:
    """A card that came between one picture and the next, which shows it."""
    span = Span(instant(since), instant(until))
    return replace(arrival(card, until, place=place, side=None), touch=span)


@pytest.mark.parametrize(("since", "unsure"), [(2.0, ["act"]), (8.8, None)])
def test_acts_that_nobody_saw_are_guesses_dated_by_the_first_picture_after_them(
    since: float, unsure: list[str] | None
) -> None:
    evening = Evening()
    cards = [came(card, since, place) for place, card in enumerate(("11", "12", "15"))]
    evening.see(table("11 12 15", 9.2, *cards))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()]
    assert [act[:2] for act in told] == [("Dan", 11), ("Ada", 12), ("Bo", 15)]
    if unsure:
        assert [(act["t"], act.get("unsure")) for act in evening.acts()] == [(9.0, unsure)] * 3
    else:
        assert not any("act" in (doubt or ()) for _, _, doubt in told)


def test_a_single_card_that_came_meanwhile_is_that_of_whose_turn_it_was() -> None:
    evening = Evening()
    evening.see(table("11", 9.2, came("11", 2.0)))
    assert [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()] == [("Dan", 11, None)]


def test_what_is_seen_coming_afterwards_is_no_guess() -> None:
    evening = Evening()
    evening.see(table("11 12", 9.2, came("11", 2.0), came("12", 2.0, 1)))
    evening.see(table("11 12 15", 12.2, arrival("15", 12.0, place=2)))
    assert [a.get("unsure") for a in evening.acts()] == [["act"], ["act"], None]


def test_where_hands_were_seen_before_the_players_are_in_doubt_too() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 30 40", 19.2, came("30", 12.0, 3, 19.0), came("40", 12.0, 4, 19.0)))
    told = [(a["player"], a["play"], a.get("unsure"), a["t"]) for a in evening.acts()[3:]]
    assert told == [("Cleo", 30, ["act", "player"], 19.0), ("Dan", 40, ["act", "player"], 19.0)]
