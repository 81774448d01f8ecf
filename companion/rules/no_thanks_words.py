"""No Thanks! in plain words: what an act did and by which rule."""

from companion.language import Text, say, say_n
from companion.rules.base import Act, Remark
from companion.rules.no_thanks_state import Flip, NoThanksState, Take, Token, points


def explain(before: NoThanksState, act: Act, after: NoThanksState) -> Text:
    """Say in one sentence what an act did."""
    match act:
        case Remark():
            return say("Note: {note}.", note=act.note)
        case Flip():
            return say(
                "{card} is turned up, and {who} takes it or puts a token on it.",
                card=act.number,
                who=before.to_move,
            )
        case Token():
            return say(
                "{who} puts a token on {card} instead of taking it, which ends the turn: {tokens} on it now, "
                "and {next} is to move.",
                who=act.player,
                card=before.open,
                tokens=_tokens(after.pot),
                next=after.to_move,
            )
        case Take():
            seat = before.players.index(act.player)
            return say(
                "{who} takes {card} and {tokens}: the cards of {who} count {after} now and {before} before, "
                "for only the lowest card of each run counts.",
                who=act.player,
                card=before.open,
                tokens=_tokens(before.pot),
                after=points(after.cards[seat], 0),
                before=points(before.cards[seat], 0),
            )
    raise TypeError(f"{act!r} is no act of No Thanks!")


def tried(act: Take | Token) -> Text:
    """Say what somebody tried to do, as one would say it after "cannot"."""
    return say("take the open card") if isinstance(act, Take) else say("put a token on the open card")


def _tokens(count: int) -> Text:
    return say_n("{n} token", "{n} tokens", count)
