"""Futschikato's hidden side: a shuffled deck of 90, hands, and the discards by their numbers."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.base import Act, GameState
from companion.rules.futschikato_state import COPIES, NUMBERS, FutschikatoState, Play, effect
from companion.simulation.dealers.base import Chance, Strategy


@dataclass(slots=True)
class FutschikatoDealer:
    """The hands and the draw pile of one table, and the chance that shuffles the discards."""

    hands: dict[str, list[int]]
    pile: list[int]
    chance: Chance
    strategy: Strategy

    def choose(self, state: GameState, chance: Chance) -> Act | None:
        """Let the player to move lay any card, or the one that does most."""
        assert isinstance(state, FutschikatoState)
        player = str(state.to_move)
        plays = [Play(player, number) for number in self.hands[player]]
        if self.strategy is Strategy.SIMPLE:
            return max(plays, key=lambda play: (effect(state, play).worth, play.number))
        return chance.choice(plays)

    def follow(self, before: GameState, act: Act, after: GameState) -> None:
        """Take the card out of its hand, and let everybody draw who was flushed."""
        if not isinstance(act, Play):
            return
        assert isinstance(before, FutschikatoState)
        self.hands[act.player].remove(act.number)
        done = effect(before, act)
        lost = [number for seat in done.flushed if (number := before.fronts[seat]) is not None]
        discards = [n for n in NUMBERS for _ in range(before.discards[n] + lost.count(n))]
        for seat in done.flushed:
            if not self.pile:
                self.chance.shuffle(discards)
                self.pile, discards = discards, []
            self.hands[before.players[seat]].append(self.pile.pop())


class FutschikatoDealing:
    """How Futschikato is dealt."""

    def deal(self, state: GameState, chance: Chance, strategy: Strategy) -> FutschikatoDealer:
        """Shuffle the 90 cards and deal."""
        assert isinstance(state, FutschikatoState)
        deck = [number for number in NUMBERS for _ in range(COPIES[number])]
        chance.shuffle(deck)
        pairs = zip(state.players, state.hands, strict=True)
        hands = {player: [deck.pop() for _ in range(count)] for player, count in pairs}
        return FutschikatoDealer(hands, deck, chance, strategy)

    def rulings(self, chance: Chance) -> Mapping[str, object]:
        """Give the house rules: there are none."""
        return {}
