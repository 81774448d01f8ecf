"""Fifty Fifty's hidden side: a shuffled deck of 120, 20 of them removed, and players who know the rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import PASS, Card
from companion.rules.base import Act, GameState
from companion.rules.fifty_fifty_moves import landing
from companion.rules.fifty_fifty_state import (
    CARD,
    CARDS_IN_PLAY,
    HAND,
    NUMBERS,
    PASSES,
    FiftyFiftyState,
    Jump,
    Play,
    Reveal,
    Take,
    partner,
)
from companion.simulation.dealers.base import Chance, Strategy

JUMPS = 0.7
"""How often a player with the right card jumps."""

PASSES_ON = 0.7
"""How often a player with a pass plays it after a jump."""

REMOVED_CARD_COST = 2
PASS_COST = 1


@dataclass(slots=True)
class FiftyFiftyDealer:
    """The hands and the draw pile of one table."""

    hands: dict[str, list[Card]]
    pile: list[Card]
    strategy: Strategy

    def choose(self, state: GameState, chance: Chance) -> Act | None:
        """Let somebody jump, or the player to move play, pass or take; or all reveal their hands."""
        assert isinstance(state, FiftyFiftyState)
        jumps = list(self._jumps(state))
        if jumps and chance.random() < JUMPS:
            return chance.choice(jumps)
        if state.reveal_due:
            return Reveal(None, tuple((player, tuple(hand)) for player, hand in self.hands.items()))
        player = str(state.to_move)
        if state.jump is not None:
            passes = PASS in self.hands[player] and chance.random() < PASSES_ON
            return Play(player, PASS) if passes else Take(player)
        return self._turn(state, player, chance)

    def follow(self, before: GameState, act: Act, after: GameState) -> None:
        """Take the played card out of its hand and draw another one."""
        if isinstance(act, Play | Jump):
            hand = self.hands[act.player]
            hand.remove(act.card if isinstance(act, Play) else CARD[act.number])
            if self.pile:
                hand.append(self.pile.pop())

    def _jumps(self, state: FiftyFiftyState) -> Iterator[Jump]:
        target = state.target
        if target is None:
            return
        number = partner(target.card.value or 0)
        for player, hand in self.hands.items():
            if player != target.by and CARD[number] in hand:
                yield Jump(player, number)

    def _turn(self, state: FiftyFiftyState, player: str, chance: Chance) -> Play | None:
        opens = bool(state.row) or state.house.pass_opens_row
        cards = [card for card in self.hands[player] if card is not PASS or opens]
        if not cards:
            return None
        if self.strategy is Strategy.SIMPLE:
            return Play(player, min(cards, key=lambda card: _cost(state, card)))
        return Play(player, chance.choice(cards))


def _cost(state: FiftyFiftyState, card: Card) -> tuple[int, int]:
    """Rate a card: what it costs now, then how much of the row's room it uses up."""
    if card.value is None:
        return PASS_COST, 0
    land = landing(state.row, card.value)
    if land.replaces and land.gone[0].card.value not in state.house.purple:
        return -1, card.value
    return REMOVED_CARD_COST * len(land.gone), card.value


class FiftyFiftyDealing:
    """How Fifty Fifty is dealt."""

    def deal(self, state: GameState, chance: Chance, strategy: Strategy) -> FiftyFiftyDealer:
        """Shuffle all 120 cards, remove 20, deal five to each player."""
        deck = [*CARD[1:], *[PASS] * PASSES]
        chance.shuffle(deck)
        deck = deck[:CARDS_IN_PLAY]
        return FiftyFiftyDealer(_hands(state.players, deck), deck, strategy)

    def rulings(self, chance: Chance) -> Mapping[str, object]:
        """Choose house rules at random; half of the time every third number is purple."""
        purple = chance.choice(["every-third", chance.sample(NUMBERS, chance.randrange(0, 60))])
        return {
            "purple": purple,
            "pass_in_hand": chance.choice(["eliminated", "spared"]),
            "pass_opens_row": chance.choice(["allowed", "forbidden"]),
        }


def _hands(players: Sequence[str], deck: list[Card]) -> dict[str, list[Card]]:
    return {player: [deck.pop() for _ in range(HAND)] for player in players}
