"""23 in plain words: what an act did and by which rule, in English and German."""

from companion.rules.base import Act, Remark
from companion.rules.twenty_three_state import (
    FORCE_COST,
    HAND,
    LAST_CARD,
    PASS_COST,
    ROUNDS,
    Fold,
    NewRound,
    Pass,
    Play,
    TwentyThreeState,
    following,
    skipped,
)


def explain(state: TwentyThreeState, act: Act, language: str) -> str:
    """Say what a legal act does to the state before it; ``language`` is "en" or "de"."""
    words = _WORDS[language]
    match act:
        case Remark():
            return words["note"].format(note=act.note)
        case Play():
            return _play(state, act, language)
        case Pass():
            seat = state.players.index(act.player)
            cost = _count(FORCE_COST if act.force else PASS_COST, "chip", language)
            bound = following(state, seat)
            return words["force" if act.force else "pass"].format(name=act.player, chips=cost, next=bound)
        case Fold():
            hand = state.hands[state.players.index(act.player)]
            cards, chips = _count(hand, "card", language), _count(hand, "chip", language)
            return words["fold"].format(name=act.player, cards=cards, chips=chips)
        case NewRound():
            return words["round"].format(number=ROUNDS, hand=HAND, name=act.starter)
    raise TypeError(f"{act!r} is no act of 23")


def _play(state: TwentyThreeState, act: Play, language: str) -> str:
    words = _WORDS[language]
    if state.rank is None:
        return words["one"].format(name=act.player)
    cards = str(act.rank) if act.count == 1 else f"{act.count} × {act.rank}"
    said = words["play"].format(name=act.player, cards=cards)
    if act.bonus:
        spent = _count(act.chips, "bonus", language)
        said += words["shift"].format(bonus=spent, before=state.rank, after=state.rank + act.bonus)
    return said + _cost(state, act, language) + _last(state, act, language) + "."


def _cost(state: TwentyThreeState, act: Play, language: str) -> str:
    cost = skipped(state, act)
    if not cost:
        return _WORDS[language]["free"]
    first, last = act.rank - cost, act.rank - 1
    ranks = str(last) if first == last else f"{first}–{last}"
    return _WORDS[language]["cost"].format(chips=_count(cost, "chip", language), ranks=ranks)


def _last(state: TwentyThreeState, act: Play, language: str) -> str:
    seat = state.players.index(act.player)
    if act.count < state.hands[seat]:
        return ""
    back = min(LAST_CARD, state.chips[seat] + skipped(state, act))
    return _WORDS[language]["last"].format(chips=_count(back, "chip", language), most=LAST_CARD)


def _count(count: int, thing: str, language: str) -> str:
    one, many = _THINGS[language][thing]
    return f"{count} {one if count == 1 else many}"


_THINGS = {
    "en": {
        "chip": ("penalty chip", "penalty chips"),
        "bonus": ("bonus chip", "bonus chips"),
        "card": ("card", "cards"),
    },
    "de": {
        "chip": ("Strafchip", "Strafchips"),
        "bonus": ("Bonuschip", "Bonuschips"),
        "card": ("Karte", "Karten"),
    },
}

_WORDS = {
    "en": {
        "note": "Note: {note}.",
        "one": "{name} holds the 1 and begins the round with it.",
        "play": "{name} plays {cards}",
        "shift": ", the rank moved from {before} to {after} by {bonus},",
        "cost": " and takes {chips}, one for each rank skipped ({ranks})",
        "free": " and takes no penalty chip, as no rank is skipped",
        "last": "; no card is left in hand, so {chips} of up to {most} go back",
        "pass": "{name} passes, which costs {chips}.",
        "force": "{name} passes for {chips} and so forces {next}: no passing until a card is played.",
        "fold": "{name} folds with {cards} in hand, takes {chips}, one for each, and is out for this round.",
        "round": "Round {number} begins with {hand} cards in each hand, and {name} holds the 1; "
        "all chips stay where they are.",
    },
    "de": {
        "note": "Notiz: {note}.",
        "one": "{name} hat die 1 und beginnt damit die Runde.",
        "play": "{name} spielt {cards}",
        "shift": ", wobei sich der Wert durch {bonus} von {before} auf {after} verschiebt,",
        "cost": " und nimmt {chips}, einen für jeden übersprungenen Wert ({ranks})",
        "free": " und nimmt keinen Strafchip, da kein Wert übersprungen wird",
        "last": "; die Hand ist damit leer, also gehen {chips} von höchstens {most} zurück",
        "pass": "{name} passt, das kostet {chips}.",
        "force": "{name} passt für {chips} und zwingt {next}: Passen ist verboten, bis eine Karte liegt.",
        "fold": "{name} steigt mit {cards} auf der Hand aus, nimmt {chips}, einen für jede Karte, und ist in "
        "dieser Runde nicht mehr dran.",
        "round": "Runde {number} beginnt mit {hand} Karten auf jeder Hand, und {name} hat die 1; "
        "alle Chips bleiben liegen.",
    },
}
