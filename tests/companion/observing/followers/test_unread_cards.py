import pytest

from companion.observing.followers.unread_cards import fitting_tile
from companion.rules.quick_and_easy_state import Stack, Tile
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


@pytest.mark.parametrize(
    ("stack", "under", "upon", "free", "told"),
    [
        (Stack.UP, "3 red", "7 green", ["5 blue", "4 blue", "9 red"], "4 blue"),
        (Stack.DOWN, "7 yellow", "5 green", ["4 blue", "8 yellow", "6 blue"], "6 blue"),
        (Stack.DOWN, "7 yellow", "5 green", ["4 blue", "8 yellow"], "8 yellow"),
        (Stack.DOWN, "7 yellow", "8 yellow", ["4 blue", "6 green", "3 yellow"], "3 yellow"),
        (Stack.UP, None, None, ["4 blue"], "4 blue"),
        (Stack.UP, "9 red", None, ["4 blue"], None),
    ],
)
def test_a_card_on_a_stack_is_one_that_fits(
    stack: Stack, under: str | None, upon: str | None, free: list[str], told: str | None
) -> None:
    def tile(text: str | None) -> Tile | None:
        return Tile(int(text.split()[0]), text.split()[1]) if text else None

    tiles = [found for text in free if (found := tile(text))]
    assert fitting_tile(stack, tile(under), tile(upon), tiles) == tile(told)
