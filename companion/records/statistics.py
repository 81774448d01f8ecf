"""What a game comes to for each of its players, counted from its record by the rules themselves. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.records.record import Fields, Header, start_game
from companion.records.recount import Step, follow, scores_of
from companion.rules.base import GameState, Rules


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One player's game.

    ``score`` is what the game counts (penalty cards, chips, cards left, points). ``jumps_won`` are jumps
    made, ``jumps_lost`` those after which this player took everything. ``dearest`` is the most that one act
    raised the score (0 where none did), ``dearest_act`` that act's number from 1.
    """

    player: str
    place: int
    score: int
    won: bool
    eliminated: bool = False
    jumps_won: int = 0
    jumps_lost: int = 0
    dearest: int = 0
    dearest_act: int | None = None


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game: which, how many acts its record has, whether it came to its end, each seat in table order.

    ``won`` is None but in cooperative games that are over.
    """

    game: str
    acts: int
    over: bool
    seats: tuple[SeatFacts, ...]
    won: bool | None = None


def facts_of(header: Header, acts: Sequence[Fields]) -> GameFacts:
    """Count a game from its record; acts that the rules forbid where they stand count for nothing."""
    rules, start = start_game(header)
    steps = follow(header, acts)
    end = steps[-1].state if steps else start
    outcome = rules.outcome(end)
    jumps = _jumps(header, steps)
    dearest = _dearest(rules, start, steps)
    seats = []
    for standing in sorted(rules.standings(end), key=lambda s: header.players.index(s.player)):
        first = standing.place == 1 and not standing.eliminated
        won = outcome is not None and (first if outcome.won is None else outcome.won)
        name = standing.player
        seats.append(
            SeatFacts(
                name,
                standing.place,
                standing.score,
                won,
                standing.eliminated,
                *jumps.get(name, (0, 0)),
                *dearest.get(name, (0, None)),
            )
        )
    return GameFacts(
        header.game, len(steps), outcome is not None, tuple(seats), outcome.won if outcome else None
    )


def _jumps(header: Header, steps: Sequence[Step]) -> dict[str, tuple[int, int]]:
    """Count the jumps that each player made, and those that cost them everything (in Fifty Fifty)."""
    if header.game != "fifty-fifty":
        return {}
    legal = [step.fields for step in steps if step.flaw is None]
    return {
        player: (
            sum("jump" in act and act.get("player") == player for act in legal),
            sum("take" in act and act.get("player") == player for act in legal),
        )
        for player in header.players
    }


def _dearest(rules: Rules, start: GameState, steps: Sequence[Step]) -> dict[str, tuple[int, int]]:
    """Give for each player the most that one act raised their score, and the first act that did."""
    found: dict[str, tuple[int, int]] = {}
    before = scores_of(rules, start)
    for number, step in enumerate(steps, start=1):
        now = before if step.flaw else scores_of(rules, step.state)
        for player, score in now.items():
            rise = score - before[player]
            if rise > found.get(player, (0, 0))[0]:
                found[player] = (rise, number)
        before = now
    return found
