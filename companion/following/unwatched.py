"""Cards that came while the table was not seen: the camera was gone, or an arm lay upon them. Pure."""

from collections import Counter
from collections.abc import Sequence

from companion.cards import Zone
from companion.clock import NS_PER_SECOND, Span
from companion.evidence import Arrival

LONG = 3 * NS_PER_SECOND
"""In so long a time several acts are done, and a card may be laid and replaced."""


def unwatched(arrivals: Sequence[Arrival]) -> frozenset[Span]:
    """Give the times in each of which several cards came to the row while nothing was seen for long.

    What was laid, taken back or replaced meanwhile nobody knows: that these cards were laid in turn, and by
    whom, is a guess. ``arrivals``: all that came lately.
    """
    came = Counter(a.touch for a in arrivals if a.card.zone is Zone.ROW)
    return frozenset(t for t, count in came.items() if count > 1 and t.latest - t.earliest >= LONG)
