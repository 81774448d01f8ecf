"""What the face is shown of a session."""

from random import Random

import pytest

from companion.clock import Instant
from companion.records.game import Played, replayed, start_game
from companion.records.record import Header
from companion.sessions.session import Session
from companion.simulation.games import play
from companion.views.present import view_of


@pytest.mark.parametrize(
    ("header", "due"),
    [
        (Header("23", ("Ann", "Ben"), "Ben"), "Round over: who holds the 1?"),
        (Header("fifty-fifty", ("Ann", "Ben"), "Ben"), "All show their hands"),
    ],
)
def test_where_it_is_nobodys_turn_it_says_what_all_do(header: Header, due: str) -> None:
    record = play(header, Random(4)).to_record()
    played = [Played(act.fields) for act in record.acts]
    fresh, told = start_game(record.header.to_record(), Instant(0)), []
    for count, act in enumerate(played):
        said = view_of(Session(game=replayed(fresh, played[:count])), 1).due
        assert said == (due if act.line.keys() & {"round", "reveal"} else "")
        told.append(said)
    assert due in told
    assert view_of(Session(game=replayed(fresh, played)), 1).due == ""
