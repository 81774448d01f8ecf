"""Corrections as events: what they do, how they are undone, and that the journal gives the same again."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import Instant
from companion.errors import BadRecord, Code, IllegalAct, Outdated
from companion.following.brain import GameDecider
from companion.records.record import Header
from companion.records.recount import Change, Insert, OneAct, Replace, Rewrite, TakeBack, follow
from companion.sessions.events import (
    Correct,
    EnterAct,
    Event,
    EventKind,
    Input,
    Redo,
    Rename,
    StartGame,
    Undo,
)
from companion.sessions.history import History, change_from_json, change_to_json, consequences
from companion.sessions.session import Session, fold
from companion.simulation.games import play, random_header
from companion.storage.journal_entries import as_kept
from tests.companion.drawn import arrival, table

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben", "Cem"], "starter": "Ann"}
OPENING: tuple[Mapping[str, object], ...] = (
    {"player": "Ann", "play": 70},
    {"player": "Ben", "play": 77},
    {"player": "Cem", "play": 73},
    {"player": "Ann", "play": 60},
)


class Evening:
    """A session that grows, its events as the journal gives them back."""

    def __init__(self, header: Mapping[str, object] = HEADER) -> None:
        self.session, self.events, self.now = Session(), list[Event](), 0
        self.put(StartGame(header, Instant(0)))

    def put(self, item: Input) -> list[str]:
        new = [as_kept(event) for event in GameDecider().decide(self.session, item)]
        self.session = fold(self.session, new)
        self.events += new
        return [str(event.kind) for event in new]

    def enter(self, *acts: Mapping[str, object]) -> "Evening":
        for act in acts:
            self.put(EnterAct(act, self.tick()))
        return self

    def correct(self, change: Change, revision: int | None = None) -> list[str]:
        return self.put(Correct(change, self.tick(), revision))

    def undo(self) -> list[str]:
        return self.put(Undo(self.tick()))

    def redo(self) -> list[str]:
        return self.put(Redo(self.tick()))

    def tick(self) -> Instant:
        self.now += 20_000_000_000
        return Instant(self.now)

    def verbs(self) -> list[dict[str, Any]]:
        assert self.session.game
        return [{k: v for k, v in act.line.items() if k != "t"} for act in self.session.game.acts]

    def penalties(self) -> Any:
        assert self.session.game
        return self.session.game.rules.describe(self.session.game.state)["penalties"]

    def flaws(self) -> list[Code | None]:
        assert self.session.game
        return [act.flaw.code if act.flaw else None for act in self.session.game.acts]


BEYOND: tuple[Change, ...] = (
    TakeBack(4),
    TakeBack(-1),
    Replace(4, OPENING[0]),
    Insert(5, OPENING[0]),
    Rewrite(-1, (OPENING[0],)),
    Rewrite(3, (OPENING[3], OPENING[0])),
)


def begun() -> Evening:
    return Evening().enter(*OPENING)


def test_a_corrected_act_recounts_all_that_follows() -> None:
    evening = begun()
    assert evening.penalties() == {"Ann": 2, "Ben": 1, "Cem": 0}
    assert evening.correct(Replace(1, {"player": "Ben", "play": 78})) == ["correction"]
    assert evening.penalties() == {"Ann": 2, "Ben": 0, "Cem": 1}
    assert evening.session.said == "Act 2 now reads: Ben plays 78 behind 70. Before: Ben plays 77 behind 70."


def test_a_replaced_act_keeps_its_time() -> None:
    evening = begun()
    assert evening.session.game
    before = evening.session.game.acts[1]
    evening.correct(Replace(1, {"player": "Ben", "play": 78}))
    after = evening.session.game.acts[1]
    assert (after.touch, after.line["t"]) == (before.touch, before.line["t"])


def test_acts_that_are_written_anew_keep_their_times_and_go_back_in_one_step() -> None:
    evening = begun()
    before = evening.session
    assert before.game
    evening.correct(Rewrite(1, ({"player": "Ben", "play": 78}, {"player": "Cem", "play": "pass"})))
    assert evening.session.game
    assert [act.line.get("play") for act in evening.session.game.acts] == [70, 78, "pass", OPENING[3]["play"]]
    assert [(act.touch, act.line["t"]) for act in evening.session.game.acts] == [
        (act.touch, act.line["t"]) for act in before.game.acts
    ]
    evening.undo()
    assert evening.session.game == before.game


def test_what_was_written_anew_comes_back_under_the_names_of_today() -> None:
    evening = begun()
    evening.correct(Rewrite(1, ({"player": "Ben", "play": 78}, {"player": "Cem", "play": "pass"})))
    evening.put(Rename("Ben", "Eve", evening.tick()))
    evening.undo()
    assert evening.verbs()[:3] == [OPENING[0], {"player": "Eve", "play": 77}, OPENING[2]]


def test_an_act_that_a_correction_makes_illegal_is_kept_and_marked() -> None:
    evening = begun()
    evening.correct(Replace(2, {"player": "Cem", "play": 60}))
    assert evening.flaws() == [None, None, None, Code.ALREADY_PLAYED]
    assert len(evening.verbs()) == 4
    evening.correct(Replace(2, OPENING[2]))
    assert evening.flaws() == [None] * 4


def test_an_act_that_was_missed_is_put_in_between() -> None:
    evening = Evening().enter(*OPENING[:3])
    evening.correct(TakeBack(1))
    assert evening.flaws() == [None, Code.NOT_YOUR_TURN]
    evening.correct(Insert(1, OPENING[1]))
    assert evening.verbs() == list(OPENING[:3])
    assert evening.flaws() == [None] * 3


@pytest.mark.parametrize(
    "change",
    [
        Replace(1, {"player": "Ben", "play": 70}),
        Replace(1, {"player": "Cem", "play": 71}),
        Insert(4, {"player": "Ann", "play": 1}),
        Rewrite(1, ({"player": "Ben", "play": 70}, OPENING[2])),
    ],
)
def test_a_correction_that_is_itself_illegal_is_refused(change: Change) -> None:
    evening = begun()
    before = evening.session
    with pytest.raises(IllegalAct):
        evening.correct(change)
    assert evening.session == before


@pytest.mark.parametrize("change", BEYOND)
def test_a_correction_beyond_the_game_is_refused(change: Change) -> None:
    with pytest.raises(BadRecord, match="there is no act"):
        begun().correct(change)


def test_undo_takes_back_the_last_act_and_then_the_one_before() -> None:
    evening = begun()
    assert evening.undo() == ["undo"]
    assert evening.undo() == ["undo"]
    assert evening.verbs() == list(OPENING[:2])
    assert evening.redo() == ["correction"]
    assert evening.verbs() == list(OPENING[:3])
    evening.redo()
    assert evening.verbs() == list(OPENING)
    with pytest.raises(BadRecord, match="Nothing was undone"):
        evening.redo()


def test_undo_takes_back_a_correction_before_it_takes_back_an_act() -> None:
    evening = begun()
    before = evening.session.game
    evening.correct(TakeBack(1))
    assert evening.undo() == ["correction"]
    assert evening.session.game == before
    assert evening.undo() == ["undo"]
    assert evening.verbs() == list(OPENING[:3])


def test_whoever_plays_on_cannot_put_back_what_was_undone() -> None:
    evening = begun()
    evening.undo()
    evening.enter({"player": "Ann", "play": 80})
    with pytest.raises(BadRecord):
        evening.redo()


def test_nothing_is_undone_before_the_first_act() -> None:
    with pytest.raises(BadRecord, match="nothing to take back"):
        Evening().undo()


def test_two_people_cannot_undo_one_act_twice() -> None:
    evening = begun()
    seen = evening.session.history
    evening.put(Undo(evening.tick(), seen.edits))
    for item in (Undo(evening.tick(), seen.edits), Correct(TakeBack(0), evening.tick(), seen.revision)):
        with pytest.raises(Outdated):
            evening.put(item)
    assert len(evening.verbs()) == 3


def test_what_was_seen_of_one_game_changes_no_later_one() -> None:
    evening = begun()
    evening.put(StartGame(HEADER, evening.tick()))
    fresh = evening.session.history
    evening.enter(*OPENING)
    for seen in (History(), begun().session.history):
        assert seen.edits != fresh.edits
        for item in (
            Correct(TakeBack(1), evening.tick(), seen.revision),
            Undo(evening.tick(), seen.edits),
            Redo(evening.tick(), seen.edits),
        ):
            with pytest.raises(Outdated):
                evening.put(item)
    evening.correct(TakeBack(1), fresh.revision)
    assert fold(Session(), evening.events[-6:]) == evening.session, "it is so after a new start, too"


def test_acts_that_come_meanwhile_do_not_hinder_a_correction() -> None:
    evening = Evening().enter(*OPENING[:3])
    seen = evening.session.history.revision
    evening.enter(OPENING[3])
    evening.correct(Replace(1, {"player": "Ben", "play": 78}), seen)
    assert evening.penalties()["Cem"] == 1


def ended(seed: int = 3) -> tuple[Evening, list[Any]]:
    chance = Random(seed)
    played = play(random_header("fifty-fifty", chance, players=2), chance)
    acts: list[Any] = [act.to_record() for act in played.acts]
    return Evening(played.header.to_record()).enter(*acts), acts


def test_after_the_end_the_last_act_is_undone_and_put_back() -> None:
    evening, acts = ended()
    result = evening.session.result
    assert result
    evening.undo()
    assert evening.session.result is None
    assert evening.verbs() == acts[:-1]
    assert evening.redo() == ["correction", "result"]
    assert evening.session.result == result


def test_a_correction_after_the_end_gives_a_new_result() -> None:
    evening, acts = ended()
    other = next(n for n in range(1, 101) if n not in {a.get("play", a.get("jump")) for a in acts})
    kinds = evening.correct(Replace(0, {**acts[0], "play": other}))
    assert kinds == (["correction", "result"] if evening.session.result else ["correction"])
    assert evening.session.game
    over = evening.session.game.rules.outcome(evening.session.game.state) is not None
    assert (evening.session.result is not None) == over


def test_what_a_change_would_do_is_said_before_and_changes_nothing() -> None:
    evening = begun()
    assert evening.session.game
    said = consequences(evening.session.game, Replace(1, {"player": "Ben", "play": 78}))
    assert said[-2:] == ["Ben has 0 instead of 1.", "Cem has 1 instead of 0."]
    evening.correct(Replace(1, {"player": "Ben", "play": 78}))
    assert evening.events[-1].data["words"] == said


def test_a_journal_from_before_corrections_folds_as_ever() -> None:
    """Events as the first version wrote them: no ``hand``, an undo without data."""
    line = {"t": 1.0, "player": "Ann", "play": 70}
    act = {"act": line, "touch": [1, 2], "row": [70], "words": "Ann starts the row with 70."}
    old = [
        Event(EventKind.GAME, Instant(0), {"header": HEADER, "seats": []}),
        Event(EventKind.ACT, Instant(2), act),
        Event(EventKind.UNDO, Instant(3), {}),
        Event(EventKind.ACT, Instant(4), {**act, "act": {**line, "play": 71}}),
    ]
    session = fold(Session(), old)
    assert session.game
    assert [played.line["play"] for played in session.game.acts] == [71]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"change": "take-back"},
        {"change": "take-back", "at": True},
        {"change": "take-back", "at": "1"},
        {"change": "burn", "at": 1},
        {"change": "replace", "at": 1},
        {"change": "insert", "at": 1, "act": [1]},
    ],
)
def test_what_is_no_change_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(BadRecord):
        change_from_json(data)


@pytest.mark.parametrize("change", [TakeBack(3), Replace(0, OPENING[0]), Insert(2, OPENING[1])])
def test_a_change_reads_back_as_it_was_written(change: OneAct) -> None:
    assert change_from_json(change_to_json(change)) == change


def test_an_act_entered_by_hand_explains_the_card_that_could_not_be_read() -> None:
    evening = begun()
    evening.put(table("60 82?28", 90.0, arrival("82?28", 89.0, place=1)))
    assert evening.session.attention
    assert evening.put(EnterAct({"player": "Ben", "play": 82}, evening.tick())) == ["act", "cleared"]
    assert evening.session.attention is None
    assert evening.session.arrivals == ()
    assert evening.session.game
    touch = evening.session.game.acts[-1].touch
    assert touch
    assert touch.latest == 89_000_000_000


def test_a_card_that_was_read_wrong_stays_corrected_while_it_lies_there() -> None:
    evening = Evening().enter({"player": "Ann", "play": 20})
    evening.put(table("20 82", 30.0, arrival("82", 29.0, place=1)))
    assert evening.verbs()[-1] == {"player": "Ben", "play": 82}
    evening.correct(Replace(1, {"player": "Ben", "play": 28}))
    evening.put(table("20 82 90", 40.0, arrival("90", 39.0, place=2)))
    assert evening.verbs()[1:] == [{"player": "Ben", "play": 28}, {"player": "Cem", "play": 90}]
    assert evening.session.attention is None


def test_a_correction_of_a_reading_that_is_undone_believes_the_eye_again() -> None:
    evening = Evening().enter({"player": "Ann", "play": 20})
    evening.put(table("20 82", 30.0, arrival("82", 29.0, place=1)))
    evening.correct(Replace(1, {"player": "Ben", "play": 28}))
    assert evening.session.told
    evening.undo()
    assert evening.session.told == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_any_evening_folds_to_replaying_its_acts_from_scratch(seed: int, data: st.DataObject) -> None:
    """Acts, corrections, undo and redo in any order; then everything undone gives an empty record."""
    chance = Random(seed)
    played = play(random_header("fifty-fifty", chance), chance)
    acts: list[Any] = [act.to_record() for act in played.acts][:12]
    header = played.header.to_record()
    evening = Evening(header).enter(*acts)
    for _ in range(data.draw(st.integers(1, 6))):
        _something(evening, acts, data)
    assert fold(Session(), evening.events) == evening.session
    game = evening.session.game
    assert game
    steps = follow(Header.parse(header), [act.line for act in game.acts])
    assert game.state == (steps[-1].state if steps else game.rules.start(*_start(header)))
    assert [s.flaw and s.flaw.code for s in steps] == evening.flaws()
    done = len(evening.session.history.done)
    for _ in range(done):
        evening.undo()
    assert evening.verbs() == []
    for _ in range(done):
        evening.redo()
    assert evening.session.game == game


def _start(header: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    return header["players"], header["starter"], header["rules"]


def _something(evening: Evening, acts: list[Any], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(evening.verbs())))
    other = data.draw(st.sampled_from(acts))
    at_time = evening.tick()
    items: list[Input] = [
        Correct(TakeBack(at), at_time),
        Correct(Replace(at, other), at_time),
        Correct(Insert(at, other), at_time),
        Correct(Rewrite(at, tuple(reversed(acts[:3]))), at_time),
        Undo(at_time),
        Redo(at_time),
    ]
    item = data.draw(st.sampled_from(items))
    before = evening.session
    try:
        evening.put(item)
    except (BadRecord, IllegalAct):
        assert evening.session == before
