"""Futschikato: one card in front of each player, equal numbers add up, and what is worth less is flushed.

Pushing a card through and winning happen at the start of a turn; they belong to the act before, so that a
player to move never has a card in front.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.cards import Card, Zone
from companion.errors import BadRecord, Code
from companion.language import say
from companion.rules import futschikato_words as words
from companion.rules.base import Act, GameState, HouseRule, Layout, Outcome, Remark, Standing
from companion.rules.checks import (
    check_players,
    check_running,
    check_starter,
    check_turn,
    house_rules,
    next_player,
    rank,
    refuse,
    settle_rulings,
    the_number,
    the_player,
    the_remark,
    the_verb,
)
from companion.rules.futschikato_state import (
    CARDS,
    COPIES,
    NUMBERS,
    Effect,
    FutschikatoState,
    Play,
    effect,
    hand_size,
)


class Futschikato:
    """The rules of Futschikato."""

    slug = "futschikato"
    title = "Futschikato"
    players = range(3, 9)
    rulings: Mapping[str, HouseRule] = house_rules()

    def start(
        self, players: Sequence[str], starter: str | None = None, rulings: Mapping[str, object] | None = None
    ) -> FutschikatoState:
        """Give the state before the first card lies."""
        names = check_players(players, self.players)
        settle_rulings(self.rulings, rulings)
        count, hand = len(names), hand_size(len(names))
        pile, discards = CARDS - hand * count, (0,) * len(COPIES)
        first = check_starter(names, starter)
        return FutschikatoState(names, first, False, (hand,) * count, (None,) * count, pile, discards)

    def parse(self, fields: Mapping[str, object], state: GameState) -> Act:
        """Read ``play``."""
        if the_verb(fields, ("play",)) == "play":
            return Play(the_player(fields), the_number(fields, "play", NUMBERS))
        return the_remark(fields)

    def apply(self, state: GameState, act: Act) -> FutschikatoState:
        """Give the state after the act."""
        state = _own(state)
        if isinstance(act, Remark):
            return state
        check_running(state, act)
        if not isinstance(act, Play):
            raise BadRecord(f"{act!r} is no act of Futschikato")
        check_turn(state, act, words.tried)
        if state.out(act.number) >= COPIES[act.number]:
            refuse(
                Code.ALREADY_PLAYED,
                say(
                    "{player} cannot play {number}, all {all} of them lie on the table; a number "
                    "of which a card is still hidden can be played",
                    player=act.player,
                    number=act.number,
                    all=COPIES[act.number],
                ),
            )
        return _settle(state, effect(state, act), act)

    def candidates(self, state: GameState) -> Iterator[Act]:
        """Give every number of which a copy may be in the hand of the player to move."""
        state = _own(state)
        name = state.to_move
        if name is not None:
            yield from (Play(name, number) for number in NUMBERS if state.out(number) < COPIES[number])

    def layout(self, state: GameState) -> Layout:
        """Say what lies in front of players, clockwise from the first player; empty places are left out."""
        state = _own(state)
        cards = tuple(Card.number(front) for front in state.fronts if front is not None)
        return Layout(((Zone.SPOT, cards),) if cards else ())

    def standings(self, state: GameState) -> tuple[Standing, ...]:
        """Give places by cards left, in hand or in front, fewest first."""
        state = _own(state)
        pairs = zip(state.hands, state.fronts, strict=True)
        left = [hand + (front is not None) for hand, front in pairs]
        return rank(zip(state.players, left, strict=True))

    def outcome(self, state: GameState) -> Outcome | None:
        """Say how the game ended; None while it is running."""
        return Outcome(self.standings(state)) if state.over else None

    def describe(self, state: GameState) -> dict[str, object]:
        """Give the state as plain JSON values."""
        state = _own(state)
        return {
            "to_move": state.to_move,
            "hands": dict(zip(state.players, state.hands, strict=True)),
            "over": state.over,
            "front": dict(zip(state.players, state.fronts, strict=True)),
            "draw_pile": state.draw_pile,
        }

    def explain(self, state: GameState, act: Act, language: str = "en") -> str:
        """Say in one sentence what a legal act does and by which rule."""
        state = _own(state)
        return words.explain(state, act, self.apply(state, act)).to(language)


def _own(state: GameState) -> FutschikatoState:
    if not isinstance(state, FutschikatoState):
        raise TypeError(f"a {type(state).__name__} is no state of Futschikato")
    return state


def _settle(state: FutschikatoState, done: Effect, act: Play) -> FutschikatoState:
    """Lay the card, flush and draw, push through what the next player has in front, and look who has won."""
    seat = state.players.index(act.player)
    fronts, hands = list(done.fronts), list(state.hands)
    hands[seat] -= 1
    discards = list(state.discards)
    _discard(fronts, discards, done.flushed)
    for other in done.flushed:
        hands[other] += 1
    pile = state.draw_pile - len(done.flushed)
    if pile < 0:
        pile, discards = pile + sum(discards), [0] * len(COPIES)
    _discard(fronts, discards, done.pushed)
    over = any(not hand and front is None for hand, front in zip(hands, fronts, strict=True))
    to_move = None if over else next_player(state.players, act.player)
    return FutschikatoState(state.players, to_move, over, tuple(hands), tuple(fronts), pile, tuple(discards))


def _discard(fronts: list[int | None], discards: list[int], seats: tuple[int, ...]) -> None:
    for seat in seats:
        number = fronts[seat]
        assert number is not None
        discards[number] += 1
        fronts[seat] = None
