"""What the events tell of a dispute, and what became of it at the table."""

from companion.clock import NS_PER_SECOND, instant
from companion.disputes.dispute import LONGEST, ClaimOutcome, window
from companion.evidence import Side
from companion.jumps.adjudicator import Verdict
from companion.sessions.events import EventKind, RuleOn, StartGame
from tests.companion.disputes.samples import close, disputes, late, numbered, plain
from tests.companion.drawn import arrival, table
from tests.companion.evening import HEADER, Evening


def ruled(evening: Evening, counts: bool) -> None:
    claim = evening.session.claim
    assert claim
    evening.put(RuleOn(3, claim.at, counts, instant(60.0)))


def test_a_dispute_has_all_that_the_ruling_rests_on() -> None:
    (dispute,) = disputes(close())
    assert (dispute.verdict, dispute.place, dispute.outcome) == (Verdict.TOO_CLOSE, 1, ClaimOutcome.OPEN)
    assert dispute.press
    assert dispute.press.button == "jump"
    assert dispute.target
    assert dispute.following
    assert (dispute.target.number, dispute.following.number) == (53, 55)
    assert dispute.claimed
    assert dispute.ended
    assert dispute.claimed.at == instant(2.465)
    assert dispute.ended.at == instant(2.467)
    assert dispute.moment == 2.465


def test_its_number_is_that_of_its_event() -> None:
    evening = close()
    (dispute,) = disputes(evening)
    assert dict(numbered(evening))[dispute.number].kind is EventKind.VERDICT


def test_what_the_table_did_tells_what_became_of_it() -> None:
    evening = close()
    evening.see(table("53 55", 5.0, removed_at=4.8))
    assert disputes(evening)[0].outcome is ClaimOutcome.NO_JUMP
    evening = close()
    evening.see(table("53 | 3", 5.0, removed_at=4.8))
    assert disputes(evening)[0].outcome is ClaimOutcome.JUMP
    evening = late()
    evening.see(table("28 39", 6.0, removed_at=5.8))
    assert disputes(evening)[0].outcome is ClaimOutcome.NO_JUMP
    assert disputes(plain())[0].outcome is ClaimOutcome.JUMP


def test_what_a_referee_says_holds_against_what_is_done() -> None:
    for counts, outcome in ((True, ClaimOutcome.JUMP), (False, ClaimOutcome.NO_JUMP)):
        evening = close()
        ruled(evening, counts)
        evening.see(table("53 55", 5.0, removed_at=4.8))
        (dispute,) = disputes(evening)
        assert (dispute.outcome, dispute.referee) == (outcome, True)


def test_each_game_counts_its_own_claims() -> None:
    evening = close()
    evening.put(StartGame(HEADER, instant(100.0), ()))
    evening.see(table("53", 101.5, arrival("53", 101.0, side=Side.EAST)))
    assert [d.outcome for d in disputes(evening)] == [ClaimOutcome.OPEN]
    evening.events += close().events[1:]
    assert [(d.place, d.started) for d in disputes(evening)] == [(1, 0), (1, instant(100.0))]


def test_the_pictures_wanted_reach_around_both_times() -> None:
    (dispute,) = disputes(close())
    span = window(dispute, 3 * NS_PER_SECOND, 2 * NS_PER_SECOND)
    assert span.earliest < instant(2.4 - 3)
    assert span.latest >= instant(2.467 + 2)
    assert window(dispute, 100 * NS_PER_SECOND, 0).earliest == span.latest - 2 * NS_PER_SECOND - LONGEST
