"""A mark at the feet of a number is told from one at its head, and from none."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.prints.finder import CardHint, CardKind, Print
from vision.prints.marks import AT_FEET, AT_HEAD, KINDS, NONE, told

HIGH, AT = 40, (150, 100)
CARD = CardHint((150.0, 130.0), 0.0, 200.0, 130.0, CardKind.NUMBER, 0.9, (150.0, 130.0))


def six(mark: str) -> NDArray[np.uint8]:
    """Print a 6, 40 pixels high, in white on green."""
    image = np.full((260, 300, 3), (70, 130, 50), np.uint8)
    (wide, high), _ = cv2.getTextSize("6", cv2.FONT_HERSHEY_SIMPLEX, 1.0, 5)
    scale = HIGH / high
    at = (round(AT[0] - wide * scale / 2), AT[1] + HIGH // 2)
    cv2.putText(image, "6", at, cv2.FONT_HERSHEY_SIMPLEX, scale, (250, 250, 250), 6, cv2.LINE_AA)
    if mark == "line":
        cv2.rectangle(image, (AT[0] - 18, AT[1] + 27), (AT[0] + 18, AT[1] + 31), (250, 250, 250), -1)
    if mark == "dot":
        cv2.circle(image, (AT[0] + 24, AT[1] + 17), 4, (250, 250, 250), -1, cv2.LINE_AA)
    return image


def print_(up: float) -> Print:
    return Print((float(AT[0]), float(AT[1])), float(HIGH), up, 0.9, CARD)


@pytest.mark.parametrize(("mark", "wanted"), [("line", AT_FEET), ("dot", AT_FEET), ("none", NONE)])
def test_a_mark_is_seen(mark: str, wanted: int) -> None:
    (row,) = told(six(mark), [print_(0.0)])
    assert int(row.argmax()) == wanted
    assert row.sum() == pytest.approx(1.0)


def test_taken_upside_down_a_number_bears_its_mark_at_its_head() -> None:
    upright, turned = told(six("line"), [print_(0.0), print_(np.pi)])
    assert int(turned.argmax()) == AT_HEAD
    assert turned[AT_HEAD] == pytest.approx(upright[AT_FEET], abs=0.05)


def test_of_no_number_nothing_is_told() -> None:
    assert told(six("line"), []).shape == (0, KINDS)
