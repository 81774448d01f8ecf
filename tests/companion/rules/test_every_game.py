"""What holds in every game, at random tables."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.cards import Card, Zone
from companion.errors import BadRecord, IllegalAct
from companion.rules.base import Act, GameState, Remark, Rules
from companion.rules.catalogue import GAMES, find_game
from companion.rules.fifty_fifty_state import Reveal
from companion.simulation.dealers.catalogue import DEALINGS
from companion.simulation.games import SimulatedGame, play, random_header

TABLES = [(game, seed) for game in DEALINGS for seed in range(4)]
tables = pytest.mark.parametrize(("game", "seed"), TABLES)


def random_game(game: str, seed: int) -> SimulatedGame:
    chance = Random(seed)
    return play(random_header(game, chance), chance)


def moments(game: str, seed: int) -> Iterator[tuple[Rules, GameState, Act]]:
    """Give each state of a random game with the act that came next."""
    played = random_game(game, seed)
    for state, act in zip(played.states, played.acts, strict=False):
        yield find_game(game), state, act


def test_short_names_are_distinct_and_every_game_can_be_dealt() -> None:
    slugs = [rules.slug for rules in GAMES]
    assert len(set(slugs)) == len(slugs)
    assert set(slugs) == set(DEALINGS)


def test_a_game_that_is_not_there_is_not_found() -> None:
    with pytest.raises(BadRecord, match="fifty-fifty"):
        find_game("chess")


@pytest.mark.parametrize("rules", GAMES, ids=[rules.slug for rules in GAMES])
def test_house_rules_accept_their_defaults_and_nothing_odd(rules: Rules) -> None:
    strange: list[object] = [None, 1, 0.5, "odd", {}, [None]]
    for key, ruling in rules.rulings.items():
        assert key == ruling.key
        assert ruling.about
        assert ruling.allowed
        assert ruling.accepts(ruling.default)
        assert not any(ruling.accepts(odd) for odd in strange)


@pytest.mark.parametrize("rules", GAMES, ids=[rules.slug for rules in GAMES])
def test_nobody_can_change_a_default_for_the_games_to_come(rules: Rules) -> None:
    for ruling in rules.rulings.values():
        assert isinstance(hash(ruling.default), int), "what can be changed has none"
        assert ruling.is_default(json.loads(json.dumps(ruling.default)))
        assert not ruling.is_default("odd")


@tables
def test_who_acts_out_of_turn_is_told_what_cannot_be_done_and_who_is_to_move(game: str, seed: int) -> None:
    refused = 0
    for rules, state, act in moments(game, seed):
        other = next(name for name in state.players if name != state.to_move)
        # A jump may come out of turn.
        if act.player is None or act.player != state.to_move or "jump" in act.to_record():
            continue
        with pytest.raises(IllegalAct) as caught:
            rules.apply(state, replace(act, player=other))
        refused += 1
        said = re.fullmatch(
            rf"it is not the turn of {other}, who cannot (.+) now; {state.to_move} is to move",
            caught.value.message,
        )
        assert said
        number = act.to_record().get("play")
        assert not isinstance(number, int) or str(number) in said[1]
    assert refused


@tables
def test_a_state_is_plain_json_with_what_all_games_have(game: str, seed: int) -> None:
    for rules, state, _ in moments(game, seed):
        shown = rules.describe(state)
        assert json.loads(json.dumps(shown)) == shown
        assert shown["to_move"] == state.to_move
        assert shown["over"] is state.over


@tables
def test_an_act_is_read_from_what_it_writes(game: str, seed: int) -> None:
    for rules, state, act in moments(game, seed):
        line = json.loads(json.dumps(act.to_record()))
        assert rules.parse({**line, "t": 1, "note": "so", "frames": []}, state) == act


@tables
def test_what_is_played_was_a_candidate(game: str, seed: int) -> None:
    for rules, state, act in moments(game, seed):
        if not isinstance(act, Reveal):
            assert act in set(rules.candidates(state))


@tables
def test_nothing_can_be_played_once_the_game_is_over(game: str, seed: int) -> None:
    played = random_game(game, seed)
    if not played.end.over:
        pytest.skip("nobody could go on")
    rules = find_game(game)
    assert list(rules.candidates(played.end)) == []
    assert played.end.to_move is None
    for act in played.acts:
        with pytest.raises(IllegalAct) as refusal:
            rules.apply(played.end, act)
        assert refusal.value.code == "game-over"


@tables
def test_a_remark_changes_nothing(game: str, seed: int) -> None:
    for rules, state, _ in moments(game, seed):
        remark = rules.parse({"note": "tea", "t": 2}, state)
        assert remark == Remark(None, "tea")
        assert rules.apply(state, remark) == state


@tables
def test_the_outcome_is_there_exactly_when_the_game_is_over(game: str, seed: int) -> None:
    played = random_game(game, seed)
    rules = find_game(game)
    for state in played.states:
        outcome = rules.outcome(state)
        assert (outcome is not None) is state.over
        if outcome is not None:
            assert outcome.standings == rules.standings(state)


@tables
def test_standings_name_every_player_once_in_order(game: str, seed: int) -> None:
    for rules, state, _ in moments(game, seed):
        standings = rules.standings(state)
        assert sorted(s.player for s in standings) == sorted(state.players)
        places = [s.place for s in standings]
        assert places == sorted(places)
        assert places[0] == 1


@tables
def test_every_act_is_explained_in_both_languages(game: str, seed: int) -> None:
    for rules, state, act in moments(game, seed):
        english, german = rules.explain(state, act), rules.explain(state, act, "de")
        assert english.endswith(".")
        assert german.endswith(".")
        assert english != german


@tables
def test_the_camera_is_told_cards_in_zones(game: str, seed: int) -> None:
    for rules, state, _ in moments(game, seed):
        for zone, cards in rules.layout(state).zones:
            assert isinstance(zone, Zone)
            assert all(isinstance(card, Card) for card in cards)


@tables
def test_a_stranger_cannot_act(game: str, seed: int) -> None:
    for rules, state, act in moments(game, seed):
        line = act.to_record()
        if "player" in line:
            with pytest.raises(IllegalAct) as refusal:
                rules.apply(state, rules.parse({**line, "player": "Zoe"}, state))
            assert refusal.value.code == "unknown-player"
