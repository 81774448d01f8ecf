"""Every ruling of a journal can be made again, and a change of the code shows."""

from pathlib import Path

import pytest

from companion.clock import instant
from companion.disputes.rejudge import rejudge
from companion.evidence import Side
from companion.jumps import adjudicator
from companion.records.recount import Replace
from companion.sessions.events import CameraState, Correct, EnterAct, Event, EventKind, Pause
from companion.storage.journal import Journal
from tests.companion.disputes.samples import close, late, numbered, plain
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, close_jump, opening, press


def evening_of_claims() -> Evening:
    """Two claims with people's hands in between: a pause, an act entered, one corrected."""
    evening = Evening()
    opening(evening)
    evening.put(CameraState(True, "sees", instant(9.0)))
    evening.put(Pause(True, instant(9.5)))
    evening.put(Pause(False, instant(9.6)))
    evening.put(Correct(Replace(0, {"player": "Dan", "play": 10}), instant(9.7)))
    evening.put(EnterAct({"player": "Cleo", "play": 53}, instant(10.0)))
    evening.put(press(10.5))
    evening.see(table("10 12 16 53 | 3", 12.0, arrival("3", 11.0, side=Side.WEST)))
    return evening


@pytest.mark.parametrize("made", [close, late, plain, evening_of_claims])
def test_the_same_code_rules_the_same(made: object) -> None:
    evening = made()  # type: ignore[operator]
    judged = list(rejudge(numbered(evening)))
    assert len(judged) == [event.kind for event in evening.events].count(EventKind.VERDICT) > 0
    assert [one.differences for one in judged] == [()] * len(judged)


def test_what_other_code_would_rule_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    events = numbered(close())
    monkeypatch.setattr(adjudicator, "PRESS_AFTER_TOUCH", -10_000_000_000)
    (judged,) = rejudge(events)
    assert (judged.jump, judged.then["verdict"]) == (3, "too-close")
    assert set(judged.differences) == {"margin_ms", "error_ms"}


def test_a_ruling_that_would_not_be_made_any_more_is_told() -> None:
    evening = close()
    moved = [
        Event(e.kind, e.at, {**e.data, "jump": 4}) if e.kind is EventKind.VERDICT else e
        for e in evening.events
    ]
    (judged,) = rejudge(list(enumerate(moved, start=1)))
    assert judged.now is None
    assert judged.differences == ("verdict",)


def test_a_journal_on_the_disk_gives_the_same(tmp_path: Path) -> None:
    evening = Evening()
    close_jump(evening)
    with Journal.open(tmp_path / "games.sqlite3") as journal:
        journal.append(evening.events)
        assert [one.differences for one in rejudge(journal.events())] == [()]
