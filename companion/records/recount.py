"""Undo, correction, recount: change an act of a game, or several in a row, and see what becomes of the rest.

Acts are record lines, counted from 0. An act that the rules forbid where it stands is kept and marked, never
dropped: it changes nothing, and once a later correction makes it legal it counts again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.errors import Code, Refusal
from companion.records.record import ActLine, Fields, Header, Record, apply_line, start_game
from companion.rules.base import GameState, Rules, Standing

REFUSED = "refused"
"""The key under which a record keeps an act that the rules forbid; a note stands beside it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the act back that stands at this place."""

    at: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Put another act in the place of the one that stands there."""

    at: int
    fields: Fields


@dataclass(frozen=True, slots=True)
class Insert:
    """Put an act before the one that stands at this place; the number of acts puts it at the end."""

    at: int
    fields: Fields


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Put other acts in the places from this one on, in order; nothing else moves."""

    at: int
    lines: tuple[Fields, ...]


OneAct = TakeBack | Replace | Insert
Change = OneAct | Rewrite


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why an act is not legal where it stands."""

    code: Code
    message: str


@dataclass(frozen=True, slots=True)
class Step:
    """One act as it stands, the state after it, and what is wrong with it, if anything."""

    fields: Fields
    state: GameState
    flaw: Flaw | None


@dataclass(frozen=True, slots=True)
class Effect:
    """What the change did to one act: its place then and now, its flaw, and whose score it raised or lowered.

    A place is None where the act was not there. The scores are by name, without those that it left alone.
    """

    was: int | None
    now: int | None
    fields: Fields
    flaw_before: Flaw | None
    flaw_after: Flaw | None
    scores_before: Mapping[str, int]
    scores_after: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shift:
    """How a player stood without the change, and how with it."""

    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True)
class Recount:
    """A game before and after a change, act by act, and all that differs.

    ``effects`` holds the changed act itself and every act whose legality or scores it altered, in order;
    ``shifts`` the players who now stand differently, in table order.
    """

    header: Header
    before: tuple[Step, ...]
    after: tuple[Step, ...]
    effects: tuple[Effect, ...]
    shifts: tuple[Shift, ...]

    def to_record(self) -> Record:
        """Give the changed game as a record that replays: what is not legal stands in it as a note."""
        return _record(self.header, self.after)


def record_of(header: Header, acts: Sequence[Fields]) -> Record:
    """Give acts as a record that replays: what is not legal stands in it as a note."""
    return _record(header, follow(header, acts))


def _record(header: Header, steps: Sequence[Step]) -> Record:
    lines = (_kept(step) for step in steps)
    return Record(header, tuple(ActLine(line, fields) for line, fields in enumerate(lines, start=2)))


def follow(header: Header, acts: Sequence[Fields]) -> tuple[Step, ...]:
    """Play all acts in order and mark those that are not legal; they change nothing."""
    rules, state = start_game(header)
    steps = []
    for fields in acts:
        step = _step(rules, state, _unwrapped(fields))
        steps.append(step)
        state = step.state
    return tuple(steps)


def recount(header: Header, acts: Sequence[Fields], change: Change) -> Recount:
    """Make the change and play everything again; raises ValueError when it points beyond the game."""
    if (beyond := first_beyond(change, len(acts))) is not None:
        raise ValueError(f"there is no act {beyond}; the game has {len(acts)}, counted from 0")
    rules, start = start_game(header)
    before, after = follow(header, acts), follow(header, changed(acts, change))
    return Recount(
        header,
        before,
        after,
        tuple(_effects(rules, start, before, after, change)),
        _shifts(rules, _end(start, before), _end(start, after)),
    )


def first_beyond(change: Change, count: int) -> int | None:
    """Give the first place that a change to so many acts needs and that is not there; None for none."""
    if isinstance(change, Rewrite):
        last = change.at + len(change.lines) - 1
        return change.at if change.at < 0 else count if last >= count else None
    last = count if isinstance(change, Insert) else count - 1
    return None if 0 <= change.at <= last else change.at


