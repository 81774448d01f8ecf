"""How cards lie to one another: which lies over which, and what of their prints can be seen.

Lengths are shares of a card's width or height; angles are radians, 0 = towards the top of the picture,
clockwise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, sin
from statistics import median

from companion.cards import Zone
from companion.evidence import Alternative, Point, SeenCard
from vision.prints.finder import CardHint, Print, corners

ROTATED = 0.9
"""Radians; a card turned further than this out of the row's direction is no part of it."""

BURIED = 0.2
"""A print this share of a card's width within it cannot be of a card beneath."""

HIDDEN = 0.2
"""What a print is worth that a later card seems to cover in part: it may be half a number."""

CUT_SHORT = 0.4
"""What an index is worth where a later card begins so near that it may lie over one more of its figures."""

INDEX = 0.2
"""An index in a card's corner is lower than this share of the card."""

BEHIND = 0.15
"""What lies further along its row than this many widths lies behind a card, perhaps on it."""

RIGHT_BEHIND, OUT_OF_LINE = 1.3, 0.6
"""The card that may lie on another lies no more widths behind it, and no more heights out of line. Neighbours
in a row may lie a trifle further apart (`vision.cards.layout`), but cover nothing then."""

OWN, ONE_MORE = 1.3, 2.4
"""How wide a number is, and how wide with another figure on either side, in heights of its digits."""

FIGURE = 1.0
"""How wide one figure is with the space that a print leaves on both sides of it, in heights of its digits."""

OWN_LOOK, CLEARER = 0.25, 0.2
"""An opinion formed from a card itself lies no farther from its number's vote than the first, in heights of
the card; one that is surer by 1 may lie farther by the second than another."""

ON_ITS_HEAD = -0.85
"""Cosine of the angle between two prints of which one is on its head, at most."""

FIGURES_BESIDE = 2.2
"""How wide (digit heights) a figure in a card's middle is with another one on both sides of it, and some
room: cards of one colour lie over each other all but unseen, and where the next one begins is told
roughly."""

LOOKS_RIGHT = -0.04
"""How far right of the middle of its card's look a large number usually stands, in its heights."""

OFF_MIDDLE = FIGURE / 6
"""Half of how far the first of two figures stands from the middle of both, in heights of their digits."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card with what it may be; ``seen`` are the places of its prints, all of them visible.

    ``upright``: how much its own sense counts (0-2), little on a card that looks the same upside down.
    ``corners``: the directions that are up for the clear numbers in its corners.
    """

    hint: CardHint
    alternatives: tuple[Alternative, ...]
    sure: bool
    seen: tuple[Point, ...] = ()
    upright: float = 1.0
    corners: tuple[float, ...] = ()

    @property
    def confidence(self) -> float:
        """The probability (0-1) of its best alternative, 0 when it could not be read."""
        return self.alternatives[0].probability if self.alternatives else 0.0


@dataclass(frozen=True, slots=True)
class RowAxes:
    """The directions of a row: unit vectors towards the top of its cards, and to their right."""

    up: float

    def way(self, a: Point, b: Point) -> Point:
        """Give how far b lies to the right of a and how far above it, in pixels."""
        dx, dy, s, c = b[0] - a[0], b[1] - a[1], sin(self.up), cos(self.up)
        return dx * c + dy * s, dx * s - dy * c

    def back(self, b: Point, way: Point) -> Point:
        """Give the point a from which b lies so far to the right and above, in pixels."""
        (right, above), s, c = way, sin(self.up), cos(self.up)
        return b[0] - right * c - above * s, b[1] - right * s + above * c

    def along(self, a: CardHint, b: CardHint) -> float:
        """Give how far b lies to the right of a, in pixels."""
        return self.way(a.centre, b.centre)[0]

    def across(self, a: CardHint, b: CardHint) -> float:
        """Give how far b lies above a, in pixels."""
        return self.way(a.centre, b.centre)[1]


def lies_on(point: Point, card: CardHint, rim: float = 0.02) -> bool:
    """Say whether a point lies on a card, a rim left out that is this share of its width."""
    dx, dy = point[0] - card.centre[0], point[1] - card.centre[1]
    if abs(dx) + abs(dy) > card.height:
        return False  # by far the most are far apart: spare them the angles
    s, c = sin(card.up), cos(card.up)
    right, high = abs(dx * c + dy * s), abs(dx * s - dy * c)
    return right < (0.5 - rim) * card.width and high < card.height / 2 - rim * card.width


