"""Simulated games: fair, repeatable, and counted right."""

from random import Random

import pytest

from companion.records.record import Header, read, replay
from companion.rules.catalogue import find_game
from companion.simulation.bench import measure
from companion.simulation.dealers.base import Strategy
from companion.simulation.dealers.catalogue import DEALINGS
from companion.simulation.games import SimulatedGame, Spread, play, play_many, random_header, summarise

GAMES = list(DEALINGS)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("strategy", list(Strategy))
def test_every_number_of_players_can_play_every_game(game: str, strategy: Strategy) -> None:
    for players in find_game(game).players:
        chance = Random(players)
        played = play(random_header(game, chance, players), chance, strategy)
        assert len(played.header.players) == players
        assert played.acts
        assert [state for _, state in replay(played.to_record())] == list(played.states[1:])


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games(game: str) -> None:
    players = find_game(game).players[0]

    def acts(seed: int) -> list[object]:
        return [played.acts for played in play_many(game, 3, Random(seed), players)]

    assert acts(7) == acts(7)
    assert acts(7) != acts(8)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_simulated_game_is_read_as_it_was_written(game: str) -> None:
    chance = Random(3)
    record = play(random_header(game, chance), chance).to_record()
    assert read(record.to_bytes()) == record


def test_the_starter_goes_round() -> None:
    games = play_many("fifty-fifty", 4, Random(1), 3)
    assert [played.header.starter for played in games] == ["Ann", "Ben", "Cem", "Ann"]


def test_a_report_counts_what_happened() -> None:
    games = list(play_many("fifty-fifty", 20, Random(1), 3))
    report = summarise(games)
    assert (report.game, report.games, report.unfinished, report.won) == ("fifty-fifty", 20, 0, None)
    assert sum(report.endings.values()) == 20
    assert sum(report.firsts.values()) >= 20
    assert report.acts.most == max(len(played.acts) for played in games)


def test_a_game_in_which_nobody_can_do_anything_is_unfinished() -> None:
    header = Header("fifty-fifty", ("Ann", "Ben"), "Ann")
    report = summarise([SimulatedGame(header, (), (find_game("fifty-fifty").start(header.players),))])
    assert (report.unfinished, report.endings) == (1, {"nothing": 1})


SPREADS = [
    ([3], Spread(3, 3, 3, 3, 3, 3)),
    ([1, 2, 3, 4, 5], Spread(1, 2, 3, 4, 5, 3)),
    ([0, 10], Spread(0, 2.5, 5, 7.5, 10, 5)),
]


@pytest.mark.parametrize(("numbers", "spread"), SPREADS)
def test_a_spread_has_its_quartiles(numbers: list[int], spread: Spread) -> None:
    assert Spread.of(numbers) == spread


class Ticking:
    """A clock that goes on by a microsecond whenever somebody looks."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        self.now += 1000
        return self.now


def test_the_cost_of_an_act_is_its_share_of_the_time() -> None:
    speed = measure("fifty-fifty", 3, Random(1), Ticking())
    assert speed.microseconds == pytest.approx(3 / speed.acts)
    assert speed.ratio == pytest.approx(speed.microseconds * 2000)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_does_not_grow_with_the_game(game: str) -> None:
    assert measure(game, 10, Random(1), Ticking()).state_bytes < 2000
