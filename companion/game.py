"""One game as it runs: the rules' state, the record so far, and the times at which cards touched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from companion.adjudicator import Laid
from companion.cards import Card
from companion.clock import Instant, Span
from companion.rules.base import GameState, Rules
from companion.rules.catalogue import find_game

REMEMBERED = 8
"""How many of the last cards laid a claim may look back on."""


@dataclass(frozen=True, slots=True)
class Played:
    """An act with its evidence: the record line (with ``t``) and when it happened, where that is known."""

    line: Mapping[str, object]
    touch: Span | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game: header, rules, state, all acts, the last cards laid, and every number that has been seen.

    ``seats`` gives each player's side of the picture in table order, or is empty.
    """

    header: Mapping[str, object]
    rules: Rules
    state: GameState
    started: Instant
    seats: tuple[str, ...] = ()
    acts: tuple[Played, ...] = ()
    laid: tuple[Laid, ...] = ()
    numbers: frozenset[int] = frozenset()

    @property
    def gone(self) -> frozenset[Card]:
        """The numbers that have been on the table and are not there now."""
        lying = {c.value for _, cards in self.rules.layout(self.state).zones for c in cards}
        return frozenset(Card.number(n) for n in self.numbers - lying)

    def player_at(self, side: str | None) -> str | None:
        """Give who sits there; None where seats or side are unknown."""
        return self.state.players[self.seats.index(side)] if side in self.seats else None


def start_game(header: Mapping[str, object], started: Instant, seats: Sequence[str] = ()) -> Game:
    """Begin a game from a record header; raises BadRecord when the header cannot be played."""
    rules = find_game(str(header.get("game")))
    state = rules.start(
        cast("Sequence[str]", header.get("players", ())),
        cast("str | None", header.get("starter")),
        cast("Mapping[str, object] | None", header.get("rules")),
    )
    return Game(header, rules, state, started, tuple(seats))


def play(game: Game, played: Played) -> Game:
    """Apply one record line; raises BadRecord or IllegalAct and changes nothing."""
    line = cast("Mapping[str, Any]", played.line)
    state = game.rules.apply(game.state, game.rules.parse(line, game.state))
    numbers = frozenset(v for v in (line.get("play"), line.get("jump")) if type(v) is int)
    return replace(
        game,
        state=state,
        acts=(*game.acts, played),
        laid=_laid(game.laid, line, played.touch),
        numbers=game.numbers | numbers,
    )


def take_back(game: Game) -> Game:
    """Give the game without its last act, recomputed from its first."""
    fresh = start_game(game.header, game.started, game.seats)
    for played in game.acts[:-1]:
        fresh = play(fresh, played)
    return fresh


def _laid(before: tuple[Laid, ...], line: Mapping[str, Any], touch: Span | None) -> tuple[Laid, ...]:
    if "take" in line:
        return ()
    if "play" not in line or touch is None:
        return before
    number = line["play"] if line["play"] != "pass" else None
    return (*before, Laid(number, line["player"], touch))[-REMEMBERED:]
