import pytest

from companion.observing.followers.equal_cards import in_turn
from tests.companion.observing.followers.tables import Following, card
from tests.companion.observing.followers.test_twenty_three import played, table


def test_an_equal_card_by_one_who_would_have_been_skipped_was_laid_by_that_hand() -> None:
    following = table(("1", "south"), ("8", "west"))
    following.laid("8", "south", (508.0, 311.0))
    assert (played(following)[-1], following.asked) == (("Bo", 8), None)
    following.laid("9", "west", (520.0, 310.0))
    assert played(following)[2:] == [("Cleo", "pass"), ("Ada", 8), ("Bo", 9)]
    assert following.acts[3]["unsure"] == ["act", "count"]


@pytest.mark.parametrize(("after", "told"), [("north", ("Cleo", 9)), ("south", ("Ada", 9))])
def test_a_hand_at_an_equal_card_before_whose_turn_another_plays_has_pushed_it(
    after: str, told: tuple[str, object]
) -> None:
    """The next card is by who is to move, or by the same hand: so it lay nothing there before."""
    following = table(("1", "south"), ("8", "west"))
    following.laid("8", "south", (508.0, 311.0))
    following.laid("9", after, (520.0, 310.0))
    following.laid("10", "west" if after == "south" else "south", (500.0, 300.0))
    assert told in played(following)
    assert ("Ada", 8) not in played(following)


def test_whose_equal_card_lies_between_two_skipped_turns_has_not_folded() -> None:
    following = table(("1", "south"), ("3", "west"), players=2)
    following.laid("4", "west", (500.0, 300.0))
    following.laid("4", "south", (505.0, 300.0))
    following.laid("5", "west", (520.0, 310.0))
    assert played(following)[2:] == [("Ada", "pass"), ("Bo", 4), ("Ada", 4), ("Bo", 5)]


def test_who_is_skipped_again_after_an_equal_card_has_folded_at_once() -> None:
    """Cleo's 4 skips Ada and Bo; Ada lays another 4, and Bo is skipped once more by the 11."""
    following = table(("1", "south"), ("2", "west"), ("3", "north"))
    following.laid("4", "north", (500.0, 300.0))
    following.laid("4", "south", (520.0, 300.0))
    following.laid("11", "south", (508.0, 310.0))
    following.laid("12", "south", (500.0, 300.0))
    told = [("Ada", "pass"), ("Bo", "fold"), ("Cleo", 4), ("Ada", 4), ("Cleo", "fold"), ("Ada", 11)]
    assert played(following)[3:9] == told


@pytest.mark.parametrize("sure", [True, False])
def test_how_far_an_equal_card_lies_off_is_told_by_where_it_was_last_seen(sure: bool) -> None:
    """Beside an arm, or not read for certain, a card seems to lie up to a fifth of its height off."""
    following = Following("23", 2)
    following.laid("1", "south")
    following.laid("8", "west", (508.0, 305.0))
    first = card("8" if sure else "8?3", at=(533.0, 310.0))
    following.see([first], (first, "south"), partly=sure)
    following.see([card("8", at=(511.0, 306.0))])
    following.laid("9", "south", (500.0, 320.0))
    following.laid("10", "west", (508.0, 300.0))
    assert played(following)[2:] == [("Ada", 9), ("Bo", 10)]


def test_only_whose_turn_lies_before_the_next_card_has_laid_an_equal_one() -> None:
    turns = ["Ada", "Bo", "Cleo"]
    assert in_turn("Ada", "Bo", turns, 0.03)
    assert in_turn("Bo", "Cleo", turns, 0.03)
    assert not in_turn("Bo", "Ada", turns, 0.2)
    assert not in_turn("Dan", "Ada", turns, 0.2)
    assert [in_turn("Bo", "Bo", turns, moved) for moved in (None, 0.05, 0.2)] == [False, False, True]
