"""Futschikato in plain words: what an act did and by which rule, in English and German."""

from collections.abc import Sequence

from companion.rules.base import Act, Remark
from companion.rules.futschikato_state import Effect, FutschikatoState, Play, effect

ENGLISH: dict[str, str] = {
    "note": "Note: {note}.",
    "play": "{who} plays {card}",
    "group": "{who} plays {card}, the {count} together are worth {worth}",
    "nothing": "; no other card on the table is worth less",
    "flush": ", which is more than {cards}: flushed, and a card drawn for it",
    "flush-n": ", which is more than {cards}: flushed, and a card drawn for each",
    "card": "the {card} of {owner}",
    "push": "; {next} is next and still has the {card} in front, so it is pushed through without a draw",
    "push-n": "; {next} is next and still has the {card} in front, so it is pushed through without a draw, "
    "and so is that of {others}",
    "win": "; {names} has no card left and wins",
    "win-n": "; {names} have no card left and win together",
    "and": "and",
}

GERMAN: dict[str, str] = {
    "note": "Notiz: {note}.",
    "play": "{who} spielt die {card}",
    "group": "{who} spielt die {card}, die {count} zusammen zählen {worth}",
    "nothing": "; keine andere Karte auf dem Tisch zählt weniger",
    "flush": ", das ist mehr als {cards}: weggespült, und dafür wird eine Karte gezogen",
    "flush-n": ", das ist mehr als {cards}: weggespült, und für jede wird eine Karte gezogen",
    "card": "die {card} von {owner}",
    "push": "; nun ist {next} dran und hat noch die {card} vor sich: durchgebracht, weg ohne Nachziehen",
    "push-n": "; nun ist {next} dran und hat noch die {card} vor sich: durchgebracht, weg ohne Nachziehen, "
    "ebenso die von {others}",
    "win": "; {names} hat keine Karte mehr und gewinnt",
    "win-n": "; {names} haben keine Karte mehr und gewinnen gemeinsam",
    "and": "und",
}

LANGUAGES = {"en": ENGLISH, "de": GERMAN}


def explain(before: FutschikatoState, act: Act, after: FutschikatoState, language: str) -> str:
    """Say in one sentence what an act did; ``language`` is "en" or "de"."""
    words = LANGUAGES[language]
    if isinstance(act, Remark):
        return words["note"].format(note=act.note)
    if not isinstance(act, Play):
        raise TypeError(f"{act!r} is no act of Futschikato")
    done = effect(before, act)
    said = _played(act, done, words) + _flushed(before, done, words) + _pushed(before, act, done, words)
    return said + _won(after, words) + "."


def _played(act: Play, done: Effect, words: dict[str, str]) -> str:
    count = done.worth // act.number
    key = "play" if count == 1 else "group"
    return words[key].format(who=act.player, card=act.number, count=count, worth=done.worth)


def _flushed(before: FutschikatoState, done: Effect, words: dict[str, str]) -> str:
    gone = [words["card"].format(card=before.fronts[s], owner=before.players[s]) for s in done.flushed]
    key = ("nothing", "flush")[len(gone)] if len(gone) < 2 else "flush-n"
    return words[key].format(cards=_listed(gone, words))


def _pushed(before: FutschikatoState, act: Play, done: Effect, words: dict[str, str]) -> str:
    """Say what is pushed through: the card of the player whose turn begins, then those of the same number."""
    if not done.pushed:
        return ""
    turn = (before.players.index(act.player) + 1) % len(before.players)
    others = [before.players[seat] for seat in done.pushed if seat != turn]
    key = "push-n" if others else "push"
    return words[key].format(next=before.players[turn], card=done.fronts[turn], others=_listed(others, words))


def _won(after: FutschikatoState, words: dict[str, str]) -> str:
    rows = zip(after.players, after.hands, after.fronts, strict=True)
    winners = [name for name, hand, front in rows if not hand and front is None]
    if not winners:
        return ""
    return words["win" if len(winners) == 1 else "win-n"].format(names=_listed(winners, words))


def _listed(names: Sequence[str], words: dict[str, str]) -> str:
    """Give names as people say them: "Ann, Ben and Cem"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {words['and']} {names[-1]}"
