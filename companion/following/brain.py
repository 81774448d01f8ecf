"""Following the game with the eye: a sighting in, acts, verdicts and requests for attention out. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from companion.cards import Zone, plain
from companion.errors import Refusal
from companion.evidence import ButtonNote, SeenCard, Sighting
from companion.evidence_json import sighting_to_json
from companion.following.announcing import (
    OPEN_VERDICTS,
    arrival_of,
    ask,
    ask_about,
    clear,
    play_all,
    rule_on,
    sent_back,
    verdict_event,
    waiting,
)
from companion.following.asked_cards import left_unexplained
from companion.following.claimed import refused, undisputed
from companion.following.explaining import explanation, with_overlooked
from companion.following.misread import misread
from companion.following.mistaken import doubted_since
from companion.following.outbox import Outbox
from companion.following.overlooked import overlooked
from companion.following.overruling import clues_of
from companion.following.retold import retold
from companion.following.skipped import Skipped, misses, skipped
from companion.following.telling import tell
from companion.following.whose_turn import OutOfTurn, out_of_turn, taken_for_next
from companion.language import say
from companion.observing.clues import Clues, right_hands
from companion.observing.followers.catalogue import FOLLOWERS
from companion.observing.observer import Explanation, Rest, carry_zones
from companion.observing.questions import (
    GUESSED,
    MISSED,
    after_verdict,
    played_before,
    told_as_passes,
    unexplained,
    unread,
    wrong_player,
)
from companion.observing.said_by_people import believe
from companion.rules.base import Act
from companion.sessions import calls, table_ruling
from companion.sessions.deciding import corrected, decide_command
from companion.sessions.events import Begin, EnterAct, Event, EventKind, Input, Pause, RuleOn
from companion.sessions.history import Step
from companion.sessions.session import Session, evolve, fold

AGAIN_OR_LEAVE = say(
    "A new row begins, but the next game has not: let everybody say again or leave on the tablet, then lay "
    "the first card once more."
)


class GameDecider:
    """The decider of an evening (initial, decide, evolve); pure."""

    def initial(self) -> Session:
        """Give the session before anything happened."""
        return Session()

    def decide(self, session: Session, item: Input) -> Sequence[Event]:
        """Say what an input comes to; raises Refusal for a command that cannot be followed."""
        if isinstance(item, Sighting):
            return see(session, item)
        if isinstance(item, RuleOn):
            return table_ruling.decide(session, item, look_again)
        if isinstance(item, (ButtonNote, Pause)):
            return calls.decide(session, item, look_again)
        events = decide_command(session, item)
        return [*events, *_goes_on(session, events)] if isinstance(item, EnterAct) else events

    def evolve(self, session: Session, event: Event) -> Session:
        """Fold one event into the state."""
        return evolve(session, event)


def see(session: Session, sighting: Sighting) -> list[Event]:
    """Say what a sighting comes to."""
    layout = session.game.rules.layout(session.game.state) if session.game else None
    sighting = replace(sighting, cards=carry_zones(session.seen, sighting.cards, layout))
    outbox = Outbox(session)
    if session.over and begins_row(session.seen, sighting):
        _next_game(outbox, sighting)
    outbox.tell(Event(EventKind.SEEN, sighting.span.latest, sighting_to_json(sighting)))
    now = outbox.session
    if now.game and not now.over and not now.paused:
        _explain(outbox, doubted_since(outbox.session, believe(sighting, outbox.session.told)))
    return outbox.events


def begins_row(before: Sighting | None, now: Sighting) -> bool:
    """Say whether the first cards of a row lie on a table that was empty before."""
    return before is not None and not before.cards and bool(now.zone(Zone.ROW))


def look_again(session: Session) -> list[Event]:
    """Say what the table as it was last seen comes to, after somebody has spoken about it."""
    if session.seen is None or session.game is None or session.over:
        return []
    outbox = Outbox(session)
    _explain(outbox, doubted_since(session, believe(session.seen, session.told)))
    return outbox.events


def _goes_on(session: Session, events: Sequence[Event]) -> list[Event]:
    """Say what waited for an act that somebody has entered, in the games that followers follow."""
    game = session.game
    return look_again(fold(session, events)) if game and game.rules.slug in FOLLOWERS else []


def _next_game(outbox: Outbox, sighting: Sighting) -> None:
    """Begin the next game with its first card, where all have said what is next; else remind them of it."""
    before = outbox.session.seen
    assert before, "an empty table was seen"
    sides = [arrival.side for arrival in sighting.arrivals if arrival.side]
    first = outbox.session.player_at(sides[0]) if sides else None
    lobby = outbox.session.between.lobby
    starter = first if lobby and first in lobby.players else None
    try:
        outbox.tell(*decide_command(outbox.session, Begin(before.span.latest, starter=starter)))
    except Refusal:
        ask(outbox, sighting.span.latest, "again-or-leave", AGAIN_OR_LEAVE)


def _explain(outbox: Outbox, sighting: Sighting) -> None:
    """Follow the game as its table wants it: a row, or what else there is to see."""
    if follower := FOLLOWERS.get(outbox.game.rules.slug):
        tell(outbox, sighting, follower)
    else:
        _explain_row(outbox, sighting)


def _explain_row(outbox: Outbox, sighting: Sighting) -> None:
    now = sighting.span.latest
    if edit := retold(outbox.session, sighting):
        outbox.tell(*corrected(outbox.game, Step.CHANGE, edit, now, by_eye=True))
    found = explanation(outbox, sighting, clues_of(outbox.session, outbox.game))
    clues, sighting = clues_of(outbox.session, outbox.game), found.look or sighting
    if sighting.partly and (_doubtful(found, clues) or _jump_waits(outbox, sighting, found, clues)):
        return
    if found.otherwise:
        play_all(outbox, sighting, found.acts, doubtful=found.guessed)
        ask(outbox, now, "guessed-card", GUESSED)
    elif _stuck(outbox, sighting, found, clues) and (
        other := skipped(outbox.game, sighting, clues, sent_back(outbox.session, clues))
    ):
        _tell_skipped(outbox, sighting, other, clues)
    else:
        _tell_found(outbox, sighting, with_overlooked(outbox, sighting, found, clues), clues)


def _stuck(outbox: Outbox, sighting: Sighting, found: Explanation, clues: Clues) -> bool:
    """Say whether nothing explains the whole table, or only what the hands contradict or what is a guess."""
    if sighting.partly or found.rest is Rest.UNREAD:
        return False
    if found.rest is not Rest.STRAY:
        waits = bool(found.guessed) and not found.acts
        if found.rest is Rest.UNEXPLAINED or waits:
            return True
        if misses(outbox.game, found, clues, sent_back(outbox.session, clues)):
            return True
    return out_of_turn(outbox, sighting, found.acts, found.after) is not None


def _tell_skipped(outbox: Outbox, sighting: Sighting, other: Skipped, clues: Clues) -> None:
    """Tell of those who are taken to have passed and of all since, and rule on what lies, or lay, beside."""
    if other.found.rest is Rest.STRAY:
        _stray(outbox, sighting, other.found, gap=True)
        return
    clear(outbox, sighting.span.latest)
    found = with_overlooked(outbox, sighting, _with_last_doubted(outbox, sighting, other.found), clues)
    play_all(outbox, sighting, found.acts, doubtful=found.guessed, after=found.after)
    ask(outbox, sighting.span.latest, "missed-card", told_as_passes(other.names))


def _with_last_doubted(outbox: Outbox, sighting: Sighting, found: Explanation) -> Explanation:
    """Tell the act before turns that nobody saw anew, as a guess, where no hand was seen at its card either.

    It may be what the next player laid: the turn that nobody saw is then the one before.
    """
    last = outbox.game.acts[-1] if outbox.game.acts else None
    laid = next((a for a in outbox.session.spent if last and a.touch == last.touch), None)
    unseen = laid is not None and laid.side is None and not laid.either
    if last is None or last.unsure or "play" not in last.line or not unseen or 0 not in found.guessed:
        return found
    outbox.tell(Event(EventKind.UNDO, sighting.span.latest, {"eye": True}))
    act = outbox.game.rules.parse(last.line, outbox.game.state)
    return replace(found, acts=(act, *found.acts), guessed=frozenset({0, *(i + 1 for i in found.guessed)}))


def _tell_found(outbox: Outbox, sighting: Sighting, found: Explanation, clues: Clues) -> None:
    """Tell the acts that explain a sighting, and ask about what remains."""
    now = sighting.span.latest
    if found.rest is Rest.UNREAD:
        assert found.card, "an unread card is shown"
        _tell_before(outbox, sighting, found, clues)
        ask_about(outbox, now, "unread-card", unread(found.card), [found.card])
    elif found.rest is Rest.UNEXPLAINED:
        cards = waiting(outbox.session, sighting, found.layout)
        message = _played_before(outbox, cards) or unexplained(found.layout, sighting)
        ask_about(outbox, now, "unexplained", message, cards)
    elif found.rest is Rest.STRAY:
        _stray(outbox, sighting, found)
    elif against := out_of_turn(outbox, sighting, found.acts, found.after):
        _hold(outbox, sighting, found, against)
    elif refused(outbox.session, found.acts) or (not found.acts and taken_for_next(outbox.session, sighting)):
        return
    elif found.acts or found.rest is Rest.NOTHING:
        _settle(outbox, sighting, found.acts, found.guessed, found.after)
    elif any(i >= len(found.acts) for i in found.guessed):
        left = [a.card for a in clues.gone(sighting.cards) if not a.card.sure]
        ask_about(outbox, now, "missed-card", MISSED, left)
    elif not left_unexplained(outbox.session, sighting, ()):
        clear(outbox, now)


def _played_before(outbox: Outbox, cards: Sequence[SeenCard]) -> str | None:
    """Say that a card has come which an act has laid before: each lies but once in the deck."""
    came = {
        card.believed.value for card in cards if card.believed and plain(card.believed) in outbox.game.gone
    }
    for number, act in enumerate(outbox.game.acts, start=1):
        face = act.line.get("play", act.line.get("jump"))
        if face in came:
            return played_before(number, face)
    return None


def _doubtful(found: Explanation, clues: Clues) -> bool:
    """Say whether to tell nothing before the arm has gone, under which a card may lie.

    That is so where the acts do not explain everything, where one is a jump (the card jumped on may lie
    there, or the next one), and where a card did not surely come from its player's hand. Without any act,
    what was asked about has become no clearer.
    """
    if not found.acts or found.rest is not Rest.NOTHING:
        return True
    jumps = any("jump" in act.to_record() for act in found.acts)
    return jumps or not all(right_hands(found.acts, clues, found.after))


def _jump_waits(outbox: Outbox, sighting: Sighting, found: Explanation, clues: Clues) -> bool:
    """Say whether a jump is still to be ruled on, which is done once the table is whole."""
    return overlooked(outbox.session, sighting, found.acts, clues) is not None


def _tell_before(outbox: Outbox, sighting: Sighting, found: Explanation, clues: Clues) -> None:
    """Tell the acts before a card that is unread, where it is known that their own players did them."""
    if outbox.session.stray is None and all(right_hands(found.acts, clues, found.after)):
        play_all(outbox, sighting, found.acts, doubtful=found.guessed, after=found.after)


def _hold(outbox: Outbox, sighting: Sighting, found: Explanation, against: OutOfTurn) -> None:
    """Tell what is certain, and ask about the first act that another's hand did."""
    act = found.acts[against.first]
    sure, after = found.acts[: against.first], (*found.acts[against.first :], *found.after)
    if sure and found.rest is Rest.STRAY:
        play_all(outbox, sighting, sure, doubtful=found.guessed, after=after)
    elif sure:
        _settle(outbox, sighting, sure, found.guessed, after)
    came = arrival_of(outbox.session, Zone.ROW, act.to_record().get("play"))
    message = wrong_player(str(act.player), against.by)
    ask_about(outbox, sighting.span.latest, "wrong-player", message, [came.card] if came else [])


