"""Fifty Fifty in plain words: what an act did and by which rule, in English and German."""

from collections.abc import Sequence

from companion.rules.base import Act, Remark
from companion.rules.fifty_fifty_moves import Landing, landing, lowest
from companion.rules.fifty_fifty_state import FiftyFiftyState, Jump, Laid, Play, Reveal, Take

ENGLISH: dict[str, str] = {
    "note": "Note: {note}.",
    "start": "{who} starts the row with {card}.",
    "append": "{who} plays {card} behind {last}.",
    "pass": "{who} passes.",
    "pass-on": "{who} passes, so {next} must pass too or take the row.",
    "purple": "{who} replaces {old} with {card}; {old} is purple, so {who} takes it.",
    "orange": "{who} replaces {old} with {card}; {old} is orange, so it goes back to {owner}, {gift}.",
    "gift": "and {who} gives {owner} a penalty card as well",
    "no-gift": "but {who} has no penalty card to give",
    "behind": "{who} takes {count}: {card} goes behind {last}, so {gone} {come} off the row{end}.",
    "anew": "{who} takes {count}: {card} is too low for the whole row, so {gone} {come} off the row{end}.",
    "passes-only-row": "{who} takes {count}: a number clears passes away, so {gone} {come} off the row{end}.",
    "jump": "{who} jumps with {card} on the {on} by {owner}, so {owner} must pass or take the row.",
    "take": "{who} does not pass and takes {count}: the row and the jump card {card}{then}.",
    "then": "; now {who} starts a new row",
    "end": "; the draw pile is empty, so the game ends and {who} takes the other hands too ({count})",
    "reveal": "All show their hands{out}: {card} by {who} is the lowest number, so {who} takes the row "
    "and the other hands ({count}).",
    "reveal-none": "All show their hands{out}: nobody is left with only numbers, so nobody takes the row.",
    "out": ", and {names} {be} eliminated for a pass",
    "spared": ", and {names} {be} spared for a pass",
    "be-1": "is",
    "be-n": "are",
    "come-1": "comes",
    "come-n": "come",
    "card-1": "1 card",
    "card-n": "{n} cards",
    "pass-1": "a pass",
    "pass-n": "{n} passes",
    "and": "and",
}

GERMAN: dict[str, str] = {
    "note": "Notiz: {note}.",
    "start": "{who} beginnt die Reihe mit der {card}.",
    "append": "{who} legt die {card} hinter die {last}.",
    "pass": "{who} passt.",
    "pass-on": "{who} passt, also muss {next} auch passen oder die Reihe nehmen.",
    "purple": "{who} ersetzt die {old} durch die {card}; die {old} ist lila, also nimmt {who} sie selbst.",
    "orange": "{who} ersetzt die {old} durch die {card}; die {old} ist orange, "
    "also geht sie zurück an {owner}, {gift}.",
    "gift": "und {who} gibt {owner} noch eine Strafkarte dazu",
    "no-gift": "aber {who} hat keine Strafkarte zum Abgeben",
    "behind": "{who} nimmt {count}: Die {card} gehört hinter die {last}, also {come} {gone} weg{end}.",
    "anew": "{who} nimmt {count}: Die {card} ist zu niedrig für die ganze Reihe, "
    "also {come} {gone} weg{end}.",
    "passes-only-row": "{who} nimmt {count}: Eine Zahl räumt die Pässe ab, also {come} {gone} weg{end}.",
    "jump": "{who} springt mit der {card} auf die {on} von {owner}, "
    "also muss {owner} passen oder die Reihe nehmen.",
    "take": "{who} passt nicht und nimmt {count}: die Reihe und die Sprungkarte {card}{then}.",
    "then": "; nun beginnt {who} eine neue Reihe",
    "end": "; der Nachziehstapel ist leer, also ist das Spiel aus "
    "und {who} nimmt auch die Handkarten der anderen ({count})",
    "reveal": "Alle zeigen ihre Karten{out}: Die {card} von {who} ist die niedrigste Zahl, "
    "also nimmt {who} die Reihe und die Handkarten der anderen ({count}).",
    "reveal-none": "Alle zeigen ihre Karten{out}: Niemand hat nur Zahlen, also nimmt niemand die Reihe.",
    "out": ", und {names} {be} wegen eines Passes aus",
    "spared": ", und {names} {be} wegen eines Passes verschont",
    "be-1": "ist",
    "be-n": "sind",
    "come-1": "kommt",
    "come-n": "kommen",
    "card-1": "1 Karte",
    "card-n": "{n} Karten",
    "pass-1": "ein Pass",
    "pass-n": "{n} Pässe",
    "and": "und",
}

LANGUAGES = {"en": ENGLISH, "de": GERMAN}


