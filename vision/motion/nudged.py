"""Where a card lay before it was nudged to where it lies now: that it was pushed on is not its touch.

Whoever lays the next card often pushes the last one a few millimetres. A card that lay still somewhere else,
for longer than any hand holds one still in the air, had come by then.
"""

import numpy as np
from numpy.typing import NDArray

from companion.clock import NS_PER_SECOND

Floats = NDArray[np.float64]

STILL = 0.005
"""A card lies still while it is no farther off than this from where it was, in card heights."""

NUDGED = 0.012
"""A card lay elsewhere when it was farther off than this, in card heights, from where it lies now."""

FRAMES = 5
"""At least so many frames must show a card lying elsewhere."""

LONG = 3 * NS_PER_SECOND // 10
"""For at least so many nanoseconds it must have lain there: no hand holds a card so still in the air."""

TWICE = 2
"""A card had come to where it lies now already if so many earlier frames show it there."""


def before_nudges(off: Floats, times: Floats) -> Floats:
    """Give how far off a card was from where it first lay, from that time on 0.

    ``off`` (N, 2): from where it lies now, in card heights; nan where a hand hides it, inf where it is surely
    not there. ``times`` (N): of the frames, nanoseconds. In the first frame it has not come yet.
    """
    while (last := _lay_elsewhere(off, times)) is not None:
        seen = np.isfinite(np.hypot(*off.T))
        later = seen & (np.arange(len(off)) > last)
        off = np.where(seen[:, None], off - off[last], off)
        off[later] = 0.0
    return off


def _lay_elsewhere(off: Floats, times: Floats) -> int | None:
    """Give the last frame in which a card lay somewhere else; None where it never did."""
    away = np.hypot(*off.T)
    last = len(off) - 1
    # What was surely away since did not lie there: something like it was seen in its place.
    while last >= 0 and not np.isposinf(away[last]):
        first = last
        if NUDGED < away[last] < np.inf:
            first = _since(off, last)
            shown = np.count_nonzero(np.isfinite(away[first : last + 1]))
            # Nobody pushes a card away and back to just where it lay: a hand is in the way then.
            before = np.count_nonzero(away[:first] <= STILL)
            lain = shown >= FRAMES and times[last] - times[first] >= LONG
            if lain and before < TWICE and first > 0:  # The first frame is older than the card.
                return last
        last = first - 1
    return None


def _since(off: Floats, last: int) -> int:
    """Give the first frame from which on a card was seen nowhere else than in the last one."""
    first = last
    for i in range(last - 1, -1, -1):
        if np.isnan(off[i]).any():
            continue
        if not np.hypot(*(off[i] - off[last])) <= STILL:
            break
        first = i
    return first
