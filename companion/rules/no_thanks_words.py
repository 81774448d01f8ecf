"""No Thanks! in plain words: what an act did and by which rule, in English and German."""

from companion.rules.base import Act, Remark
from companion.rules.no_thanks_state import Flip, NoThanksState, Take, Token, points

ENGLISH: dict[str, str] = {
    "note": "Note: {note}.",
    "flip": "{card} is turned up, and {who} takes it or puts a token on it.",
    "token": "{who} puts a token on {card} instead of taking it, which ends the turn: {tokens} on it now, "
    "and {next} is to move.",
    "take": "{who} takes {card} and {tokens}: the cards of {who} count {after} now and {before} before, "
    "for only the lowest card of each run counts.",
    "token-1": "1 token",
    "token-n": "{count} tokens",
}

GERMAN: dict[str, str] = {
    "note": "Notiz: {note}.",
    "flip": "Die {card} wird aufgedeckt, und {who} nimmt sie oder legt einen Chip darauf.",
    "token": "{who} legt einen Chip auf die {card}, statt sie zu nehmen, und beendet damit den Zug: "
    "{tokens} darauf, und {next} ist dran.",
    "take": "{who} nimmt die {card} und {tokens}: Die Karten von {who} zählen nun {after} und vorher "
    "{before}, denn von jeder Reihe zählt nur die niedrigste Karte.",
    "token-1": "1 Chip",
    "token-n": "{count} Chips",
}

LANGUAGES = {"en": ENGLISH, "de": GERMAN}


def explain(before: NoThanksState, act: Act, after: NoThanksState, language: str) -> str:
    """Say in one sentence what an act did; ``language`` is "en" or "de"."""
    words = LANGUAGES[language]
    match act:
        case Remark():
            return words["note"].format(note=act.note)
        case Flip():
            return words["flip"].format(card=act.number, who=before.to_move)
        case Token():
            tokens = _tokens(after.pot, words)
            return words["token"].format(who=act.player, card=before.open, tokens=tokens, next=after.to_move)
        case Take():
            seat = before.players.index(act.player)
            return words["take"].format(
                who=act.player,
                card=before.open,
                tokens=_tokens(before.pot, words),
                after=points(after.cards[seat], 0),
                before=points(before.cards[seat], 0),
            )
    raise TypeError(f"{act!r} is no act of No Thanks!")


def _tokens(count: int, words: dict[str, str]) -> str:
    return words["token-1" if count == 1 else "token-n"].format(count=count)
