"""Sets votes right on decks that bear their numbers in all four corners.

An index votes for its card's middle as if it stood in the upper left corner, or on its head in the lower
right one, where most decks have theirs. One in a lower left corner so votes for a place far to the left of
its card, and one in an upper right corner for one far to the right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import cos, dist, hypot
from statistics import fmean

import numpy as np

from companion.evidence import Point
from vision.cards.four_corners import ACROSS, FAIRLY_CLEAR, SEEN, as_high
from vision.cards.geometry import RowAxes, apart, turned_round
from vision.cards.upright_corners import upright_below
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Print
from vision.prints.nets import FloatArray

FEWEST = 1 / 3
"""A deck bears its numbers in all corners if at least this share (0-1) of the pairs of indices that read
alike, one of them on its head or far below the other, stand right above each other."""

LEANING = 0.3
"""Two such indices are out of line by less than this share of how far one stands above the other: a card seen
at a slant leans. The opposite corner is at least half as far aside as it is below."""

LEAST, IN_MIDDLE = 0.15, 0.2
"""The middle of a card is at least so far beside its indices, in heights of the card; what votes for a middle
nearer than the second stands there itself."""

THERE, UNSEEN, OTHER_SIDE, SURELY = 0.12, 0.25, 0.12, 0.01
"""In heights of the card. A card is seen at a place if it lies no farther from it than the first; a place
where none is seen counts as if one were so far off as the second; a place on the side of its prints that most
cards do not show counts as so much farther off as the third. In a row seen upright the left side shows,
unless cards are seen nearer, by the fourth, to where the right side would put them."""


@dataclass(frozen=True, slots=True)
class Corners:
    """Where the cards lie of which indices in any corner are seen.

    ``reach``: how far beside them, in heights of a card: to the right of an index that stands with its up
    towards ``up`` (radians), to the left of one on its head, on the side of its card that most cards of a row
    show; below 0 where that is the right side.
    """

    reach: float
    up: float

    def places(self, print_: Print) -> list[CardHint]:
        """Give where the card of a print may lie: where it shows the side that most do, and where not."""
        right, above = _vote(print_)
        if hypot(right, above) < IN_MIDDLE:
            return [print_.card]
        reach = self.reach if cos(print_.up - self.up) > 0 else -self.reach
        return [_beside(print_, way, above) for way in (reach, -reach)]

    def told(self, prints: Sequence[Print]) -> list[CardHint]:
        """Give where the card of some prints may lie, best first: where all may mean, on the usual side."""
        each = [self.places(p) for p in prints]

        def off(place: CardHint) -> float:
            fit = sum(min(apart(place, one) for one in some) for some in each) / place.height
            amiss = sum(apart(place, some[0]) > apart(place, some[-1]) for some in each)
            return (fit + OTHER_SIDE * amiss) / len(each)

        return sorted((one for some in each for one in some), key=off)

    def votes(self, prints: Sequence[Print], place: CardHint) -> list[CardHint]:
        """Give the votes of prints whose card lies about a place."""
        return [min(self.places(p), key=lambda one: apart(one, place)) for p in prints]


def set_right(
    prints: Sequence[Print], values: FloatArray, looks: Sequence[CardHint]
) -> tuple[Print, ...] | None:
    """Give prints with their votes set right, None where a deck does not bear its numbers in all corners.

    ``values``: the probabilities (N, 111) of the N prints; ``looks``: the cards that are seen.
    """
    groups = _alike(prints, values)
    cards = [[prints[i] for i in members] for members in groups]
    corners = _corners(prints, values, cards, looks)
    if corners is None:
        return None
    told = [corners.told(own) for own in cards]
    taken = [look for look in looks if any(_lies_there(places[0], look) for places in told)]
    free = [look for look in looks if look.score >= SEEN and look not in taken]
    right = list(prints)
    for members, own, places in zip(groups, cards, told, strict=True):
        seen = any(_lies_there(places[0], look) for look in taken)
        found = (place for place in places if any(_lies_there(place, look) for look in free))
        place = places[0] if seen else next(found, places[0])
        for i, vote in zip(members, corners.votes(own, place), strict=True):
            right[i] = replace(prints[i], card=vote)
    return tuple(right)


def _lies_there(place: CardHint, look: CardHint) -> bool:
    """Say whether a card is seen in a place."""
    return apart(place, look) < THERE * place.height


def _unseen(place: CardHint, looks: Sequence[CardHint]) -> float:
    """Give how far from a place no card is seen, in heights of the card."""
    return min([UNSEEN, *(apart(place, look) / place.height for look in looks)])


def _corners(
    prints: Sequence[Print], values: FloatArray, cards: Sequence[Sequence[Print]], looks: Sequence[CardHint]
) -> Corners | None:
    """Tell by the prints that have another one right above or below them where the cards lie.

    Some decks print the lower ones upright.
    """
    pairs = [(prints[a], prints[b]) for a, b in combinations(_clear(values), 2) if _same(values, a, b)]
    pairs = [(a, b) for a, b in pairs if as_high(a, b) and (turned_round(a, b) or upright_below(a, b))]
    straight = [pair for pair in pairs if _straight_below(*pair)]
    if not straight or len(straight) < FEWEST * len(pairs):
        return None
    reach = max(LEAST, float(np.quantile([abs(_vote(p)[0]) for pair in straight for p in pair], 0.75)))
    up = max(straight[0], key=lambda p: cos(p.up)).up
    seen = [look for look in looks if look.score >= SEEN]
    one_sided = [own for own in cards if len(own) == 2 and _straight_below(*own)]
    judged = one_sided or [own for own in cards if len(own) == 1]

    def off(side: Corners) -> float:
        places = [side.told(own)[0] for own in cards]
        # A whole row a card further on fits as well, but for its ends: a card seen there must be one's, too.
        untold = [_unseen(look, places) for look in seen]
        unseen = [_unseen(side.told(own)[0], looks) for own in judged]
        return fmean(unseen or [0.0]) + fmean(untold or [0.0])

    first, other = Corners(reach, up), Corners(-reach, up)
    return other if off(other) + SURELY < off(first) else first


def _alike(prints: Sequence[Print], values: FloatArray) -> list[list[int]]:
    """Sort prints by the cards whose indices they may be: those that clearly read alike, and lie near."""
    groups: list[list[int]] = []
    clear = set(_clear(values))
    for i in range(len(prints)):
        among = (g for g in groups if i in clear and g[0] in clear)
        group = next((g for g in among if all(_near(prints, values, i, k) for k in g)), None)
        if group is None:
            groups.append([i])
        else:
            group.append(i)
    return groups


def _near(prints: Sequence[Print], values: FloatArray, a: int, b: int) -> bool:
    far = ACROSS * max(prints[a].card.height, prints[b].card.height)
    return _same(values, a, b) and dist(prints[a].centre, prints[b].centre) < far


def _clear(values: FloatArray) -> list[int]:
    """Give the prints that clearly read as a number."""
    return [i for i in range(len(values)) if values[i, :JUNK].max() >= FAIRLY_CLEAR]


def _same(values: FloatArray, a: int, b: int) -> bool:
    return int(values[a, :JUNK].argmax()) == int(values[b, :JUNK].argmax())


def _straight_below(a: Print, b: Print) -> bool:
    """Say whether two prints stand right above each other, in the left corners of a card or the right."""
    beside, above = RowAxes(a.up).way(a.centre, b.centre)
    return abs(beside) < LEANING * abs(above) < LEANING * ACROSS * a.card.height


def _vote(print_: Print) -> Point:
    """Give how far to the right of a print and above it, as it stands, its card's middle is told.

    In heights of the card.
    """
    right, above = RowAxes(print_.up).way(print_.centre, print_.card.centre)
    return right / print_.card.height, above / print_.card.height


def _beside(print_: Print, right: float, above: float) -> CardHint:
    """Put the card of a print so far to its right and above it, as it stands (card heights)."""
    high = print_.card.height
    centre = RowAxes(print_.up).back(print_.centre, (-right * high, -above * high))
    return replace(print_.card, centre=centre)
