"""23: the pile shows what is played; passes, forces, folds and chips are no cards and are asked for.

Whose card it is is sure only where a hand is known to have brought it: whoever passes does so without one. A
turn that was skipped is told as a pass, unsure, once the next hand or two more cards bear it out, and as a
fold where the player's turn before or after it was skipped too; so is a card below the rank, with the bonus
chips that it takes. Where the 1 comes again, all who still held cards have folded, unsure. How many cards of
one number were laid at once cannot be seen: it is told as one, unsure, where it may be more.
"""

from collections.abc import Sequence
from itertools import islice, takewhile

from companion.cards import Card, Zone
from companion.errors import IllegalAct
from companion.evidence import Arrival, SeenCard, distance
from companion.observing.followers import words
from companion.observing.followers.base import (
    ON_STACK,
    PUSHED,
    SAME_LYING,
    Findings,
    Move,
    Question,
    View,
    between,
    guessed_number,
    latest,
    lies_as,
    likeliest_number,
    number_of,
    round_from,
    shows,
    taken_back,
)
from companion.observing.followers.equal_cards import in_turn, moved
from companion.observing.followers.left_round import left_before, skipped_again, skipped_before, stayed_in
from companion.observing.followers.new_rounds import (
    PLAYED_ON,
    bare_before,
    laid_upon,
    next_round,
    over_for_certain,
)
from companion.observing.followers.unread_cards import chips_weighed, fitting_number
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

