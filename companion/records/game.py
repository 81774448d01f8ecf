"""One game as it runs: the rules' state, the record so far, and the times at which cards touched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from companion.cards import Card
from companion.clock import Instant, Span, seconds
from companion.errors import Missing, Refusal
from companion.jumps.adjudicator import Laid
from companion.language import say
from companion.records.recount import (
    Change,
    Flaw,
    Insert,
    Replace,
    Rewrite,
    TakeBack,
    first_beyond,
    goes_on_at,
    put_in,
)
from companion.rules.base import GameState, Rules
from companion.rules.catalogue import find_game

REMEMBERED = 8
"""How many of the last cards laid a claim may look back on."""


@dataclass(frozen=True, slots=True)
class Played:
    """An act with its evidence: the record line (with ``t``) and when it happened, where that is known.

    ``flaw``: why it does not count where it stands; a correction before it may have made it illegal.
    """

    line: Mapping[str, object]
    touch: Span | None = None
    flaw: Flaw | None = None

    @property
    def unsure(self) -> Sequence[str]:
        """What of it the eye doubted when it was told (records.md: ``unsure``)."""
        doubts = self.line.get("unsure")
        return doubts if isinstance(doubts, list | tuple) else ()


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to the acts of a game; ``touch``: when the one act that it puts in happened, where known."""

    change: Change
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

    def seconds_at(self, at: Instant) -> float:
        """Give when something was in the seconds of its record: since the game began, to the millisecond."""
        return round(seconds(at - self.started), 3)


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


def follow(game: Game, played: Played) -> Game:
    """Go on with an act; one that the rules forbid is kept and marked, and changes nothing else."""
    try:
        return play(game, replace(played, flaw=None))
    except Refusal as refusal:
        marked = replace(played, flaw=Flaw(refusal.code, refusal.message))
        return replace(game, acts=(*game.acts, marked))


def replayed(game: Game, acts: Sequence[Played]) -> Game:
    """Give this game from its start with these acts instead."""
    fresh = start_game(game.header, game.started, game.seats)
    for played in acts:
        fresh = follow(fresh, played)
    return fresh


def revise(game: Game, edit: Edit) -> Game:
    """Make a change and play everything again; raises Missing where it points beyond the game."""
    change, acts = edit.change, game.acts
    if (beyond := first_beyond(change, len(acts))) is not None:
        raise Missing(
            say("there is no act {number}; the game has {count}", number=beyond + 1, count=len(acts))
        )
    rest = goes_on_at(change)
    stood = [act.touch for act in acts[change.at : rest]]
    touches = stood if isinstance(change, Rewrite) else [edit.touch]
    new = [Played(line, touch) for line, touch in zip(put_in(change), touches, strict=False)]
    return replayed(game, (*acts[: change.at], *new, *acts[rest:]))


def inverse(game: Game, edit: Edit) -> Edit:
    """Give the change that undoes this one, which the game does not hold yet."""
    change = edit.change
    if isinstance(change, Insert):
        return Edit(TakeBack(change.at))
    if isinstance(change, Rewrite):
        stood = game.acts[change.at : goes_on_at(change)]
        return Edit(Rewrite(change.at, tuple(act.line for act in stood)))
    was = game.acts[change.at]
    back = Insert if isinstance(change, TakeBack) else Replace
    return Edit(back(change.at, was.line), was.touch)


def take_back(game: Game) -> Game:
    """Give the game without its last act, recomputed from its first."""
    return replayed(game, game.acts[:-1])


def _laid(before: tuple[Laid, ...], line: Mapping[str, Any], touch: Span | None) -> tuple[Laid, ...]:
    if "take" in line:
        return ()
    if "play" not in line or touch is None:
        return before
    number = line["play"] if line["play"] != "pass" else None
    return (*before, Laid(number, line["player"], touch))[-REMEMBERED:]