def _settle(
    outbox: Outbox,
    sighting: Sighting,
    acts: Sequence[Act],
    guessed: frozenset[int] = frozenset(),
    after: Sequence[Act] = (),
) -> None:
    """Announce acts that explain all that is seen; those that laid a card nobody could read are doubtful.

    ``guessed``: their indices. Where there are none and a card has left of which no act tells, all acts are.
    """
    decided = outbox.session.stray
    lost = bool(acts) and (
        left_unexplained(outbox.session, sighting, acts, after)
        or taken_for_next(outbox.session, sighting, (*acts, *after))
    )
    doubtful = frozenset(range(len(acts))) if lost and not guessed else guessed
    clear(outbox, sighting.span.latest)
    play_all(outbox, sighting, acts, decided.number if decided else None, doubtful, after)
    if doubtful and all(card.sure for card in doubted_since(outbox.session, sighting).cards):
        ask(outbox, sighting.span.latest, "missed-card", MISSED)
    elif doubtful:
        ask(outbox, sighting.span.latest, "guessed-card", GUESSED)


def _beside_for_nobody(outbox: Outbox, sighting: Sighting, found: Explanation, message: str) -> None:
    """Ask about a number beside the row that lay there before and is gone: nobody can jump with it."""
    assert found.card, "a card beside the row is shown"
    if not out_of_turn(outbox, sighting, found.acts):
        play_all(outbox, sighting, found.acts, doubtful=found.guessed)
    ask_about(outbox, sighting.span.latest, "unexplained", message, [found.card])


