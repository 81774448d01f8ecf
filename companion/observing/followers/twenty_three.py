"""23: the pile shows what is played; passes, forces, folds and chips are no cards and are asked for.

Whose card it is is sure only where a hand is known to have brought it: whoever passes does so without one. A
turn that was skipped is told as a pass, unsure, once the next hand bears it out; so is a card below the rank,
with the bonus chips that it takes. Where the 1 comes again, all who still held cards have folded, unsure. How
many cards of one number were laid at once cannot be seen: it is told as one, unsure, where it may be more.
"""

from collections.abc import Sequence
from itertools import takewhile

from companion.cards import Zone
from companion.errors import IllegalAct
from companion.evidence import Arrival, SeenCard
from companion.observing.followers import words
from companion.observing.followers.base import (
    Findings,
    Move,
    Question,
    View,
    between,
    guessed_number,
    latest,
    lies_as,
    number_of,
    round_from,
    shows,
    taken_back,
)
from companion.observing.questions import unread
from companion.rules.base import Act
from companion.rules.twenty_three import TwentyThree
from companion.rules.twenty_three_state import (
    COPIES,
    LOWEST,
    REACH,
    Fold,
    NewRound,
    Pass,
    Play,
    TwentyThreeState,
)

RULES = TwentyThree()
PILE = frozenset({Zone.PILE})


def follow(view: View) -> Findings:
    """Give the plays that the pile shows, with the passes between them."""
    assert isinstance(view.game.state, TwentyThreeState)
    return _Following(view, view.game.state).run()


