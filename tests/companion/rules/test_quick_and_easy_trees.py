import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.quick_and_easy_state import Lay, QuickAndEasyState
from tests.companion.rules.lines import Line, accepted, count_tree, naive_tree, refused, tried
from tests.companion.rules.quick_and_easy_drawn import COLOURS, RULES, late, line, table
from tests.companion.rules.quick_and_easy_naive import QuickAndEasyTable


def naive_table(text: str, players: str = "Ann Ben Cem", professional: bool = False) -> QuickAndEasyTable:
    naive = QuickAndEasyTable(players.split(), players.split()[0], professional)
    for word in text.split():
        naive.do(line(naive.mover, word))
    return naive


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize("text", ["", "u5r d5b", "u9r d2b d9b+u10g", "u10p d1y stuck"])
def test_candidates_are_what_is_accepted(text: str, professional: bool) -> None:
    text = text.replace("+", " ") if professional else text
    state, naive = table(text, professional=professional), naive_table(text, professional=professional)
    candidates = list(RULES.candidates(state))
    assert len(candidates) == len(set(candidates))
    assert set(candidates) == set(accepted(RULES, state, naive.lines()))
    assert len(candidates) == sum(tried(naive, each) is not None for each in naive.lines())


@pytest.mark.parametrize(
    ("left", "hands", "acts"),
    [
        ("7g 7y 1r", "2 0 1", 5),
        ("7g 3y 1r", "2 0 1", 8),
        ("7g 3y 1r", "1 1 1", 4),
        ("7g", "1 0 0", 1),
        ("3y", "1 0 0", 1),
    ],
)
def test_candidates_near_the_end(left: str, hands: str, acts: int) -> None:
    """The red 7 lies up, the blue 7 down, the draw pile is empty."""
    state = late("7r", "7b", left, hands)
    candidates = list(RULES.candidates(state))
    assert set(candidates) == set(accepted(RULES, state, naive_table("").lines()))
    assert len(candidates) == acts


@pytest.mark.parametrize(
    ("text", "sequences"), [("", 7_700), ("u9r", 2_890), ("u5r d5b", 2_517), ("u10p d1y", 685)]
)
def test_counted_turns(text: str, sequences: int) -> None:
    assert count_tree(RULES, table(text), 1) == naive_tree(naive_table(text), 1) == sequences


@pytest.mark.parametrize(("text", "depth", "sequences"), [("", 2, 7_600), ("u8r d3b", 2, 1_256)])
def test_counted_trees_of_the_professional_version(text: str, depth: int, sequences: int) -> None:
    state, naive = table(text, professional=True), naive_table(text, professional=True)
    assert count_tree(RULES, state, depth) == naive_tree(naive, depth) == sequences


DEAL = ["8r", "3b", "9g", "2y", "5p", "6r", "4b", "7g", "1r", "10b", "3p", "8y", "2g", "9p"]
"""Two cards for each of three players, then the draw pile."""

Hands = Sequence[Sequence[str]]


def rules_deal(state: QuickAndEasyState, hands: Hands, pile: Sequence[str], depth: int) -> int:
    """Count the sequences of turns from real hands, picked from the candidates."""
    if depth == 0 or state.to_move is None:
        return depth == 0
    found, hand = 0, hands[state.players.index(state.to_move)]
    for act in RULES.candidates(state):
        if isinstance(act, Lay):
            laid = [f"{each.tile.value}{each.tile.colour[0]}" for each in act.cards]
            if set(laid) <= set(hand):
                left = drawn(state.players.index(state.to_move), laid, hands, pile)
                found += rules_deal(RULES.apply(state, act), *left, depth - 1)
    return found


def naive_deal(naive: QuickAndEasyTable, hands: Hands, pile: Sequence[str], depth: int) -> int:
    """Count them by trying every order of the cards in hand on every stack."""
    if depth == 0 or naive.over:
        return depth == 0
    seat, found = naive.names.index(naive.mover), 0
    for laid in turns(hands[seat]):
        after = tried(naive, line(naive.mover, "+".join(laid)))
        if after is not None:
            left = drawn(seat, [card[1:] for card in laid], hands, pile)
            found += naive_deal(after, *left, depth - 1)
    return found


def turns(hand: Sequence[str]) -> Iterator[list[str]]:
    for count in range(1, len(hand) + 1):
        for cards in permutations(hand, count):
            for stacks in product("ud", repeat=count):
                yield [stack + card for stack, card in zip(stacks, cards, strict=True)]


def drawn(seat: int, laid: Sequence[str], hands: Hands, pile: Sequence[str]) -> tuple[Hands, Sequence[str]]:
    kept = [card for card in hands[seat] if card not in laid]
    after = [*hands[:seat], [*kept, *pile[: len(laid)]], *hands[seat + 1 :]]
    return after, pile[len(laid) :]


@pytest.mark.parametrize(("depth", "sequences"), [(1, 10), (2, 52), (3, 86), (4, 288)])
def test_counted_tree_of_a_deal(depth: int, sequences: int) -> None:
    hands = [DEAL[0:2], DEAL[2:4], DEAL[4:6]]
    state = replace(table(""), draw_pile=len(DEAL) - 6)
    naive = naive_table("")
    naive.pile = len(DEAL) - 6
    assert rules_deal(state, hands, DEAL[6:], depth) == naive_deal(naive, hands, DEAL[6:], depth) == sequences


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_random_play_agrees_with_the_naive_game(seed: int) -> None:
    chance = random.Random(seed)
    names = ["Ann", "Ben", "Cem", "Dia", "Eve"][: chance.randint(2, 5)]
    starter, professional = chance.choice(names), chance.random() < 0.3
    state = RULES.start(names, starter, {"professional": professional})
    naive = QuickAndEasyTable(names, starter, professional)
    for _ in range(200):
        act = random_line(state, chance)
        after = tried(naive, act)
        if after is None:
            refused(RULES, state, act)
        else:
            parsed = RULES.parse(act, state)
            assert parsed.to_record() == act
            state, naive = RULES.apply(state, parsed), after
        assert RULES.describe(state) == naive.state()
        assert state.laid + state.draw_pile + sum(state.hands) == 50
        assert (state.to_move is None) == state.over
        if state.over:
            break


def random_line(state: QuickAndEasyState, chance: random.Random) -> Line:
    """Try a turn that is mostly legal; the cards go to the stacks in steps as small as can be."""
    name = state.to_move if chance.random() < 0.97 else chance.choice([*state.players, "Zoe"])
    if chance.random() < 0.02:
        return {"player": name, "stuck": True}
    unseen = [f"{tile.value}{tile.colour[0]}" for tile in state.unseen()]
    count = chance.choice([0, 1, 1, 1, 1, 2, 2, 3])
    cards = [chance.choice("ud") + chance.choice([*unseen, "5r"]) for _ in range(count)]
    return line(name, "+".join(cards)) if cards else {"player": name, "lay": []}


def test_the_colours_of_the_tests_are_those_of_the_deck() -> None:
    assert tuple(COLOURS.values()) == table("").colours
