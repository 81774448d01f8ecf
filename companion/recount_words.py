"""What a correction changed, in plain words, in English and German."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.record import start_game
from companion.recount import Effect, Recount, Step
from companion.rules.base import GameState, Rules

WORDS: Final = {
    "en": {
        "gone": "Act {n} is taken back: {was}",
        "new": "Act {n} is new: {now}",
        "refused": "Act {n} is kept but does not count: {why}",
        "again": "Act {n} counts again: {now}",
        "other": "Act {n} now reads: {now} Before: {was}",
        "score": "{player} has {after} instead of {before}.",
        "place": "{player} is in place {after} instead of {before}.",
        "nothing": "not a legal act.",
    },
    "de": {
        "gone": "Zug {n} ist zurückgenommen: {was}",
        "new": "Zug {n} ist neu: {now}",
        "refused": "Zug {n} bleibt stehen, zählt aber nicht: {why}",
        "again": "Zug {n} zählt wieder: {now}",
        "other": "Zug {n} heißt nun: {now} Vorher: {was}",
        "score": "{player} hat {after} statt {before}.",
        "place": "{player} ist auf Platz {after} statt {before}.",
        "nothing": "kein erlaubter Zug.",
    },
}


def sentences(recount: Recount, language: str = "en") -> list[str]:
    """Say what the change did, act by act (counted from 1) and then player by player.

    ``language`` is "en" or "de"; the reason why an act is refused is in English.
    """
    rules, start = start_game(recount.header)
    acts = [_effect(recount, rules, start, effect, language) for effect in recount.effects]
    return acts + list(_standings(recount, language))


def _effect(recount: Recount, rules: Rules, start: GameState, effect: Effect, language: str) -> str:
    words = WORDS[language]
    was = _said(rules, start, recount.before, effect.was, language)
    now = _said(rules, start, recount.after, effect.now, language)
    place = effect.was if effect.now is None else effect.now
    why = effect.flaw_after.message if effect.flaw_after else ""
    return words[_kind(effect)].format(n=(place or 0) + 1, was=was, now=now, why=why)


def _kind(effect: Effect) -> str:
    if effect.now is None:
        return "gone"
    if effect.flaw_after is not None:
        return "refused"
    if effect.was is None:
        return "new"
    return "again" if effect.flaw_before is not None else "other"


def _said(rules: Rules, start: GameState, steps: Sequence[Step], place: int | None, language: str) -> str:
    """Explain an act where it stands; an act that is not legal there explains nothing."""
    if place is None or steps[place].flaw is not None:
        return WORDS[language]["nothing"]
    state = steps[place - 1].state if place else start
    return rules.explain(state, rules.parse(steps[place].fields, state), language)


def _standings(recount: Recount, language: str) -> Iterator[str]:
    for shift in recount.shifts:
        before, after = shift.before, shift.after
        if before.score != after.score:
            yield WORDS[language]["score"].format(player=after.player, before=before.score, after=after.score)
        elif before.place != after.place:
            yield WORDS[language]["place"].format(player=after.player, before=before.place, after=after.place)
