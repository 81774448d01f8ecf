"""What the bare table looks like, learnt beside the cards, and told from what lies on it."""

import cv2
import numpy as np
import pytest

from companion.clock import Span, instant
from tests.companion.drawn import seen
from tests.vision.stage import draw_card, quad_at, wood
from vision.frame import Frame, Image
from vision.memory.known import Known
from vision.motion.changes import Look, Mask, changed, reduce
from vision.watching.bare import PATTERN, bared, laden, learnt, shows, without_pattern
from vision.watching.settled import lain_upon

HERE, THERE = (150.0, 120.0), (400.0, 250.0)


def look(*cards: tuple[float, float], light: float = 1.0) -> Look:
    image = wood()
    for spot in cards:
        draw_card(image, "40", spot)
    lit: Image = np.clip(image * light, 0, 255).astype(np.uint8)
    return reduce(Frame(lit, Span.at(instant(1.0)), 1))


def share(mask: Mask) -> float:
    """Give how much is left of what has changed, in cards."""
    return cv2.countNonZero(mask) / (60 * 92 / 16)


def test_where_a_card_lay_the_table_is_known_again_that_was_seen_before_it_came() -> None:
    before, lain, after = look(), look(HERE), look(light=1.1)
    bare = learnt(learnt(None, before, []), lain, [quad_at(HERE)])
    mask = changed(after, lain)
    assert share(mask) > 0.8
    assert share(bared(bare, after, mask)) < 0.1


def test_a_card_that_came_is_no_bare_table() -> None:
    bare = learnt(None, look(HERE), [quad_at(HERE)])
    after = look(HERE, THERE)
    mask = changed(after, look(HERE))
    assert share(bared(bare, after, mask)) > 0.8


def test_where_cards_have_always_lain_nobody_knows_the_table() -> None:
    bare = learnt(None, look(HERE), [quad_at(HERE)])
    mask = changed(look(), look(HERE))
    assert share(bared(bare, look(), mask)) > 0.8
    assert share(bared(None, look(), mask)) > 0.8


@pytest.mark.parametrize(("blanks", "left"), [(PATTERN, 2), (PATTERN - 1, PATTERN + 1)])
def test_blank_cards_are_the_pattern_of_the_table_where_nobody_lays_so_many(blanks: int, left: int) -> None:
    read = [seen("17"), seen("6?9")]
    told = without_pattern([Known.once(card) for card in (*read, *(seen(".", i) for i in range(blanks)))])
    assert len(told) == left
    assert [known.card for known in told[:2]] == read


def test_something_lies_where_the_table_does_not_show_as_far_as_it_is_known() -> None:
    bare = learnt(None, look(HERE), [quad_at(HERE)])
    assert share(laden(bare, look(HERE, THERE))) > 0.8
    assert share(laden(bare, look(light=1.1))) < 0.1
    assert share(laden(None, look(HERE, THERE))) == 0


def test_the_table_shows_where_nothing_lies_as_far_as_it_is_known() -> None:
    bare = learnt(None, look(HERE), [quad_at(HERE)])
    place, scale = quad_at(THERE), look().small_scale
    assert lain_upon(shows(bare, look(HERE)), scale)(place, ()) > 0.99
    assert lain_upon(shows(bare, look(HERE, THERE)), scale)(place, ()) < 0.1
    assert share(shows(None, look(HERE))) == 0


def test_of_a_place_that_changed_for_good_nothing_is_said_until_it_is_as_it_was() -> None:
    stained = learnt(learnt(None, look(), []), look(THERE), [])
    assert share(laden(stained, look(THERE))) == 0
    lain = learnt(stained, look(HERE, THERE), [quad_at(HERE)])
    assert share(laden(lain, look(HERE, THERE))) > 0.8
    wiped = learnt(lain, look(), [])
    assert share(laden(wiped, look(HERE, THERE))) > 1.6
