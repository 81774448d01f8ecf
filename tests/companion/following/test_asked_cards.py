"""A card that was asked about has left when only others, known as such, lie where it did."""

from companion.evidence import Side
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, opening


def told(evening: Evening) -> list[tuple[object, object]]:
    return [(act["play"], act.get("unsure")) for act in evening.acts()[3:]]


def test_a_number_told_before_is_not_the_card_that_was_asked_about() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(
        table("11 12 16 40?16", 10.0, arrival("40?16", 9.2, place=3)),
        table("11 12 16 80", 12.0, arrival("80", 11.5, side=Side.NORTH, place=4)),
    )
    assert told(evening) == [(80, ["act"])]


def test_nor_is_a_number_surely_read_that_came_later_from_elsewhere() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(
        table("11 12 16 40?80", 10.0, arrival("40?80", 9.2, place=3)),
        table("11 12 16 80", 12.0, arrival("80", 11.5, side=Side.NORTH, place=4)),
    )
    assert told(evening) == [(80, ["act"])]


def test_a_card_that_was_asked_about_and_is_read_now_is_no_guess() -> None:
    evening = Evening(())
    opening(evening)
    evening.see(
        table("11 12 16 40?80", 10.0, arrival("40?80", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16 80", 12.0, arrival("80", 9.2, side=Side.NORTH, place=3)),
    )
    assert told(evening) == [(80, None)]
