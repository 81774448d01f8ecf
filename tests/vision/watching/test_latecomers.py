"""Cards read some time after they came: when they touched is told by what shows of them, not of others."""

from dataclasses import replace

import numpy as np
import pytest

from companion.clock import Span, instant
from companion.evidence import Arrival, Sighting
from tests.vision.stage import RATE, Spot, Stage, looks_at, quad_at, seen
from vision.memory.known import Known
from vision.memory.row import Change
from vision.motion.changes import Look, filled
from vision.watching.bare import learnt
from vision.watching.latecomers import as_it_lay, came_and_left, in_their_places, late
from vision.watching.momentary import noted
from vision.watching.settled import Settled, patched
from vision.watching.whose import FOUR_SIDES

FIRST, SECOND = 6, 14
LEFT, RIGHT = (200.0, 180.0), (224.0, 180.0)


def nearly_upon() -> list[Look]:
    """A card is laid, then one nearly upon it."""
    stage = Stage()
    stage.rest(FIRST)
    stage.lying["22"] = LEFT
    stage.rest(SECOND - FIRST)
    stage.lying["82"] = RIGHT
    stage.rest(6)
    return looks_at(stage)


def known(face: str, spot: Spot, came: float | None = None) -> Known:
    card = seen(face, spot)
    told = None if came is None else Arrival(card, Span.at(instant(came)), None)
    return Known(card, 1, came=told)


def test_a_card_read_once_the_arm_has_gone_came_when_it_came_not_the_one_below() -> None:
    story = nearly_upon()
    shown, before = story[-1], story[SECOND - 2]
    scale = shown.small_scale
    under_the_arm = filled(quad_at(LEFT), scale, np.zeros(shown.small.shape[:2], np.uint8))
    kept = patched(shown, before, under_the_arm)
    told = Sighting(shown.span, ())
    cards = known("22", LEFT, FIRST / RATE), known("82", RIGHT)
    old = Settled(kept, story[0], (), shown.span.latest, told, story=tuple(story[:-1]), doubtful=True)
    (came,) = late(shown, old, Change(cards, late=(cards[1].card,)), FOUR_SIDES)
    assert round(came.touch.latest * RATE / 1e9) == SECOND


BEFORE, GONE, LAID = 2, 8, 14


def replaced() -> list[Look]:
    """A bare table; on it a card, which is taken away, and one of the same art where it lay."""
    stage = Stage()
    stage.rest(BEFORE)
    stage.lying["32"] = LEFT
    stage.rest(GONE - BEFORE)
    del stage.lying["32"]
    stage.rest(LAID - GONE)
    stage.lying["33"] = LEFT
    stage.rest(6)
    return looks_at(stage)


@pytest.mark.parametrize(
    ("at", "lay", "touched"),
    [(4, LEFT, LAID), (12, LEFT, 12), (4, (400.0, 180.0), 4)],
    ids=["while the other card lay there", "after that", "another card lay elsewhere"],
)
def test_a_card_has_not_come_before_the_one_in_whose_place_it_lies_had_left(
    at: int, lay: Spot, touched: int
) -> None:
    looks = replaced()
    left = Span(instant((GONE - 1) / RATE), instant(GONE / RATE))
    came = Arrival(seen("33", LEFT), Span(instant((at - 1) / RATE), instant(at / RATE)))
    story, after = looks[BEFORE + 1 : -1], looks[-1]
    bare = learnt(None, looks[0], [])
    (told,) = in_their_places((came,), [seen("32", lay)], left, story, after, bare, FOUR_SIDES)
    assert round(told.touch.latest * RATE / 1e9) == touched


@pytest.mark.parametrize("free", [True, False])
def test_a_card_that_lay_free_for_a_moment_has_come_by_then_however_little_of_it_shows_later(
    free: bool,
) -> None:
    story = nearly_upon()
    strip = seen("22", (LEFT[0] - 18.0, LEFT[1]))
    vague = Arrival(strip, Span(story[0].span.earliest, story[-1].span.latest))
    (moment,) = noted((), story[SECOND - 2], [known("22", LEFT)], (), story[0])
    kept = [replace(moment, laid=story[SECOND - 1] if free else None)]
    (told,) = as_it_lay((vague,), kept, story, (), FOUR_SIDES)
    assert told.card == strip
    assert told.touch.latest == (instant(FIRST / RATE) if free else vague.touch.latest)


@pytest.mark.parametrize(
    ("face", "let_go", "by_then"), [("22", False, True), ("pass", False, False), ("pass", True, True)]
)
def test_a_number_has_come_by_the_look_in_which_it_lay_free_though_it_seems_to_have_come_later(
    face: str, let_go: bool, by_then: bool
) -> None:
    """An arm may be upon it by then, and what shows of it looks so only since.

    A pass may be another one, but for one that is told under an arm because it lay free.
    """
    story = nearly_upon()
    late = Span(instant((SECOND + 1) / RATE), instant((SECOND + 2) / RATE))
    (moment,) = noted((), story[SECOND - 2], [known(face, LEFT)], (), story[0])
    kept = [replace(moment, laid=story[SECOND - 1])]
    came = Arrival(seen(face, LEFT), late)
    (told,) = as_it_lay((came,), kept, story, (), FOUR_SIDES, (came.card,) if let_go else ())
    assert told.touch.latest == (instant(FIRST / RATE) if by_then else late.latest)


@pytest.mark.parametrize("instead", [True, False])
def test_a_card_that_looks_nearly_as_the_one_before_came_some_time_since_that_was_read(instead: bool) -> None:
    """What seems to be its touch may be a push: it lay there before."""
    stage = Stage()
    stage.rest(FIRST)
    stage.lying["22"] = LEFT
    stage.rest(6)
    *story, shown = looks_at(stage)
    new, read = known("22", LEFT), instant(-1.0)
    old = Settled(story[0], story[0], (), read, Sighting(story[0].span, ()))
    change = Change((new,), (new.card,), instead=(new.card,) if instead else ())
    (came,), _ = came_and_left(shown, old, change, story, (), None, (), FOUR_SIDES)
    assert (came.touch.earliest == read) is instead
    assert came.touch.latest == Span.at(instant(FIRST / RATE)).latest