def explain(state: FiftyFiftyState, act: Act, after: FiftyFiftyState, language: str) -> str:
    """Say in one sentence what led from one state to the other; raises ValueError for an unknown language."""
    if language not in LANGUAGES:
        raise ValueError(f"explanations are in {' or '.join(LANGUAGES)}, not {language!r}")
    words = LANGUAGES[language]
    if isinstance(act, Play):
        return _pass(words, act, after) if act.card.value is None else _number(words, state, act, after)
    if isinstance(act, Jump):
        return _jump(words, state, act)
    if isinstance(act, Take):
        return _take(words, state, act, after)
    if isinstance(act, Reveal):
        return _reveal(words, state, act, after)
    return words["note"].format(note=act.note.rstrip(".") if isinstance(act, Remark) else act)


def _pass(words: dict[str, str], act: Play, after: FiftyFiftyState) -> str:
    key = "pass" if after.jump is None else "pass-on"
    return words[key].format(who=act.player, next=after.to_move)


def _number(words: dict[str, str], state: FiftyFiftyState, act: Play, after: FiftyFiftyState) -> str:
    land = landing(state.row, act.card.value or 0)
    if land.replaces:
        return _replaced(words, state, act, land.gone[0])
    if land.gone:
        return _removed(words, state, act, land, after)
    if not state.row:
        return words["start"].format(who=act.player, card=act.card)
    return words["append"].format(who=act.player, card=act.card, last=state.row[-1].card)


def _replaced(words: dict[str, str], state: FiftyFiftyState, act: Play, old: Laid) -> str:
    said = {"who": act.player, "card": act.card, "old": old.card, "owner": old.by}
    if old.card.value in state.house.purple:
        return words["purple"].format(**said)
    gift = words["gift" if state.penalties[state.seat(act.player)] else "no-gift"].format(**said)
    return words["orange"].format(gift=gift, **said)


def _removed(
    words: dict[str, str], state: FiftyFiftyState, act: Play, land: Landing, after: FiftyFiftyState
) -> str:
    numbers = [str(laid.card) for laid in land.gone if laid.card.value is not None]
    passes = len(land.gone) - len(numbers)
    gone = numbers + ([_count(words, "pass", passes)] if passes else [])
    key = "behind" if land.keep else "anew" if numbers else "passes-only-row"
    return words[key].format(
        who=act.player,
        count=_count(words, "card", len(land.gone)),
        card=act.card,
        last=state.row[land.keep - 1].card,
        gone=_listed(words, gone),
        come=words["come-1" if len(land.gone) == 1 else "come-n"],
        end=_ending(words, state, act.player, after),
    )


def _jump(words: dict[str, str], state: FiftyFiftyState, act: Jump) -> str:
    on = state.row[-1]
    return words["jump"].format(who=act.player, card=act.number, on=on.card, owner=on.by)


def _take(words: dict[str, str], state: FiftyFiftyState, act: Take, after: FiftyFiftyState) -> str:
    ending = _ending(words, state, act.player, after) or words["then"].format(who=act.player)
    count = _count(words, "card", len(state.row) + 1)
    number = state.jump.number if state.jump else ""
    return words["take"].format(who=act.player, count=count, card=number, then=ending)


def _ending(words: dict[str, str], state: FiftyFiftyState, taker: str, after: FiftyFiftyState) -> str:
    if not after.over:
        return ""
    others = sum(state.hands) - state.hands[state.seat(taker)]
    return words["end"].format(who=taker, count=_count(words, "card", others))


def _reveal(words: dict[str, str], state: FiftyFiftyState, act: Reveal, after: FiftyFiftyState) -> str:
    taker = lowest(act)
    out = _passes_in_hand(words, state, act)
    if taker is None:
        return words["reveal-none"].format(out=out)
    lowest_card = min(card.value or 0 for player, cards in act.hands for card in cards if player == taker)
    more = after.penalties[state.seat(taker)] - state.penalties[state.seat(taker)]
    return words["reveal"].format(out=out, who=taker, card=lowest_card, count=_count(words, "card", more))


def _passes_in_hand(words: dict[str, str], state: FiftyFiftyState, act: Reveal) -> str:
    holders = {player for player, cards in act.hands if any(card.value is None for card in cards)}
    if not holders:
        return ""
    return words["out" if state.house.eliminates else "spared"].format(
        names=_listed(words, [player for player in state.players if player in holders]),
        be=words["be-1" if len(holders) == 1 else "be-n"],
    )


def _count(words: dict[str, str], what: str, n: int) -> str:
    return words[f"{what}-1" if n == 1 else f"{what}-n"].format(n=n)


def _listed(words: dict[str, str], things: Sequence[str]) -> str:
    if len(things) == 1:
        return things[0]
    return f"{', '.join(things[:-1])} {words['and']} {things[-1]}"
