"""The order of a row, by when its cards came; and since when that can be, by what was seen beside arms."""

import numpy as np
import pytest

from companion.clock import Span, instant
from companion.evidence import Arrival, Sighting
from tests.vision.memory.test_row import card, told
from tests.vision.stage import Stage, looks_at, seen
from vision.memory.known import Known
from vision.watching.settled import Settled, as_they_came


def came(face: str, x: float, *at: float) -> Known:
    """A card that touched between two times (s), or of which nobody saw that."""
    lies = card(face, x)
    return Known(lies, came=Arrival(lies, Span(instant(at[0]), instant(at[1])), None) if at else None)


BEHIND = [
    came(f, x, at, at + 0.1) for f, x, at in (("10", 40, 1), ("25", 80, 2), ("40", 120, 3), ("41", 160, 5))
]


@pytest.mark.parametrize(
    ("row", "order"),
    [
        ([came("10", 0, 2.0, 2.1), came("1", 4, 1.0, 1.1), came("25", 60, 3.0, 3.1)], "1 10 25"),
        ([came("25", 0, 3.0, 3.1), came("10", 40, 2.0, 2.1), came("1", 80, 1.0, 1.1)], "1 10 25"),
        ([came("10", 0, 1.0, 1.4), came("1", 4, 1.2, 1.3), came("25", 60, 3.0, 3.1)], "10 1 25"),
        ([came("10", 0), came("1", 4, 1.0, 1.1), came("25", 60, 3.0, 3.1)], "10 1 25"),
        ([came("1", 0, 4.0, 4.1), *BEHIND], "1 10 25 40 41"),
        ([came("1", 0, 4.0, 4.1), came("10", 40, 3.0, 3.1)], "10 1"),
    ],
    ids=[
        "slipped",
        "read from its other end",
        "it is open which came first",
        "one was not seen coming",
        "overlooked for a while",
        "read from its other end, two",
    ],
)
def test_a_row_lies_in_the_order_in_which_its_cards_came(row: list[Known], order: str) -> None:
    assert told(as_they_came(row)) == order


def test_a_card_whose_place_was_seen_bare_beside_an_arm_came_after_that() -> None:
    stage = Stage()
    stage.rest(6)
    story = looks_at(stage)
    base, look = story[0], story[3]
    wide = look.small.shape[1]
    veil = np.zeros(look.small.shape[:2], np.uint8)
    veil[:, : wide // 2] = 255
    bare, under = (seen(f, (at * wide / look.small_scale, 180.0)) for f, at in (("22", 0.75), ("23", 0.25)))
    first = Sighting(base.span, ())
    beside = Settled(look, base, (), look.span.latest, first, veil=veil)
    assert {
        quad: [s.number for s in looks] for quad, looks in beside.lately([bare, under], story).items()
    } == {bare.quad: [3, 4, 5]}
    whole = Settled(look, look, (), look.span.latest, first, veil=veil * 0)
    assert whole.lately([bare, under], story) == {}
