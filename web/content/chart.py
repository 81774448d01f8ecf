"""A line of scores over time, drawn as SVG by the server; a table beside it has the same numbers. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.storage.profiles import Point

WIDTH, HEIGHT = 600, 200
LEFT, RIGHT, TOP, BOTTOM = 64, 14, 18, 18
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
LINES = 4


@dataclass(frozen=True, slots=True)
class Dot:
    """A game in the chart, in its coordinates."""

    x: float
    y: float
    point: Point


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its dots, the line through them (an SVG ``points``), and marked scores with their heights."""

    dots: tuple[Dot, ...]
    line: str
    marks: tuple[tuple[int, float], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart(points: Sequence[Point]) -> Chart:
    """Draw points, the oldest on the left; zero is always on the chart."""
    scores = [point.score for point in points]
    low, high = min(0, *scores, 0), max(1, *scores, 1)
    step = next((step for step in STEPS if (high - low) / step <= LINES), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    dots = tuple(
        Dot(_x(place, len(points)), _y(point.score, low, high), point) for place, point in enumerate(points)
    )
    return Chart(
        dots,
        " ".join(f"{dot.x:g},{dot.y:g}" for dot in dots),
        tuple((mark, _y(mark, low, high)) for mark in range(low, high + 1, step)),
    )


def _x(place: int, count: int) -> float:
    room = WIDTH - LEFT - RIGHT
    return round(LEFT + (room / 2 if count == 1 else room * place / (count - 1)), 1)


def _y(score: int, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - score) / (high - low), 1)
