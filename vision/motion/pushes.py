"""Where a steady push begins, in how far off a card was frame by frame; frames that say nothing left out."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.clock import NS_PER_SECOND

Floats = NDArray[np.float64]

STILL = 0.005
"""A card that is no farther off than this, in card heights, lies still: half a millimetre."""

LEFT = 0.012
"""A card that is farther off than this, in card heights, has begun to leave."""

LAIN = 3
"""A card lies where so many frames that show it, one after the other, have it."""

PULLED = 0.03
"""A card beside which another is laid seems to move no farther than this, in card heights."""

TWICE = 0.0004
"""A moving card that has moved no more than this, in card heights, is the same frame again."""

USUAL = 0.25
"""Frames lie as far apart as this quantile of their distances says: some may be missing."""

DENSE = NS_PER_SECOND // 20
"""Frames closer than this, in nanoseconds, show so little of a push each that noise strays as far."""

LAST_STEP = 2.0
"""The step before a push's last one may be so many times as long."""


def without_strays(off: Floats, still: float, lain: int) -> Floats:
    """Leave out frames in which a card only seems to have moved from where it lies before and after.

    A single one, right between frames in which it lies, where so many frames before (``lain``) have it; any
    number of them, amid frames in which a hand hides it, where it lies in several before and after and seemed
    to move but a little: its print was taken for that of another card, laid beside it. Where it lies in
    several before and after, one right after a frame in which it lies may have it farther off: that card was
    on its way over it.
    """
    shown = np.flatnonzero(~np.isnan(off))
    lies = off[shown] <= still
    left = off.copy()
    for one, other in pairwise(np.flatnonzero(lies)):
        single = shown[other] - shown[one] == 2 and np.count_nonzero(lies[: one + 1]) >= lain
        both = _all_of(lies[max(0, one + 1 - LAIN) : one + 1]) and _all_of(lies[other : other + LAIN])
        between = shown[one + 1 : other]
        passing = len(between) == 1 and between[0] == shown[one] + 1
        if len(between) and (single or (both and (passing or (off[between] <= PULLED).all()))):
            left[between] = np.nan
    return left


def _all_of(lies: NDArray[np.bool_]) -> bool:
    """Say whether a card lies in all of several frames."""
    return len(lies) == LAIN and bool(lies.all())


def knee(
    off: Floats,
    times: Floats,
    first: int,
    ratio: float,
    slack: float,
    still: float = STILL,
    alone: float = np.inf,
) -> int:
    """Give the frame at which a steady push begins, going back from rest to ``first``.

    The push goes on, backwards, as long as its speed is no more than ``ratio`` times the mean of what comes
    after, plus ``slack`` (card heights a frame). The very last step may be cut short by the end of the push,
    so it bounds the next one only loosely; a frame that a camera gave twice says nothing. Before a frame
    from which it would have moved away again the card was seen by mistake. Where frames are missing before
    the one that shows it at rest, the card came to rest within a frame of the one before. A single step
    faster than ``alone`` (card heights a frame) is no push. Where frames lie close, a step only seems too
    fast when the one before or after it makes up for it. ``times`` are in nanoseconds.
    """
    at = rest = _at_rest(off, first, still)
    shown = _shown_before(off, rest, first)
    frame = float(np.quantile(np.diff(times), USUAL)) if len(times) > 1 else 1.0
    ended = min(times[rest], times[shown[0]] + frame) if shown else times[rest]
    steps, further, later = 0, dict(pairwise(shown)), at
    for earlier in shown:
        speed, frames = _speed(off, times / frame, earlier, at), (times[at] - times[earlier]) / frame
        mean = (off[at] - off[rest]) * frame / (ended - times[at]) if steps else np.inf
        if speed * frames < -LEFT:
            break
        most = (ratio if steps > 1 else LAST_STEP) * mean + slack
        if frame < DENSE and steps:
            pairs = [(earlier, later), (further.get(earlier, earlier), at)]
            speed = min(speed, *(_speed(off, times / frame, one, other) for one, other in pairs))
        if speed > most:
            before = _speed(off, times / frame, further[earlier], earlier) if earlier in further else np.inf
            if steps != 1 or not speed / ratio - slack <= before <= speed * ratio + slack:
                break
            rest, ended = at, times[at]  # The last step was cut very short: the push is measured before it.
        later, at, steps = at, earlier, steps + 1
    return rest if steps == 1 and _speed(off, times / frame, at, rest) > alone else at


def _speed(off: Floats, times: Floats, one: int, other: int) -> float:
    """Give how much nearer a card came from one frame to another, in card heights a frame."""
    return float((off[one] - off[other]) / (times[other] - times[one]))


def _shown_before(off: Floats, rest: int, first: int) -> list[int]:
    """List the frames before rest that show the card, last one first; of a frame given twice the earlier."""
    seen = [i for i in range(rest - 1, first - 1, -1) if not np.isnan(off[i])]
    before = [*seen[1:], first]
    return [i for i, j in zip(seen, before, strict=False) if i == first or _apart(off[i], off[j])]


def _apart(one: float, other: float) -> bool:
    """Say whether a card has moved between two distances; surely away is away both times."""
    return bool(one != other and abs(one - other) > TWICE)


def _at_rest(off: Floats, first: int, still: float) -> int:
    """Give the first frame, not before ``first``, from which on the card lies still wherever it shows."""
    rest = len(off) - 1
    for i in range(rest - 1, first - 1, -1):
        if off[i] > still:
            break
        rest = i if off[i] <= still else rest
    return rest
