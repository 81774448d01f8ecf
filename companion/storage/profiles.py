"""Players over all their games: wins, scores, jumps, who beats whom. Counted by the journal's own tables."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime

LATEST = 40
"""Games of one kind that a chart shows at most, the latest ones."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A player in the list of all: games played to their end, wins, and when the last one began."""

    name: str
    games: int
    wins: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Point:
    """One finished game of a player: its number, when it began, score and place."""

    number: int
    started: datetime
    score: int
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class Dearest:
    """The most that one act raised a player's score, in which game and by which act (from 1)."""

    cost: int
    number: int
    act: int


@dataclass(frozen=True, slots=True)
class OfGame:
    """A player's games of one kind: how many, wins, mean and best score, the latest ones oldest first."""

    game: str
    games: int
    wins: int
    mean: float
    best: int
    worst: int
    dearest: Dearest | None
    latest: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody with whom a player played: how often, and who of the two came out ahead."""

    name: str
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All that the finished games say of one player; ``unfinished`` games count for nothing."""

    name: str
    games: int
    wins: int
    unfinished: int
    jumps_won: int
    jumps_lost: int
    kinds: tuple[OfGame, ...]
    rivals: tuple[Rival, ...]


def roster(database: sqlite3.Connection) -> list[RosterLine]:
    """Give all players, who played most first."""
    query = """SELECT player, finished, wins, started FROM (
            SELECT player, sum(over) AS finished, sum(won) AS wins, max(id) AS id FROM seats
            WHERE id NOT IN (SELECT id FROM games WHERE acts = 0) GROUP BY player
        ) JOIN games USING (id) ORDER BY finished DESC, player"""
    return [
        RosterLine(name, games, wins, datetime.fromisoformat(last))
        for name, games, wins, last in database.execute(query)
    ]


def profile(database: sqlite3.Connection, name: str) -> Profile | None:
    """Give all of one player; None for somebody who never played."""
    query = """SELECT count(*), coalesce(sum(over), 0), coalesce(sum(won), 0),
        coalesce(sum(jumps_won * over), 0), coalesce(sum(jumps_lost * over), 0) FROM seats WHERE player = ?"""
    all_games, games, wins, jumps_won, jumps_lost = database.execute(query, (name,)).fetchone()
    if not all_games:
        return None
    query = "SELECT DISTINCT game FROM seats WHERE player = ? AND over"
    kinds = tuple(_of_game(database, name, game) for (game,) in database.execute(query, (name,)).fetchall())
    return Profile(
        name,
        games,
        wins,
        all_games - games,
        jumps_won,
        jumps_lost,
        tuple(sorted(kinds, key=lambda kind: -kind.games)),
        tuple(_rivals(database, name)),
    )


def _of_game(database: sqlite3.Connection, name: str, game: str) -> OfGame:
    where = "FROM seats WHERE player = ? AND game = ? AND over"
    query = f"SELECT count(*), sum(won), avg(score), min(score), max(score) {where}"
    games, wins, mean, best, worst = database.execute(query, (name, game)).fetchone()
    query = f"SELECT dearest, id, dearest_act {where} AND dearest > 0 ORDER BY dearest DESC, id LIMIT 1"
    dear = database.execute(query, (name, game)).fetchone()
    latest_ones = f"SELECT id, score, place, won {where} ORDER BY id DESC LIMIT {LATEST}"
    query = f"""SELECT s.id, g.started, s.score, s.place, s.won FROM ({latest_ones}) s
        JOIN games g USING (id) ORDER BY s.id"""
    latest = tuple(
        Point(number, datetime.fromisoformat(started), score, place, bool(won))
        for number, started, score, place, won in database.execute(query, (name, game))
    )
    return OfGame(game, games, wins, mean, best, worst, Dearest(*dear) if dear else None, latest)


def _rivals(database: sqlite3.Connection, name: str) -> list[Rival]:
    """Compare places game by game; who won together with all others (a team) is ahead of nobody."""
    query = """SELECT other.player, count(*), sum(mine.place < other.place), sum(mine.place > other.place)
        FROM seats mine JOIN seats other ON other.id = mine.id AND other.seat != mine.seat
        WHERE mine.player = ? AND mine.over GROUP BY other.player ORDER BY count(*) DESC, other.player"""
    return [Rival(*row) for row in database.execute(query, (name,))]
