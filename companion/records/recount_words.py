"""What a correction changed, in plain words."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.language import Text, mark, say
from companion.records.record import start_game
from companion.records.recount import Effect, Recount, Step
from companion.rules.base import GameState, Rules

NOTHING = say("not a legal act.")

WORDS: Final = {
    "gone": mark("Act {n} is taken back: {was}"),
    "new": mark("Act {n} is new: {now}"),
    "refused": mark("Act {n} is kept but does not count: {why}"),
    "again": mark("Act {n} counts again: {now}"),
    "other": mark("Act {n} now reads: {now} Before: {was}"),
}


def sentences(recount: Recount) -> list[str]:
    """Say what the change did, act by act (counted from 1) and then player by player."""
    rules, start = start_game(recount.header)
    acts = [_effect(recount, rules, start, effect) for effect in recount.effects]
    return [*acts, *_standings(recount)]


def _effect(recount: Recount, rules: Rules, start: GameState, effect: Effect) -> Text:
    was = _said(rules, start, recount.before, effect.was)
    now = _said(rules, start, recount.after, effect.now)
    why = effect.flaw_after.message if effect.flaw_after else ""
    return say(WORDS[_kind(effect)], n=_number(effect), was=was, now=now, why=why)


def _number(effect: Effect) -> str:
    """Number an act as the list has it, and as it will: else two acts would bear one number."""
    old, new = (None if place is None else place + 1 for place in (effect.was, effect.now))
    if old is None or new is None or old == new:
        return str(old or new)
    return say("{old} (from now on {new})", old=old, new=new)


def _kind(effect: Effect) -> str:
    if effect.now is None:
        return "gone"
    if effect.flaw_after is not None:
        return "refused"
    if effect.was is None:
        return "new"
    return "again" if effect.flaw_before is not None else "other"


def _said(rules: Rules, start: GameState, steps: Sequence[Step], place: int | None) -> str:
    """Explain an act where it stands; an act that is not legal there explains nothing."""
    if place is None or steps[place].flaw is not None:
        return NOTHING
    state = steps[place - 1].state if place else start
    return rules.explain(state, rules.parse(steps[place].fields, state))


def _standings(recount: Recount) -> Iterator[Text]:
    for shift in recount.shifts:
        before, after = shift.before, shift.after
        if before.score != after.score:
            yield say(
                "{player} has {after} instead of {before}.",
                player=after.player,
                before=before.score,
                after=after.score,
            )
        elif before.place != after.place:
            yield say(
                "{player} is in place {after} instead of {before}.",
                player=after.player,
                before=before.place,
                after=after.place,
            )
