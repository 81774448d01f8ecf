"""How simulated players of Fifty Fifty choose, and that their hands are real."""

from random import Random
from typing import Any

import pytest

from companion.cards import Card
from companion.records.record import start_game
from companion.rules.fifty_fifty_state import CARD, FiftyFiftyState, Reveal, RunningJump, Take
from companion.simulation.dealers.base import Strategy
from companion.simulation.dealers.fifty_fifty import FiftyFiftyDealer, FiftyFiftyDealing
from companion.simulation.games import random_header
from tests.companion.rules.fifty_fifty_drawn import GAME, drawn, line


def hand(text: str) -> list[Card]:
    return [CARD[0 if token == "P" else int(token)] for token in text.split()]


def table(ann: str, strategy: Strategy = Strategy.SIMPLE, **others: str) -> FiftyFiftyDealer:
    hands = {"Ann": ann, "Ben": "", "Cem": "", "Dia": ""} | others
    return FiftyFiftyDealer({name: hand(cards) for name, cards in hands.items()}, [], strategy)


CHOICES = [
    # row, hand of Ann, what a player who thinks does
    ("40 77d", "50 90 30", "50"),
    ("40 78d", "50 90 30", "90"),
    ("40 78d", "99 90 30", "90"),
    ("40 78d", "50 30", "50"),
    ("40 50 78d", "30 45 P", "P"),
    ("40 50 78d", "30 45", "45"),
]


@pytest.mark.parametrize(("row", "cards", "chosen"), CHOICES)
def test_a_player_who_thinks_plays_what_costs_least(row: str, cards: str, chosen: str) -> None:
    state = drawn(row)
    act = table(cards).choose(state, Random(1))
    assert act == GAME.parse(line("Ann", chosen), state)


def chosen(state: FiftyFiftyState, dealer: FiftyFiftyDealer) -> set[Any]:
    return {dealer.choose(state, Random(seed)) for seed in range(20)}


def test_a_player_may_jump_or_let_it_be() -> None:
    acts = chosen(drawn("40 73d"), table("80", Ben="23"))
    assert {act.to_record().get("jump") for act in acts} == {23, None}


def test_nobody_jumps_on_an_own_card() -> None:
    acts = chosen(drawn("40 73d"), table("80", Dia="23"))
    assert acts == {GAME.parse(line("Ann", "80"), drawn(""))}


def test_after_a_jump_a_pass_is_played_or_all_is_taken() -> None:
    state = drawn("40 73d", jump=RunningJump(23, "Ben", "Dia"))
    assert chosen(state, table("80 P")) == {GAME.parse(line("Ann", "P"), state), Take("Ann")}
    assert chosen(state, table("80")) == {Take("Ann")}


def test_hands_are_revealed_when_it_is_due() -> None:
    state = drawn("40 P", draw_pile=0, hands="1 1 1 1", reveal_due=True)
    act = table("80", Ben="P", Cem="1", Dia="2").choose(state, Random(1))
    assert isinstance(act, Reveal)
    GAME.apply(state, act)


def test_with_passes_only_and_no_pass_allowed_nobody_can_do_anything() -> None:
    state = drawn("", rules={"pass_opens_row": "forbidden"})
    assert table("P P").choose(state, Random(1)) is None


def test_the_hands_are_as_large_as_the_state_says() -> None:
    chance = Random(5)
    rules, state = start_game(random_header("fifty-fifty", chance))
    dealer = FiftyFiftyDealing().deal(state, chance, Strategy.RANDOM)
    deck = [*dealer.pile, *(card for cards in dealer.hands.values() for card in cards)]
    assert len(deck) == 100
    assert max(deck.count(card) for card in CARD[1:]) == 1
    while (act := dealer.choose(state, chance)) is not None:
        assert rules.describe(state)["hands"] == {name: len(cards) for name, cards in dealer.hands.items()}
        assert rules.describe(state)["draw_pile"] == len(dealer.pile)
        after = rules.apply(state, act)
        dealer.follow(state, act, after)
        state = after
        if state.over:
            break
    assert state.over