class _Following:
    """One reading of what came, from one state on."""

    def __init__(self, view: View, state: TwentyThreeState) -> None:
        self._view, self._state = view, state
        self._moves: list[Move] = []
        self._notes: list[str] = []

    def run(self) -> Findings:
        came = _lying(self._view, self._state)
        for i, arrival in enumerate(came):
            if question := self._step(arrival, came[i + 1 :]):
                return Findings(tuple(self._moves), question)
        note = Question("guessed-act", self._notes[-1]) if self._notes else None
        return Findings(tuple(self._moves), note)

    def _step(self, arrival: Arrival, later: Sequence[Arrival]) -> Question | None:
        """Tell what one card shows; gives what must be asked before anything more can be told."""
        if self._state.over:
            return None
        card, number = arrival.card, number_of(arrival.card)
        guess = number is None
        if number is None:
            number = guessed_number(card) if later or _is(card, self._state.rank) else None
            if number is None:
                message = words.covered(card) if later else unread(card)
                return Question("unread-card", message, (card,))
        if self._state.rank is None or self._state.to_move is None:
            return self._begin(number, arrival, later)
        if number == self._state.rank:
            return self._equal(number, arrival, later)
        if number == LOWEST:
            return self._begin(number, arrival, later)
        if any(lies_as(card, old.card) for old in self._view.spent[-2:-1]):
            return Question("taken-back", words.bared(card.alternatives[0].card), (card,))
        return self._played(number, arrival, later, ("act",) if guess else ())

    # ---- the beginning of a round

    def _begin(self, number: int, arrival: Arrival, later: Sequence[Arrival]) -> Question | None:
        hand = self._view.by(arrival)
        running = self._state.rank is not None and self._state.to_move is not None
        if running and not (hand and self._over_for_certain(later)):
            return Question("round-open", words.still_running(self._in()), (arrival.card,))
        if running:
            self._all_fold(arrival)
        state = self._state
        if number != LOWEST:
            return Question("unexplained", words.opening(number), (arrival.card,))
        if state.to_move is None:
            if hand is None:
                return Question("who-begins", words.starter(), (arrival.card,))
            self._do(NewRound(None, hand), arrival)
        elif hand not in (None, state.to_move):
            return Question("wrong-player", words.holder(str(state.to_move), str(hand)), (arrival.card,))
        self._do(Play(str(self._state.to_move), LOWEST), arrival)
        return None

    def _over_for_certain(self, later: Sequence[Arrival]) -> bool:
        """Say whether the round is over where a 1 has come, though nobody was seen to fold.

        There is one 1, and it was played first: it was dealt anew. That it was read rightly is borne out by a
        card on it that is lower than the rank was.
        """
        number = number_of(later[0].card) if later else None
        return self._state.round == 1 and number is not None and number < (self._state.rank or 0)

    def _all_fold(self, arrival: Arrival) -> None:
        """Let all fold who still hold cards: so a round ends."""
        span, names = between(self._view, arrival, self._moves), self._in()
        while self._state.to_move is not None:
            act = Fold(self._state.to_move)
            self._state = RULES.apply(self._state, act)
            self._moves.append(Move(act, span, ("act",)))
        self._notes.append(words.told_as_folds(names))

    # ---- plays

    def _equal(self, number: int, arrival: Arrival, later: Sequence[Arrival]) -> Question | None:
        """The same number lies otherwise: laid by whoever is to move, or pushed by anybody."""
        state, hand = self._state, self._view.by(arrival)
        if COPIES[number] == state.played[number] or hand not in (None, state.to_move):
            return None
        if not later:
            return Question("again-or-pushed", words.again(number), (arrival.card,))
        if self._view.by(later[0]) == state.to_move:
            return None
        return self._played(number, arrival, later, ("act",))

    def _played(
        self, number: int, arrival: Arrival, later: Sequence[Arrival], doubts: tuple[str, ...]
    ) -> Question | None:
        """Tell a play, after the passes of those who came before whose hand laid it."""
        hand = self._view.by(arrival)
        player = hand or str(self._state.to_move)
        if question := self._skip_to(player, number, arrival, later):
            return question
        state = self._state
        card, rank, bonus = arrival.card, state.rank or 0, state.bonus[state.players.index(player)]
        chips = -(-(rank - number) // REACH) if number < rank else 0
        if chips > bonus:
            return Question("unexplained", words.too_low(player, number, rank), (card,))
        if chips and not later:
            return Question("bonus", words.bonus(player, number, rank, chips), (card,))
        if chips:
            self._notes.append(words.told_with_bonus(player, number, rank, chips))
        seat = state.players.index(player)
        several = min(COPIES[number] - state.played[number], state.hands[seat]) > 1
        unsure = (
            *doubts,
            *(() if hand else ("player",)),
            *(("count",) if several else ()),
            *(("bonus",) if chips or (number > rank + 1 and bonus) else ()),
        )
        try:
            self._do(Play(player, number, 1, min(0, number - rank)), arrival, unsure)
        except IllegalAct:
            return Question("unexplained", words.too_many(number), (card,))
        return None

    def _skip_to(
        self, player: str, number: int, arrival: Arrival, later: Sequence[Arrival]
    ) -> Question | None:
        """Let those pass who were to move before this player, if what came later bears it out."""
        state = self._state
        if player == state.to_move:
            return None
        if not state.hands[state.players.index(player)]:
            return Question("unexplained", words.out(player, number), (arrival.card,))
        turns = takewhile(lambda n: n != player, round_from(state.players, str(state.to_move)))
        names = [n for n in turns if state.hands[state.players.index(n)]]
        next_hand = self._view.by(later[0]) if later else None
        if next_hand is None or (next_hand in names and len(self._in()) > len(names) + 1):
            card = str(number)
            return Question("wrong-player", words.skipped(names, player, card), (arrival.card,))
        span = between(self._view, arrival, self._moves)
        for name in names:
            act: Act = Fold(name) if self._state.forced else Pass(name)
            self._state = RULES.apply(self._state, act)
            self._moves.append(Move(act, span, ("act",)))
        self._notes.append(words.told_as_passes(names))
        return None

    def _in(self) -> list[str]:
        return [n for n, cards in zip(self._state.players, self._state.hands, strict=True) if cards]

    def _do(self, act: Act, arrival: Arrival, unsure: tuple[str, ...] = ()) -> None:
        self._state = RULES.apply(self._state, act)
        self._moves.append(Move(act, arrival.touch, unsure))


def _lying(view: View, state: TwentyThreeState) -> list[Arrival]:
    """Give the cards that came to the pile and were not taken back; the last one is its top.

    A top that nobody saw coming has come at some time since.
    """
    came = [a for a in latest(view.came, view.sighting, PILE) if not taken_back(a, view)]
    top = next(iter(view.sighting.zone(Zone.PILE)[-1:]), None)
    if top is None:
        return came
    below = state.rank
    while came and not shows(came[-1], top):
        earlier = [a for a in came[:-1] if shows(a, top)]
        if not earlier and number_of(top) != below:
            break
        came.pop()
    covered = came and shows(came[-1], top)
    known = number_of(top) == below or any(lies_as(top, old.card) for old in view.spent)
    if covered or known or not top.sure:
        return came
    return [*came, Arrival(top, view.since)]


def _is(card: SeenCard, rank: int | None) -> bool:
    """Say whether a card most likely bears the rank that lies already: then it is asked about as that."""
    return card.best is not None and card.best.value == rank
