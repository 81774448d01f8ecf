"""How simulated players of No Thanks! choose, and that their deck is real."""

from dataclasses import replace
from random import Random

import pytest

from companion.records.record import Header
from companion.rules.no_thanks import NoThanks
from companion.rules.no_thanks_state import NUMBERS, Flip, NoThanksState, Take, Token
from companion.simulation.dealers.base import Strategy
from companion.simulation.dealers.no_thanks import NoThanksDealer, NoThanksDealing
from companion.simulation.games import play

GAME = NoThanks()


def table(card: int | None, pot: int, tokens: int, own: tuple[int, ...] = ()) -> NoThanksState:
    state = GAME.start(["Ann", "Ben", "Cem"])
    return replace(state, open=card, pot=pot, tokens=(tokens, 11, 11), cards=(own, (), ()))


@pytest.mark.parametrize(
    ("state", "takes"),
    [
        (table(20, 0, 5), False),
        (table(20, 18, 5), False),
        (table(20, 19, 5), True),
        (table(20, 0, 0), True),
        (table(20, 0, 5, own=(19,)), True),
        (table(20, 0, 5, own=(21,)), True),
        (table(20, 0, 5, own=(18,)), False),
    ],
)
def test_a_player_who_thinks_takes_what_costs_no_more_than_a_token(state: NoThanksState, takes: bool) -> None:
    act = NoThanksDealer([], Strategy.SIMPLE).choose(state, Random(1))
    assert act == (Take("Ann") if takes else Token("Ann"))


def test_a_random_player_does_either_unless_one_must_take() -> None:
    dealer = NoThanksDealer([], Strategy.RANDOM)
    assert {dealer.choose(table(20, 0, 5), Random(seed)) for seed in range(20)} == {Take("Ann"), Token("Ann")}
    assert {dealer.choose(table(20, 0, 0), Random(seed)) for seed in range(20)} == {Take("Ann")}


def test_the_top_of_the_deck_is_turned_up() -> None:
    dealer = NoThanksDealer([5, 9], Strategy.RANDOM)
    state = table(None, 0, 5)
    assert dealer.choose(state, Random(1)) == Flip(None, 9)
    dealer.follow(state, Flip(None, 9), state)
    assert dealer.choose(state, Random(1)) == Flip(None, 5)


def test_24_of_the_33_cards_are_played() -> None:
    dealer = NoThanksDealing().deal(table(None, 0, 5), Random(2), Strategy.RANDOM)
    assert len(set(dealer.deck)) == 24
    assert set(dealer.deck) < set(NUMBERS)
    played = play(Header("no-thanks", ("Ann", "Ben", "Cem"), "Ann"), Random(2))
    assert sum(isinstance(act, Flip) for act in played.acts) == 24
