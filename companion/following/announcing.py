"""What is said at the table: acts with their times and their doubts, rulings, requests for help. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import cast

from companion.cards import Card, Zone
from companion.clock import NS_PER_SECOND, Instant, Span
from companion.errors import Refusal
from companion.evidence import Arrival, SeenCard, Sighting
from companion.evidence_json import card_to_json
from companion.following.outbox import Outbox
from companion.following.overlooked import ruled_on
from companion.following.unwatched import unwatched
from companion.jumps.adjudicator import JUMP, Claim, Laid, Ruling, Verdict, partner, rule
from companion.jumps.testimony import grounds_to_json
from companion.observing.clues import Clues, brought_all, in_order
from companion.observing.geometry import same_place
from companion.observing.hands import disputed, players_at
from companion.observing.questions import wrong_player
from companion.records.game import Game, Played
from companion.rules.base import Act, Layout
from companion.sessions.deciding import act_events
from companion.sessions.events import Event, EventKind
from companion.sessions.session import Session

AT_ONCE = NS_PER_SECOND // 4
"""Nobody lays two cards within this time."""

OPEN_VERDICTS = (Verdict.IN_TIME, Verdict.TOO_CLOSE)
"""Verdicts after which the table may still go on with the jump."""


def laid_face(act: Act) -> object:
    """Give the face that an act lays as the record has it; None where it lays none."""
    fields = act.to_record()
    return fields.get("play", fields.get("jump"))


def ask_about(outbox: Outbox, at: Instant, code: str, message: str, cards: Sequence[SeenCard]) -> None:
    """Ask for help with some cards, and remember where they lie."""
    data = {"code": code, "message": message, "cards": [card_to_json(card) for card in cards]}
    if not outbox.session.attention or outbox.session.attention["message"] != message:
        outbox.tell(Event(EventKind.ATTENTION, at, data))


def waiting(session: Session, sighting: Sighting, expected: Layout) -> list[SeenCard]:
    """Give the cards that came, lie there still, and are none of the expected ones."""
    faces = [card for _, cards in expected.zones for card in cards]
    there = [a.card for a in session.arrivals if any(same_place(a.card, card) for card in sighting.cards)]
    return [card for card in there if not any(card.probability(face) > 0.5 for face in faces)]


def ask(outbox: Outbox, at: Instant, code: str, message: str) -> None:
    """Ask for help, once."""
    data = {"code": code, "message": message}
    if outbox.session.attention != data:
        outbox.tell(Event(EventKind.ATTENTION, at, data))


def clear(outbox: Outbox, at: Instant) -> None:
    """Say that what was asked about, or lay beside the row, is settled."""
    asked = outbox.session.attention and not outbox.session.stuck
    if asked or outbox.session.stray:
        outbox.tell(Event(EventKind.CLEARED, at, {"stray": True}))


def play_all(
    outbox: Outbox,
    sighting: Sighting,
    acts: Sequence[Act],
    decided: int | None = None,
    doubtful: frozenset[int] = frozenset(),
    after: Sequence[Act] = (),
) -> None:
    """Announce acts; ``decided`` is a jump card ruled on before, about which the table has now spoken.

    ``after``: what is known to have been done after them and is not told yet.
    """
    players = players_at(outbox.game, outbox.session.hands)
    came = brought_all(acts, Clues(in_order(_since_told(outbox.session)), players), after)
    guessed = unwatched(outbox.session.arrivals)
    for i, (act, arrival) in enumerate(zip(acts, came, strict=True)):
        line, unsure = act.to_record(), ("act",) if i in doubtful else ()
        if "jump" in line:
            number = cast(int, line["jump"])
            _jump(outbox, sighting, number, decided == number, unsure)
        else:
            later = next((a for a in came[i + 1 :] if a), None)
            until = later.touch.earliest if later else None
            if (first := arrival or later) and first.touch in guessed:
                unsure, until = ("act",), first.touch.latest
            _play(outbox, sighting, line, arrival, unsure, until)


def _since_told(session: Session) -> Sequence[Arrival]:
    """Give the cards that came since the last act that the eye has told: none before it was laid after it."""
    spent = {arrival.touch for arrival in session.spent}
    acts = reversed(session.game.acts) if session.game else ()
    last = next((act.touch.latest for act in acts if act.touch in spent), None)
    return [a for a in session.arrivals if last is None or a.touch.latest > last]


def _play(
    outbox: Outbox,
    sighting: Sighting,
    line: Mapping[str, object],
    arrival: Arrival | None,
    unsure: tuple[str, ...],
    until: Instant | None,
) -> None:
    """Announce a card laid on the row, or the taking of everything; ``until``: before what time it was.

    The player is doubtful where another one's hand was seen, and where hands are seen but none that came with
    this card. So it is where the hand's side is unknown and the player of the act before was doubtful, and
    where the right hand may have been there by chance.
    """
    touch, side = moment_of(outbox.session, sighting, arrival)
    if arrival is None and until is not None:
        touch = Span(min(touch.earliest, until), min(touch.latest, until))
    by = outbox.session.player_at(side)
    another = by is not None and by != line["player"]
    both = {outbox.session.player_at(side) for side in arrival.either} if arrival else set()
    wrong = another and line["player"] not in both
    hands = outbox.session.hands
    last = outbox.game.acts[-1].unsure if outbox.game.acts else ()
    unseen = "play" in line and bool(hands) and (arrival is None or (side is None and "player" in last))
    doubt = another or unseen or disputed(outbox.game, hands, str(line["player"]), side)
    doubt = doubt or (by is not None and _by_chance(outbox.session))
    _announce(outbox, line, (*unsure, "player") if doubt else unsure, touch, sighting)
    if wrong:
        ask(outbox, sighting.span.latest, "wrong-player", wrong_player(str(line["player"]), str(by)))


def _by_chance(session: Session) -> bool:
    """Say whether the next hand may be that of whose turn it is by chance.

    That is so as long as fewer hands in a row, this one among them, have been right than were wrong in a row
    just before those.
    """
    right = [hand.player == session.player_at(hand.side) for hand in session.hands]
    since = len(list(takewhile(bool, reversed(right))))
    wrong = len(list(takewhile(lambda was: not was, reversed(right[: len(right) - since]))))
    return since + 1 < wrong


def _jump(outbox: Outbox, sighting: Sighting, number: int, decided: bool, unsure: tuple[str, ...]) -> None:
    """Rule on a jump that the rules allow, unless the table has just decided it, and announce it."""
    ruling = rule_on(outbox, number, ())
    if not (decided or _open_claim(outbox.session, number)):
        outbox.tell(verdict_event(ruling, sighting.span.latest, stray=False, held=False))
        if ruling.verdict not in OPEN_VERDICTS:
            ask(outbox, sighting.span.latest, f"jump-{ruling.verdict}", ruling.reason)
            return
    on = outbox.game.laid[-1].by if outbox.game.laid else None
    by, sure = _jumper(outbox.game, ruling.by, on)
    touch = moment_of(outbox.session, sighting, arrival_of(outbox.session, Zone.JUMP, number))[0]
    doubt = unsure if sure else (*unsure, "player")
    _announce(outbox, {"player": by, "jump": number}, doubt, touch, sighting)


def _open_claim(session: Session, number: int) -> bool:
    """Say whether this very card was ruled on before, and the table could go on with the jump."""
    came = arrival_of(session, Zone.JUMP, number)
    verdict = session.claim.data["verdict"] if session.claim else None
    return came is not None and ruled_on(session, came) and verdict in OPEN_VERDICTS


def sent_back(session: Session, clues: Clues) -> list[Arrival]:
    """Give the card beside the row that was last ruled to go back to the hand."""
    goes_on = session.claim is None or session.claim.data["verdict"] in OPEN_VERDICTS
    return [] if goes_on else [a for a in clues.arrivals if ruled_on(session, a)]


def _jumper(game: Game, by: str | None, on: str | None) -> tuple[str, bool]:
    """Give the jumper, and whether it is certain; where nothing tells, the next player after the card's."""
    others = [p for p in game.state.players if p != on]
    if by and by in others:
        return by, True
    start = game.state.players.index(on) if on else 0
    order = game.state.players[start + 1 :] + game.state.players[:start]
    return order[0], len(others) == 1


