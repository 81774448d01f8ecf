"""23 in plain words: what an act did and by which rule."""

from companion.language import Text, say, say_n
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


def explain(state: TwentyThreeState, act: Act) -> Text:
    """Say what a legal act does to the state before it."""
    match act:
        case Remark():
            return say("Note: {note}.", note=act.note)
        case Play():
            return _play(state, act)
        case Pass():
            return _pass(state, act)
        case Fold():
            hand = state.hands[state.players.index(act.player)]
            return say(
                "{name} folds with {cards} in hand, takes {chips}, one for each, and is out for this round.",
                name=act.player,
                cards=say_n("{n} card", "{n} cards", hand),
                chips=_chips(hand),
            )
        case NewRound():
            return say(
                "Round {number} begins with {hand} cards in each hand, and {name} holds the 1; "
                "all chips stay where they are.",
                number=ROUNDS,
                hand=HAND,
                name=act.starter,
            )
    raise TypeError(f"{act!r} is no act of 23")


def tried(act: Play | Pass | Fold) -> Text:
    """Say what somebody tried to do, as one would say it after "cannot"."""
    if isinstance(act, Fold):
        return say("fold")
    if isinstance(act, Pass):
        return say("pass and force the next player") if act.force else say("pass the turn")
    if act.bonus:
        return say("play {card} and move the rank by {bonus:+}", card=_cards(act), bonus=act.bonus)
    return say("play {card}", card=_cards(act))


def _cards(act: Play) -> str:
    return str(act.rank) if act.count == 1 else f"{act.count} × {act.rank}"


def _pass(state: TwentyThreeState, act: Pass) -> Text:
    if not act.force:
        return say("{name} passes, which costs {chips}.", name=act.player, chips=_chips(PASS_COST))
    return say(
        "{name} passes for {chips} and so forces {next}: no passing until a card is played.",
        name=act.player,
        chips=_chips(FORCE_COST),
        next=following(state, state.players.index(act.player)),
    )


def _play(state: TwentyThreeState, act: Play) -> Text:
    if state.rank is None:
        return say("{name} holds the 1 and begins the round with it.", name=act.player)
    return say(
        "{name} plays {cards}{shift}{cost}{last}.",
        name=act.player,
        cards=_cards(act),
        shift=_shift(state.rank, act),
        cost=_cost(state, act),
        last=_last(state, act),
    )


def _shift(rank: int, act: Play) -> str:
    if not act.bonus:
        return ""
    return say_n(
        ", the rank moved from {before} to {after} by {n} bonus chip,",
        ", the rank moved from {before} to {after} by {n} bonus chips,",
        act.chips,
        before=rank,
        after=rank + act.bonus,
    )


def _cost(state: TwentyThreeState, act: Play) -> Text:
    cost = skipped(state, act)
    if not cost:
        return say(" and takes no penalty chip, as no rank is skipped")
    first, last = act.rank - cost, act.rank - 1
    ranks = str(last) if first == last else f"{first}–{last}"
    return say(" and takes {chips}, one for each rank skipped ({ranks})", chips=_chips(cost), ranks=ranks)


def _last(state: TwentyThreeState, act: Play) -> str:
    seat = state.players.index(act.player)
    if act.count < state.hands[seat]:
        return ""
    back = min(LAST_CARD, state.chips[seat] + skipped(state, act))
    return say(
        "; no card is left in hand, so {chips} of up to {most} go back", chips=_chips(back), most=LAST_CARD
    )


def _chips(count: int) -> Text:
    return say_n("{n} penalty chip", "{n} penalty chips", count)
