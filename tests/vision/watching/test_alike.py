"""One print is like itself, nudged or in another light, and unlike another one of its colour."""

from collections.abc import Mapping

import numpy as np
import pytest

from companion.clock import Span, instant
from companion.evidence import Quad
from tests.vision.stage import Spot, Stage, quad_at
from vision.frame import Frame
from vision.memory.pairing import SAME_PRINT
from vision.motion.changes import Look, reduce
from vision.watching.alike import alike

HERE, BESIDE = (300.0, 180.0), (328.0, 182.0)


def look(cards: Mapping[str, Spot], light: float = 1.0) -> Look:
    stage = Stage(lying=dict(cards))
    stage.shoot()
    image = np.asarray(stage.frames[0][0] * light, np.uint8)
    return reduce(Frame(image, Span.at(instant(0)), 0))


def measure(now: Look, before: Look, *over: Quad) -> float:
    return alike(now, before)(quad_at(HERE), over)


@pytest.mark.parametrize("light", [1.0, 0.7])
def test_a_card_is_like_itself_though_it_was_nudged_or_darkened(light: float) -> None:
    nudged = (HERE[0] + 2, HERE[1] - 1)
    assert measure(look({"35": nudged}, light), look({"35": HERE})) > SAME_PRINT


def test_another_number_on_the_same_colour_is_another_print() -> None:
    assert measure(look({"27": HERE}), look({"35": HERE})) < SAME_PRINT


def test_what_lies_over_a_card_does_not_count() -> None:
    covered = look({"35": HERE, "48": BESIDE})
    assert measure(covered, look({"35": HERE}), quad_at(BESIDE)) > SAME_PRINT


def test_a_place_without_a_print_tells_nothing() -> None:
    plain = look({})
    flat = Look(np.full_like(plain.grey, 90), plain.small, plain.span, 0, plain.scale)
    assert measure(flat, flat) == 1.0


def test_a_print_is_not_like_a_place_that_showed_nothing() -> None:
    now = look({"35": HERE})
    flat = Look(np.full_like(now.grey, 90), now.small, now.span, 0, now.scale)
    assert measure(now, flat) == 0.0
