import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.base import Act
from companion.rules.twenty_three_state import COPIES, Play, TwentyThreeState
from tests.companion.rules.lines import (
    Line,
    accepted,
    count_tree,
    naive_tree,
    refused,
    tried,
)
from tests.companion.rules.twenty_three_drawn import (
    RULES,
    line,
    table,
)
from tests.companion.rules.twenty_three_naive import DECK, TwentyThreeTable


@pytest.mark.parametrize("text", ["", "1", "1 9 pp", "1 20", "1 7 f f f", "1 10 10 10"])
def test_candidates_are_what_is_accepted(text: str) -> None:
    state, naive = table(text), naive_table(text)
    candidates = list(RULES.candidates(state))
    assert len(candidates) == len(set(candidates))
    lines = list(naive.lines())
    assert set(candidates) == set(accepted(RULES, state, lines))
    assert len(candidates) == sum(tried(naive, line) is not None for line in lines)


def naive_table(text: str, players: str = "Ann Ben Cem") -> TwentyThreeTable:
    naive = TwentyThreeTable(players.split(), players.split()[0])
    for word in text.split():
        naive.do(line(naive.mover, word))
    return naive


@pytest.mark.parametrize(
    ("text", "depth", "sequences"),
    [("", 2, 68), ("1 20", 2, 128), ("1 22", 3, 230), ("1 20 f f", 4, 3905), ("1 f f f", 3, 204)],
)
def test_counted_trees_without_bonus_chips(text: str, depth: int, sequences: int) -> None:
    naive = naive_table(text)
    naive.bonus = dict.fromkeys(naive.names, 0)
    naive.shifts = [0]
    state = replace(table(text), bonus=(0, 0, 0))
    assert count_tree(RULES, state, depth) == naive_tree(naive, depth) == sequences


HANDS = {"Ann": [9, 9, 14, 23], "Ben": [8, 12, 22, 22]}


def holds(name: object, rank: int, count: int, gone: int) -> bool:
    return name in HANDS and HANDS[str(name)].count(rank) - gone >= count


def may_play(state: TwentyThreeState, act: Act) -> bool:
    return not isinstance(act, Play) or holds(act.player, act.rank, act.count, state.played[act.rank])


def might_play(naive: TwentyThreeTable, line: Mapping[str, int]) -> bool:
    rank = line.get("play")
    return rank is None or holds(line["player"], rank, line["count"], naive.pile.count(rank))


@pytest.mark.parametrize(("depth", "sequences"), [(1, 34), (2, 932)])
def test_counted_tree_of_a_deal(depth: int, sequences: int) -> None:
    """Four cards each, on a 10, Ann to move; one bonus chip each."""
    state = replace(table("1 10", "Ann Ben"), hands=(4, 4), bonus=(1, 1))
    naive = naive_table("1 10", "Ann Ben")
    naive.hands, naive.bonus = {"Ann": 4, "Ben": 4}, {"Ann": 1, "Ben": 1}
    assert count_tree(RULES, state, depth, may_play) == naive_tree(naive, depth, might_play) == sequences


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_random_play_agrees_with_the_naive_game(seed: int) -> None:
    chance = random.Random(seed)
    names = ["Ann", "Ben", "Cem", "Dia"][: chance.randint(2, 4)]
    starter = chance.choice(names)
    state, naive = RULES.start(names, starter), TwentyThreeTable(names, starter)
    if chance.random() < 0.5:
        state = replace(state, hands=tuple(chance.randint(1, 4) for _ in names))
        naive.hands = dict(zip(names, state.hands, strict=True))
    for _ in range(250):
        act = random_line(state, chance)
        after = tried(naive, act)
        if after is None:
            refused(RULES, state, act)
        else:
            state, naive = on_line(state, act), after
        assert RULES.describe(state) == naive.state()
        keeps_the_books(state)
        if state.over:
            break


def on_line(state: TwentyThreeState, act: Line) -> TwentyThreeState:
    parsed = RULES.parse(act, state)
    assert RULES.parse(parsed.to_record(), state) == parsed
    return RULES.apply(state, parsed)


def random_line(state: TwentyThreeState, chance: random.Random) -> Line:
    if state.to_move is None:
        return {"round": chance.choice([2, 2, 2]), "starter": chance.choice([*state.players, "Zoe"])}
    name = state.to_move if chance.random() < 0.95 else chance.choice([*state.players, "Zoe"])
    rank = state.rank or 1
    kinds: list[Line] = [{"fold": True}, {"pass": True}, {"pass": "force"}, {"play": 1}]
    shift = chance.choice([0, 0, 0, chance.randint(-16, 16)])
    plays = {
        "play": min(23, max(1, rank + shift + chance.randint(-1, 3))),
        "count": chance.randint(0, 3),
        "bonus": shift,
    }
    return {"player": name, **chance.choices([*kinds, plays], [1, 2, 2, 1, 12])[0]}


def keeps_the_books(state: TwentyThreeState) -> None:
    assert all(0 <= played <= copies for played, copies in zip(state.played, COPIES, strict=True))
    assert sum(state.played) + sum(state.hands) <= 12 * len(state.players) <= len(DECK)
    assert min(state.chips) >= 0
    assert all(0 <= left <= 3 for left in state.bonus)
    assert (state.to_move is None) == (sum(state.hands) == 0)
    assert state.to_move is None or state.hands[state.players.index(state.to_move)] > 0
