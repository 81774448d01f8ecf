"""Fifty Fifty at random tables: conservation, and a second opinion on every act."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import PASS
from companion.errors import IllegalAct
from companion.records.record import Header, read, replay
from companion.rules.fifty_fifty import FiftyFifty
from companion.rules.fifty_fifty_state import CARD, FiftyFiftyState, Play, shown
from companion.simulation.dealers.base import Strategy
from companion.simulation.games import SimulatedGame, play, random_header
from tests.companion.rules import fifty_fifty_naive as naive

GAME = FiftyFifty()
seeds = st.integers(0, 2**32)


def random_game(seed: int) -> SimulatedGame:
    chance = Random(seed)
    return play(random_header("fifty-fifty", chance), chance, chance.choice(list(Strategy)))


def states(played: SimulatedGame) -> Iterator[FiftyFiftyState]:
    for state in played.states:
        assert isinstance(state, FiftyFiftyState)
        yield state


def naive_start(header: Header) -> naive.Table:
    return naive.start(list(header.players), header.starter, header.rules)


def naive_tables(played: SimulatedGame) -> list[naive.Table]:
    tables = [naive_start(played.header)]
    for act in played.acts:
        tables.append(naive.apply(tables[-1], act.to_record()))
    return tables


def verdict(state: FiftyFiftyState, line: naive.Line) -> str | None:
    """Give the engine's refusal code, or None."""
    try:
        GAME.apply(state, GAME.parse(line, state))
    except IllegalAct as refusal:
        return str(refusal.code)
    return None


@pytest.mark.parametrize("hundred", range(5))
def test_500_games_conserve_their_cards_and_agree_with_the_second_opinion(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        played = random_game(seed)
        for state, table in zip(states(played), naive_tables(played), strict=True):
            beside = state.jump is not None
            held = sum(state.penalties) + sum(state.hands)
            assert held + len(state.row) + beside + state.draw_pile == 100
            assert GAME.describe(state) == naive.describe(table)
        found = [(s.player, s.place, s.score, s.eliminated) for s in GAME.standings(played.end)]
        assert found == naive.standings(table)


def test_the_games_show_every_way_to_end() -> None:
    ends = {type(random_game(seed).acts[-1]).__name__ for seed in range(30)}
    assert ends == {"Play", "Take", "Reveal"}
    assert any(getattr(random_game(seed).end, "eliminated", ()) for seed in range(60))


@settings(max_examples=50, deadline=None)
@given(seeds)
def test_replaying_the_record_of_a_game_gives_the_game(seed: int) -> None:
    played = random_game(seed)
    record = read(played.to_record().to_bytes())
    assert record == played.to_record()
    assert tuple(state for _, state in replay(record)) == played.states[1:]


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_the_same_chance_gives_the_same_game(seed: int) -> None:
    assert random_game(seed) == random_game(seed)


@settings(max_examples=40, deadline=None)
@given(seeds, st.data())
def test_every_line_that_can_be_written_gets_the_verdict_of_the_second_opinion(
    seed: int, data: st.DataObject
) -> None:
    played = random_game(seed)
    at = data.draw(st.integers(0, len(played.acts)))
    state, table = list(states(played))[at], naive_tables(played)[at]
    accepted = set()
    for line in naive.lines(table):
        said = verdict(state, line)
        assert said == naive.refusal(table, line), line
        if said is None:
            accepted.add(GAME.parse(line, state))
    candidates = list(GAME.candidates(state))
    assert len(candidates) == len(set(candidates))
    assert set(candidates) == accepted


@settings(max_examples=60, deadline=None)
@given(seeds, st.data())
def test_a_game_with_one_wrong_card_is_refused_where_the_second_opinion_refuses_it(
    seed: int, data: st.DataObject
) -> None:
    played = random_game(seed)
    at = data.draw(st.integers(0, len(played.acts) - 1))
    lines = [act.to_record() for act in played.acts]
    lines[at] = data.draw(st.sampled_from(mutations(lines[at], played)))
    table = naive_start(played.header)
    state = GAME.start(played.header.players, played.header.starter, played.header.rules)
    for line in lines:
        code, before = naive.refusal(table, line), GAME.describe(state)
        assert verdict(state, line) == code
        assert GAME.describe(state) == before
        if code is not None:
            return
        table = naive.apply(table, line)
        state = GAME.apply(state, GAME.parse(line, state))
        assert GAME.describe(state) == naive.describe(table)


def mutations(line: naive.Line, played: SimulatedGame) -> list[dict[str, Any]]:
    """Give lines near a line: another player, card or verb."""
    if "reveal" in line:
        hands = line["reveal"]
        first = next(iter(hands))
        changed: list[Any] = [[], [1], [50], [100], ["pass"], hands[first] * 2]
        return [{"reveal": {**hands, first: cards}} for cards in changed] + [{"reveal": {"Zoe": [1]}}]
    cards: list[Any] = [1, 23, 50, 73, 99, "pass"]
    near = [{**line, "player": player} for player in (*played.header.players, "Zoe")]
    near += [{"player": line["player"], "play": card} for card in cards]
    near += [{"player": line["player"], "jump": card} for card in cards if card != "pass"]
    return [*near, {"player": line["player"], "take": True}]


def test_reveals_are_exactly_those_that_are_accepted() -> None:
    state = reveal_due(players=2)
    faces = [shown(card) for card in CARD]
    hands = [{"Ann": [one], "Ben": [other]} for one in faces for other in faces]
    lines = [{"reveal": hand} for hand in hands if verdict(state, {"reveal": hand}) is None]
    given = [reveal.to_record() for reveal in GAME.reveals(state)]
    assert sorted(map(str, given)) == sorted(map(str, lines))
    assert len(lines) > 100


def test_there_is_nothing_to_reveal_before_it_is_due() -> None:
    assert list(GAME.reveals(GAME.start(["Ann", "Ben"]))) == []


def reveal_due(players: int) -> FiftyFiftyState:
    """Give the first state of a random game in which hands are to be revealed."""
    for seed in range(100):
        chance = Random(seed)
        played = play(random_header("fifty-fifty", chance, players), chance)
        for state in states(played):
            if state.reveal_due:
                return state
    raise AssertionError("no game came to a reveal")


def test_a_pass_is_one_candidate_however_many_are_held() -> None:
    state = GAME.start(["Ann", "Ben"])
    assert [act for act in GAME.candidates(state) if isinstance(act, Play) and act.card == PASS] == [
        Play("Ann", PASS)
    ]
