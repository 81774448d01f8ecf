"""What explains a sighting: the game as it was told, or as it must have been told otherwise. Pure.

What lies and came is explained from the last act on, or from an earlier one where only that explains it; a
card that was not read, or read wrongly, is taken for what fits, and what rests on that is a guess.
"""

from dataclasses import replace

from companion.cards import Zone
from companion.evidence import Sighting
from companion.following.announcing import arrival_of, rule_on, sent_back, verdict_event
from companion.following.claimed import disputed
from companion.following.misread import misread
from companion.following.mistaken import doubted_of_old, mistaken, read_otherwise
from companion.following.outbox import Outbox
from companion.following.overlooked import overlooked, ruled_jump, swept_away, unread_jump
from companion.following.overruling import overruled, revises
from companion.following.skipped import awaited
from companion.following.whose_turn import belied
from companion.jumps.adjudicator import Verdict
from companion.observing.blanks import between, named
from companion.observing.clues import Clues
from companion.observing.observer import Explanation, Rest, explain
from companion.observing.stories import PLAUSIBLE
from companion.records.game import take_back
from companion.sessions.events import Event, EventKind


def explanation(outbox: Outbox, sighting: Sighting, clues: Clues) -> Explanation:
    """Explain a sighting from here on, or from an act or some earlier where only that explains it."""
    found = explain(outbox.game.rules, outbox.game.state, sighting, outbox.game.gone, clues)
    if found.rest in (Rest.UNEXPLAINED, Rest.PENDING) and disputed(outbox.session):
        found = _with_last_act_returned(outbox, sighting, found)
    if not sighting.partly and (filled := _filled(outbox, sighting, clues, found)):
        return filled
    disproved = (
        found.rest is Rest.UNEXPLAINED or revises(outbox.session, sighting) or belied(outbox, sighting, found)
    )
    other = overruled(outbox.session, sighting) if disproved else None
    if other and other.leaves_out and found.rest is Rest.UNEXPLAINED:
        gone = sent_back(outbox.session, clues)
        other = None if awaited(outbox.game, sighting, clues, gone) else other
    if other:
        for _ in range(other.back):
            outbox.tell(Event(EventKind.UNDO, sighting.span.latest, {"eye": True}))
        return other.found
    if found.rest is not Rest.UNEXPLAINED or sighting.partly:
        return found
    instead = mistaken(outbox.game, sighting, clues) or read_otherwise(outbox.game, sighting, clues)
    doubted = None if instead else doubted_of_old(outbox.game, sighting, clues)
    if doubted and (filled := _filled(outbox, doubted, clues, found)):
        return filled
    asked = outbox.session.attention is not None and outbox.session.attention["code"] == "guessed-card"
    if instead and (instead.acts or asked):
        return instead
    return _with_unread_jump(outbox, sighting, clues, found) or found


def with_overlooked(outbox: Outbox, sighting: Sighting, found: Explanation, clues: Clues) -> Explanation:
    """Rule on a card that lay beside the row and left while an arm was in view.

    Where it was no jump on any of the cards known, acts may have been missed: those told now are doubtful.
    One that was in time is told, as a guess, where the row has been taken since.
    """
    pending = found.rest is Rest.PENDING
    if sighting.partly or not (pending or found.rest is Rest.NOTHING):
        return found
    if pending and not found.acts:
        return _taken_since(outbox, sighting, clues) or found
    number = overlooked(outbox.session, sighting, found.acts, clues)
    if number is None:
        return found
    ruling = rule_on(outbox, number, found.acts)
    came = arrival_of(outbox.session, Zone.JUMP, number)
    if ruling.target is None and came and misread(outbox, sighting, came.card, found.acts):
        return found
    if ruling.target is None:
        return replace(found, guessed=frozenset(range(len(found.acts))))
    outbox.tell(verdict_event(ruling, sighting.span.latest, stray=False, held=False))
    if pending and came and ruling.verdict is Verdict.IN_TIME:
        return swept_away(outbox.game, sighting, clues, found, came, ruling) or found
    return found


def _taken_since(outbox: Outbox, sighting: Sighting, clues: Clues) -> Explanation | None:
    """Explain a table from which the row was taken after the last ruling, on a jump in time.

    The jump card had gone before. Where another hand has taken the row than that of whoever was jumped on, it
    went back. No rule allows a jump that was too late: the next card has been told by then.
    """
    came = ruled_jump(outbox.session, clues)
    number = came.card.best.value if came and came.card.best else None
    if came is None or number is None:
        return None
    ruling = rule_on(outbox, number, ())
    found = swept_away(outbox.game, sighting, clues, None, came, ruling)
    hand = outbox.session.player_at(sighting.removed_side)
    theirs = found and hand in (None, *(act.player for act in found.acts if "take" in act.to_record()))
    return found if theirs else None


def _filled(outbox: Outbox, sighting: Sighting, clues: Clues, found: Explanation) -> Explanation | None:
    """Explain a table with a card that is taken for what lies about it; its arrival is believed to be so."""
    waits = found.rest in (Rest.UNREAD, Rest.UNEXPLAINED)
    filled = named(outbox.game, sighting, clues, found.acts)
    filled = filled or (between(outbox.game, sighting, clues) if waits else None)
    if filled is None:
        return None
    outbox.take(filled.arrivals)
    return filled.found


def _with_last_act_returned(outbox: Outbox, sighting: Sighting, found: Explanation) -> Explanation:
    """Let the table decide for the jump: the card that was played after it has gone back to the hand."""
    if not outbox.game.acts:
        return found
    earlier = take_back(outbox.game)
    other = explain(earlier.rules, earlier.state, sighting, earlier.gone)
    if not other.acts or "jump" not in other.acts[0].to_record():
        return found
    outbox.tell(Event(EventKind.UNDO, sighting.span.latest))
    return other


def _with_unread_jump(
    outbox: Outbox, sighting: Sighting, clues: Clues, before: Explanation
) -> Explanation | None:
    """Explain a table by a jump with a card beside the row that was not read for certain; a guess.

    Only where the row has been taken up and one of the numbers that it may be was a jump in time, no other.
    """
    came = unread_jump(outbox.session, clues)
    if came is None:
        return None
    numbers = {a.card.value for a in came.card.alternatives if a.probability >= PLAUSIBLE}
    rulings = [rule_on(outbox, number, ()) for number in numbers if number is not None]
    in_time = [ruling for ruling in rulings if ruling.verdict is Verdict.IN_TIME]
    if len(in_time) != 1:
        return None
    found = swept_away(outbox.game, sighting, clues, before if before.acts else None, came, in_time[0])
    return replace(found, otherwise=True) if found else None
