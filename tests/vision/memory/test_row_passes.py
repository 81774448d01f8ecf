"""Passes in a row from look to look: all look the same, so only their places tell them apart."""

from dataclasses import replace

from tests.vision.memory.test_row import after, scene
from vision.memory.known import Scene


def test_a_second_pass_is_new_where_the_first_has_not_moved() -> None:
    assert after("12 pass", "12 - pass", scene(changed=[80])) == ("12 pass pass", "pass", "")


def test_the_shadow_of_a_second_pass_does_not_move_the_first() -> None:
    whole = scene(changed=[80])
    shaded = Scene(
        lambda quad, over: 0.3 if quad[0][0] == 40 else whole.changed(quad, over), whole.hidden, whole.free
    )
    assert after("12 pass", "12 - pass", shaded) == ("12 pass pass", "pass", "")


def test_no_pass_has_moved_to_where_only_the_table_shows() -> None:
    """The last pass is taken up; farther on, the table's own print looks like one."""
    bare = replace(scene(changed=[80]), table=lambda quad, over: 0.97 if quad[0][0] > 80 else 0.0)
    assert after("12 pass pass", "12 pass - pass", bare) == ("12 pass", "", "pass")


def test_a_pass_that_left_its_place_has_been_moved() -> None:
    assert after("12 pass", "12 - pass", scene(changed=[40, 80])) == ("12 pass", "", "")
