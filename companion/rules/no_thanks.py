"""No Thanks!: take the open card with the tokens on it, or pay a token to leave it to the next player.

Everything is seen: which card is open, how many tokens lie on it and in front of each player, and who took
which cards. Only the order of the deck and the nine removed cards are not.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.cards import Card, Zone
from companion.errors import BadRecord, Code
from companion.language import say
from companion.rules import no_thanks_words as words
from companion.rules.base import Act, GameState, HouseRule, Layout, Outcome, Remark, Standing
from companion.rules.checks import (
    check_flag,
    check_players,
    check_running,
    check_starter,
    check_turn,
    house_rules,
    rank,
    refuse,
    settle_rulings,
    the_number,
    the_player,
    the_remark,
    the_verb,
)
from companion.rules.no_thanks_state import (
    IN_PLAY,
    NUMBERS,
    TOKENS,
    Flip,
    NoThanksState,
    Take,
    Token,
    points,
)


class NoThanks:
    """The rules of No Thanks!."""

    slug = "no-thanks"
    title = "No Thanks!"
    players = range(3, 8)
    rulings: Mapping[str, HouseRule] = house_rules()

    def start(
        self, players: Sequence[str], starter: str | None = None, rulings: Mapping[str, object] | None = None
    ) -> NoThanksState:
        """Give the state before the first card is turned up."""
        names = check_players(players, self.players)
        settle_rulings(self.rulings, rulings)
        count = len(names)
        first = check_starter(names, starter)
        return NoThanksState(names, first, False, None, 0, (TOKENS[count],) * count, ((),) * count)

    def parse(self, fields: Mapping[str, object], state: GameState) -> Act:
        """Read ``flip``, ``token`` or ``take``."""
        verb = the_verb(fields, ("flip", "token", "take"))
        if verb == "flip":
            return Flip(None, the_number(fields, "flip", NUMBERS))
        if verb in ("token", "take"):
            check_flag(fields, verb)
            return (Token if verb == "token" else Take)(the_player(fields))
        return the_remark(fields)

    def apply(self, state: GameState, act: Act) -> NoThanksState:
        """Give the state after the act."""
        state = _own(state)
        if isinstance(act, Remark):
            return state
        check_running(state, act)
        if isinstance(act, Flip):
            return _flip(state, act.number)
        if not isinstance(act, Take | Token):
            raise BadRecord(f"{act!r} is no act of No Thanks!")
        check_turn(state, act, words.tried)
        return _face(state, act)

    def candidates(self, state: GameState) -> Iterator[Act]:
        """Give every card that may be turned up, or what the player to move may do with the open one."""
        state = _own(state)
        if state.to_move is None:
            return
        if state.open is None:
            gone = {card for cards in state.cards for card in cards}
            yield from (Flip(None, number) for number in NUMBERS if number not in gone)
            return
        yield Take(state.to_move)
        if state.tokens[state.players.index(state.to_move)]:
            yield Token(state.to_move)

    def layout(self, state: GameState) -> Layout:
        """Say what lies in the middle: the open card, or nothing."""
        state = _own(state)
        if state.open is None:
            return Layout(())
        return Layout(((Zone.ROW, (Card.number(state.open),)),))

    def standings(self, state: GameState) -> tuple[Standing, ...]:
        """Give places by points, fewest first."""
        state = _own(state)
        scores = map(points, state.cards, state.tokens)
        return rank(zip(state.players, scores, strict=True))

    def outcome(self, state: GameState) -> Outcome | None:
        """Say how the game ended; None while it is running."""
        return Outcome(self.standings(state)) if state.over else None

    def describe(self, state: GameState) -> dict[str, object]:
        """Give the state as plain JSON values."""
        state = _own(state)
        return {
            "to_move": state.to_move,
            "over": state.over,
            "open": state.open,
            "pot": state.pot,
            "tokens": dict(zip(state.players, state.tokens, strict=True)),
            "cards": dict(zip(state.players, map(list, state.cards), strict=True)),
        }

    def explain(self, state: GameState, act: Act, language: str = "en") -> str:
        """Say in one sentence what a legal act does and by which rule."""
        state = _own(state)
        return words.explain(state, act, self.apply(state, act)).to(language)


def _own(state: GameState) -> NoThanksState:
    if not isinstance(state, NoThanksState):
        raise TypeError(f"a {type(state).__name__} is no state of No Thanks!")
    return state


def _flip(state: NoThanksState, number: int) -> NoThanksState:
    if state.open is not None:
        refuse(
            Code.CARD_OPEN,
            say(
                "{number} cannot be turned up while {open} is open; {mover} takes that or pays",
                number=number,
                open=state.open,
                mover=state.to_move,
            ),
        )
    owner = next(
        (who for who, cards in zip(state.players, state.cards, strict=True) if number in cards), None
    )
    if owner is not None:
        refuse(
            Code.ALREADY_PLAYED,
            say(
                "{number} cannot be turned up, {owner} has the only one; any card can that nobody has",
                number=number,
                owner=owner,
            ),
        )
    return NoThanksState(state.players, state.to_move, False, number, state.pot, state.tokens, state.cards)


def _face(state: NoThanksState, act: Take | Token) -> NoThanksState:
    if state.open is None:
        what = say("take a card") if isinstance(act, Take) else say("put a token on a card")
        refuse(
            Code.NOTHING_OPEN,
            say(
                "{player} cannot {what}, none is open; first the next must be turned up",
                player=act.player,
                what=what,
            ),
        )
    seat = state.players.index(act.player)
    return _take(state, seat, state.open) if isinstance(act, Take) else _pay(state, seat, state.open)


def _take(state: NoThanksState, seat: int, card: int) -> NoThanksState:
    tokens = list(state.tokens)
    tokens[seat] += state.pot
    cards = list(state.cards)
    cards[seat] = tuple(sorted((*cards[seat], card)))
    over = state.taken + 1 == IN_PLAY
    to_move = None if over else state.to_move
    return NoThanksState(state.players, to_move, over, None, 0, tuple(tokens), tuple(cards))


def _pay(state: NoThanksState, seat: int, card: int) -> NoThanksState:
    tokens = list(state.tokens)
    if not tokens[seat]:
        name = state.players[seat]
        refuse(
            Code.NO_TOKENS,
            say(
                "{name} cannot put a token on {card}, having none left; {name} must take it",
                name=name,
                card=card,
            ),
        )
    tokens[seat] -= 1
    after = state.players[(seat + 1) % len(tokens)]
    return NoThanksState(state.players, after, False, card, state.pot + 1, tuple(tokens), state.cards)
