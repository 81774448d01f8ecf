"""A card that lay still somewhere else had come by then: pushing it on is not its touch."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion.nudged import before_nudges

AWAY, HID = (np.inf, np.inf), (np.nan, np.nan)
THERE = (0.04, 0.02)


def off(*ways: tuple[float, float]) -> NDArray[np.float64]:
    return np.array(ways, float)


def far(ways: NDArray[np.float64], rate: float = 15.0) -> list[float]:
    """Give how far off the card was from where it first lay, frame by frame at so many a second."""
    found = before_nudges(ways, np.array([i * 1e9 / rate for i in range(len(ways))], np.float64))
    return [round(float(x), 3) for x in np.hypot(*found.T)]


def test_a_nudge_is_not_the_touch() -> None:
    came = off(AWAY, (0.04, 0.07), *[THERE] * 8, (0.02, 0.01), (0.0, 0.0), (0.0, 0.0))
    assert far(came) == [np.inf, 0.05, *[0.0] * 11]


def test_nor_are_two() -> None:
    came = off((0.04, 0.07), *[THERE] * 6, *[(0.0, 0.03)] * 6, (0.0, 0.0), (0.0, 0.0))
    assert far(came) == [0.05, *[0.0] * 14]


def test_a_hand_that_hides_it_meanwhile_changes_nothing() -> None:
    found = far(off(AWAY, *[THERE] * 4, HID, *[THERE] * 3, HID, (0.0, 0.0)))
    assert found[0] == np.inf
    assert np.isnan([found[5], found[9]]).all()
    assert [f for f in found[1:] if not np.isnan(f)] == [0.0] * 8


@pytest.mark.parametrize(
    "ways",
    [
        pytest.param([(0.09, 0.0), (0.06, 0.0), (0.04, 0.0), (0.02, 0.0), (0.0, 0.0)], id="a push"),
        pytest.param([AWAY, *[THERE] * 3, (0.0, 0.0), (0.0, 0.0)], id="still for a moment only"),
        pytest.param([AWAY, *[(0.004, 0.0)] * 9, (0.0, 0.0)], id="trembling"),
        pytest.param([AWAY] * 9, id="never there"),
        pytest.param([*[THERE] * 8, HID, (0.02, 0.0), (0.0, 0.0)], id="before it came"),
        pytest.param([*[THERE] * 8, AWAY, (0.0, 0.0), (0.0, 0.0)], id="away meanwhile"),
        pytest.param([AWAY, (0.0, 0.0), (0.0, 0.0), *[THERE] * 8, (0.0, 0.0)], id="there before and after"),
    ],
)
def test_what_is_no_nudge_stays_as_it_is(ways: list[tuple[float, float]]) -> None:
    assert far(off(*ways)) == pytest.approx([round(float(np.hypot(*way)), 3) for way in ways], nan_ok=True)


def test_it_is_the_time_that_counts_not_the_frames() -> None:
    ways = off(AWAY, *[THERE] * 6, (0.0, 0.0))
    assert far(ways, 60.0)[1:-1] == [0.045] * 6
    assert far(ways, 15.0)[1:-1] == [0.0] * 6
