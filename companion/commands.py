"""The commands of the core: ``replay`` and ``games``."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import Final

from companion.record import Record, RecordError, read, replay, start_game
from companion.rules.base import GameState, Outcome, Rules, Standing
from companion.rules.catalogue import GAMES

DONE: Final = 0
FAILED: Final = 1
REFUSED: Final = 3

UNITS: Final = {
    "fifty-fifty": "penalty cards",
    "23": "penalty chips",
    "futschikato": "cards left",
    "quick-and-easy": "cards left",
    "no-thanks": "points",
}
"""What the scores of each game count."""

COOPERATIVE: Final = "quick-and-easy"
"""The game that all win or lose together; its results always say which."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands of the core to ``companion``."""
    parser = _command(subparsers, "replay", "replay a game record and print the standings", run_replay)
    parser.add_argument("file", metavar="FILE", help="the record, one JSON object a line")
    _command(subparsers, "games", "list the games with their players and house rules", run_games)


def _command(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    about: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    parser.add_argument("--json", action="store_true", help="print JSON Lines for programs")
    parser.set_defaults(run=run)
    return parser


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
    print(f"{rules.title}, {len(record.acts)} acts: {_situation(rules.outcome(state), state)}")
    for standing in rules.standings(state):
        print(_standing(standing, UNITS[rules.slug]))
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


def _standing(standing: Standing, unit: str) -> str:
    out = ", eliminated" if standing.eliminated else ""
    return f"{standing.place:>3}. {standing.player}: {standing.score} {unit}{out}"


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
    print(text, file=sys.stderr)
