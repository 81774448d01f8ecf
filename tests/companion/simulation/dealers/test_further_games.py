"""The hidden hands of 23, Futschikato and Quick & Easy are real, and as large as the states say."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.records.record import start_game
from companion.rules.futschikato_state import COPIES as FUTSCHIKATO
from companion.rules.futschikato_state import FutschikatoState
from companion.rules.futschikato_state import Play as Lay
from companion.rules.quick_and_easy_state import QuickAndEasyState, Stuck
from companion.rules.twenty_three_state import COPIES, Fold, Play, TwentyThreeState
from companion.simulation.dealers.base import Strategy
from companion.simulation.dealers.catalogue import DEALINGS
from companion.simulation.dealers.futschikato import FutschikatoDealer
from companion.simulation.dealers.quick_and_easy import QuickAndEasyDealer
from companion.simulation.dealers.twenty_three import TwentyThreeDealer
from companion.simulation.games import random_header
from tests.companion.rules import futschikato_drawn, quick_and_easy_drawn, twenty_three_drawn

HANDED = ["23", "futschikato", "quick-and-easy"]


@pytest.mark.parametrize("strategy", list(Strategy))
@pytest.mark.parametrize("game", HANDED)
@pytest.mark.parametrize("seed", range(5))
def test_hidden_cards_are_those_that_the_states_count(game: str, strategy: Strategy, seed: int) -> None:
    chance = Random(seed)
    rules, state = start_game(random_header(game, chance))
    dealer = DEALINGS[game].deal(state, chance, strategy)
    while not state.over and (act := dealer.choose(state, chance)) is not None:
        after = rules.apply(state, act)
        dealer.follow(state, act, after)
        state = after
        assert isinstance(dealer, TwentyThreeDealer | FutschikatoDealer | QuickAndEasyDealer)
        hands = {name: len(cards) for name, cards in dealer.hands.items()}
        assert hands == rules.describe(state)["hands"]
        if isinstance(dealer, TwentyThreeDealer):
            assert isinstance(state, TwentyThreeState)
            held = Counter(card for hand in dealer.hands.values() for card in hand)
            assert all(count + state.played[card] <= COPIES[card] for card, count in held.items())
        else:
            assert len(dealer.pile) == rules.describe(state)["draw_pile"]
    assert state.over


def test_all_cards_of_futschikato_are_somewhere() -> None:
    chance = Random(4)
    rules, state = start_game(random_header("futschikato", chance, players=8))
    dealer = DEALINGS["futschikato"].deal(state, chance, Strategy.RANDOM)
    assert isinstance(dealer, FutschikatoDealer)
    while not state.over:
        act = dealer.choose(state, chance)
        assert act is not None
        after = rules.apply(state, act)
        dealer.follow(state, act, after)
        state = after
        assert isinstance(state, FutschikatoState)
        cards = Counter([*dealer.pile, *(card for hand in dealer.hands.values() for card in hand)])
        assert all(cards[number] + state.out(number) == count for number, count in enumerate(FUTSCHIKATO))


@pytest.mark.parametrize(
    ("hand", "bonus", "act"),
    [
        ([12, 14], 3, Play("Ann", 12)),
        ([12, 12, 14], 3, Play("Ann", 12, 2)),
        ([11, 12, 12], 3, Play("Ann", 11)),
        ([4, 7], 3, Play("Ann", 7, bonus=-5)),
        ([2, 3], 3, Play("Ann", 2, bonus=-9)),
        ([3, 4], 1, Fold("Ann")),
        ([9], 0, Fold("Ann")),
    ],
)
def test_a_player_of_23_who_thinks(hand: list[int], bonus: int, act: Play | Fold) -> None:
    state = replace(twenty_three_drawn.RANK_10, bonus=(bonus, 3, 3))
    dealer = TwentyThreeDealer({"Ann": hand}, Strategy.SIMPLE)
    assert dealer.choose(state, Random(1)) == act


def test_a_forced_player_of_23_never_passes() -> None:
    dealer = TwentyThreeDealer({"Ann": [9, 12]}, Strategy.RANDOM)
    acts = {dealer.choose(twenty_three_drawn.FORCED, Random(seed)) for seed in range(60)}
    assert {type(act) for act in acts} == {Play, Fold}


def test_a_player_of_futschikato_who_thinks_makes_the_strongest_group() -> None:
    state = futschikato_drawn.drawn("- 9 5 5")
    dealer = FutschikatoDealer({"Ann": [3, 5, 14, 20]}, [], Random(1), Strategy.SIMPLE)
    assert dealer.choose(state, Random(1)) == Lay("Ann", 20)
    dealer.hands["Ann"].remove(20)
    assert dealer.choose(state, Random(1)) == Lay("Ann", 5)


@pytest.mark.parametrize(
    ("tops", "hand", "chosen"),
    [
        ("u3r d8b", "4g 9y", "u4g"),
        ("u3r d8b", "6g 6y", "d6g"),
        ("u6r d5b", "3r 9g", "u3r"),
        ("u9r d2b", "3g 5y", "stuck"),
    ],
)
def test_a_player_of_quick_and_easy_who_thinks_keeps_the_stacks_open(
    tops: str, hand: str, chosen: str
) -> None:
    state = replace(quick_and_easy_drawn.table(tops), to_move="Ann")
    cards = [quick_and_easy_drawn.tile(text) for text in hand.split()]
    act = QuickAndEasyDealer({"Ann": cards}, [], Strategy.SIMPLE).choose(state, Random(1))
    line = quick_and_easy_drawn.line("Ann", chosen)
    assert act == quick_and_easy_drawn.RULES.parse(line, state)


def test_a_stuck_player_says_so_only_when_nothing_fits() -> None:
    state = quick_and_easy_drawn.table("u9r d2b")
    assert isinstance(state, QuickAndEasyState)
    cards = [quick_and_easy_drawn.tile(text) for text in ("5y", "2r")]
    dealer = QuickAndEasyDealer({"Cem": cards}, [], Strategy.RANDOM)
    assert not any(isinstance(dealer.choose(state, Random(seed)), Stuck) for seed in range(20))
