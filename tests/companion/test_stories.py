"""What the search for stories costs where no story will do: it must not keep the table waiting."""

import pytest

from companion.evidence import Arrival, Side, Sighting
from companion.observer import Rest, explain
from companion.overruling import clues_of, overruled
from companion.rules.base import Act, GameState
from companion.rules.fifty_fifty import FiftyFifty
from companion.rules.fifty_fifty_state import FiftyFiftyState
from tests.companion.drawn import arrival, table
from tests.companion.test_following import Evening, opening

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


def missed(count: int) -> tuple[Counted, Sighting, Evening]:
    """An evening in which nobody looked while so many cards were laid."""
    evening, rules = Evening(), Counted()
    numbers, came = laid(20, count)
    return rules, table(" ".join(numbers), 40.0, *came), evening


def tried(count: int) -> tuple[int, Rest]:
    rules, sighting, evening = missed(count)
    evening.see(sighting)
    game = evening.session.game
    assert game is not None
    clues = clues_of(evening.session, game)
    start = rules.start(("Ada", "Bo", "Cleo", "Dan"), "Ada")
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
    evening.see(table("11 12 16 " + " ".join(numbers), 40.0, *came))
    monkeypatch.setattr("companion.overruling.explain", lambda *details: asked.append(details))
    assert overruled(evening.session, table("11 12 " + " ".join(numbers), 41.0)) is None
    assert not asked
