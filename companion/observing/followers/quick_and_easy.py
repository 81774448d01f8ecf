"""The Game: Quick & Easy: the tops of the two stacks show what is laid; whose turn has ended the hands show.

Which stack is which left and right say until the record does: where somebody has set it right, what was laid
where holds. A turn of one card may still get a second one, so it is told when the next player's card comes or
when it can have no more. A card of a hand that nobody saw goes to the turn of the card nearest in time, as a
guess, once play has gone on. Without hands that are known to be somebody's nothing says where a turn ends,
unless exactly one card is laid in each. Who is stuck says so on the tablet. Where turns fit only with the
stacks the other way round, all are told anew so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import cast

from companion.cards import Card, Colour, Zone
from companion.clock import Span
from companion.errors import IllegalAct, Refusal
from companion.evidence import Arrival, Quad, SeenCard, distance
from companion.observing.followers import words
from companion.observing.followers.base import (
    ON_STACK,
    Findings,
    Move,
    Question,
    View,
    gone_on,
    guessed_number,
    latest,
    likeliest_number,
    number_of,
    round_from,
    shows,
    taken_back,
    weighed,
)
from companion.observing.followers.turns import Turn, certain_turns, likely_turns
from companion.observing.followers.unread_cards import fitting_tile, likeliest_tile
from companion.observing.questions import unread
from companion.records.game import replayed
from companion.rules.base import Act
from companion.rules.quick_and_easy import QuickAndEasy
from companion.rules.quick_and_easy_state import (
    HAND,
    Lay,
    Placed,
    QuickAndEasyState,
    Stack,
    Tile,
    deck,
    fits,
)
from companion.rules.quick_and_easy_words import tile_words

RULES = QuickAndEasy()
STACKS = {Zone.UP: Stack.UP, Zone.DOWN: Stack.DOWN}

MISFIT = 0.05
"""A card that does not fit where it was laid is so much less probable (0-1): nobody lays one on purpose."""

MISFITS = "does-not-fit"
"""The code of what the rules refuse there."""

BORNE_OUT = 2
"""So many turns that fit only with the stacks the other way round show that they lie so."""

PLAYED_ON = 2
"""So many cards of known hands after one that nobody saw laid show that play goes on: it is guessed then."""


def follow(view: View) -> Findings:
    """Give the turns that the two stacks show."""
    assert isinstance(view.game.state, QuickAndEasyState)
    following = _Following(view, view.game.state)
    found = following.run()
    misfit = found.question is not None and found.question.code == MISFITS
    return (_turned(view) if misfit and not following.guessed_blindly else None) or found


def _turned(view: View) -> Findings | None:
    """Tell all turns anew with the stacks the other way round, where only so they all fit.

    Not where somebody has said how they lie, nor before a second turn bears it out: the first misfit may also
    be misread.
    """
    game, came = view.game, {arrival.touch for arrival in view.spent}
    doubted = any("stack" in played.unsure for played in game.acts)
    if not doubted or any(played.flaw or played.touch not in came for played in game.acts):
        return None
    state, moves = replayed(game, ()).state, list[Move]()
    assert isinstance(state, QuickAndEasyState)
    try:
        for played in game.acts:
            act = _other_way(RULES.parse(played.line, state))
            moves.append(Move(act, cast(Span, played.touch), tuple(played.unsure)))
            state = RULES.apply(state, act)
    except Refusal:
        return None
    places = {_other(stack): quad for stack, quad in _places(view).items()}
    found = _Following(view, state, places).run()
    if len(found.moves) < BORNE_OUT:
        return None
    note = found.question or Question("guessed-act", words.TURNED)
    return Findings((*moves, *found.moves), note, back=len(game.acts))


class _Following:
    """One reading of what came, from one state on."""

    def __init__(
        self, view: View, state: QuickAndEasyState, places: Mapping[Stack, Quad] | None = None
    ) -> None:
        self._view, self._state = view, state
        self._laid: list[tuple[Arrival, Placed, tuple[str, ...]]] = []
        self._places = _places(view) if places is None else places
        self._asked_hand: str | None = None
        self._note: Question | None = None
        self.guessed_blindly = False
        self._unfinished: Move | None = None

    def run(self) -> Findings:
        if self._state.over:
            return Findings()
        question = self._gather()
        moves, other = self._told()
        question = other or question or self._note
        return Findings(tuple(moves), question, None if question else self._unfinished)

    # ---- which cards came

    def _gather(self) -> Question | None:
        """Collect the cards that came, up to the first that must be asked about."""
        came = [a for a in latest(self._view.came, self._view.sighting, frozenset(STACKS)) if self._lies(a)]
        came = self._but_held_down(came)
        if came and self._unplaced():
            return Question("first-stack", words.FIRST_STACK, tuple(a.card for a in came[:1]))
        for i, arrival in enumerate(came):
            if question := self._card(arrival, came[i + 1 :]):
                self._asked_hand = self._view.by(arrival)
                return question
        return None

    def _lies(self, arrival: Arrival) -> bool:
        """Say whether a card that came is new, and was not taken back."""
        here = [c for c in self._tops() if distance(c.quad, arrival.card.quad) < ON_STACK]
        later = [
            a
            for a in self._view.came
            if a.touch.latest > arrival.touch.latest and distance(a.card.quad, arrival.card.quad) < ON_STACK
        ]
        if here and not later and here[0].sure and not shows(arrival, here[0]):
            return False
        return not taken_back(arrival, self._view)

    def _but_held_down(self, came: Sequence[Arrival]) -> list[Arrival]:
        """Leave out unsure cards after which the one that lay there before surely lies on top once more.

        That was a hand, which tinged or hid the top, or what it had laid has been taken up again: each card
        is there but once.
        """
        kept: list[Arrival] = []
        for arrival in came:
            on_it = [a for a in kept if distance(a.card.quad, arrival.card.quad) < ON_STACK]
            face = self._surely(arrival)
            same = [i for i, a in enumerate(on_it) if face and a.card.believed == face]
            between = on_it[same[-1] + 1 :] if same else on_it
            lay = bool(same) or face == _coloured(self._state.top(self._stack_of(arrival)))
            if not lay or face is None or any(a.card.sure for a in between):
                kept.append(arrival)
            else:
                kept = [a for a in kept if a not in between]
        return kept

    def _surely(self, arrival: Arrival) -> Card | None:
        """Give what a card is if it was surely read, as it came or at a look since; with its colour."""
        looks = [k for k in (*self._view.looks, self._view.sighting) if k.span.latest > arrival.touch.latest]
        tops = [top for look in looks for top in look.zone(arrival.card.zone)]
        sure = arrival.card.sure or any(t.sure and t.best == arrival.card.best for t in tops)
        return arrival.card.best if sure and arrival.card.best and arrival.card.best.colour else None

    def _tops(self) -> list[SeenCard]:
        return [card for zone in STACKS for card in self._view.sighting.zone(zone)]

    def _stacks(self) -> list[SeenCard]:
        """Give the tops that are stacks for certain: an arrow may look like a number, but not surely."""
        came = [arrival.card for arrival in self._view.came]
        return [
            top
            for top in self._tops()
            if top.sure or any(distance(card.quad, top.quad) < ON_STACK for card in came)
        ]

    def _unplaced(self) -> bool:
        """Say whether nothing tells yet which stack is which: only one has a card, and none was told."""
        told = self._state.up is not None or self._state.down is not None
        return not told and len({card.zone for card in self._stacks()}) < 2

    def _card(self, arrival: Arrival, later: Sequence[Arrival]) -> Question | None:
        """Take note of one card; gives what must be asked about it."""
        card, number = arrival.card, number_of(arrival.card)
        if self._entered(arrival):
            return None
        doubts: tuple[str, ...] = ()
        fitting: Tile | None = None
        if number is None:
            over = next((b for b in later if distance(card.quad, b.card.quad) < ON_STACK), None)
            covered, likely = over is not None, self._weighed(arrival, over)
            number, doubts = (guessed_number(likely) if covered else None), ("act",)
            if number is None and (number := likeliest_number(likely, later)):
                self._note = Question("guessed-act", words.guessed(card, number))
            elif number is None and (fitting := self._fitting(arrival, over, later)):
                number, self.guessed_blindly = fitting.value, True
                self._note = Question("guessed-act", words.fitting(number))
        if number is None:
            return Question("unread-card", words.covered(card) if covered else unread(card), (card,))
        colour = fitting.colour if fitting else _colour_of(card, number)
        if colour is None or colour not in self._state.colours:
            return Question("unread-colour", words.colour(number), (card,))
        stack, tile = self._stack_of(arrival), Tile(number, str(colour))
        if self._state.seen & self._state.bit(tile):
            message = words.lies_already(tile_words(tile))
            return None if tile == self._state.top(stack) else Question("already-played", message, (card,))
        known = self._state.top(stack) is not None or any(p.stack is stack for _, p, _ in self._laid)
        unsure = doubts if known else (*doubts, "stack")
        self._laid.append((arrival, Placed(stack, tile), unsure))
        return None

    def _weighed(self, arrival: Arrival, over: Arrival | None) -> SeenCard:
        """Give a card with what it may be weighed by what lies under and ``over`` it.

        Players lay what fits.
        """
        stack = self._stack_of(arrival)
        under, upon = self._top(stack), likeliest_tile(over.card) if over else None

        def weight(face: Card) -> float:
            tile = Tile(face.value or 0, str(face.colour))
            misfits = [not fits(stack, under, tile), upon is not None and not fits(stack, tile, upon)]
            return float(MISFIT ** sum(misfits))

        return weighed(arrival.card, weight)

    def _fitting(self, arrival: Arrival, over: Arrival | None, later: Sequence[Arrival]) -> Tile | None:
        """Give what a card on which nothing was read may be, once play has long gone on."""
        if arrival.card.alternatives or not gone_on(later):
            return None
        state, stack = self._state, self._stack_of(arrival)
        come = {likeliest_tile(a.card) for a in later} | {placed.tile for _, placed, _ in self._laid}
        free = (t for t in deck(state.colours) if not state.seen & state.bit(t) and t not in come)
        upon = likeliest_tile(over.card) if over else None
        return fitting_tile(stack, self._top(stack), upon, free)

    def _top(self, stack: Stack) -> Tile | None:
        """Give what lies on a stack before the card that is looked at."""
        laid = [placed.tile for _, placed, _ in self._laid if placed.stack is stack]
        return laid[-1] if laid else self._state.top(stack)

    def _entered(self, arrival: Arrival) -> bool:
        """Say whether a card that came was entered by hand since, and lies on top of its stack."""
        top, last = self._state.top(self._stack_of(arrival)), self._view.since.earliest
        return top is not None and arrival.touch.latest <= last and arrival.card.probability(_face(top)) > 0

    def _stack_of(self, arrival: Arrival) -> Stack:
        """Give the stack on which a card lies, by where cards of the record lay.

        Where it does not say, that of the top seen nearest, else as it was seen.
        """
        quad, places = arrival.card.quad, self._places
        if len(places) == len(Stack):
            return min(places, key=lambda stack: distance(places[stack], quad))
        if places:
            ((stack, place),) = places.items()
            return stack if distance(place, quad) < ON_STACK else _other(stack)
        tops = self._stacks()
        if len({top.zone for top in tops}) < 2:
            return STACKS[arrival.card.zone]
        return STACKS[min(tops, key=lambda top: distance(top.quad, arrival.card.quad)).zone]

    # ---- whose turns they are

    def _told(self) -> tuple[list[Move], Question | None]:
        """Tell the turns that are over; gives what must be asked where the hands fit no turns."""
        hands = [self._view.by(arrival) for arrival, _, _ in self._laid]
        if not self._view.players and not self._state.professional and hands:
            return [], Question("whose-turn", words.NO_SEATS, tuple(a.card for a, _, _ in self._laid[-1:]))
        turns = self._ended_by_next(hands) or certain_turns(hands, self._order(len(hands)))
        if turns is None:
            fits = next(k for k in range(len(hands) - 1, -1, -1) if self._fit(hands[:k]) is not None)
            moves, question = self._tell(_certain(self._fit(hands[:fits]) or ()))
            arrival, placed, _ = self._laid[fits]
            mover, hand = str(self._state.to_move), str(hands[fits])
            message = words.out_of_turn(mover, hand, placed.tile.value)
            return moves, question or Question("wrong-player", message, (arrival.card,))
        if not self._played_on(hands[sum(turn.cards for turn in turns) :]):
            return self._tell(_certain(turns))
        times = [arrival.touch.latest for arrival, _, _ in self._laid]
        return self._tell(likely_turns(hands, self._order(len(hands)), times))

    def _ended_by_next(self, hands: Sequence[str | None]) -> tuple[Turn, ...]:
        """Give the turns that the hand of a card that is asked about has ended, where all are ended so."""
        fitting = self._fit((*hands, self._asked_hand)) if self._asked_hand and hands else None
        turns = tuple(takewhile(lambda turn: turn.over, fitting or ()))
        return turns if sum(turn.cards for turn in turns) == len(hands) else ()

    def _played_on(self, hands: Sequence[str | None]) -> bool:
        """Say whether so much has been laid since a card of a hand that nobody saw that it cannot wait."""
        later = hands[hands.index(None) + 1 :] if None in hands else ()
        return sum(hand is not None for hand in later) >= PLAYED_ON

    def _fit(self, hands: Sequence[str | None]) -> tuple[Turn, ...] | None:
        return certain_turns(hands, self._order(len(hands)))

    def _order(self, cards: int) -> tuple[tuple[str, int], ...]:
        """Give who may lay the next cards, from the player to move on, and how many each at most."""
        state, most = self._state, 1 if self._state.professional else HAND
        hands = dict(zip(state.players, state.hands, strict=True))
        turns = islice(round_from(state.players, str(state.to_move)), cards * len(state.players))
        return tuple((name, min(most, hands[name])) for name in turns if hands[name])[:cards]

    def _tell(self, turns: Sequence[tuple[Turn, bool]]) -> tuple[list[Move], Question | None]:
        """Tell turns, each with whether it is certain; one that is not as unsure."""
        moves: list[Move] = []
        at = 0
        for turn, certain in turns:
            mine = self._laid[at : at + turn.cards]
            act = Lay(turn.player, tuple(placed for _, placed, _ in mine))
            try:
                after = RULES.apply(self._state, act)
            except IllegalAct as refusal:
                if not turn.over:
                    break
                code, cards = str(refusal.code), tuple(a.card for a, _, _ in mine)
                return moves, Question(code, self._refused(act, refusal), cards)
            seen = any(self._view.by(a) == turn.player for a, _, _ in mine)
            doubts = dict.fromkeys(doubt for _, _, unsure in mine for doubt in unsure)
            doubts |= {} if certain else {"act": None}
            move = Move(act, mine[-1][0].touch, (*doubts, *(() if seen else ("player",))))
            if not turn.over:
                self._unfinished = move
                break
            moves.append(move)
            self._state = after
            at += turn.cards
        return moves, None

    def _refused(self, act: Lay, refusal: IllegalAct) -> str:
        """Say why a turn cannot be, and where it could if the stacks were the other way round, that too."""
        doubted = any("stack" in played.unsure for played in self._view.game.acts)
        turned = replace(self._state, up=self._state.down, down=self._state.up)
        if doubted and _fits(turned, _other_way(act)):
            return words.perhaps_turned(refusal.message)
        return refusal.message


def _places(view: View) -> dict[Stack, Quad]:
    """Give where the last card of each stack lay, as far as the record says on which it was laid."""
    came = (*view.spent, *view.came)
    found: dict[Stack, Quad] = {}
    for played in view.game.acts:
        lay = () if played.flaw else cast("Sequence[Mapping[str, object]]", played.line.get("lay", ()))
        for one in lay:
            tile = f"{one['value']} {one['colour']}"
            found |= {Stack(str(one["stack"])): a.card.quad for a in came if str(a.card.believed) == tile}
    return found


def _colour_of(card: SeenCard, number: int) -> Colour | None:
    return next((a.card.colour for a in card.alternatives if a.card.value == number), None)


def _certain(turns: Sequence[Turn]) -> list[tuple[Turn, bool]]:
    return [(turn, True) for turn in turns]


def _other(stack: Stack) -> Stack:
    return Stack.DOWN if stack is Stack.UP else Stack.UP


def _other_way(act: Act) -> Lay:
    """Give a turn with its cards on the other stacks."""
    assert isinstance(act, Lay), "whoever is stuck says so, and no turn comes after"
    return Lay(act.player, tuple(replace(one, stack=_other(one.stack)) for one in act.cards))


def _fits(state: QuickAndEasyState, act: Lay) -> bool:
    try:
        RULES.apply(state, act)
    except IllegalAct:
        return False
    return True


def _coloured(tile: Tile | None) -> Card | None:
    return Card.number(tile.value, Colour(tile.colour)) if tile and tile.colour in set(Colour) else None


def _face(tile: Tile) -> Card:
    return Card.number(tile.value)