def covers(upper: Placed, lower: Placed) -> bool:
    """Say whether one card lies over another: where both are, only the upper one's prints can be seen."""
    over = any(lies_on(p, lower.hint) for p in upper.seen)
    return over and not any(lies_on(p, upper.hint) for p in lower.seen)


def seen_in_part(card: Placed, frame: RowAxes) -> bool:
    """Say whether nothing is read on a card but in its first corner."""
    offs = [frame.way(card.hint.centre, point) for point in card.seen]
    return bool(offs) and all(right < -0.1 * card.hint.width and up > 0 for right, up in offs)


def clearness(
    cards: Sequence[Placed],
    prints: Sequence[Sequence[Print]],
    others: Sequence[CardHint],
    up: float,
    disputed: Sequence[bool],
) -> list[list[float]]:
    """Weigh the prints of each card of a row (0-1): less where a card further on may cover them in part.

    The best print of a card counts in full; what is read right in the middle of a later card is not this
    card's and counts for nothing. ``others`` are the cards that are not numbers, ``up`` is the row's sense;
    ``disputed`` says of each card whether its prints read differently: then one of them may be cut short.
    """
    frame = RowAxes(up)
    places = [c.hint for c in cards] + list(others)
    weights = []
    for card, own, odd in zip(cards, prints, disputed, strict=True):
        later = [hint for hint in places if frame.along(card.hint, hint) > BEHIND * card.hint.width]
        clear = [_clear(p, later, odd) for p in own]
        weights.append([w / max(*clear, HIDDEN * CUT_SHORT) for w in clear])
    return weights


def _clear(print_: Print, later: Sequence[CardHint], disputed: bool) -> float:
    """Weigh one print (0-1) against the cards that lie over its own."""
    if any(lies_on(print_.centre, hint, BURIED) for hint in later):
        return 0.0
    hidden = HIDDEN if any(_reaches(print_, hint, OWN) for hint in later) else 1.0
    short = disputed and is_index(print_) and any(_reaches(print_, hint, ONE_MORE) for hint in later)
    return hidden * CUT_SHORT if short else hidden


def cut_off(
    print_: Print, upon: Sequence[CardHint], up: float, whole: Sequence[Print], looks: Sequence[CardHint] = ()
) -> bool:
    """Say whether another figure may be hidden behind what was read as one, in the corner of a card or on it.

    ``upon`` are the cards that may lie over it, those that could not be read too; ``up`` is the row's sense.
    ``whole`` are numbers of two figures in the same row: where a single figure stands in their middle, as
    many decks print it, none is hidden. ``looks`` are opinions about whole cards, each formed from the card
    itself: a figure in the middle of its card is whole, one left of it the first of two.
    """
    frame = RowAxes(up)
    index = is_index(print_)
    if not under_next(print_, upon, up, FIGURE if index else FIGURES_BESIDE):
        return False
    if not index:
        side = _off_look(print_, looks, frame)
        usual = [x for x in (_off_look(p, looks, frame) for p in whole if not is_index(p)) if x is not None]
        return side is not None and side < (median(usual) if usual else LOOKS_RIGHT) - OFF_MIDDLE
    side = _aside(print_, print_.card, frame)
    usual = [x for x in (_aside(p, p.card, frame) for p in whole) if abs(x - side) < FIGURE]
    return not usual or side < median(usual) - OFF_MIDDLE


def under_next(print_: Print, upon: Sequence[CardHint], up: float, wide: float) -> bool:
    """Say whether a print so wide (heights of its digits) would reach under a later card of its row."""
    frame = RowAxes(up)
    later = (hint for hint in upon if frame.along(print_.card, hint) > BEHIND * hint.width)
    return any(_reaches(print_, hint, wide) for hint in later)


def is_index(print_: Print) -> bool:
    """Say whether a print is low enough for a corner index."""
    return print_.height < INDEX * print_.card.height


