"""Whether a card at a row's end goes on with the row, or lies beside it as a jump card does.

Geometry, but for one thing: rows grow in number, so that a lower one clear of the others may be a jump card.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from vision.cards.geometry import ROTATED, Placed, RowAxes, apart, mean_height, seen_in_part
from vision.cards.senses import sense_of
from vision.prints.angles import off_axis
from vision.prints.finder import CardKind

NEXT_ACROSS = 0.6
"""Neighbours in a row lie at most this share of a height out of line."""

NEARLY_NEXT = 1.42
"""Up to so many widths apart a card in line may be a row's next one, as roughly as widths are told: of 620
rows one was told to be laid as far apart as 1.36, and jump cards that lie in line from 1.44 on."""

MANY = 3
"""Of so few cards on it is told how closely a row is laid."""

CLEAR_OF, OVERLAPPED = 1.15, 0.9
"""A row's last card lies clear of the one before from so many widths on; a row is overlapped whose cards lie
no further apart than the second."""

FAR_ALONG = 2.2
"""A single card further along than this many widths, and in line, is the row's end beyond a hidden part."""

SLANT = 0.15
"""Heights for each width beyond the next card: so far out of line may a row seem to run on behind what hides
it, for nobody knows its direction exactly."""

UPRIGHT = 0.2
"""Radians; where only a hand on the last card suggests that the row goes on behind it, the row's end is
turned no further than this against the row's other cards."""

ASKEW = 0.45
"""Radians; a row's end may be turned so far where the card before it was not read, or lies far off: what
hides that one hides how it lies, too."""

STRAIGHT, NEARLY = 0.2, 0.4
"""Heights; a single card less far out of line is the row's end beyond what hides the card before it. Up to
the second, or beyond one that was not read, it may be that or lie beside the row: that is asked."""


def continues(chain: Sequence[Placed], main: Sequence[Placed], frame: RowAxes) -> bool:
    """Say whether a chain is the same row beyond a gap, as a hand over it makes one.

    A pass card lies nowhere but in the row. Any other card alone at the row's end is so only when it is quite
    in line, and lies far off: a jump card lies near. Beyond one that was not read it may be either.
    """
    last, first = min(((a, b) for a in main for b in chain), key=lambda p: apart(p[0].hint, p[1].hint))
    across = abs(frame.across(last.hint, first.hint)) / mean_height(last.hint, first.hint)
    along = frame.along(last.hint, first.hint) / last.hint.width
    straight = all(off_axis(c.hint.up, frame.up) < ROTATED for c in chain)
    if len(chain) > 1:
        return straight and across < NEXT_ACROSS + _slant(along)
    if along < 0 or chain[0].hint.kind is CardKind.PASS:
        return straight and across < NEXT_ACROSS
    return off_axis(first.hint.up, frame.up) < ASKEW and across < STRAIGHT and along > FAR_ALONG


def may_continue(card: Placed, main: Sequence[Placed], frame: RowAxes) -> bool:
    """Say whether a card beside a row may as well be its end, for all that shows of the card before it.

    Beyond a card that was not read or is seen in part, as a row's last one is only under a hand; too far off
    for a jump card, or so near that it may be the next one.
    """
    last = max(main, key=lambda c: frame.along(main[0].hint, c.hint))
    across = abs(frame.across(last.hint, card.hint)) / mean_height(last.hint, card.hint)
    step = frame.along(last.hint, card.hint)
    along = step / last.hint.width
    unclear = not last.sure or step < NEARLY_NEXT * (last.hint.width + card.hint.width) / 2
    as_they = off_axis(card.hint.up, sense_of(main)) < UPRIGHT
    cut_off = as_they and seen_in_part(last, frame) and not seen_in_part(card, frame)
    near = NEARLY if unclear else STRAIGHT if cut_off else 0.0
    most = STRAIGHT + _slant(along) if along > FAR_ALONG else near
    up = last.hint.up if last.sure else frame.up
    return along > 0 and across < most and off_axis(card.hint.up, up) < ASKEW


def _slant(along: float) -> float:
    """Give how far out of line (heights) a row may run on in so many widths."""
    return SLANT * max(0.0, abs(along) - 1)


def laid_off(row: Sequence[Placed], frame: RowAxes) -> Placed | None:
    """Give a row's last card where it may well lie beside it: clear of an overlapped row, and a lower number.

    ``row``: from its start to its end. Whoever lays a lower number on the row covers what it takes; a jump
    card lies beside the last one.
    """
    if len(row) < MANY or not (row[-2].sure and row[-1].sure):
        return None
    before, last = (card.alternatives[0].card.value for card in row[-2:])
    steps = [frame.along(a.hint, b.hint) / b.hint.width for a, b in pairwise(row)]
    clear = steps[-1] > CLEAR_OF and median(steps[:-1]) < OVERLAPPED
    return row[-1] if clear and before is not None and last is not None and last < before else None
