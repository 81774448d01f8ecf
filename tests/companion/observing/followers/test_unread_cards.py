from tests.companion.observing.followers.test_twenty_three import played, table


def test_several_cards_running_on_which_nothing_was_read_leave_room_for_each_other() -> None:
    """Were the first one told as the highest number below 9, no other could lie between."""
    unread = ((".", "west"), (".", "north"), (".", "south"))
    later = (("9", "west"), ("10", "north"), ("11", "south"), ("12", "west"))
    following = table(("1", "south"), *unread, *later)
    assert played(following)[1:5] == [("Bo", 6), ("Cleo", 7), ("Ada", 8), ("Bo", 9)]
    assert all("act" in act["unsure"] for act in following.acts[1:4])
    assert following.asked == "guessed-act"


def test_more_cards_than_there_are_numbers_between_are_not_told() -> None:
    unread = ((".", "west"), (".", "north"), (".", "south"))
    later = (("4", "west"), ("5", "north"), ("6", "south"), ("7", "west"))
    assert played(table(("1", "south"), *unread, *later)) == [("Ada", 1)]
