"""Futschikato in plain words: what an act did and by which rule."""

from companion.language import Text, listed, mark, say, say_n
from companion.rules.base import Act, Remark
from companion.rules.futschikato_state import Effect, FutschikatoState, Play, effect

MESSAGES = {
    "note": mark("Note: {note}."),
    "play": mark("{who} plays {card}"),
    "group": mark("{who} plays {card}, the {count} together are worth {worth}"),
    "nothing": mark("; no other card on the table is worth less"),
    "push": mark(
        "; {next} is next and still has the {card} in front, so it is pushed through without a draw"
    ),
    "push-n": mark(
        "; {next} is next and still has the {card} in front, so it is pushed through without a draw, "
        "and so is that of {others}"
    ),
}


def explain(before: FutschikatoState, act: Act, after: FutschikatoState) -> Text:
    """Say in one sentence what an act did."""
    if isinstance(act, Remark):
        return _say("note", note=act.note)
    if not isinstance(act, Play):
        raise TypeError(f"{act!r} is no act of Futschikato")
    done = effect(before, act)
    return say(
        "{played}{flushed}{pushed}{won}.",
        played=_played(act, done),
        flushed=_flushed(before, done),
        pushed=_pushed(before, act, done),
        won=_won(after),
    )


def tried(act: Play) -> Text:
    """Say what somebody tried to do, as one would say it after "cannot"."""
    return say("play {card}", card=act.number)


def _say(key: str, **fields: object) -> Text:
    return say(MESSAGES[key], **fields)


def _played(act: Play, done: Effect) -> Text:
    count = done.worth // act.number
    return _say(
        "play" if count == 1 else "group", who=act.player, card=act.number, count=count, worth=done.worth
    )


def _flushed(before: FutschikatoState, done: Effect) -> Text:
    gone = [
        say("the {card} of {owner}", card=before.fronts[s], owner=before.players[s]) for s in done.flushed
    ]
    if not gone:
        return _say("nothing")
    return say_n(
        ", which is more than {cards}: flushed, and a card drawn for it",
        ", which is more than {cards}: flushed, and a card drawn for each",
        len(gone),
        cards=listed(gone),
    )


def _pushed(before: FutschikatoState, act: Play, done: Effect) -> str:
    """Say what is pushed through: the card of the player whose turn begins, then those of the same number."""
    if not done.pushed:
        return ""
    turn = (before.players.index(act.player) + 1) % len(before.players)
    others = [before.players[seat] for seat in done.pushed if seat != turn]
    key = "push-n" if others else "push"
    names = listed(others) if others else ""
    return _say(key, next=before.players[turn], card=done.fronts[turn], others=names)


def _won(after: FutschikatoState) -> str:
    rows = zip(after.players, after.hands, after.fronts, strict=True)
    winners = [name for name, hand, front in rows if not hand and front is None]
    if not winners:
        return ""
    return say_n(
        "; {names} has no card left and wins",
        "; {names} have no card left and win together",
        len(winners),
        names=listed(winners),
    )
