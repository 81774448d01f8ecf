from collections.abc import Sequence
from typing import Any

import pytest

from companion.clock import instant
from companion.following.telling import tell_unfinished
from companion.sessions.events import Undo
from tests.companion.observing.followers.tables import Following, card
from tests.companion.observing.followers.test_twenty_three import table


def at_the_end(following: Following) -> list[dict[str, Any]]:
    """Give the acts that are told where no more will be seen, without their times."""
    lines: Sequence[Any] = [event.data["act"] for event in tell_unfinished(following.session)]
    return [{k: v for k, v in line.items() if k != "t"} for line in lines]


def test_a_card_below_the_rank_that_waits_for_the_next_one_is_told_where_none_will_come() -> None:
    following = table(("1", "south"), ("14", "west"), ("10", "north"))
    assert following.asked == "bonus"
    doubts = ["count", "bonus", "act"]
    assert at_the_end(following) == [{"player": "Cleo", "play": 10, "bonus": -4, "unsure": doubts}]


def test_a_card_out_of_turn_is_told_with_the_turns_without_a_card_where_no_other_will_come() -> None:
    following = table(("1", "south"), ("4", "north"))
    assert following.asked == "wrong-player"
    skipped = {"player": "Bo", "pass": True, "unsure": ["act"]}
    played = {"player": "Cleo", "play": 4, "unsure": ["count", "bonus", "act"]}
    assert at_the_end(following) == [skipped, played]


def test_a_card_that_is_not_certain_is_told_as_what_it_likely_is_where_no_more_is_seen_of_it() -> None:
    following = table(("1", "south"), ("8", "west"), ("19?18?16", "north"))
    assert following.asked == "unread-card"
    doubts = ["act", "count", "bonus"]
    assert at_the_end(following) == [{"player": "Cleo", "play": 19, "unsure": doubts}]


@pytest.mark.parametrize("away", [True, False])
def test_a_round_that_the_1_begins_is_told_at_the_end_where_the_old_pile_was_taken_away(away: bool) -> None:
    following = table(("1", "south"), ("4", "west"), players=2)
    if away:
        following.see([], removed="south")
    following.laid("1", "south", (508.0, 300.0))
    assert following.asked == "round-open"
    folds: list[dict[str, Any]] = [{"player": name, "fold": True} for name in ("Ada", "Bo")]
    told = [*folds, {"round": 2, "starter": "Ada"}, {"player": "Ada", "play": 1}]
    assert at_the_end(following) == ([{**act, "unsure": ["act"]} for act in told] if away else [])


@pytest.mark.parametrize("laid", [("8", "north"), ("11?10", "north"), ("8", None)])
def test_what_may_be_no_act_at_all_is_not_told_at_the_end_either(laid: tuple[str, str | None]) -> None:
    assert at_the_end(table(("1", "south"), ("8", "west"), laid)) == []


def test_what_somebody_has_undone_is_not_told_again_at_the_end() -> None:
    following = table(("1", "south"), ("4", "west"))
    following.put(Undo(instant(following.now)))
    following.see([card("4", at=(508.0, 305.0))])
    assert following.asked == "undone-card"
    assert at_the_end(following) == []


def test_nothing_is_told_at_the_end_where_nothing_waits() -> None:
    assert at_the_end(table(("1", "south"), ("4", "west"))) == []


def test_who_is_taken_to_have_folded_comes_not_back_for_a_last_card() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), ("9", "south"), players=2)
    assert (following.asked, at_the_end(following)) == ("unexplained", [])
