"""Angles in radians: 0 = towards the top of the picture, clockwise."""

from math import pi


def wrapped(angle: float) -> float:
    """Bring an angle into (-pi, pi]."""
    return pi - (pi - angle) % (2 * pi)


def off_axis(up: float, axis: float) -> float:
    """Give the angle between two axes, 0 to half of pi."""
    off = abs(up - axis) % pi
    return min(off, pi - off)
