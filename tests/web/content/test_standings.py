"""The standings: places, bars, the evening's sum, and what is asked between two games."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from companion.records.statistics import GameFacts, SeatFacts
from companion.storage.journal_games import GameLine
from companion.views.table_view import LobbyView, PlayerView, TableView, WaitingView
from tests.web.fake import opening
from web.content.standings import board

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def players(**scores: int) -> tuple[PlayerView, ...]:
    order = sorted(scores.values())
    return tuple(PlayerView(name, 5, n, order.index(n) + 1, to_move=False) for name, n in scores.items())


def game(kind: str, over: bool = True, **scores: int) -> GameLine:
    best = min(scores.values())
    seats = tuple(SeatFacts(name, 1 if n == best else 2, n, over and n == best) for name, n in scores.items())
    return GameLine(1, NOON, NOON + timedelta(minutes=20), GameFacts(kind, 9, over, seats))


def test_players_stand_by_place_with_bars_as_long_as_their_scores() -> None:
    drawn = board(replace(opening(), players=players(Ann=12, Ben=0, Cem=6)), ())
    assert [(rank.seat.name, rank.place, rank.bar) for rank in drawn.ranks] == [
        ("Ben", 1, 0),
        ("Cem", 2, 50),
        ("Ann", 3, 100),
    ]
    assert drawn.running
    assert not drawn.deciding


def test_scores_below_zero_have_no_bar_and_break_nothing() -> None:
    drawn = board(replace(opening(), game="no-thanks", players=players(Ann=-5, Ben=-11)), ())
    assert [(rank.seat.name, rank.seat.score, rank.bar) for rank in drawn.ranks] == [
        ("Ben", "−11", 0),
        ("Ann", "−5", 0),
    ]


def test_after_the_game_each_player_is_asked() -> None:
    lobby = LobbyView(answers=(("Ben", "again"), ("Ann", None)))
    drawn = board(replace(opening(), over=True, players=players(Ann=12, Ben=0), lobby=lobby), ())
    assert [(rank.seat.name, rank.answer) for rank in drawn.ranks] == [("Ben", "again"), ("Ann", "")]
    assert (drawn.deciding, drawn.open, drawn.waiting_for) == (True, False, ("Ann",))
    assert drawn.headline == "Ben wins"


def test_the_lobby_shows_who_waits_and_what_they_can_play() -> None:
    waiting = (WaitingView("Ann", "south"), WaitingView("Dia"))
    lobby = LobbyView((), True, waiting, ("fifty-fifty", "23"), "fifty-fifty", "Dia")
    drawn = board(TableView(seq=1, lobby=lobby), ())
    assert [(who.name, who.place, who.side) for who in drawn.lobby] == [("Ann", 0, "south"), ("Dia", 1, "")]
    assert drawn.games == (("fifty-fifty", "Fifty Fifty"), ("23", "23"))
    assert drawn.begin == "Start Fifty Fifty"
    assert not drawn.running


def test_the_evening_adds_up_each_kind_of_game_by_itself() -> None:
    evening = [
        game("fifty-fifty", Ann=3, Ben=10),
        game("no-thanks", Ann=40, Ben=22),
        game("fifty-fifty", Ann=5, Cem=1),
        game("fifty-fifty", over=False, Ann=99, Ben=0),
    ]
    drawn = board(opening(), evening)
    assert drawn.kinds == ("Fifty Fifty", "No Thanks!")
    assert drawn.evening_games == "This evening: 3 games"
    assert {(t.name, t.games, t.wins, t.sums) for t in drawn.evening} == {
        ("Ann", 3, 1, ("8", "40")),
        ("Ben", 2, 1, ("10", "22")),
        ("Cem", 1, 1, ("1", "")),
    }
    assert board(opening(), evening[3:]).evening_games is None