LEFT_OPEN = 0.15
"""A card that was not read for certain may be any where the eye leaves at least this share (0-1) open."""


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
        self._back = 0

    def run(self) -> Findings:
        came, at, lost = _lying(self._view, self._state), 0, False
        while at < len(came):
            question = self._step(came[at], came[at + 1 :])
            while question and (anew := next_round(self._view, self._state, came, at)) is not None:
                at, lost = anew, True
                question = self._begin(LOWEST, came[at], came[at + 1 :])
            if question:
                return Findings(tuple(self._moves), question, back=self._back)
            at += 1
        note = (
            Question("guessed-act", words.round_lost() if lost else self._notes[-1]) if self._notes else None
        )
        return Findings(tuple(self._moves), note, back=self._back)

    def _step(self, arrival: Arrival, later: Sequence[Arrival]) -> Question | None:
        """Tell what one card shows; gives what must be asked before anything more can be told."""
        if self._state.over:
            return None
        card, number = arrival.card, number_of(arrival.card)
        guess = number is None
        if number is None:
            likely = chips_weighed(card, self._state, later)
            number = self._guess(likely, arrival, later)
            if number is None and (number := likeliest_number(likely, later)):
                self._notes.append(words.guessed(card, number))
            if number is None and (number := fitting_number(card, self._state, later)):
                self._notes.append(words.fitting(number))
            if number is None:
                message = words.covered(card) if later else unread(card)
                return Question("unread-card", message, (card,))
        self._let_back_in(number, arrival, later)
        if self._state.rank is None or self._state.to_move is None:
            return self._begin(number, arrival, later)
        if number == self._state.rank:
            return self._equal(number, arrival, later)
        if number == LOWEST:
            return self._begin(number, arrival, later)
        bared = any(lies_as(card, old.card) for old in self._view.spent[-2:-1])
        if bared and not self._borne_out(arrival, laid_upon(number, later)):
            return Question("taken-back", words.bared(card.alternatives[0].card), (card,))
        return self._played(number, arrival, later, ("act",) if guess or bared else ())

    def _guess(self, card: SeenCard, arrival: Arrival, later: Sequence[Arrival]) -> int | None:
        """Give what a card most likely is that was covered before it was read, or that may be the one before.

        So too where no more will be seen of it. The first of a round is the 1, if it may be that.
        """
        state, covered = self._state, _settled_by(later)
        first = state.rank is None or state.to_move is None or self._swept_away(arrival, later)
        if covered and first and _may_be(arrival.card, LOWEST):
            return LOWEST
        told = covered or self._view.ended or _is(card, state.rank)
        return guessed_number(card) if told else None

    def _swept_away(self, arrival: Arrival, later: Sequence[Arrival]) -> bool:
        """Say whether the pile was gone before a card came, and one lower than its rank lies on that now.

        Nobody takes it away but between the rounds.
        """
        rank = self._state.rank or LOWEST
        lower = any((number_of(a.card) or rank) < rank for a in later)
        return self._state.round == 1 and lower and bare_before(self._view, arrival)

    # ---- the beginning of a round

    def _begin(self, number: int, arrival: Arrival, later: Sequence[Arrival]) -> Question | None:
        hand = self._view.by(arrival)
        running = self._state.rank is not None and self._state.to_move is not None
        laid_on = running and not bare_before(self._view, arrival)
        if running and not (hand and over_for_certain(self._view, self._state, later, laid_on)):
            return Question("round-open", words.still_running(self._in()), (arrival.card,))
        if running:
            self._all_fold(arrival)
        state = self._state
        if number != LOWEST:
            if (under := self._under(arrival)) and state.to_move is not None:
                self._do(Play(state.to_move, LOWEST), under, ("act",))
                return self._played(number, arrival, later, ())
            return Question("unexplained", words.opening(number), (arrival.card,))
        if state.to_move is None:
            if hand is None:
                return Question("who-begins", words.starter(), (arrival.card,))
            self._do(NewRound(None, hand), arrival, ("act",) if laid_on else ())
        elif hand not in (None, state.to_move):
            return Question("wrong-player", words.holder(str(state.to_move), str(hand)), (arrival.card,))
        guess = number_of(arrival.card) is None or laid_on
        self._do(Play(str(self._state.to_move), LOWEST), arrival, ("act",) if guess else ())
        return None

    def _under(self, arrival: Arrival) -> Arrival | None:
        """Give the card that came before a round's second one and lay under it, though it was not read."""
        hands = (None, self._state.to_move)
        unread = (
            a
            for a in self._view.came
            if a.touch.latest < arrival.touch.latest and not a.card.alternatives and self._view.by(a) in hands
        )
        return next((a for a in unread if distance(a.card.quad, arrival.card.quad) < ON_STACK), None)

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
        state, hand, laid = self._state, self._view.by(arrival), laid_upon(number, later)
        off = moved(arrival, self._view)
        if COPIES[number] == state.played[number] or (not laid and hand not in (None, state.to_move)):
            return None
        if hand is None and off is not None and off <= SAME_LYING:
            return None
        if not laid:
            return Question("again-or-pushed", words.again(number), (arrival.card,))
        after = self._view.by(laid[0])
        turns = [name for name in self._turns() if name in self._in()]
        if hand != state.to_move and hand and not (after and in_turn(hand, after, turns, off)):
            return None
        if after == state.to_move and (off or 0.0) <= PUSHED:
            return None
        return self._played(number, arrival, later, ("act",))

    def _turns(self) -> list[str]:
        """Give all players from the one to move on, each once."""
        players = self._state.players
        return list(islice(round_from(players, str(self._state.to_move)), len(players)))

    def _played(
        self, number: int, arrival: Arrival, later: Sequence[Arrival], doubts: tuple[str, ...]
    ) -> Question | None:
        """Tell a play, after the passes of those who came before whose hand laid it."""
        hand = self._view.by(arrival)
        player = hand or str(self._state.to_move)
        laid = laid_upon(number, later)
        odd = self._plays_out_of_turn(player, laid)
        if question := self._skip_to(player, number, arrival, laid, odd):
            return question
        state = self._state
        card, rank, bonus = arrival.card, state.rank or 0, state.bonus[state.players.index(player)]
        chips = -(-(rank - number) // REACH) if number < rank else 0
        if chips > bonus:
            return Question("unexplained", words.too_low(player, number, rank), (card,))
        if chips and not laid and not self._view.ended:
            return Question("bonus", words.bonus(player, number, rank, chips), (card,))
        if chips:
            self._notes.append(words.told_with_bonus(player, number, rank, chips))
        seat = state.players.index(player)
        several = min(COPIES[number] - state.played[number], state.hands[seat]) > 1
        unsure = (
            *doubts,
            *(("player",) if odd or not hand else ()),
            *(("count",) if several else ()),
            *(("bonus",) if chips or (number > rank + 1 and bonus) else ()),
        )
        try:
            self._do(Play(player, number, 1, min(0, number - rank)), arrival, unsure)
        except IllegalAct:
            return Question("unexplained", words.too_many(number), (card,))
        return None

    def _skip_to(
        self, player: str, number: int, arrival: Arrival, laid: Sequence[Arrival], odd: bool
    ) -> Question | None:
        """Let those pass who were to move before this player, if the cards ``laid`` on this one bear it out.

        The next hand does. Where it is not known, or ``odd``: that of one who would have passed, the second
        card on this one does: what is not taken back was played.
        """
        state = self._state
        if player == state.to_move:
            return None
        if not state.hands[state.players.index(player)]:
            return Question("unexplained", words.out(player, number), (arrival.card,))
        names = self._skipped(player)
        clear = bool(laid) and self._view.by(laid[0]) is not None and not odd
        if not clear and len(laid) < PLAYED_ON and not self._view.ended:
            card = str(number)
            return Question("wrong-player", words.skipped(names, player, card), (arrival.card,))
        span = between(self._view, arrival, self._moves)
        left = [name for name in names if self._has_left(name, arrival)]
        if self._have_left_before(names):
            names = self._skipped(player)
        for name in names:
            act: Act = Fold(name) if self._state.forced or name in left else Pass(name)
            self._state = RULES.apply(self._state, act)
            self._moves.append(Move(act, span, ("act",)))
        self._notes.append(words.told_as_left(left) if left else words.told_as_passes(names))
        return None

    def _has_left(self, name: str, arrival: Arrival) -> bool:
        """Say whether somebody whom a card skips has likelier folded than passed."""
        before = skipped_before(name, self._view, self._moves)
        return before or skipped_again(name, arrival, self._view, self._state.players)

    def _have_left_before(self, names: Sequence[str]) -> bool:
        """Let those have folded at once who are skipped again, though that turn was told as a pass."""
        again = [name for name in names if skipped_before(name, self._view, self._moves)]
        anew = None if self._back else left_before(again, self._view, self._moves)
        if anew:
            self._back, self._moves, self._state = anew.back, list(anew.moves), anew.state
        return anew is not None

    def _let_back_in(self, number: int, arrival: Arrival, later: Sequence[Arrival]) -> None:
        """Let one have passed who was taken to have folded, where the card after theirs bears it out."""
        player, state = self._view.by(arrival), self._state
        if player is None or number in (LOWEST, state.rank) or state.hands[state.players.index(player)]:
            return
        laid = laid_upon(number, later)
        clear = bool(laid) and self._view.by(laid[0]) is not None
        stayed = stayed_in(player, self._view, self._moves) if clear or len(laid) >= PLAYED_ON else None
        if stayed and not self._back:
            self._back, self._moves, self._state = stayed.back, list(stayed.moves), stayed.state
            self._notes.append(words.back_in(player, number))

    def _borne_out(self, arrival: Arrival, laid: Sequence[Arrival]) -> bool:
        """Say whether a card that lies as the one before the last was laid anew, by the cards ``laid`` on it.

        Where the card between was taken back, whoever laid that one plays again; here others do in turn.
        """
        mover = str(self._state.to_move)
        turns = [name for name in self._turns() if name in self._in()]
        return (
            len(laid) >= PLAYED_ON
            and len(turns) > 2
            and self._view.by(arrival) == mover
            and self._view.by(laid[0]) == turns[1]
        )

    def _skipped(self, player: str) -> list[str]:
        """Give who still holds cards and was to move before this player."""
        turns = takewhile(lambda n: n != player, round_from(self._state.players, str(self._state.to_move)))
        return [n for n in turns if n in self._in()]

    def _plays_out_of_turn(self, player: str, laid: Sequence[Arrival]) -> bool:
        """Say whether somebody plays next who should have played before this player, and others still may."""
        names = self._skipped(player)
        return bool(laid) and self._view.by(laid[0]) in names and len(self._in()) > len(names) + 1

    def _in(self) -> list[str]:
        return [n for n, cards in zip(self._state.players, self._state.hands, strict=True) if cards]

    def _do(self, act: Act, arrival: Arrival, unsure: tuple[str, ...] = ()) -> None:
        self._state = RULES.apply(self._state, act)
        self._moves.append(Move(act, arrival.touch, unsure))


def _settled_by(later: Sequence[Arrival]) -> bool:
    """Say whether what came on a card that was not read helps to tell what it is, or is not read either."""
    return any(number_of(a.card) is not None for a in later) or len(later) > 1


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


def _may_be(card: SeenCard, number: int) -> bool:
    """Say whether the eye holds a number possible, or leaves enough open besides what it names."""
    named = sum(a.probability for a in card.alternatives)
    return card.probability(Card.number(number)) > 0 or named <= 1 - LEFT_OPEN


def _is(card: SeenCard, rank: int | None) -> bool:
    """Say whether a card most likely bears the rank that lies already: then it is asked about as that."""
    return card.best is not None and card.best.value == rank
