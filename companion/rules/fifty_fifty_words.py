"""Fifty Fifty in plain words: what an act did and by which rule."""

from companion.language import Text, listed, mark, say, say_n
from companion.rules.base import Act, Remark
from companion.rules.fifty_fifty_moves import Landing, landing, lowest
from companion.rules.fifty_fifty_state import FiftyFiftyState, Jump, Laid, Play, Reveal, Take

MESSAGES = {
    "note": mark("Note: {note}."),
    "start": mark("{who} starts the row with {card}."),
    "append": mark("{who} plays {card} behind {last}."),
    "pass": mark("{who} passes."),
    "pass-on": mark("{who} passes, so {next} must pass too or take the row."),
    "purple": mark("{who} replaces {old} with {card}; {old} is purple, so {who} takes it."),
    "orange": mark("{who} replaces {old} with {card}; {old} is orange, so it goes back to {owner}, {gift}."),
    "gift": mark("and {who} gives {owner} a penalty card as well"),
    "no-gift": mark("but {who} has no penalty card to give"),
    "behind": mark("{who} takes {count}: {card} goes behind {last}, so {gone} off the row{end}."),
    "anew": mark("{who} takes {count}: {card} is too low for the whole row, so {gone} off the row{end}."),
    "passes-only-row": mark("{who} takes {count}: a number clears passes away, so {gone} off the row{end}."),
    "jump": mark("{who} jumps with {card} on the {on} by {owner}, so {owner} must pass or take the row."),
    "take": mark("{who} does not pass and takes {count}: the row and the jump card {card}{then}."),
    "then": mark("; now {who} starts a new row"),
    "end": mark("; the draw pile is empty, so the game ends and {who} takes the other hands too ({count})"),
    "reveal": mark(
        "All show their hands{out}: {card} by {who} is the lowest number, so {who} takes the row "
        "and the other hands ({count})."
    ),
    "reveal-none": mark(
        "All show their hands{out}: nobody is left with only numbers, so nobody takes the row."
    ),
}


def explain(state: FiftyFiftyState, act: Act, after: FiftyFiftyState) -> Text:
    """Say in one sentence what led from one state to the other."""
    if isinstance(act, Play):
        return _pass(act, after) if act.card.value is None else _number(state, act, after)
    if isinstance(act, Jump):
        return _jump(state, act)
    if isinstance(act, Take):
        return _take(state, act, after)
    if isinstance(act, Reveal):
        return _reveal(state, act, after)
    return _say("note", note=act.note.rstrip(".") if isinstance(act, Remark) else act)


def _say(key: str, **fields: object) -> Text:
    return say(MESSAGES[key], **fields)


def _pass(act: Play, after: FiftyFiftyState) -> Text:
    return _say("pass" if after.jump is None else "pass-on", who=act.player, next=after.to_move)


def _number(state: FiftyFiftyState, act: Play, after: FiftyFiftyState) -> Text:
    land = landing(state.row, act.card.value or 0)
    if land.replaces:
        return _replaced(state, act, land.gone[0])
    if land.gone:
        return _removed(state, act, land, after)
    if not state.row:
        return _say("start", who=act.player, card=act.card)
    return _say("append", who=act.player, card=act.card, last=state.row[-1].card)


def _replaced(state: FiftyFiftyState, act: Play, old: Laid) -> Text:
    said = {"who": act.player, "card": act.card, "old": old.card, "owner": old.by}
    if old.card.value in state.house.purple:
        return _say("purple", **said)
    gift = _say("gift" if state.penalties[state.seat(act.player)] else "no-gift", **said)
    return _say("orange", gift=gift, **said)


def _removed(state: FiftyFiftyState, act: Play, land: Landing, after: FiftyFiftyState) -> Text:
    numbers = [str(laid.card) for laid in land.gone if laid.card.value is not None]
    passes = len(land.gone) - len(numbers)
    gone = listed([*numbers, *([say_n("a pass", "{n} passes", passes)] if passes else [])])
    key = "behind" if land.keep else "anew" if numbers else "passes-only-row"
    return _say(
        key,
        who=act.player,
        count=_cards(len(land.gone)),
        card=act.card,
        last=state.row[land.keep - 1].card,
        gone=say_n("{gone} comes", "{gone} come", len(land.gone), gone=gone),
        end=_ending(state, act.player, after),
    )


def _jump(state: FiftyFiftyState, act: Jump) -> Text:
    on = state.row[-1]
    return _say("jump", who=act.player, card=act.number, on=on.card, owner=on.by)


def _take(state: FiftyFiftyState, act: Take, after: FiftyFiftyState) -> Text:
    ending = _ending(state, act.player, after) or _say("then", who=act.player)
    number = state.jump.number if state.jump else ""
    return _say("take", who=act.player, count=_cards(len(state.row) + 1), card=number, then=ending)


def _ending(state: FiftyFiftyState, taker: str, after: FiftyFiftyState) -> str:
    if not after.over:
        return ""
    others = sum(state.hands) - state.hands[state.seat(taker)]
    return _say("end", who=taker, count=_cards(others))


def _reveal(state: FiftyFiftyState, act: Reveal, after: FiftyFiftyState) -> Text:
    taker = lowest(act)
    out = _passes_in_hand(state, act)
    if taker is None:
        return _say("reveal-none", out=out)
    lowest_card = min(card.value or 0 for player, cards in act.hands for card in cards if player == taker)
    more = after.penalties[state.seat(taker)] - state.penalties[state.seat(taker)]
    return _say("reveal", out=out, who=taker, card=lowest_card, count=_cards(more))


def _passes_in_hand(state: FiftyFiftyState, act: Reveal) -> str:
    holders = {player for player, cards in act.hands if any(card.value is None for card in cards)}
    if not holders:
        return ""
    names, count = listed([player for player in state.players if player in holders]), len(holders)
    if state.house.eliminates:
        return say_n(
            ", and {names} is eliminated for a pass",
            ", and {names} are eliminated for a pass",
            count,
            names=names,
        )
    return say_n(
        ", and {names} is spared for a pass", ", and {names} are spared for a pass", count, names=names
    )


def _cards(n: int) -> Text:
    return say_n("{n} card", "{n} cards", n)
