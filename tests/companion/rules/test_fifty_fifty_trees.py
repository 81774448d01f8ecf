"""Fifty Fifty: counted move trees, each counted twice.

A tree is all that the players of one fixed deal can do, so many acts deep; its leaves are counted by the
engine, and by the second opinion, which shares nothing with it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.cards import Card
from companion.rules.base import Act
from companion.rules.fifty_fifty import FiftyFifty
from companion.rules.fifty_fifty_state import CARD, FiftyFiftyState, Jump, Play, Reveal, shown
from companion.simulation.dealers.base import Strategy
from companion.simulation.dealers.fifty_fifty import FiftyFiftyDealer, FiftyFiftyDealing
from tests.companion.rules import fifty_fifty_naive as naive

GAME = FiftyFifty()
NAMES = ("Ann", "Ben", "Cem", "Dia", "Eve")


def engine_tree(state: FiftyFiftyState, dealer: FiftyFiftyDealer, depth: int) -> int:
    if not depth or state.over:
        return 1
    return sum(
        engine_tree(GAME.apply(state, act), dealt(state, act, dealer), depth - 1)
        for act in possible(state, dealer)
    )


def possible(state: FiftyFiftyState, dealer: FiftyFiftyDealer) -> Iterator[Act]:
    for act in GAME.candidates(state):
        card = act.card if isinstance(act, Play) else CARD[act.number] if isinstance(act, Jump) else None
        if card is None or card in dealer.hands[str(act.player)]:
            yield act
    if state.reveal_due:
        yield Reveal(None, tuple((player, tuple(hand)) for player, hand in dealer.hands.items()))


def dealt(state: FiftyFiftyState, act: Act, dealer: FiftyFiftyDealer) -> FiftyFiftyDealer:
    hands = {player: list(hand) for player, hand in dealer.hands.items()}
    copy = FiftyFiftyDealer(hands, list(dealer.pile), dealer.strategy)
    copy.follow(state, act, state)
    return copy


def naive_tree(table: naive.Table, hands: dict[str, list[Any]], pile: list[Any], depth: int) -> int:
    if not depth or table["over"]:
        return 1
    count = 0
    for player, hand in hands.items():
        lines: list[dict[str, Any]] = [{"player": player, "take": True}]
        lines += [{"player": player, "play": card} for card in sorted(set(hand), key=str)]
        lines += [{"player": player, "jump": card} for card in hand if card != "pass"]
        for line in lines:
            if naive.refusal(table, line) is None:
                count += naive_branch(table, hands, pile, depth, line)
    if naive.refusal(table, {"reveal": hands}) is None:
        count += naive_branch(table, hands, pile, depth, {"reveal": hands})
    return count


def naive_branch(
    table: naive.Table, hands: dict[str, list[Any]], pile: list[Any], depth: int, line: dict[str, Any]
) -> int:
    left, rest = {player: list(hand) for player, hand in hands.items()}, list(pile)
    for card in naive.cards(line) if "reveal" not in line else []:
        left[line["player"]].remove(card)
        left[line["player"]] += [rest.pop()] if rest else []
    return naive_tree(naive.apply(table, line), left, rest, depth - 1)


def faces(cards: list[Card]) -> list[Any]:
    return [shown(card) for card in cards]


TREES = [
    # players, seed of the deal, acts before the tree begins, depth, leaves
    (2, 5, 0, 5, 3267),
    (3, 9, 0, 4, 634),
    (5, 8, 40, 4, 717),
    (3, 10, 78, 5, 3401),
    (4, 9, 86, 7, 2356),
    (2, 1, 92, 20, 1313),
    (3, 6, 92, 20, 1840),
]


@pytest.mark.parametrize(("players", "seed", "acts", "depth", "count"), TREES)
def test_the_move_tree_of_a_fixed_deal_has_so_many_leaves(
    players: int, seed: int, acts: int, depth: int, count: int
) -> None:
    chance = Random(seed)
    names = NAMES[:players]
    state, table = GAME.start(names), naive.start(list(names), "Ann", {})
    dealer = FiftyFiftyDealing().deal(state, chance, Strategy.SIMPLE)
    for _ in range(acts):
        act = dealer.choose(state, chance)
        assert act is not None
        dealer.follow(state, act, state)
        state, table = GAME.apply(state, act), naive.apply(table, act.to_record())
    assert engine_tree(state, dealer, depth) == count
    hands = {player: faces(hand) for player, hand in dealer.hands.items()}
    assert naive_tree(table, hands, faces(dealer.pile), depth) == count