def rule_on(outbox: Outbox, number: int, acts: Sequence[Act]) -> Ruling:
    """Put the claim before the judge, with the cards laid so far and those that the acts would lay."""
    session, game = outbox.session, outbox.game
    arrival = arrival_of(session, Zone.JUMP, number)
    touch = arrival.touch if arrival else _since_last(session)
    told = [card for card in game.laid if not _belied(session, game, card)]
    new = _all_laid(session, game.laid, acts)
    row = [*_in_turn([*told, *new[:1]]), *new[1:]]
    claim = Claim(number, touch, _claimant(session, arrival, row) if arrival else None)
    row += _taken_back(session, claim, row)
    open_jump = bool(game.rules.layout(game.state).zone(Zone.JUMP))
    return rule(claim, row, session.presses, open_jump)


def _belied(session: Session, game: Game, card: Laid) -> bool:
    """Say whether a card was told as a guess, and its number has surely come since on another card."""
    guessed = any(act.touch == card.touch and "act" in act.unsure for act in game.acts)
    return guessed and any(
        a.card.believed is not None and a.card.believed.value == card.number and a.touch != card.touch
        for a in session.arrivals
    )


def _claimant(session: Session, arrival: Arrival, row: Sequence[Laid]) -> str | None:
    """Give who laid a card beside the row: the player whose arm was there; None where that is not clear.

    Of two arms, it was neither that of whose turn it was nor that of whoever laid the card jumped on, though
    that was there for longer: it may linger.
    """
    face, by = arrival.card.best, session.player_at(arrival.side)
    on = [card.by for card in row if face and face.value and card.number == partner(face.value)]
    if by is not None and not (arrival.either and by in on[-1:]):
        return by
    players = session.game.state.players if session.game else ()
    there = {session.player_at(side) for side in arrival.either}
    if not on or on[-1] not in players or None in there or len(there) != 2:
        return None
    turn = players[(players.index(on[-1]) + 1) % len(players)]
    others = there - {turn, on[-1]}
    return others.pop() if len(others) == 1 else None


