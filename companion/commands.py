"""The commands of the core: ``replay``, ``games``, ``simulate`` and ``bench``."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from random import Random
from time import perf_counter_ns
from typing import Final

from companion.cli import DONE, FAILED, REFUSED, WRONG_USE, Commands
from companion.escaping import on_one_line
from companion.language import mark_n, say_n
from companion.records.record import Record, RecordError, read, replay, start_game
from companion.rules.base import GameState, Outcome, Rules, Standing
from companion.rules.catalogue import GAMES, find_game
from companion.simulation.bench import measure
from companion.simulation.dealers.base import Strategy
from companion.simulation.dealers.catalogue import DEALINGS
from companion.simulation.games import Report, Spread, play_many, summarise

UNITS: Final = {
    "fifty-fifty": mark_n("{n} penalty card", "{n} penalty cards"),
    "23": mark_n("{n} penalty chip", "{n} penalty chips"),
    "futschikato": mark_n("{n} card left", "{n} cards left"),
    "quick-and-easy": mark_n("{n} card left", "{n} cards left"),
    "no-thanks": mark_n("{n} point", "{n} points"),
}
"""What the scores of each game count: with one and with many."""

COOPERATIVE: Final = "quick-and-easy"
"""The game that all win or lose together; its results always say which."""


def add(subparsers: Commands) -> Commands:
    """Add the commands of the core to ``companion``; gives those of ``bench`` for others to add to."""
    parser = _command(subparsers, "replay", "replay a game record and print the standings", run_replay)
    parser.add_argument("file", metavar="FILE", help="the record, one JSON object a line")
    _command(subparsers, "games", "list the games with their players and house rules", run_games)
    _add_simulate(subparsers)
    about = "measure how fast the rules are, how well the eye reads"
    bench = subparsers.add_parser("bench", help=about, description=f"{about[0].upper()}{about[1:]}.")
    measured = bench.add_subparsers(dest="what", required=True, metavar="WHAT")
    rules = _command(measured, "rules", "measure how fast the rules are", run_bench)
    rules.add_argument("--games", type=_count, default=50, metavar="K", help="random games of each game (50)")
    return measured


def _command(
    subparsers: Commands,
    name: str,
    about: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    parser.add_argument("--json", action="store_true", help="print JSON Lines for programs")
    parser.set_defaults(run=run)
    return parser


def _add_simulate(subparsers: Commands) -> None:
    parser = _command(subparsers, "simulate", "play games by chance and count what happens", run_simulate)
    parser.add_argument(
        "--game", choices=list(DEALINGS), default="fifty-fifty", help="which game to play (fifty-fifty)"
    )
    parser.add_argument("--players", type=_count, metavar="N", help="how many play (as few as can)")
    parser.add_argument("--games", type=_count, default=100, metavar="K", help="how many games (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same games (1)")
    parser.add_argument(
        "--strategy",
        type=Strategy,
        choices=list(Strategy),
        default=Strategy.RANDOM,
        help="how they play (random)",
    )


def _count(text: str) -> int:
    """Read a whole number above 0."""
    if not (text.isascii() and text.isdecimal()) or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def run_replay(arguments: argparse.Namespace) -> int:
    """Replay a record: exit status 0, 1 when it cannot be opened, 3 when a line is refused."""
    try:
        record = read(arguments.file)
    except OSError as error:
        _tell(f"{arguments.file}: cannot be opened: {error.strerror}")
        return FAILED
    except RecordError as error:
        return _refused(arguments, error)
    try:
        return _replay_json(record, arguments) if arguments.json else _replay_plain(record, arguments)
    except RecordError as error:
        return _refused(arguments, error)


def _replay_json(record: Record, arguments: argparse.Namespace) -> int:
    rules, state = start_game(record.header)
    for line, after in replay(record):
        state = after
        _print_json({"line": line, "state": rules.describe(state)})
    _tell_torn(record, arguments)
    _print_json({"result": result(rules, state)})
    return DONE


def _replay_plain(record: Record, arguments: argparse.Namespace) -> int:
    rules, state = start_game(record.header)
    for _, after in replay(record):
        state = after
    _tell_torn(record, arguments)
    situation = on_one_line(_situation(rules.outcome(state), state))
    acts = say_n("{n} act", "{n} acts", len(record.acts))
    print(f"{rules.title}, {acts}: {situation}")
    for standing in rules.standings(state):
        print(on_one_line(_standing(standing, rules.slug)))
    return DONE


def result(rules: Rules, state: GameState) -> dict[str, object]:
    """Give the result as a replay prints it (docs/records.md)."""
    outcome = rules.outcome(state)
    standings = [_standing_json(standing) for standing in rules.standings(state)]
    found: dict[str, object] = {"over": state.over, "standings": standings}
    if rules.slug == COOPERATIVE:
        found["won"] = outcome is not None and bool(outcome.won)
    return found


def _standing_json(standing: Standing) -> dict[str, object]:
    return {
        "player": standing.player,
        "place": standing.place,
        "score": standing.score,
        "eliminated": standing.eliminated,
    }


def _situation(outcome: Outcome | None, state: GameState) -> str:
    if outcome is None:
        return f"still running, {state.to_move or 'nobody'} is to move."
    if outcome.won is not None:
        return "won together." if outcome.won else "lost together."
    winners = [standing.player for standing in outcome.standings if standing.place == 1]
    return f"over, won by {' and '.join(winners)}."


def _standing(standing: Standing, game: str) -> str:
    out = ", eliminated" if standing.eliminated else ""
    return f"{standing.place:>3}. {standing.player}: {say_n(*UNITS[game], standing.score)}{out}"


def run_games(arguments: argparse.Namespace) -> int:
    """List the games."""
    for rules in GAMES:
        if arguments.json:
            _print_json(_game_json(rules))
        else:
            _print_game(rules)
    return DONE


def _game_json(rules: Rules) -> dict[str, object]:
    house_rules = {
        key: {"default": ruling.default, "allowed": ruling.allowed, "about": ruling.about}
        for key, ruling in rules.rulings.items()
    }
    players = [rules.players[0], rules.players[-1]]
    return {"game": rules.slug, "title": rules.title, "players": players, "rules": house_rules}


def _print_game(rules: Rules) -> None:
    print(f"{rules.slug}: {rules.title}, {rules.players[0]} to {rules.players[-1]} players")
    for key, ruling in rules.rulings.items():
        print(f"    {key} = {json.dumps(ruling.default)}: {ruling.about} ({ruling.allowed})")


def run_simulate(arguments: argparse.Namespace) -> int:
    """Play games by chance: exit status 2 when so many cannot play this game."""
    allowed = find_game(arguments.game).players
    players = arguments.players or allowed[0]
    if players not in allowed:
        many = say_n("{n} player", "{n} players", players)
        _tell(f"{many} cannot play {arguments.game}; {allowed[0]} to {allowed[-1]} can")
        return WRONG_USE
    games = play_many(arguments.game, arguments.games, Random(arguments.seed), players, arguments.strategy)
    report = summarise(games)
    if arguments.json:
        _print_json(asdict(report))
    else:
        _print_report(report)
    return DONE


def _print_report(report: Report) -> None:
    games = say_n("{n} game", "{n} games", report.games)
    print(f"{find_game(report.game).title}, {games}, {report.unfinished} of them stuck")
    print(f"    acts a game: {_spread(report.acts)}")
    print(f"    {UNITS[report.game][1].removeprefix('{n} ')}: {_spread(report.scores)}")
    print(f"    last acts: {_counts(report.endings)}")
    print(f"    first places: {_counts(report.firsts)}; players eliminated: {report.eliminated}")
    if report.won is not None:
        print(f"    games won: {report.won}")


def _spread(spread: Spread) -> str:
    middle = f"half of them {spread.quarter:g} to {spread.three_quarters:g}, median {spread.median:g}"
    return f"{spread.least} to {spread.most}, {middle}, mean {spread.mean:.1f}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{key} {counts[key]}" for key in sorted(counts))


def run_bench(arguments: argparse.Namespace) -> int:
    """Measure what applying an act costs in each game."""
    for game in DEALINGS:
        speed = measure(game, arguments.games, Random(1), perf_counter_ns)
        if arguments.json:
            _print_json(asdict(speed))
        else:
            acts = say_n("{n} act", "{n} acts", speed.acts)
            games = say_n("{n} game", "{n} games", speed.games)
            print(
                f"{game}: {speed.microseconds:.1f} us an act, {speed.ratio:.2f} times sum(range(1000)), "
                f"{acts} in {games}, states of up to {speed.state_bytes} bytes"
            )
    return DONE


def _refused(arguments: argparse.Namespace, error: RecordError) -> int:
    if arguments.json:
        _print_json({"line": error.line, "error": {"code": error.code, "message": error.message}})
    else:
        _tell(f"{arguments.file}:{error.line}: {error.message}")
    return REFUSED


def _tell_torn(record: Record, arguments: argparse.Namespace) -> None:
    if record.torn:
        line = len(record.acts) + 2
        _tell(f"{arguments.file}:{line}: the record breaks off in this line; replayed up to there")


def _print_json(value: object) -> None:
    print(json.dumps(value))


def _tell(text: str) -> None:
    print(on_one_line(text), file=sys.stderr)