def _stray(outbox: Outbox, sighting: Sighting, found: Explanation, *, gap: bool = False) -> None:
    """A card lies beside the row that no rule has put there: rule on it once, then wait for the table.

    ``gap``: nobody saw the first of these acts, which is a guess.
    """
    acts, card = found.acts, found.card
    assert card, "a card beside the row is shown"
    number = card.best.value if card.best else None
    if number is None or not card.sure:
        ask_about(outbox, sighting.span.latest, "unread-card", unread(card), [card])
        return
    if message := _played_before(outbox, [card]):
        _beside_for_nobody(outbox, sighting, found, message)
        return
    known = outbox.session.stray
    if known is None or known.number != number:
        ruling = rule_on(outbox, number, acts)
        if ruling.target is None and (missed := out_of_turn(outbox, sighting, acts)):
            # The card that it jumps on may be the one that was missed.
            _hold(outbox, sighting, found, missed)
            return
        if ruling.target is None and (doubtful := misread(outbox, sighting, card, acts)):
            doubted = replace(doubtful, sure=False)
            ask_about(outbox, sighting.span.latest, "unread-card", unread(doubted), [doubted])
            return
        held = ruling.verdict in OPEN_VERDICTS and bool(acts)
        outbox.tell(verdict_event(ruling, sighting.span.latest, stray=True, held=held))
        ask(outbox, sighting.span.latest, f"jump-{ruling.verdict}", after_verdict(ruling))
    stray = outbox.session.stray
    told = undisputed(outbox.session, stray, acts) if stray else ()
    after = acts[len(told) :]
    if another := out_of_turn(outbox, sighting, told, after):
        _hold(outbox, sighting, found, another)
    elif told:
        found = replace(found, acts=tuple(told))
        found = _with_last_doubted(outbox, sighting, found) if gap else found
        play_all(outbox, sighting, found.acts, doubtful=found.guessed, after=after)