def _all_laid(session: Session, before: Sequence[Laid], acts: Sequence[Act]) -> list[Laid]:
    """Give the cards of acts as the judge wants them; ``before``: those laid already.

    One that seems to have come as another's hand laid a card before it came later: some time before the next.
    One that seems to have come after the next one came earlier: since the one before it.
    """
    came = _brought(session, acts)
    row = [_laid(session, act, a) for act, a in zip(acts, came, strict=True)]
    for i, (act, arrival) in enumerate(zip(acts, came, strict=True)):
        if arrival and row[i].by != act.player and _with_another(arrival, [*before, *row[:i]], session):
            until = row[i + 1].touch if i + 1 < len(row) else _open_ended(arrival.touch, session)
            touch = Span(arrival.touch.earliest, max(arrival.touch.latest, until.latest))
            row[i] = replace(row[i], touch=touch)
    for i in reversed(range(len(row) - 1)):
        if came[i] and row[i + 1].touch.latest <= row[i].touch.latest:
            row[i] = _before(row[i], row[i + 1], [*before, *row[:i]])
    return row


def _brought(session: Session, acts: Sequence[Act]) -> list[Arrival | None]:
    """Give the card of the row that each act has laid.

    When one came that was not read surely is open, unless it may be this very face.
    """
    players = players_at(session.game, session.hands) if session.game else {}
    brought = brought_all(acts, Clues(in_order(_since_told(session)), players))
    return [
        a
        if a and a.card.sure and a.card.zone is Zone.ROW
        else arrival_of(session, Zone.ROW, act.to_record().get("play"))
        for act, a in zip(acts, brought, strict=True)
    ]


def _in_turn(told: Sequence[Laid]) -> list[Laid]:
    """Give the cards that acts have laid, in order, each with a time before that of the next.

    Two that touch behind one arm seem to have come together.
    """
    row = list(told)
    for i in reversed(range(len(row) - 1)):
        if row[i + 1].touch.latest <= row[i].touch.latest:
            row[i] = _before(row[i], row[i + 1], row[:i])
    return row


def _before(card: Laid, after: Laid, earlier: Sequence[Laid]) -> Laid:
    """Give a card with a time since the last of those ``earlier`` and before the one ``after`` it."""
    until = after.touch.earliest
    since = min([card.touch.earliest, until, *(other.touch.latest for other in earlier[-1:])])
    return replace(card, touch=Span(Instant(since), max(since, until)))


def _laid(session: Session, act: Act, arrival: Arrival | None) -> Laid:
    """Give a card as the judge wants it; who laid it is whose hand brought it, where that is known."""
    face = act.to_record().get("play")
    by = session.player_at(arrival.side) if arrival else None
    touch = arrival.touch if arrival else _since_last(session)
    return Laid(face if type(face) is int else None, by or str(act.player), touch)