def put_in(change: Change) -> tuple[Fields, ...]:
    """Give the acts that a change puts in, in order."""
    if isinstance(change, Rewrite):
        return change.lines
    return () if isinstance(change, TakeBack) else (change.fields,)


def goes_on_at(change: Change) -> int:
    """Give the place of the first act after those that a change takes out."""
    if isinstance(change, Rewrite):
        return change.at + len(change.lines)
    return change.at if isinstance(change, Insert) else change.at + 1


def changed(acts: Sequence[Fields], change: Change) -> list[Fields]:
    """Give acts as a change leaves them; nothing is played."""
    return [*acts[: change.at], *put_in(change), *acts[goes_on_at(change) :]]


def _step(rules: Rules, state: GameState, fields: Fields) -> Step:
    try:
        return Step(fields, apply_line(rules, state, fields), None)
    except Refusal as refusal:
        return Step(fields, state, Flaw(refusal.code, refusal.message))


def _kept(step: Step) -> Fields:
    if step.flaw is None:
        return step.fields
    return {"note": f"{step.flaw.code}: {step.flaw.message}", REFUSED: dict(step.fields)}


def _unwrapped(fields: Fields) -> Fields:
    """Give the act that a record keeps as refused, so that it is tried again."""
    kept = fields.get(REFUSED)
    return kept if isinstance(kept, dict) and "note" in fields else fields


def _end(start: GameState, steps: Sequence[Step]) -> GameState:
    return steps[-1].state if steps else start


def _pairs(change: Change, before: int, after: int) -> Iterator[tuple[int | None, int | None]]:
    """Give the place of each act from the changed one on, in the game before and in the one after."""
    yield (
        None if isinstance(change, Insert) else change.at,
        None if isinstance(change, TakeBack) else change.at,
    )
    shift = after - before
    first = change.at if isinstance(change, Insert) else change.at + 1
    yield from ((place, place + shift) for place in range(first, before))


def _effects(
    rules: Rules, start: GameState, before: Sequence[Step], after: Sequence[Step], change: Change
) -> Iterator[Effect]:
    gains_before, gains_after = _gains(rules, start, before), _gains(rules, start, after)
    for was, now in _pairs(change, len(before), len(after)):
        old = None if was is None else before[was]
        new = None if now is None else after[now]
        effect = Effect(
            was,
            now,
            _fields(new or old),
            old.flaw if old else None,
            new.flaw if new else None,
            {} if was is None else gains_before[was],
            {} if now is None else gains_after[now],
        )
        if old is None or new is None or was == change.at or old.fields != new.fields or _differs(effect):
            yield effect


def _fields(step: Step | None) -> Fields:
    return {} if step is None else step.fields


def _differs(effect: Effect) -> bool:
    codes = [flaw and flaw.code for flaw in (effect.flaw_before, effect.flaw_after)]
    return codes[0] != codes[1] or effect.scores_before != effect.scores_after


def _gains(rules: Rules, start: GameState, steps: Sequence[Step]) -> list[dict[str, int]]:
    scores = [scores_of(rules, state) for state in (start, *(step.state for step in steps))]
    return [
        {player: now[player] - then[player] for player in now if now[player] != then[player]}
        for then, now in pairwise(scores)
    ]


def scores_of(rules: Rules, state: GameState) -> dict[str, int]:
    """Give everybody's score in a state, in the order of the places."""
    return {standing.player: standing.score for standing in rules.standings(state)}


def _shifts(rules: Rules, before: GameState, after: GameState) -> tuple[Shift, ...]:
    then = {standing.player: standing for standing in rules.standings(before)}
    now = {standing.player: standing for standing in rules.standings(after)}
    return tuple(Shift(then[p], now[p]) for p in after.players if then[p] != now[p])