def is_followed(card: CardHint, others: Sequence[CardHint], up: float) -> bool:
    """Say whether another card lies right behind one in its row, perhaps on it; ``up`` is the row's sense."""
    frame = RowAxes(up)
    ways = ((frame.along(card, o) / card.width, abs(frame.across(card, o)) / card.height) for o in others)
    return any(BEHIND < along < RIGHT_BEHIND and across < OUT_OF_LINE for along, across in ways)


def is_before(card: CardHint, others: Sequence[CardHint], up: float) -> bool:
    """Say whether any other card lies further along a card's row, in line; ``up`` is the row's sense."""
    frame = RowAxes(up)
    return any(
        frame.along(card, o) > BEHIND * card.width and abs(frame.across(card, o)) < OUT_OF_LINE * card.height
        for o in others
    )


def in_line(card: CardHint, others: Sequence[CardHint], up: float) -> bool:
    """Say whether a card lies right behind or before another one in its row; ``up`` is the row's sense."""
    return is_followed(card, others, up) or any(is_followed(other, [card], up) for other in others)


def _off_look(print_: Print, looks: Sequence[CardHint], frame: RowAxes) -> float | None:
    """Give how far right of its card's middle, as the card itself looks, a number stands, in its heights."""
    card = print_.card
    near = [h for h in looks if apart(h, card) < OWN_LOOK * card.height]
    if not near:
        return None
    own = min(near, key=lambda h: apart(h, card) - CLEARER * h.score * card.height)
    return _aside(print_, own, frame)


def _aside(print_: Print, card: CardHint, frame: RowAxes) -> float:
    """Give how far right of a card's middle a number stands, in heights of its digits."""
    return frame.way(card.centre, print_.centre)[0] / max(print_.height, 1.0)


def _reaches(print_: Print, card: CardHint, wide: float) -> bool:
    """Say whether a print, taken to be so wide (in heights of its digits), reaches onto a card's place."""
    box = corners(print_.centre, print_.up, print_.height, wide * print_.height)
    return any(lies_on(corner, card) for corner in box)


def turned_round(a: Print, b: Print) -> bool:
    """Say whether one of two prints stands on its head to the other."""
    return cos(a.up - b.up) < ON_ITS_HEAD


def apart(a: CardHint | Print, b: CardHint | Print) -> float:
    """Give the distance of the middles of two cards, or of two prints, in pixels."""
    return hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])


def middles_apart(a: SeenCard, b: SeenCard) -> float:
    """Give the distance of the middles of two cards that were told, in pixels."""
    return hypot(*(sum(p[k] - q[k] for p, q in zip(a.quad, b.quad, strict=True)) / 4 for k in (0, 1)))


def height_of(card: SeenCard) -> float:
    """Give a card's height in the picture, in pixels."""
    tl, tr, br, bl = card.quad
    return _edges_apart((tl, tr), (bl, br))


def width_of(card: SeenCard) -> float:
    """Give a card's width in the picture, in pixels."""
    tl, tr, br, bl = card.quad
    return _edges_apart((tl, bl), (tr, br))


def _edges_apart(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """Give the distance of the middles of two edges of a card, in pixels."""
    (a, b), (c, d) = one, other
    return hypot((a[0] + b[0] - c[0] - d[0]) / 2, (a[1] + b[1] - c[1] - d[1]) / 2)


def up_of(card: SeenCard) -> float:
    """Give where a card that was told has its top, in radians clockwise from the picture's own."""
    tl, tr, br, bl = card.quad
    return atan2(tr[1] - tl[1] + br[1] - bl[1], tr[0] - tl[0] + br[0] - bl[0])


def mean_height(a: CardHint, b: CardHint) -> float:
    """Give the mean height of two cards, in pixels."""
    return (a.height + b.height) / 2


def components(cards: Sequence[Placed], linked: Callable[[Placed, Placed], bool]) -> list[list[Placed]]:
    """Sort things into chains of which each is linked to another of its chain."""
    chains: list[list[Placed]] = []
    for card in cards:
        touching = [c for c in chains if any(linked(card, other) for other in c)]
        chains = [c for c in chains if c not in touching]
        chains.append([card, *(other for c in touching for other in c)])
    return chains


def as_seen(card: Placed, zone: Zone) -> SeenCard:
    """Give a placed card as the game sees it; what has no alternatives is never sure."""
    return SeenCard(zone, card.hint.quad, card.alternatives, card.sure and bool(card.alternatives))
