"""What a game comes to for each player: hand-counted games, and the rules' own word on many others."""

from collections.abc import Mapping
from random import Random

import pytest

from companion.records.record import Header
from companion.records.recount import Insert, Replace, follow, recount
from companion.records.statistics import GameFacts, SeatFacts, facts_of
from companion.rules.catalogue import GAMES
from companion.simulation.games import play, random_header

THREE = Header("fifty-fifty", ("Ann", "Ben", "Cem"), "Ann")
JUMP: tuple[Mapping[str, object], ...] = (
    {"player": "Ann", "play": 70},
    {"player": "Ben", "play": 77},
    {"player": "Cem", "play": 73},  # 77 is orange: back to Ben
    {"player": "Ann", "jump": 23},
    {"player": "Cem", "play": "pass"},
    {"player": "Ann", "take": True},  # 70 73 23 and the pass
    {"player": "Ann", "play": 41},
    {"player": "Ben", "play": 30},  # takes 41
)


def seats(facts: GameFacts) -> dict[str, SeatFacts]:
    return {seat.player: seat for seat in facts.seats}


def test_a_hand_counted_game() -> None:
    facts = facts_of(THREE, JUMP)
    assert (facts.acts, facts.over, facts.won) == (8, False, None)
    assert facts.seats == (
        SeatFacts("Ann", 3, 4, False, jumps_won=1, jumps_lost=1, dearest=4, dearest_act=6),
        SeatFacts("Ben", 2, 2, False, dearest=1, dearest_act=3),
        SeatFacts("Cem", 1, 0, False),
    )


def test_what_the_rules_forbid_counts_for_nothing() -> None:
    wrong = ({"player": "Cem", "jump": 99}, {"player": "Zoe", "take": True}, {"nonsense": 7})
    assert facts_of(THREE, (*JUMP[:3], *wrong)).seats == facts_of(THREE, JUMP[:3]).seats


def test_a_correction_is_counted() -> None:
    changed = recount(THREE, JUMP, Replace(2, {"player": "Cem", "play": 78})).after
    facts = seats(facts_of(THREE, [step.fields for step in changed]))
    # 77 stays in the row, so nobody can jump on 73; Ann's 41 then takes three cards, Ben's 30 takes the 41.
    assert [facts[name].score for name in THREE.players] == [3, 1, 0]
    assert (facts["Ann"].jumps_won, facts["Ann"].jumps_lost, facts["Ann"].dearest_act) == (0, 0, 7)
    more = recount(THREE, JUMP, Insert(8, {"player": "Cem", "play": 5})).after
    assert seats(facts_of(THREE, [step.fields for step in more]))["Cem"].dearest == 1


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
@pytest.mark.parametrize("seed", range(4))
def test_scores_places_and_wins_are_the_rules_own(game: str, seed: int) -> None:
    played = play(random_header(game, Random(seed)), Random(seed))
    record = played.to_record()
    rules = next(r for r in GAMES if r.slug == game)
    outcome = rules.outcome(played.end)
    facts = facts_of(record.header, [act.fields for act in record.acts])
    found = {s.player: (s.place, s.score, s.eliminated) for s in facts.seats}
    assert found == {s.player: (s.place, s.score, s.eliminated) for s in rules.standings(played.end)}
    assert [s.player for s in facts.seats] == list(record.header.players)
    assert facts.over is (outcome is not None)
    winners = {s.player for s in facts.seats if s.won}
    if outcome is None or outcome.won is False:
        assert not winners
    elif outcome.won:
        assert len(winners) == len(facts.seats)
    else:
        assert all(found[name][0] == 1 and not found[name][2] for name in winners)


@pytest.mark.parametrize("seed", range(6))
def test_every_jump_that_was_made_is_taken_by_one(seed: int) -> None:
    record = play(random_header("fifty-fifty", Random(seed)), Random(seed)).to_record()
    acts = [act.fields for act in record.acts]
    facts = facts_of(record.header, acts)
    made, lost = sum(s.jumps_won for s in facts.seats), sum(s.jumps_lost for s in facts.seats)
    assert made == sum("jump" in act for act in acts)
    assert made - lost in (0, 1), "only the last jump may still be open, or end by a reveal"
    steps = follow(record.header, acts)
    for seat in facts.seats:
        if seat.dearest_act is not None:
            assert 1 <= seat.dearest_act <= len(steps)
            assert seat.dearest > 0
