import pytest

from tests.companion.observing.followers.test_twenty_three import played, table


@pytest.mark.parametrize(("taken", "laid", "begun"), [(True, 3, True), (True, 2, False), (False, 3, False)])
def test_a_card_that_nobody_could_read_is_not_waited_for_once_the_next_round_has_surely_begun(
    taken: bool, laid: int, begun: bool
) -> None:
    """The pile was taken away, and two cards lie on the 1; the record of the old round stops early."""
    following = table(("1", "south"), ("8?3", "west"), (".", "south"), players=2)
    if taken:
        following.see([], removed="south")
    for number, side, x in (("1", "west", 520.0), ("4", "south", 508.0), ("5", "west", 512.0))[:laid]:
        following.laid(number, side, (x, 305.0))
    if not begun:
        assert (played(following), following.asked) == ([("Ada", 1)], "unread-card")
        return
    folds = [{"player": name, "fold": True, "unsure": ["act"]} for name in ("Bo", "Ada")]
    assert following.acts[1:4] == [*folds, {"round": 2, "starter": "Bo"}]
    assert played(following)[-3:] == [("Bo", 1), ("Ada", 4), ("Bo", 5)]
    assert following.asked == "guessed-act"
    assert "stops early" in following.message
