"""23's hidden side: the cards in play and the hands, dealt anew for the second round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules.base import Act, GameState
from companion.rules.twenty_three_state import (
    COPIES,
    HAND,
    LOWEST,
    RANKS,
    REACH,
    Fold,
    NewRound,
    Pass,
    Play,
    TwentyThreeState,
    skipped,
)
from companion.simulation.dealers.base import Chance, Strategy

DEALT = 15
"""Cards dealt to each player, of which three are put away; with the learning deal 12 and none."""

PLAYS = 0.8
"""How often a random player plays where a card can be played."""

SPENDS = 0.2
"""How often a random player with bonus chips thinks of spending some."""


@dataclass(slots=True)
class TwentyThreeDealer:
    """The hands of one table in the round that is played."""

    hands: dict[str, list[int]]
    strategy: Strategy

    def choose(self, state: GameState, chance: Chance) -> Act | None:
        """Let the player to move play, pass or fold; between the rounds deal, and say who holds the 1."""
        assert isinstance(state, TwentyThreeState)
        if state.to_move is None:
            starter = chance.choice(state.players)
            self.hands = _deal(state, starter, chance)
            return NewRound(None, starter)
        if state.rank is None:
            return Play(state.to_move, LOWEST)
        if self.strategy is Strategy.SIMPLE:
            return self._simple(state, state.to_move)
        return self._random(state, state.to_move, chance)

    def follow(self, before: GameState, act: Act, after: GameState) -> None:
        """Take played cards out of their hand, and the hand of who folds off the table."""
        if isinstance(act, Play):
            for _ in range(act.count):
                self.hands[act.player].remove(act.rank)
        elif isinstance(act, Fold):
            self.hands[act.player] = []

    def _random(self, state: TwentyThreeState, player: str, chance: Chance) -> Act:
        reach = REACH * state.bonus[state.players.index(player)]
        spends = chance.random() < SPENDS
        plays = list(self._plays(state, player, chance.randrange(-reach, reach + 1) if spends else 0))
        if plays and chance.random() < PLAYS:
            return chance.choice(plays)
        if state.forced:
            return chance.choice([Fold(player), *plays])
        return chance.choice([Pass(player), Pass(player, force=True), Fold(player)])

    def _simple(self, state: TwentyThreeState, player: str) -> Act:
        """Play what costs least, lower the rank where nothing else helps, else fold: a round must end."""
        reach = REACH * state.bonus[state.players.index(player)]
        lowest = LOWEST - (state.rank or LOWEST)
        for shift in (0, *range(-REACH, -reach - 1, -REACH)):
            plays = list(self._plays(state, player, max(lowest, shift)))
            if plays:
                return min(plays, key=lambda play: (skipped(state, play), -play.count))
        return Fold(player)

    def _plays(self, state: TwentyThreeState, player: str, shift: int) -> Iterator[Play]:
        """Give the plays from the hand at a shifted rank; none when the shift leads out of the ranks."""
        current = (state.rank or 0) + shift
        if current not in RANKS:
            return
        hand = self.hands[player]
        for number in sorted(set(hand)):
            if number >= current:
                yield from (Play(player, number, count, shift) for count in range(1, hand.count(number) + 1))


class TwentyThreeDealing:
    """How 23 is dealt."""

    def deal(self, state: GameState, chance: Chance, strategy: Strategy) -> TwentyThreeDealer:
        """Deal the first round; the player to move holds the 1."""
        assert isinstance(state, TwentyThreeState)
        return TwentyThreeDealer(_deal(state, str(state.to_move), chance), strategy)

    def rulings(self, chance: Chance) -> Mapping[str, object]:
        """Choose the deal at random."""
        return {"learning_deal": chance.choice([False, True])}


def _deal(state: TwentyThreeState, starter: str, chance: Chance) -> dict[str, list[int]]:
    """Deal each player's cards, the 1 to the starter, and put away all but the cards of a hand."""
    dealt = HAND if state.learning_deal else DEALT
    deck = [number for number in RANKS if number != LOWEST for _ in range(COPIES[number])]
    chance.shuffle(deck)
    hands = {player: _hand(deck, dealt - (player == starter)) for player in state.players}
    kept = {player: chance.sample(hand, HAND - (player == starter)) for player, hand in hands.items()}
    kept[starter].append(LOWEST)
    return kept


def _hand(deck: list[int], count: int) -> list[int]:
    return [deck.pop() for _ in range(count)]
