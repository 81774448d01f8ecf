"""Charts: every game has its dot at its height."""

from datetime import UTC, datetime

import pytest

from companion.storage.profiles import Point
from web.content.chart import HEIGHT, LEFT, WIDTH, chart


def points(*scores: int) -> list[Point]:
    when = datetime(2026, 11, 21, tzinfo=UTC)
    return [Point(n, when, score, 1, False) for n, score in enumerate(scores)]


@pytest.mark.parametrize("scores", [(7,), (0, 0), (3, 12, 61), (-20, 40), (1, 250, 9)])
def test_dots_lie_in_the_picture_in_order_and_between_their_marks(scores: tuple[int, ...]) -> None:
    drawn = chart(points(*scores))
    assert [dot.point.score for dot in drawn.dots] == list(scores)
    assert [dot.x for dot in drawn.dots] == sorted(dot.x for dot in drawn.dots)
    assert all(LEFT <= dot.x <= WIDTH and 0 <= dot.y <= HEIGHT for dot in drawn.dots)
    heights = dict(drawn.marks)
    assert 0 in heights
    assert 2 <= len(heights) <= 7
    for dot in drawn.dots:
        if dot.point.score in heights:
            assert dot.y == heights[dot.point.score]
        assert min(heights.values()) <= dot.y <= max(heights.values())
