"""Tells where a row leaves room for cards that nobody has seen.

People lay a row in even steps. Where it is laid so and one step is as long as two, a card lies between, under
a hand, in a glare, or with a face that looks like none: it is asked about, and not passed over in silence.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from companion.cards import Zone
from companion.evidence import SeenCard
from vision.cards.geometry import height_of, middles_apart, width_of

LONG = 1.7
"""A step this many times as long as is usual in its row passes over a card: on 913 drawn and ray-traced rows
all 20 such ones did. Of those of 1.5 to 1.7 fewer than half did."""

EVEN, MOST = 1.3, 0.8
"""A row is laid in even steps when this share of all its other steps is no longer than so many usual ones."""

FEWEST = 4
"""Of fewer other steps nobody can say what is usual. Only those between sure cards count: where one lies that
was not read is not so clear."""

OVERLAPPED = 0.95
"""Cards overlap when their usual step is no longer than this share of their width: of cards side by side one
may have been taken away, and bare table show."""

AS_LARGE = 1.25
"""No card of a row is larger than the middle one by more than this ratio; else its steps say nothing."""


def filled(cards: Sequence[SeenCard], above: Sequence[SeenCard | None] = ()) -> tuple[SeenCard, ...]:
    """Give the cards with an unread one in each place of their row where one must lie.

    ``above``: for each card the same one as seen from above, None where it was not seen there; none at all
    where the camera does not look at a slant. Else what shows but an upper corner seems to lie upright below
    it, and beside a card that is seen whole, and lies aslant, a step too long.
    """
    both = zip(cards, above or cards, strict=True)
    row = [(card, level) for card, level in both if card.zone is Zone.ROW]
    after = dict(zip((id(card) for card, _ in row), _left_out(row), strict=False))
    return tuple(told for card in cards for told in (card, *after.get(id(card), ())))


def _left_out(row: Sequence[tuple[SeenCard, SeenCard | None]]) -> list[list[SeenCard]]:
    """Give for each card of a row, but the last, the cards that must lie between it and the next.

    Beside each card stands the one whose place tells how long the steps are, None where none does.
    """
    steps = [
        middles_apart(c, d) if a.sure and b.sure and c and d else None for (a, c), (b, d) in pairwise(row)
    ]
    known = [step for step in steps if step is not None]
    if len(known) <= FEWEST or not _say_something([level for _, level in row if level], median(known)):
        return []
    counts = [_passed_over(step, known) if step is not None else 0 for step in steps]
    return [
        [_between(a, b, k / (count + 1)) for k in range(1, count + 1)]
        for ((a, _), (b, _)), count in zip(pairwise(row), counts, strict=True)
    ]


def _say_something(row: Sequence[SeenCard], usual: float) -> bool:
    """Say whether the cards of a row are as large as one another, and overlap."""
    heights, widths = [height_of(card) for card in row], [width_of(card) for card in row]
    return max(heights) <= AS_LARGE * median(heights) and usual <= OVERLAPPED * median(widths)


def _passed_over(step: float, steps: Sequence[float]) -> int:
    """Say how many cards one of a row's steps passes over, going by the others."""
    others = list(steps)
    others.remove(step)
    usual = median(others)
    even = sum(other <= EVEN * usual for other in others) >= MOST * len(others)
    return round(step / usual) - 1 if even and step >= LONG * usual > 0 else 0


def _between(one: SeenCard, other: SeenCard, share: float) -> SeenCard:
    """Give an unread card that lies as one does, a share (0-1) of the way from it to another."""
    x, y = (share * sum(q[k] - p[k] for p, q in zip(one.quad, other.quad, strict=True)) / 4 for k in (0, 1))
    a, b, c, d = ((p[0] + x, p[1] + y) for p in one.quad)
    return SeenCard(Zone.ROW, (a, b, c, d), (), False)
