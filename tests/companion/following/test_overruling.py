"""A later look overrules what was told: which acts are taken back, and which stay."""

from dataclasses import replace
from typing import Any

import pytest

from companion.cards import PASS
from companion.evidence import Alternative, Side
from companion.following import overruling
from companion.observing.observer import Explanation, Rest, explain
from companion.records.game import take_back
from companion.sessions.events import EventKind
from tests.companion.drawn import arrival, seen, table
from tests.companion.evening import Evening, opening


def test_a_guess_is_overruled_while_the_next_move_is_half_done() -> None:
    """What was taken for a pass is a 21 once the pass upon it is taken off, for a card not yet laid."""
    evening = Evening()
    opening(evening)
    faint = replace(seen("P", 3), alternatives=(Alternative(PASS, 0.66),), sure=False)
    came = replace(arrival("P", 9.5, side=Side.NORTH, place=3), card=faint)
    look = table("11 12 16 P P", 12.0, came, arrival("P", 10.5, side=Side.EAST, place=4))
    evening.see(replace(look, cards=tuple(faint if c.quad == faint.quad else c for c in look.cards)))
    assert [act["play"] for act in evening.acts()[3:]] == ["pass", "pass"]
    told = len(evening.events)
    evening.see(table("11 12 16 21", 13.0, arrival("21", 9.5, side=Side.NORTH, place=3), removed_at=12.7))
    kinds_now = [e.kind for e in evening.events[told:] if e.kind in (EventKind.UNDO, EventKind.ACT)]
    assert kinds_now == [EventKind.UNDO, EventKind.UNDO, EventKind.ACT, EventKind.ACT]
    assert [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[-2:]] == [
        ("Cleo", 21, None),
        ("Dan", "pass", None),
    ]


def test_a_card_that_proves_to_have_come_earlier_overrules_the_act_told() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(table("11 12 16 40", 12.0, arrival("40", 11.9, place=5)))
    assert evening.acts()[-1]["player"] == "Cleo"
    evening.see(table("11 12 16 20 40", 12.6, arrival("20", 10.4, place=3)))
    assert evening.events[-3].kind is EventKind.UNDO
    assert [(a["player"], a["play"], a["t"]) for a in evening.acts()[4:]] == [
        ("Cleo", 20, 10.4),
        ("Dan", 40, 11.9),
    ]


def test_what_was_told_rightly_is_not_taken_back_with_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only from two acts earlier is the table explained, and the first of them was just so."""
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 20", 10.5, arrival("20", 10.0, side=Side.NORTH, place=3)))
    evening.see(table("11 12 16 20 43", 12.0, arrival("43", 11.8, side=Side.EAST, place=4)))
    assert evening.session.game is not None
    last = take_back(evening.session.game)

    def only_from_earlier(*given: Any, **more: Any) -> Explanation:
        found = explain(*given, **more)
        nothing = given[1] == last.state and found.acts
        return replace(found, acts=(), rest=Rest.UNEXPLAINED) if nothing else found

    monkeypatch.setattr(overruling, "explain", only_from_earlier)
    told = len(evening.events)
    evening.see(table("11 12 16 20 48", 13.0, arrival("48", 11.8, side=Side.EAST, place=4)))
    new = [e.kind for e in evening.events[told:] if e.kind in (EventKind.UNDO, EventKind.ACT)]
    assert new == [EventKind.UNDO, EventKind.ACT]
    assert evening.acts()[-1] == {"t": 11.8, "player": "Dan", "play": 48}


def test_a_card_that_proves_to_be_another_overrules_the_act_told() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 43", 12.0, arrival("43", 11.8, side=Side.NORTH, place=3)))
    evening.see(table("11 12 16 18", 13.0, arrival("18", 11.8, side=Side.NORTH, place=3)))
    assert evening.session.game is not None
    assert evening.acts()[-1] == {"t": 11.8, "player": "Cleo", "play": 18}
    assert len(evening.session.game.acts) == 4


def test_a_card_that_proves_to_be_another_by_and_by_overrules_the_act_before_an_unread_one() -> None:
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 19", 12.0, arrival("19", 11.8, side=Side.NORTH, place=3)))
    waits = arrival(".", 12.6, side=Side.EAST, place=4)
    evening.see(table("11 12 16 18?19 .", 13.0, arrival("18?19", 11.8, side=Side.NORTH, place=3), waits))
    evening.see(table("11 12 16 18 .", 14.0))
    assert any(e.kind is EventKind.UNDO for e in evening.events)
    assert evening.acts()[-1] == {"t": 11.8, "player": "Cleo", "play": 18}
    assert evening.session.game is not None
    assert len(evening.session.game.acts) == 4
