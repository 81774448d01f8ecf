"""Quick & Easy's hidden side: a shuffled deck of fifty, two cards in each hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.rules.base import Act, GameState
from companion.rules.quick_and_easy_state import (
    COLOURS,
    HAND,
    VALUES,
    Lay,
    Placed,
    QuickAndEasyState,
    Stack,
    Stuck,
    Tile,
    fits,
)
from companion.simulation.dealers.base import Chance, Strategy

OTHER_COLOURS = ("black", "white", "grey", "blue", "pink")
"""Some other deck's colours."""


@dataclass(slots=True)
class QuickAndEasyDealer:
    """The hands and the draw pile of one table."""

    hands: dict[str, list[Tile]]
    pile: list[Tile]
    strategy: Strategy

    def choose(self, state: GameState, chance: Chance) -> Act | None:
        """Let the player to move lay one or two cards from the hand, or be stuck."""
        assert isinstance(state, QuickAndEasyState)
        player = str(state.to_move)
        turns = list(_turns(state, self.hands[player], 1 if state.professional else HAND))
        if not turns:
            return Stuck(player)
        if self.strategy is Strategy.SIMPLE:
            return Lay(player, min(turns, key=lambda turn: _cost(state, turn)))
        return Lay(player, chance.choice(turns))

    def follow(self, before: GameState, act: Act, after: GameState) -> None:
        """Take the cards out of the hand and draw as many."""
        if not isinstance(act, Lay):
            return
        hand = self.hands[act.player]
        for placed in act.cards:
            hand.remove(placed.tile)
        for _ in act.cards[: len(self.pile)]:
            hand.append(self.pile.pop())


def _turns(state: QuickAndEasyState, hand: list[Tile], most: int) -> Iterator[tuple[Placed, ...]]:
    """Give every way to lay up to so many cards of a hand, one after the other."""
    for stack in Stack:
        for tile in hand if most else ():
            if fits(stack, state.top(stack), tile):
                first = Placed(stack, tile)
                yield (first,)
                rest = [other for other in hand if other != tile]
                yield from ((first, *more) for more in _turns(_laid(state, first), rest, most - 1))


def _laid(state: QuickAndEasyState, placed: Placed) -> QuickAndEasyState:
    return replace(state, up=placed.tile) if placed.stack is Stack.UP else replace(state, down=placed.tile)


def _cost(state: QuickAndEasyState, turn: tuple[Placed, ...]) -> int:
    """Count how much room the stacks lose by a turn; below zero when a reverse trick gives some back."""
    after = state
    for placed in turn:
        after = _laid(after, placed)
    return _room(state) - _room(after)


def _room(state: QuickAndEasyState) -> int:
    """Count the numbers that still fit by order: above the ascending top, below the descending one."""
    up = 0 if state.up is None else state.up.value
    down = VALUES.stop if state.down is None else state.down.value
    return VALUES[-1] - up + down - VALUES[0]


class QuickAndEasyDealing:
    """How Quick & Easy is dealt."""

    def deal(self, state: GameState, chance: Chance, strategy: Strategy) -> QuickAndEasyDealer:
        """Shuffle the fifty cards and deal two to each player."""
        assert isinstance(state, QuickAndEasyState)
        deck = list(state.unseen())
        chance.shuffle(deck)
        hands = {player: [deck.pop() for _ in range(HAND)] for player in state.players}
        return QuickAndEasyDealer(hands, deck, strategy)

    def rulings(self, chance: Chance) -> Mapping[str, object]:
        """Choose the version and the colours of the deck at random."""
        colours = chance.choice([COLOURS, OTHER_COLOURS])
        return {"professional": chance.choice([False, True]), "colours": list(colours)}
