"""What the search for stories costs where no story will do: it must not keep the table waiting."""

from dataclasses import replace

import pytest

from companion.cards import Card
from companion.evidence import Alternative, Arrival, Side, Sighting
from companion.following.overruling import overruled
from companion.observing.clues import Clues
from companion.observing.observer import Rest, explain
from companion.observing.stories import best_story
from companion.rules.base import Act, GameState
from companion.rules.fifty_fifty import FiftyFifty
from companion.rules.fifty_fifty_state import FiftyFiftyState
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, opening

SIDES = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)


class Counted(FiftyFifty):
    """The rules, counting how often an act is tried out."""

    def __init__(self) -> None:
        self.tried = 0

    def apply(self, state: GameState, act: Act) -> FiftyFiftyState:
        self.tried += 1
        return super().apply(state, act)


def laid(first: int, count: int, place: int = 0) -> tuple[list[str], list[Arrival]]:
    """Give so many numbers from one on, and how each was laid by the next hand."""
    numbers = [str(first + i) for i in range(count)]
    came = [arrival(n, 10.0 + i, side=SIDES[i % 4], place=place + i) for i, n in enumerate(numbers)]
    return numbers, came


def missed(count: int) -> tuple[Counted, Sighting]:
    """A table at which nobody looked while so many cards were laid."""
    numbers, came = laid(20, count)
    return Counted(), table(" ".join(numbers), 40.0, *came)


def tried(count: int) -> tuple[int, Rest]:
    rules, sighting = missed(count)
    players = ("Ada", "Bo", "Cleo", "Dan")
    clues = Clues(sighting.arrivals, dict(zip(SIDES, players, strict=True)))
    start = rules.start(players, "Ada")
    found = explain(rules, start, sighting, clues=clues)
    return rules.tried, found.rest


def test_more_cards_than_can_be_told_at_once_are_given_up_at_sight() -> None:
    assert tried(7)[1] is Rest.NOTHING
    times, rest = tried(12)
    assert rest is Rest.UNEXPLAINED
    assert times <= 12


def test_nothing_is_taken_back_where_more_cards_came_than_can_be_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening, asked = Evening(), list[object]()
    opening(evening)
    numbers, came = laid(40, 11, place=3)
    came = [replace(a, side=None) for a in came]  # by the hands alone they could be told
    evening.see(table("11 12 16 " + " ".join(numbers), 40.0, *came))
    monkeypatch.setattr("companion.following.overruling.explain", lambda *details: asked.append(details))
    assert overruled(evening.session, table("11 12 " + " ".join(numbers), 41.0)) is None
    assert not asked


def test_a_card_read_alike_in_several_looks_was_a_card_though_it_was_never_sure() -> None:
    """Without seats: who laid the first card is not known, and every player after it hangs on that."""
    evening = Evening(())
    first = arrival("31", 2.0, side=Side.EAST)
    shares = tuple(Alternative(Card.number(n), p) for n, p in ((31, 0.16), (34, 0.01)))
    first = replace(first, card=replace(first.card, alternatives=shares, sure=False))
    row = [first, *laid(47, 2, place=1)[1]]
    for i in range(1, 4):
        look = table("", 11.0 + i, row[i - 1])
        evening.see(replace(look, cards=tuple(a.card for a in row[:i])))
    evening.see(table("", 15.0, removed_at=14.5), table("3", 17.0, arrival("3", 16.0, side=Side.NORTH)))
    assert evening.acts() == []


def test_the_order_in_which_cards_came_keeps_the_search_short() -> None:
    rules, came = Counted(), laid(20, 6)[1]
    start = rules.start(("Ada", "Bo", "Cleo", "Dan"), "Ada")
    told = best_story(rules, start, table("", 50.0, removed_at=49.0), Clues(tuple(came)))
    assert [act.to_record()["play"] for act in told.story.acts] == [20, 21, 22, 23, 24, 25]
    assert rules.tried < 200
