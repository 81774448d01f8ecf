"""No Thanks!: the open card is seen, and so is whose hand is at it; tokens are not.

A hand at the open card that leaves it there has paid a token, once the next player's hand bears that out: it
comes to the card in turn, or takes it. Who was passed over must have paid too, and is told as unsure. Who
sits where must be known; without that only the first card turned up is told. An open card that could not be
read is told as what it most likely was once the next one is turned up in its place.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from companion.cards import Card, Zone, plain
from companion.clock import NS_PER_SECOND
from companion.errors import IllegalAct
from companion.evidence import Arrival, SeenCard, distance
from companion.observing.followers import words
from companion.observing.followers.base import (
    Findings,
    Move,
    Question,
    View,
    between,
    guessed_number,
    latest,
    number_of,
    round_from,
)
from companion.observing.questions import unread
from companion.rules.base import Act
from companion.rules.no_thanks import NoThanks
from companion.rules.no_thanks_state import Flip, NoThanksState, Take, Token

RULES = NoThanks()
ROW = frozenset({Zone.ROW})

AWAY = 0.6
"""An open card that lies farther off than this, in card heights, was moved away: taken."""

SAME_VISIT = 3 * NS_PER_SECOND // 10
"""A hand that is at the card so soon after it was turned up is the one that turned it up."""


LAID_BY = 2 * NS_PER_SECOND
"""Whoever takes a card is at their own ones so soon after it has left its place."""


def follow(view: View) -> Findings:
    """Give the cards turned up, the tokens that hands have left, and who took the card."""
    assert isinstance(view.game.state, NoThanksState)
    return _Following(view, view.game.state).run()


class _Following:
    """One reading of what came, from one state on."""

    def __init__(self, view: View, state: NoThanksState) -> None:
        self._view, self._state = view, state
        self._moves: list[Move] = []
        self._visits: list[Arrival] = []
        self._flip: Arrival | None = None
        self._unsure: list[Arrival] = []
        self._guessed = False
        self._note: Question | None = None

    def run(self) -> Findings:
        for arrival in latest(self._view.came, self._view.sighting, ROW):
            if question := self._step(arrival):
                return self._findings(question)
        question = self._pay(())
        return self._findings(question or self._left())

    def _findings(self, question: Question | None) -> Findings:
        tokens = Question("guessed-act", words.TOKENS_PAID) if self._guessed else None
        return Findings(tuple(self._moves), question or self._note or tokens)

    def _step(self, arrival: Arrival) -> Question | None:
        """Tell what one card shows that came, or that a hand was at."""
        state, number = self._state, number_of(arrival.card)
        if state.over:
            return None
        if number in self._collected():
            return self._do(Flip(None, number or 0), arrival) if self._turned_up_again(arrival) else None
        if number is None:
            return self._unread(arrival)
        if number == state.open:
            return self._at_open(arrival)
        if state.open is None and (question := self._was_open(arrival)):
            return question
        if self._state.open is not None and (question := self._must_be_taken(arrival)):
            return question
        self._flip, self._visits = arrival, []
        return self._do(Flip(None, number), arrival)

    def _was_open(self, arrival: Arrival) -> Question | None:
        """Tell, as a guess, the card that lay where one is turned up now and was never sure, if one did.

        Hands were at it as at any other.
        """
        face, place = arrival.card.best, arrival.card.quad
        there = [a for a in self._unsure if distance(a.card.quad, place) <= AWAY]
        if not there or face is None or any(a.card.probability(plain(face)) > 0 for a in there):
            return None  # it may be this very card, read better now
        first, *visits = there
        number = guessed_number(first.card)
        if number is None:
            return Question("unread-card", words.taken_unread(first.card), (first.card,))
        self._note = Question("guessed-act", words.guessed(first.card, number))
        taken_for = replace(first.card, sure=True)
        self._flip, self._visits, self._unsure = replace(first, card=taken_for), [], []
        if question := self._do(Flip(None, number), first, ("act",)):
            return question
        for visit in visits:
            self._at_open(visit)
        return None

    def _unread(self, arrival: Arrival) -> Question | None:
        """Tell what a card shows that is not sure: mostly the one that was open, or a player's own."""
        place, best = self._place(), arrival.card.best
        if self._state.open is None and best is not None and best.value not in self._collected():
            self._unsure.append(arrival)
        if place is not None and distance(place.quad, arrival.card.quad) > AWAY:
            if self._may_have_been_open(arrival, place):
                return self._taken(arrival, self._remover() or self._view.by(arrival))
            if best is not None and best.value in self._collected():
                return None
        return Question("unread-card", unread(arrival.card), (arrival.card,)) if self._new(arrival) else None

    def _collected(self) -> set[int]:
        """Give the cards that players have taken."""
        return {card for cards in self._state.cards for card in cards}

    def _may_have_been_open(self, arrival: Arrival, place: SeenCard) -> bool:
        """Say whether an unread card elsewhere may be the open one, which does not lie there any more."""
        sighting, number = self._view.sighting, self._state.open or 0
        there = (c for c in sighting.zone(Zone.ROW) if distance(place.quad, c.quad) <= AWAY)
        left = all(c.sure and number_of(c) != number for c in there) and not sighting.partly
        return left and arrival.card.probability(Card.number(number)) > 0

    def _turned_up_again(self, arrival: Arrival) -> bool:
        """Say whether a card that somebody has taken lies where the open card did: one of both is another."""
        face, seen = plain(arrival.card.best) if arrival.card.best else None, self._view.sighting
        there = (c for c in seen.zone(Zone.ROW) if distance(c.quad, arrival.card.quad) <= AWAY)
        lies = any(c.believed and plain(c.believed) == face for c in there) and not seen.partly
        return lies and self._state.open is None and self._where_open_lay(arrival.card)

    def _where_open_lay(self, card: SeenCard) -> bool:
        """Say whether a card lies where the last one was turned up that somebody has taken since."""
        turned = {played.touch for played in self._view.game.acts if "flip" in played.line}
        places = [old.card.quad for old in self._view.spent if old.touch in turned]
        return self._state.open is None and any(distance(quad, card.quad) <= AWAY for quad in places[-1:])

    def _new(self, arrival: Arrival) -> bool:
        """Say whether an unread card still lies where it came, and is none that was known before."""
        known = [old.card for old in self._view.spent if not self._where_open_lay(old.card)]
        lies = any(
            distance(c.quad, arrival.card.quad) < AWAY and not c.sure for c in self._view.sighting.cards
        )
        return lies and all(distance(card.quad, arrival.card.quad) >= AWAY for card in known)

    # ---- the open card

    def _at_open(self, arrival: Arrival) -> Question | None:
        """A hand was at the open card: it left a token there, or took the card."""
        place = self._place()
        if place is not None and distance(place.quad, arrival.card.quad) > AWAY:
            return self._taken(arrival, self._remover() or self._view.by(arrival))
        hand = self._view.by(arrival)
        if hand and hand != self._last_visitor() and not self._turns_up(arrival):
            self._visits.append(arrival)
        return None

    def _last_visitor(self) -> str | None:
        """Give whose hand was at the card last: who has just paid may set the token right."""
        if self._visits:
            return self._view.by(self._visits[-1])
        told = [act.line for act in self._view.game.acts[-1:]]
        last = self._moves[-1].act.to_record() if self._moves else told[-1] if told else {}
        return str(last["player"]) if "token" in last else None

    def _place(self) -> SeenCard | None:
        """Give the open card where it was turned up, or where hands were at it."""
        if self._flip and number_of(self._flip.card) == self._state.open:
            return self._flip.card
        face = Card.number(self._state.open or 0)
        known = (old.card for old in self._view.spent if old.card.probability(face) > 0)
        return next(known, None)

    def _turns_up(self, arrival: Arrival) -> bool:
        """Say whether the hand at the card is still the one that has turned it up."""
        face = Card.number(self._state.open or 0)
        ups = [a for a in self._view.spent if a.card.probability(face) > 0][:1]
        flip = self._flip or next(iter(ups), None)
        if flip is None or flip.side is not arrival.side:
            return False
        return arrival.touch.earliest <= flip.touch.latest + SAME_VISIT

    def _must_be_taken(self, arrival: Arrival) -> Question | None:
        """Another card is turned up, so somebody has taken the one before, unless that lies there still."""
        place, number = self._place(), self._state.open
        here = [c for c in self._view.sighting.zone(Zone.ROW) if number_of(c) == number]
        if any(place is None or distance(place.quad, c.quad) <= AWAY for c in here):
            message = words.still_open(number or 0, number_of(arrival.card) or 0)
            return Question("card-open", message, (arrival.card,))
        return self._taken(arrival, self._remover())

    def _left(self) -> Question | None:
        """The open card is not there any more: somebody has taken it out of sight."""
        sighting, number = self._view.sighting, self._state.open
        gone = number is not None and not any(number_of(c) == number for c in sighting.zone(Zone.ROW))
        removed = self._view.removed
        if sighting.partly or not gone or removed is None or removed.removed_at is None:
            return None
        where = self._place()
        if where is None:
            return None
        return self._taken(Arrival(where, removed.removed_at, removed.removed_side), self._remover())

    def _remover(self) -> str | None:
        removed = self._view.removed
        return self._view.players.get(removed.removed_side) if removed and removed.removed_side else None

    def _lays_by(self) -> str | None:
        """Give who was at their own cards as the open one went, whoever's hand took it; None without one."""
        gone = self._view.removed.removed_at if self._view.removed else None
        if gone is None:
            return None
        until = gone.latest + LAID_BY
        came = (a for a in self._view.came if gone.earliest <= a.touch.latest <= until)
        hands = ((self._view.by(a), number_of(a.card)) for a in came)
        cards = dict(zip(self._state.players, self._state.cards, strict=True))
        return next((hand for hand, number in hands if hand and number in cards[hand]), None)

    def _taken(self, arrival: Arrival, hand: str | None) -> Question | None:
        number, guess = self._state.open or 0, False
        if hand is None and (hand := self._lays_by()):
            guess, self._note = True, Question("guessed-act", words.lays_by(number, hand))
        if hand is None:
            return Question("who-took", words.who_took(number), (arrival.card,))
        if question := self._pay((hand,), arrival):
            return question
        # Whoever was at the card and took it later only touched it, or all others have paid meanwhile unseen.
        tokens = ("tokens",) if self._visits and self._last_visitor() == hand else ()
        return self._do(Take(hand), arrival, (*(("act",) if guess else ()), *tokens))

    # ---- tokens

    def _pay(self, then: Sequence[str], last: Arrival | None = None) -> Question | None:
        """Tell the tokens that the visits have left, as far as later hands bear them out.

        ``then``: whose hand took the card after them; without one, the last visitor may not have paid.
        """
        hands = [str(self._view.by(visit)) for visit in self._visits]
        for visit, hand, later in zip(self._visits, hands, [*hands[1:], *then, None], strict=False):
            if later in (None, hand):
                break
            borne_out = hand == self._state.to_move or later == self._after(hand)
            if borne_out and (question := self._skip(hand, visit) or self._do(Token(hand), visit)):
                return question
        if then and (question := self._skip(then[0], last)):
            return question
        return None

    def _skip(self, hand: str, until: Arrival | None) -> Question | None:
        """Let those pay who must have, for this hand was at the card though they were to move before."""
        order = round_from(self._state.players, str(self._state.to_move))
        for name in list(takewhile(lambda n: n != hand, order)):
            self._guessed = True
            if question := self._do(Token(name), until, ("act",)):
                return question
        return None

    def _after(self, name: str) -> str:
        players = self._state.players
        return players[(players.index(name) + 1) % len(players)]

    def _do(self, act: Act, arrival: Arrival | None, unsure: tuple[str, ...] = ()) -> Question | None:
        """Tell an act; gives what must be asked where the rules forbid it."""
        try:
            self._state = RULES.apply(self._state, act)
        except IllegalAct as refusal:
            return Question(str(refusal.code), refusal.message, (arrival.card,) if arrival else ())
        assert arrival, "every act follows from something seen"
        unseen = "act" in unsure and not isinstance(act, Flip)
        span = between(self._view, arrival, self._moves) if unseen else arrival.touch
        self._moves.append(Move(act, span, unsure))
        return None
