"""Undo, correction, recount: what a change does to all that follows."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Code
from companion.language import in_language
from companion.records.record import Header, read, replay
from companion.records.recount import Change, Insert, Recount, Replace, Rewrite, TakeBack, follow, recount
from companion.records.recount_words import sentences
from companion.rules.catalogue import GAMES
from companion.simulation.games import play, random_header

HEADER = Header("fifty-fifty", ("Ann", "Ben", "Cem"), "Ann")
ACTS: list[dict[str, object]] = [
    {"player": "Ann", "play": 70},
    {"player": "Ben", "play": 77},
    {"player": "Cem", "play": 73},
    {"player": "Ann", "play": 60},
    {"player": "Ben", "play": 65},
]


def scores(found: Recount) -> dict[str, tuple[int, int]]:
    return {shift.after.player: (shift.before.score, shift.after.score) for shift in found.shifts}


def test_a_corrected_card_changes_the_penalties_after_it() -> None:
    found = recount(HEADER, ACTS, Replace(1, {"player": "Ben", "play": 78}))
    assert scores(found) == {"Ben": (1, 0), "Cem": (0, 1)}
    assert [(effect.was, effect.now) for effect in found.effects] == [(1, 1), (2, 2)]
    assert found.effects[1].scores_before == {"Ben": 1}
    assert found.effects[1].scores_after == {"Cem": 1}


def test_an_act_made_illegal_is_kept_and_marked() -> None:
    found = recount(HEADER, ACTS, Replace(2, {"player": "Cem", "play": 60}))
    assert len(found.after) == len(ACTS)
    flaw = found.after[3].flaw
    assert flaw is not None
    assert flaw.code is Code.ALREADY_PLAYED
    assert found.after[3].state == found.after[2].state
    assert [effect.now for effect in found.effects] == [2, 3, 4]


def test_a_record_keeps_what_is_not_legal_and_a_later_correction_makes_it_count_again() -> None:
    first = recount(HEADER, ACTS, Replace(2, {"player": "Cem", "play": 60}))
    record = read(first.to_record().to_bytes())
    assert len(list(replay(record))) == len(ACTS)
    lines = [act.fields for act in record.acts]
    assert lines[3]["refused"] == ACTS[3]
    second = recount(record.header, lines, Replace(2, ACTS[2]))
    assert [step.fields for step in second.after] == ACTS
    assert all(step.flaw is None for step in second.after)
    assert second.effects[1].flaw_before is not None


def test_taking_the_last_act_back_is_an_undo() -> None:
    found = recount(HEADER, ACTS, TakeBack(4))
    assert found.after == found.before[:4]
    assert [(effect.was, effect.now) for effect in found.effects] == [(4, None)]


def test_a_forgotten_act_can_be_put_in() -> None:
    missing = [act for act in ACTS if act["player"] != "Cem"]
    found = recount(HEADER, missing, Insert(2, ACTS[2]))
    assert [step.fields for step in found.after] == ACTS
    assert [step.flaw for step in found.after] == [None] * 5
    assert [step.flaw and step.flaw.code for step in found.before] == [
        None, None, Code.NOT_YOUR_TURN, Code.NOT_YOUR_TURN,
    ]  # fmt: skip


def test_acts_that_are_written_anew_are_all_told_and_the_others_where_they_differ() -> None:
    found = recount(HEADER, ACTS, Rewrite(1, ({"player": "Ben", "play": 78}, {"player": "Cem", "play": 75})))
    assert [(effect.was, effect.now) for effect in found.effects] == [(1, 1), (2, 2)]
    assert [step.fields["play"] for step in found.after] == [70, 78, 75, 60, 65]


def test_an_act_may_be_put_at_the_end() -> None:
    found = recount(HEADER, ACTS, Insert(5, {"player": "Cem", "play": "pass"}))
    assert found.after[5].flaw is None


def test_a_line_that_is_no_act_is_kept_too() -> None:
    found = recount(HEADER, ACTS, Replace(4, {"player": "Ben", "play": 0}))
    flaw = found.after[4].flaw
    assert flaw is not None
    assert flaw.code is Code.BAD_RECORD


@pytest.mark.parametrize(
    "change", [TakeBack(5), TakeBack(-1), Replace(5, {}), Insert(6, {}), Rewrite(4, ({}, {}))]
)
def test_a_change_beyond_the_game_is_an_error(change: Change) -> None:
    with pytest.raises(ValueError, match="there is no act"):
        recount(HEADER, ACTS, change)


def test_what_changed_is_said_in_words() -> None:
    found = recount(HEADER, ACTS, Replace(1, {"player": "Ben", "play": 78}))
    assert sentences(found) == [
        "Act 2 now reads: Ben plays 78 behind 70. Before: Ben plays 77 behind 70.",
        "Act 3 now reads: Cem replaces 78 with 73; 78 is purple, so Cem takes it. "
        "Before: Cem replaces 77 with 73; 77 is orange, so it goes back to Ben, "
        "but Cem has no penalty card to give.",
        "Ben has 0 instead of 1.",
        "Cem has 1 instead of 0.",
    ]
    assert in_language(sentences(found)[-1], "de") == "Cem hat 1 statt 0."


def test_an_act_that_no_longer_counts_is_said_in_words() -> None:
    said = sentences(recount(HEADER, ACTS, TakeBack(3)))
    assert said[0].startswith("Act 4 is taken back: Ann takes 2 cards: 60 is too low")
    assert said[1] == (
        "Act 5 (from now on 4) is kept but does not count: it is not the turn of Ben, "
        "who cannot play 65 now; Ann is to move"
    )


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_game_replays_to_itself_and_every_act_can_be_undone(game: str, seed: int) -> None:
    chance = Random(seed)
    played = play(random_header(game, chance), chance)
    record = read(played.to_record().to_bytes())
    assert [state for _, state in replay(record)] == list(played.states[1:])
    acts = [act.fields for act in record.acts]
    for count in {1, len(acts) // 2 or 1, len(acts)}:
        undone = recount(played.header, acts[:count], TakeBack(count - 1)).after
        assert [step.state for step in undone] == list(played.states[1:count])


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_correction_is_the_same_as_replaying_from_scratch(
    game: str, seed: int, data: st.DataObject
) -> None:
    chance = Random(seed)
    played = play(random_header(game, chance), chance)
    acts: list[Any] = [act.to_record() for act in played.acts]
    at = data.draw(st.integers(0, len(acts) - 1))
    other = data.draw(st.sampled_from(acts))
    changes: list[Change] = [
        TakeBack(at),
        Replace(at, other),
        Insert(at, other),
        Rewrite(at, (other,) * (len(acts) - at)),
    ]
    change = data.draw(st.sampled_from(changes))
    found = recount(played.header, acts, change)
    assert found.after == follow(played.header, [step.fields for step in found.after])
    states = [state for _, state in replay(found.to_record())]
    assert states == [step.state for step in found.after]
    assert [step.state for step in found.before] == list(played.states[1:])
    expected = len(acts) + {TakeBack: -1, Replace: 0, Insert: 1, Rewrite: 0}[type(change)]
    assert len(found.after) == expected
    back: Change = Rewrite(at, tuple(acts[at:])) if isinstance(change, Rewrite) else Replace(at, acts[at])
    if isinstance(change, TakeBack):
        back = Insert(at, acts[at])
    elif isinstance(change, Insert):
        back = TakeBack(at)
    assert recount(played.header, [step.fields for step in found.after], back).after == found.before
