import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.futschikato_state import COPIES, FutschikatoState
from tests.companion.rules.futschikato_drawn import NAMES, RULES, table
from tests.companion.rules.futschikato_naive import FutschikatoTable
from tests.companion.rules.lines import Line, accepted, count_tree, naive_tree, refused, tried


@dataclass(frozen=True)
class Ways:
    """How a game is moved on and looked at."""

    step: Callable[[Any, Line], Any]
    shown: Callable[[Any], Mapping[str, object]]


def naive_table(text: str, players: int) -> FutschikatoTable:
    naive = FutschikatoTable(NAMES[:players], NAMES[0])
    for word in text.split():
        naive.do({"player": naive.mover, "play": int(word)})
    return naive


@pytest.mark.parametrize("text", ["", "16 2 20", "19 20 16 17 18", "15 3 15 14 14 14 13 12"])
def test_candidates_are_what_is_accepted(text: str) -> None:
    state, naive = table(text), naive_table(text, 4)
    candidates = list(RULES.candidates(state))
    assert len(candidates) == len(set(candidates))
    assert set(candidates) == set(accepted(RULES, state, naive.lines()))
    assert len(candidates) == sum(tried(naive, line) is not None for line in naive.lines())


@pytest.mark.parametrize(
    ("text", "players", "depth", "sequences"),
    [("", 3, 3, 6583), ("20 19 18 17", 4, 3, 3331), ("15 3 15", 8, 3, 5572)],
)
def test_counted_trees(text: str, players: int, depth: int, sequences: int) -> None:
    naive = naive_table(text, players)
    assert count_tree(RULES, table(text, players), depth) == naive_tree(naive, depth) == sequences


Hands = Sequence[Sequence[int]]
HANDS = ((2, 9, 6), (3, 4, 3), (20, 5, 5))
PILE = (2, 3, 8, 7, 2, 6, 12, 2, 3, 4, 3, 2, 5, 5, 6, 9)


def deal_tree(
    game: object, ways: Ways, hands: Sequence[Sequence[int]], pile: Sequence[int], depth: int
) -> int:
    """Count the sequences of plays from real hands; who is flushed draws from the pile in table order."""
    shown = ways.shown(game)
    if depth == 0 or shown["over"]:
        return depth == 0
    seat, found = NAMES.index(str(shown["to_move"])), 0
    for number in sorted(set(hands[seat])):
        after = ways.step(game, {"player": NAMES[seat], "play": number})
        held, left = [list(hand) for hand in hands], list(pile)
        held[seat].remove(number)
        for hand, count in zip(held, counts(ways.shown(after)), strict=True):
            while len(hand) < count:
                hand.append(left.pop(0))
        found += deal_tree(after, ways, held, left, depth - 1)
    return found


def counts(shown: Mapping[str, object]) -> list[int]:
    hands = shown["hands"]
    assert isinstance(hands, dict)
    return list(hands.values())


def naive_step(game: FutschikatoTable, line: Line) -> FutschikatoTable:
    after = tried(game, line)
    assert after is not None
    return after


def rules_step(state: FutschikatoState, line: Line) -> FutschikatoState:
    return RULES.apply(state, RULES.parse(line, state))


@pytest.mark.parametrize(("depth", "sequences"), [(3, 12), (6, 95), (9, 874)])
def test_counted_tree_of_a_deal(depth: int, sequences: int) -> None:
    """Three players with three cards each; a game that ends before so many plays is not counted."""
    state, naive = replace(table("", 3), hands=(3, 3, 3), draw_pile=16), naive_table("", 3)
    naive.hands, naive.pile = dict.fromkeys(naive.names, 3), 16
    rules = Ways(rules_step, RULES.describe)
    plain = Ways(naive_step, FutschikatoTable.state)
    assert deal_tree(state, rules, HANDS, PILE, depth) == sequences
    assert deal_tree(naive, plain, HANDS, PILE, depth) == sequences


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_random_play_agrees_with_the_naive_game(seed: int) -> None:
    chance = random.Random(seed)
    names = NAMES[: chance.randint(3, 8)]
    starter = chance.choice(names)
    state, naive = RULES.start(names, starter), FutschikatoTable(names, starter)
    for _ in range(400):
        act = random_line(state, chance)
        after = tried(naive, act)
        if after is None:
            refused(RULES, state, act)
        else:
            parsed = RULES.parse(act, state)
            assert parsed.to_record() == act
            state, naive = RULES.apply(state, parsed), after
        assert RULES.describe(state) == naive.state()
        keeps_the_books(state)
        if state.over:
            break


def random_line(state: FutschikatoState, chance: random.Random) -> dict[str, object]:
    players = [*state.players, "Zoe"]
    name = state.to_move if chance.random() < 0.97 else chance.choice(players)
    return {"player": name, "play": chance.randint(2, 20)}


def keeps_the_books(state: FutschikatoState) -> None:
    lying = len(state.fronts) - state.fronts.count(None)
    assert sum(state.hands) + lying + state.draw_pile + sum(state.discards) == 90
    assert all(state.out(number) <= COPIES[number] for number in range(2, 21))
    assert min(*state.hands, state.draw_pile) >= 0
    if state.to_move is not None:
        seat = state.players.index(state.to_move)
        assert state.fronts[seat] is None
        assert state.hands[seat] > 0
