"""No Thanks!'s hidden side: a shuffled deck of which 24 cards are in play."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.base import Act, GameState
from companion.rules.no_thanks_state import IN_PLAY, NUMBERS, Flip, NoThanksState, Take, Token, points
from companion.simulation.dealers.base import Chance, Strategy

TOKEN_COST = 1


@dataclass(slots=True)
class NoThanksDealer:
    """The face-down deck of one table; its last card is on top."""

    deck: list[int]
    strategy: Strategy

    def choose(self, state: GameState, chance: Chance) -> Act | None:
        """Turn the next card up, or let the player to move take it or pay."""
        assert isinstance(state, NoThanksState)
        player = str(state.to_move)
        if state.open is None:
            return Flip(None, self.deck[-1])
        seat = state.players.index(player)
        if not state.tokens[seat]:
            return Take(player)
        if self.strategy is Strategy.SIMPLE:
            return Take(player) if _cost(state, seat, state.open) <= TOKEN_COST else Token(player)
        return chance.choice([Take(player), Token(player)])

    def follow(self, before: GameState, act: Act, after: GameState) -> None:
        """Take the card that was turned up off the deck."""
        if isinstance(act, Flip):
            self.deck.remove(act.number)


def _cost(state: NoThanksState, seat: int, card: int) -> int:
    """Count the points that taking the open card adds now, the tokens on it taken off."""
    cards = state.cards[seat]
    return points((*cards, card), state.pot) - points(cards, 0)


class NoThanksDealing:
    """How No Thanks! is dealt."""

    def deal(self, state: GameState, chance: Chance, strategy: Strategy) -> NoThanksDealer:
        """Shuffle the 33 cards and remove nine."""
        deck = list(NUMBERS)
        chance.shuffle(deck)
        return NoThanksDealer(deck[:IN_PLAY], strategy)

    def rulings(self, chance: Chance) -> Mapping[str, object]:
        """Give the house rules: there are none."""
        return {}
