"""Angles in radians: 0 = towards the top of the picture, clockwise."""

from collections.abc import Iterable
from math import atan2, cos, pi, sin


def wrapped(angle: float) -> float:
    """Bring an angle into (-pi, pi]."""
    return pi - (pi - angle) % (2 * pi)


def off_axis(up: float, axis: float) -> float:
    """Give the angle between two axes, 0 to half of pi."""
    off = abs(up - axis) % pi
    return min(off, pi - off)


def shared_axis(ups: Iterable[float]) -> float:
    """Give the axis that cards share, on their heads or not: from minus to plus half of pi."""
    doubled = [2 * up for up in ups]
    return atan2(sum(map(sin, doubled)), sum(map(cos, doubled))) / 2
