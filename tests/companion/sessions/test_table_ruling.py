"""The table itself rules on a claim: what a referee's tap does to the game, and what the eye makes of it."""

import pytest

from companion.cards import Zone
from companion.clock import Instant, instant
from companion.errors import BadRecord, IllegalAct, Outdated
from companion.evidence import Side
from companion.sessions.events import EventKind, RuleOn
from companion.sessions.table_ruling import may_rule
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, close_jump, kinds, late_jump, press


def ruling(evening: Evening, counts: bool, by: str | None = None) -> RuleOn:
    claim = evening.session.claim
    assert claim
    return RuleOn(claim.data["jump"], claim.at, counts, instant(90.0), by)  # type: ignore[arg-type]


def test_a_close_call_that_counts_is_a_jump_and_the_next_card_goes_back() -> None:
    evening = Evening()
    close_jump(evening)
    assert may_rule(evening.session)
    assert kinds(evening.put(ruling(evening, counts=True))) == ["ruled", "act", "attention"]
    assert evening.acts()[-1] == {"t": 2.4, "player": "Cleo", "jump": 3}
    assert evening.last(EventKind.ATTENTION)["code"] == "jump-counts"
    # The next card goes back to the hand, and the passes begin.
    evening.see(
        table("53 | 3", 5.0, removed_at=4.8), table("53 P | 3", 6.0, arrival("P", 5.8, side=Side.EAST))
    )
    assert [(a.get("play"), a.get("jump")) for a in evening.acts()] == [(53, None), (None, 3), ("pass", None)]
    assert kinds(evening.events).count("verdict") == 1
    assert evening.session.attention is None


def test_a_close_call_that_does_not_count_lets_the_next_card_stand() -> None:
    evening = Evening()
    close_jump(evening)
    assert kinds(evening.put(ruling(evening, counts=False))) == ["ruled", "act", "attention"]
    assert evening.acts()[-1] == {"t": 2.467, "player": "Ada", "play": 55}
    # As long as the card lies there nothing is ruled again; once it is gone, all is well.
    assert evening.see(table("53 55 | 3", 5.0)) == []
    assert kinds(evening.see(table("53 55", 6.0, removed_at=5.8))) == ["cleared"]
    evening.see(table("53 55 60", 8.0, arrival("60", 7.5, side=Side.WEST)))
    assert [a["play"] for a in evening.acts()] == [53, 55, 60]


def test_the_table_may_go_against_a_late_call() -> None:
    evening = Evening()
    late_jump(evening)
    assert kinds(evening.put(ruling(evening, counts=True))) == ["ruled", "undo", "act", "attention"]
    evening.see(table("28 | 78", 6.0, removed_at=5.8))
    assert [(a.get("play"), a.get("jump")) for a in evening.acts()][-1] == (None, 78)
    game = evening.session.game
    assert game
    assert [a.line.get("play", a.line.get("jump")) for a in game.acts] == [28, 78]
    assert evening.session.attention is None


def test_the_table_may_go_against_a_jump_that_was_announced() -> None:
    evening = Evening()
    evening.see(
        table("53", 1.5, arrival("53", 1.0, side=Side.EAST)),
        table("53 | 3", 3.0, arrival("3", 2.5, Zone.JUMP, Side.NORTH)),
    )
    assert evening.acts()[-1]["jump"] == 3
    assert kinds(evening.put(ruling(evening, counts=False))) == ["undo", "ruled", "attention"]
    assert evening.see(table("53 | 3", 4.0)) == []
    assert kinds(evening.see(table("53", 5.0, removed_at=4.8))) == ["cleared"]
    evening.see(table("53 55", 7.0, arrival("55", 6.5, side=Side.SOUTH)))
    game = evening.session.game
    assert game
    assert [a.line["play"] for a in game.acts] == [53, 55]


def test_it_must_be_said_who_jumped_where_nobody_saw_it() -> None:
    evening = Evening(seats=())
    close_jump(evening)
    with pytest.raises(BadRecord, match="who jumped"):
        evening.put(ruling(evening, counts=True))
    evening.put(ruling(evening, counts=True, by="Cleo"))
    assert evening.acts()[-1]["player"] == "Cleo"


def test_the_rules_hold_for_the_table_too() -> None:
    evening = Evening()
    close_jump(evening)
    with pytest.raises(IllegalAct):
        evening.put(ruling(evening, counts=True, by="Dan"))
    assert [a["play"] for a in evening.acts()] == [53]


def test_an_old_claim_is_a_matter_for_mending() -> None:
    evening = Evening()
    close_jump(evening)
    meant = ruling(evening, counts=True)
    evening.see(
        table("53 55", 5.0, removed_at=4.8),
        table("53 55 60", 8.0, arrival("60", 7.5, side=Side.WEST)),
    )
    assert not may_rule(evening.session)
    with pytest.raises(Outdated, match="Mend"):
        evening.put(meant)
    with pytest.raises(Outdated):
        evening.put(RuleOn(3, Instant(7), False, instant(9.0)))


def test_a_ruling_that_confirms_what_happened_changes_nothing_else() -> None:
    evening = Evening()
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.EAST)))
    evening.put(press(2.0))
    evening.see(table("53 | 3", 3.0, arrival("3", 2.5, Zone.JUMP, Side.NORTH)))
    assert kinds(evening.put(ruling(evening, counts=True))) == ["ruled"]