def _taken_back(session: Session, claim: Claim, row: Sequence[Laid]) -> list[Laid]:
    """Give the cards that came after the one jumped on, though no act has laid them: they end the chance too.

    Of one that was not read surely it is open whether it was a card at all: its time is open to the end. So
    is that of one that seems to have come as its hand laid another: it came later, perhaps in another hand.
    """
    partners = [
        card.touch for card in row if card.number is not None and abs(card.number - claim.number) == JUMP
    ]
    if not partners:
        return []
    # Who jumps has seen the number: one that seems to have come later was only read later.
    since = min(max(touch.latest for touch in partners), claim.touch.earliest)
    known, jump = {card.touch for card in row}, Card.number(claim.number)
    numbers = {card.number for card in row if card.number is not None}
    came = [
        a
        for a in session.arrivals
        if a.card.zone is Zone.ROW and a.touch not in known
        # A number lies there once: what is surely read as one of the row's is that card, seen anew.
        if a.card.believed is None or a.card.believed.value not in numbers
        if a.touch != claim.touch or a.card.probability(jump) == 0
    ]
    # A sure one that seems to have come in that very moment came later, too: both are not laid at once.
    later = [a for a in came if a.touch.latest > since or (a.card.sure and a.touch.latest == since)]
    ended = []
    for a in later:
        part = _with_another(a, row, session)
        if a.card.sure or (a.side and not part):
            touch = a.touch if a.card.sure and not part else _open_ended(a.touch, session)
            ended.append(Laid(None, session.player_at(a.side) or "", touch))
    return ended


def _with_another(came: Arrival, row: Sequence[Laid], session: Session) -> bool:
    """Say whether something came just as its hand laid a card: nobody lays two, so it is a part of that."""
    by = session.player_at(came.side)
    return by is not None and any(
        card.by == by and abs(card.touch.latest - came.touch.latest) < AT_ONCE for card in row
    )


def _open_ended(touch: Span, session: Session) -> Span:
    """Give the time from a touch on to the last look."""
    return Span(touch.earliest, max(touch.latest, session.seen.span.latest if session.seen else touch.latest))


def verdict_event(ruling: Ruling, at: Instant, *, stray: bool, held: bool) -> Event:
    """Give the event of a ruling; ``held``: play waits for the table (``sessions.session.Stray``)."""
    data = {
        "jump": ruling.jump,
        "on": ruling.on,
        "by": ruling.by,
        "verdict": str(ruling.verdict),
        "margin_ms": None if ruling.margin_ms is None else round(ruling.margin_ms, 1),
        "error_ms": round(ruling.error_ms, 1),
        "reason": ruling.reason,
        "stray": stray,
        "held": held,
        "evidence": grounds_to_json(ruling),
    }
    return Event(EventKind.VERDICT, at, data)


def _announce(
    outbox: Outbox,
    line: Mapping[str, object],
    unsure: tuple[str, ...],
    touch: Span,
    sighting: Sighting,
) -> None:
    """Tell of an act, with what of it is doubtful; ``t`` is the first frame that shows it."""
    t = outbox.game.seconds_at(touch.latest)
    doubt = {"unsure": list(unsure)} if unsure else {}
    try:
        events, _ = act_events(outbox.game, Played({"t": t, **line, **doubt}, touch), touch.latest)
    except Refusal as refusal:
        ask(outbox, sighting.span.latest, str(refusal.code), refusal.message)
        return
    outbox.tell(*events)


def arrival_of(session: Session, zone: Zone, face: object) -> Arrival | None:
    """Give the last card that came to this zone and may be the one sought."""
    if face is None:
        return None
    card = Card.parse(str(face))
    there = [a for a in session.arrivals if a.card.zone is zone]
    fitting = [a for a in there if a.card.probability(card) > 0]
    return fitting[-1] if fitting else None


def moment_of(session: Session, sighting: Sighting, arrival: Arrival | None) -> tuple[Span, str | None]:
    """Give when a thing happened and from which side, from its arrival, else from what was taken away."""
    if arrival:
        return arrival.touch, arrival.side
    if session.removed and session.removed.removed_at:
        return session.removed.removed_at, session.removed.removed_side
    return _since_last(session), None


def _since_last(session: Session) -> Span:
    """Give the span of a thing of which only the picture after it is known."""
    assert session.seen, "the sighting itself is told first"
    last = session.game.acts[-1].touch if session.game and session.game.acts else None
    now = session.seen.span.latest
    return Span(min(last.latest, now) if last else now, now)
